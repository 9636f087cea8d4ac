/** Operations of the node against a service that is written down in a test, in virtual time: a pause costs nothing. */
import { Readable } from 'node:stream';
import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import { LegalNotice } from '../../nodes/LegalNotice/LegalNotice.node.ts';
import { after, during, elapsed, virtualTimeForTests } from '../simulation/clock.mts';
import { runNode, workflowPackage, type Result, type RunOptions } from './engine.mts';
import { registerNodeType } from './nodeTypes.mts';

/** One call of the interface. */
export interface Asked {
	readonly method: string;
	/** Behind the common path. */
	readonly path: string;
	/** `METHOD path`. */
	readonly what: string;
	readonly body: Readonly<Record<string, unknown>>;
	/** The notices that a list asks for, or the one in the path. */
	readonly names: readonly string[];
	/** Milliseconds since the test began. */
	readonly at: number;
}

/** The connection breaks before an answer comes. */
export const LOST: object = {};
/** No connection comes about. */
export const UNREACHABLE: object = {};
export const refused = (...erreurs: string[]) => ({ resultat: 'erreur', erreurs });
/** The service has no notice of this name. */
export const UNKNOWN = refused('err_annonce_introuvable');

/** Fields of the answer, or a page in its place. */
export type Answer = object | string;
export type Answering = (call: Asked) => Answer | Promise<Answer>;

/** The caller has waited as long as it does. */
const LATE: object = {};

/** What Node.js says of these. */
const BROKEN: ReadonlyMap<unknown, { code: string; syscall: string }> = new Map([
	[LOST, { code: 'ECONNRESET', syscall: 'read' }],
	[LATE, { code: 'ECONNABORTED', syscall: 'read' }],
	[UNREACHABLE, { code: 'ECONNREFUSED', syscall: 'connect' }],
]);

const TYPE = 'scripted.legalNotice';
const PREFIX = '/annonce-legale/api/externe';
const LONGEST_RUN_MS = 3_600_000;
const node = new LegalNotice();
let answer: Answering = () => LOST;
let keys = 0;

interface Sent {
	readonly method?: string;
	readonly url: string;
	readonly body?: unknown;
	readonly encoding?: string;
	readonly timeout?: number;
}

function asked({ method = 'GET', url, body }: Sent): Asked {
	const { pathname } = new URL(url);
	const path = decodeURIComponent(pathname.slice(pathname.indexOf(PREFIX) + PREFIX.length));
	const text = Buffer.isBuffer(body) ? body.toString() : String(body ?? '');
	const fields = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
	const { references } = fields as { references?: string[] };
	const names = references ?? [path.split('/')[2] ?? ''];
	return { method, path, what: `${method} ${path}`, body: fields, names, at: elapsed() };
}

/** Has the calls of a node answered by a test. */
export function answering(context: IExecuteFunctions | IPollFunctions, answer: Answering): void {
	const request = async (_type: string, sent: Sent) => {
		await Promise.resolve();
		const late = after(sent.timeout ?? LONGEST_RUN_MS).then(() => LATE);
		const answered = await Promise.race([answer(asked(sent)), late]);
		const what = BROKEN.get(answered);
		if (what) {
			const broken = Object.assign(new Error(what.syscall), what);
			throw new workflowPackage.NodeApiError(context.getNode(), broken as never);
		}
		const isPage = typeof answered === 'string';
		const text = isPage ? answered : JSON.stringify({ resultat: 'succes', ...answered });
		const bytes = Buffer.from(text);
		const body = sent.encoding === 'stream' ? Readable.from([bytes]) : bytes;
		return { statusCode: 200, headers: {}, body };
	};
	Object.assign(context.helpers, { httpRequestWithAuthentication: request });
}

registerNodeType(TYPE, {
	description: node.description,
	async execute() {
		answering(this, answer);
		return await node.execute.call(this);
	},
});

/** A service for each test of a file: it answers with what a test sets, and writes down what it was asked. */
export class ScriptedService {
	readonly calls: Asked[] = [];
	answer: Answering = () => LOST;

	/** Calls so far, `METHOD path`. */
	get whats(): string[] {
		return this.calls.map(({ what }) => what);
	}

	/** The orders among them. */
	get orders(): Asked[] {
		return this.calls.filter(({ what }) => what === 'POST /commande');
	}

	/** The cancellations among them. */
	get deletions(): string[] {
		return this.whats.filter((what) => what.startsWith('DELETE'));
	}

	/** Runs an operation, named as in `notice.order`. */
	async run(name: string, parameters: object, more: Partial<RunOptions> = {}): Promise<Result> {
		answer = (call) => {
			this.calls.push(call);
			return this.answer(call);
		};
		const [resource, operation] = name.split('.');
		const all = { resource, operation, ...parameters } as RunOptions['parameters'];
		// Each run has a key of its own: the calls of a minute are counted by it.
		const key = { publicKey: `public-${++keys}`, secretKey: 'secret' };
		const credential = { baseUrl: 'https://service.example', ...key, requestsPerMinute: 1_000_000 };
		const ran = runNode({ credential, type: TYPE, ...more, parameters: all });
		return await during(ran, LONGEST_RUN_MS);
	}

	/** Runs an operation for notices, one input item each. */
	async runFor(
		name: string,
		references: readonly string[],
		settings: RunOptions['settings'] = {},
	): Promise<Result> {
		const items = references.map((one) => ({ asked: one }));
		return await this.run(name, { reference: '={{ $json.asked }}' }, { items, settings });
	}
}

export function scriptedForTests(): ScriptedService {
	const service = new ScriptedService();
	virtualTimeForTests();
	beforeEach(() => {
		service.calls.length = 0;
		service.answer = () => LOST;
	});
	return service;
}
