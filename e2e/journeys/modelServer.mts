/** A language model that follows a script: the chat completions of OpenAI's interface, as far as an agent of n8n asks. */
import type { Json } from '../lib/execution.mts';
import { httpStandIn } from './httpStandIn.mts';

interface ModelTool {
	readonly name: string;
	/** JSON schema of its arguments. */
	readonly parameters: { readonly properties?: Readonly<Record<string, Json>> };
}

/** What the agent asks with: all that was said so far, and the tools that it has. */
export interface Turn {
	readonly messages: ReadonlyArray<{ readonly role: string; readonly content: unknown }>;
	readonly tools: readonly ModelTool[];
}

/** Either says something, or calls a tool by its name. */
type Move = { readonly say: string } | { readonly call: string; readonly with: Json };

interface Asked {
	readonly messages: Turn['messages'];
	readonly tools?: ReadonlyArray<{ readonly function: ModelTool }>;
}

/** What the tools answered so far. */
export const toolAnswers = ({ messages }: Turn): readonly string[] =>
	messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content));

/** @param script the next move, seeing the whole conversation @returns all turns so far as well */
export function modelServer(script: (turn: Turn) => Move) {
	const turns: Turn[] = [];
	const server = httpStandIn(({ text }) => {
		const { messages, tools = [] } = JSON.parse(text) as Asked;
		const turn = { messages, tools: tools.map((tool) => tool.function) };
		turns.push(turn);
		const message = messageOf(script(turn), turns.length);
		return { json: { choices: [{ index: 0, finish_reason: 'stop', message }] } };
	}, true);
	return { server, turns };
}

function messageOf(move: Move, index: number): Json {
	if ('say' in move) return { role: 'assistant', content: move.say };
	const called = { name: move.call, arguments: JSON.stringify(move.with) };
	const call = { id: `call_${index}`, type: 'function', function: called };
	return { role: 'assistant', content: null, tool_calls: [call] };
}
