/** A language model that follows a script: the chat completions of OpenAI's interface, as far as an agent of n8n asks. */
import { createServer, type IncomingMessage } from 'node:http';
import type { Json } from '../lib/execution.mts';
import { LOOPBACK } from '../lib/ports.mts';

export interface ChatMessage {
	readonly role: string;
	readonly content: unknown;
}

export interface ModelTool {
	readonly name: string;
	readonly description: string;
	/** JSON schema of its arguments. */
	readonly parameters: { readonly properties?: Readonly<Record<string, Json>> };
}

/** What the agent asks with: all that was said so far, and the tools that it has. */
export interface Turn {
	readonly messages: readonly ChatMessage[];
	readonly tools: readonly ModelTool[];
}

/** Either says something, or calls a tool by its name. */
export type Move = { readonly say: string } | { readonly call: string; readonly with: Json };

export interface ModelServer {
	/** For the credential. */
	readonly url: string;
	readonly turns: readonly Turn[];
	close(): Promise<void>;
}

interface Asked {
	readonly messages: readonly ChatMessage[];
	readonly tools?: ReadonlyArray<{ readonly function: ModelTool }>;
	readonly stream?: boolean;
}

/** @param script the next move, seeing the whole conversation */
export async function startModelServer(script: (turn: Turn) => Move): Promise<ModelServer> {
	const turns: Turn[] = [];
	const server = createServer((request, response) => {
		void read(request).then(({ messages, tools = [], stream = false }) => {
			const turn = { messages, tools: tools.map((tool) => tool.function) };
			turns.push(turn);
			const message = messageOf(script(turn), turns.length);
			if (stream) {
				response.writeHead(200, { 'content-type': 'text/event-stream' });
				response.write(`data: ${JSON.stringify(completion({ delta: message }))}\n\n`);
				response.end('data: [DONE]\n\n');
				return;
			}
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(JSON.stringify(completion({ message })));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
	const address = server.address();
	const port = typeof address === 'object' && address ? address.port : 0;
	return {
		url: `http://${LOOPBACK}:${port}/v1`,
		turns,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

async function read(request: IncomingMessage): Promise<Asked> {
	return JSON.parse((await request.toArray()).join('')) as Asked;
}

function messageOf(move: Move, index: number): Json {
	if ('say' in move) return { role: 'assistant', content: move.say };
	return {
		role: 'assistant',
		content: null,
		tool_calls: [
			{
				index: 0,
				id: `call_${index}`,
				type: 'function',
				function: { name: move.call, arguments: JSON.stringify(move.with) },
			},
		],
	};
}

const completion = (choice: Json): Json => ({
	id: 'chatcmpl-demo',
	object: 'delta' in choice ? 'chat.completion.chunk' : 'chat.completion',
	created: 0,
	model: 'demo',
	choices: [{ index: 0, finish_reason: 'stop', ...choice }],
	usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});
