/** n8n's own MCP server as an assistant that builds workflows uses it: a key, a session, its tools. */
import type { Client } from './client.mts';
import type { Json } from './execution.mts';

interface Answer {
	readonly content: ReadonlyArray<{ readonly text: string }>;
	readonly structuredContent?: Json;
	readonly isError?: boolean;
}

export class Assistant {
	readonly #address: string;
	readonly #key: string;
	#calls = 0;

	private constructor(address: string, key: string) {
		this.#address = address;
		this.#key = key;
	}

	/** Switches the server on, as "Settings > Instance-level MCP" does, and connects to it. */
	static async connect(client: Client, url: string): Promise<Assistant> {
		await client.request('PATCH', '/rest/mcp/settings', { mcpAccessEnabled: true });
		const { apiKey } = await client.request<{ apiKey: string }>(
			'POST',
			'/rest/mcp/api-key/rotate',
			{},
		);
		const assistant = new Assistant(`${url}/mcp-server/http`, apiKey);
		const clientInfo = { name: 'end-to-end test', version: '1' };
		await assistant.#ask('initialize', {
			protocolVersion: '2025-06-18',
			capabilities: {},
			clientInfo,
		});
		return assistant;
	}

	/** @returns the text and the fields of a tool's answer. @throws Error when the tool says that it failed */
	async use(name: string, args: Json): Promise<{ text: string; fields: Json }> {
		const { content, structuredContent, isError } = await this.#ask<Answer>('tools/call', {
			name,
			arguments: args,
		});
		const text = content.map((part) => part.text).join('\n');
		if (isError) throw new Error(`${name}: ${text}`);
		return { text, fields: structuredContent ?? {} };
	}

	async #ask<Result>(method: string, params: Json): Promise<Result> {
		const response = await fetch(this.#address, {
			method: 'POST',
			headers: {
				authorization: `Bearer ${this.#key}`,
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
			},
			body: JSON.stringify({ jsonrpc: '2.0', id: (this.#calls += 1), method, params }),
			signal: AbortSignal.timeout(60_000),
		});
		// One event with one answer.
		const data = /^data: ?(.*)$/m.exec(await response.text())?.[1] ?? '{}';
		const { result, error } = JSON.parse(data) as { result?: Result; error?: unknown };
		if (result === undefined) throw new Error(`${method}: ${JSON.stringify(error ?? data)}`);
		return result;
	}
}
