/** Workflows that begin with the trigger, for tests: on a sandbox, or on a service whose notices a test writes down. */
import type {
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	IPollFunctions,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { LegalNoticeTrigger } from '../../../nodes/LegalNotice/LegalNoticeTrigger.node.ts';
import { after, during, virtualTimeForTests } from '../../simulation/clock.mts';
import { additionalData, type Credential } from '../executionData.mts';
import { registerNodeType } from '../nodeTypes.mts';
import { Poller, type Keeping } from '../poller.mts';
import { answering, LOST, refused, type Answer, type Asked } from '../scripted.mts';

export { LOST, refused };

export const TRIGGER_TYPE = 'n8n-nodes-legal-notice.legalNoticeTrigger';
registerNodeType(TRIGGER_TYPE, new LegalNoticeTrigger());

interface WatchOptions {
	readonly credential: Credential;
	readonly parameters: INodeParameters;
	readonly keeping?: Keeping;
	/** Milliseconds that the durable scheduler gives a poll. */
	readonly budgetMs?: number;
	/** Changes what n8n gives a poll, such as a database that it cannot read. */
	readonly change?: (context: IPollFunctions) => void;
}

let workflows = 0;

export class Watch extends Poller {
	readonly logged: string[] = [];
	protected override readonly type = TRIGGER_TYPE;
	protected override id = `watching-${++workflows}`;
	private readonly options: WatchOptions;
	private running = { isAlive: true };

	constructor(options: WatchOptions) {
		super(options.keeping ?? 'classic', options.budgetMs);
		this.options = options;
		this.parameters = options.parameters;
		this.startIn(this.running);
	}

	protected override surroundings(mode: 'manual' | 'trigger') {
		return additionalData(this.options.credential, mode).data;
	}

	protected override equip(context: IPollFunctions): void {
		const write = (text: string) => void this.logged.push(text);
		const logger = { info: write, warn: write, error: write, debug: () => undefined };
		Object.defineProperty(context, 'logger', { value: logger, configurable: true });
		this.options.change?.(context);
	}

	/** Publishes the workflow. @returns what the first poll reports @throws what keeps it from becoming active */
	async publish(mode?: WorkflowActivateMode): Promise<IDataObject[]> {
		return await this.reported(async () => await this.activate(mode));
	}

	/** @returns what the next poll reports @throws when it fails */
	async poll(): Promise<IDataObject[]> {
		return await this.reported(async () => await this.tick());
	}

	/** @returns what the next polls report, whether they fail or not */
	async polled(count: number): Promise<IDataObject[]> {
		const before = this.reports.length;
		for (let left = count; left > 0; left--) await this.tick();
		return this.reports.slice(before);
	}

	/** All that was reported. */
	get reports(): IDataObject[] {
		return this.polls.flatMap(({ items }) => items.map(({ json }) => json));
	}

	/** Ends n8n at once. When it starts again, classic triggers are activated anew. */
	kill(): void {
		this.running.isAlive = false;
		this.running = { isAlive: true };
		this.startIn(this.running);
		// What the process knew of the workflow, it knew by this.
		this.id = `watching-${++workflows}`;
	}

	async fetchTestEvent(): Promise<readonly INodeExecutionData[]> {
		return await this.fetched('test');
	}

	private async reported(begin: () => Promise<void>): Promise<IDataObject[]> {
		const [reports, polls] = [this.reports.length, this.polls.length];
		await begin();
		const error = this.polls[polls]?.error;
		if (error) throw error;
		return this.reports.slice(reports);
	}
}

/** In virtual time: a slow service takes no longer than a quick one. */
class VirtualWatch extends Watch {
	override async activate(mode?: WorkflowActivateMode): Promise<void> {
		await during(super.activate(mode), LONGEST_POLL_MS);
	}

	override async tick(): Promise<void> {
		await during(super.tick(), LONGEST_POLL_MS);
	}
}

const LONGEST_POLL_MS = 10 * 60_000;

/** What the service says of a notice; a field that is undefined it leaves out. */
export type Notice = Record<string, unknown>;
export const NEW: Notice = { statut: 'a-paraitre', documents: [], factures: [] };
/** Published, with an attestation and an invoice. */
export const OUT: Notice = {
	statut: 'parue',
	documents: [{ type: 'attestation', numero: 'A1', url: 'https://files.example/A1' }],
	factures: [{ type: 'facture', numero: 'F1', url: 'https://files.example/F1' }],
};
/** A page of somebody else in the place of an answer. */
export const PAGE = '<html>Service indisponible</html>';

type Kind = 'statuts' | 'documents' | 'factures';

/** A service that leaves out of its lists what it does not know, unless a test has it do something odd. */
class Service {
	/** By reference. */
	readonly notices = new Map<string, Notice>();
	/** Calls since a test has last emptied it. */
	readonly calls: Asked[] = [];
	/** Milliseconds that an answer takes. */
	delay: (names: readonly string[]) => number = () => 0;
	/** What comes in the place of an answer; undefined where it answers as usual. */
	odd: (names: readonly string[], kind: Kind, call: Asked) => Answer | undefined = () => undefined;

	/** These notices change, or all that there are. */
	change(fields: Notice, references: Iterable<string> = this.notices.keys()): void {
		for (const one of [...references]) {
			this.notices.set(one, { ...NEW, ...this.notices.get(one), ...fields });
		}
	}

	/** Refuses whatever names one of these. */
	refuseFor(isOdd: (name: string) => boolean, code = 'err_annonce_introuvable'): void {
		this.odd = (names) => (names.some(isOdd) ? refused(code) : undefined);
	}

	/** How many calls the work takes. */
	async callsDuring(work: () => Promise<unknown>): Promise<number> {
		this.calls.length = 0;
		await work();
		return this.calls.length;
	}

	readonly answer = async (call: Asked): Promise<Answer> => {
		this.calls.push(call);
		const { path, names } = call;
		const kind = path
			.split('/')
			.at(-1)
			?.replace(/^statut$/, 'statuts') as Kind;
		const delayMs = this.delay(names);
		if (delayMs > 0) await after(delayMs);
		const odd = this.odd(names, kind, call);
		if (odd !== undefined) return odd;
		const annonces = names.flatMap((name) => this.entry(name, kind));
		if (path.startsWith('/annonces/')) return { annonces };
		return annonces[0] ?? refused('err_annonce_introuvable');
	};

	private entry(reference: string, kind: Kind): object[] {
		const notice = this.notices.get(reference);
		if (!notice) return [];
		const { documents, factures, ...status } = notice;
		const files = { documents, factures };
		return [{ reference, ...(kind === 'statuts' ? status : { [kind]: files[kind] }) }];
	}
}

export { virtualTimeForTests };

export const namesOf = (count: number): string[] =>
	Array.from({ length: count }, (_one, at) => `AL-${at}`);

interface Watching extends Omit<WatchOptions, 'credential' | 'parameters'> {
	readonly requestsPerMinute?: number;
}

let keys = 0;

/**
 * A workflow that watches notices, all of which the service knows, with durable cursors unless another keeping is given.
 *
 * @param watched their references, or how many there are
 */
export function watching(
	watched: number | readonly string[],
	parameters: INodeParameters = {},
	{ requestsPerMinute = 1_000_000, keeping = 'cursors', ...more }: Watching = {},
) {
	const names = typeof watched === 'number' ? namesOf(watched) : watched;
	const service = new Service();
	service.change({}, names);
	// Each has a key of its own: the calls of a minute are counted by it.
	const key = { publicKey: `demo-public-${++keys}`, secretKey: 'demo-secret' };
	const watch = new VirtualWatch({
		...{ ...more, keeping },
		credential: { baseUrl: 'https://service.example', ...key, requestsPerMinute },
		parameters: watchParameters(names, parameters),
		change: (context) => {
			answering(context, service.answer);
			more.change?.(context);
		},
	});
	return { service, watch, names };
}

export const watchParameters = (names: readonly string[], more: INodeParameters) => ({
	...{ events: ['statusChanged'], references: names.join('\n'), firstSight: 'none', options: {} },
	...more,
});
