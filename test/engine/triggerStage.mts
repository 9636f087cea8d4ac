/** A sandbox for each test of the trigger: notices ordered by the hundred, and workflows that watch them. */
import type { INodeParameters } from 'n8n-workflow';
import { setTimings } from '../../nodes/LegalNotice/transport/timings.ts';
import { startSandbox, type Fault, type Sandbox } from '../../sandbox/index.mts';
import { Client, sarlOrder } from '../sandbox/client.mts';
import type { Credential } from './executionData.mts';
import { Poller, type Keeping } from './poll.mts';
import { startReading, type ServiceName } from './readings.mts';
import { credentialOf } from './sandbox.mts';

export const KEEPINGS: readonly Keeping[] = ['classic', 'scheduler', 'cursors'];

/** Parameters of the trigger, and how n8n polls it. */
export interface Watching extends INodeParameters {
	keeping?: Keeping;
	budgetMs?: number;
}

export class Stage {
	sandbox!: Sandbox;
	credential!: Credential & { requestsPerMinute?: number };

	async open(reading?: ServiceName): Promise<void> {
		const settings = { quotaPerMinute: 1_000_000 };
		if (reading) {
			const status = { initialStatus: 'a-paraitre', attestationAtPublication: false } as const;
			const more = { ...settings, ...status, attestationBeforePublication: false };
			Object.assign(this, await startReading(reading, more));
		} else {
			this.sandbox = await startSandbox({ settings });
			this.credential = credentialOf(this.sandbox);
		}
		this.credential = { ...this.credential, requestsPerMinute: 1_000_000 };
	}

	async close(): Promise<void> {
		await this.sandbox.close();
	}

	/** Orders notices under the numbers `prefix-00000` and so on; returns their references. */
	async order(count: number, prefix = 'N'): Promise<string[]> {
		const numbers = Array.from(
			{ length: count },
			(_one, at) => `${prefix}-${`${at}`.padStart(5, '0')}`,
		);
		return await this.orderAs(numbers);
	}

	async orderAs(numbers: readonly string[]): Promise<string[]> {
		const client = new Client(this.sandbox.url, this.credential);
		const references: string[] = [];
		for (let at = 0; at < numbers.length; at += 50) {
			const answers = await Promise.all(
				numbers
					.slice(at, at + 50)
					.map((number) => client.post('/commande', { ...sarlOrder, numero_commande: number })),
			);
			references.push(...answers.map(({ json }) => String(json.reference)));
		}
		await client.close();
		return references;
	}

	watch(
		references: readonly string[],
		{ keeping, budgetMs, ...parameters }: Watching = {},
	): Poller {
		return new Poller({
			credential: this.credential,
			...(keeping ? { keeping } : {}),
			...(budgetMs === undefined ? {} : { budgetMs }),
			parameters: {
				events: ['statusChanged'],
				references: references.join('\n'),
				firstSight: 'none',
				options: {},
				...parameters,
			},
		});
	}

	/** Notices, and an active workflow that has seen them. */
	async watching(
		count: number,
		more: Watching = {},
	): Promise<{ watch: Poller; references: string[]; first: string }> {
		const references = await this.order(count);
		const watch = this.watch(references, more);
		await watch.activate();
		this.sandbox.journal.clear();
		return { watch, references, first: references[0] ?? '' };
	}

	publish(references: readonly string[]): void {
		for (const reference of references) this.sandbox.notices.publish(reference);
	}

	/** Every call from now on, or those to one route. */
	fault(fault: Fault, path?: string): void {
		this.sandbox.fault({
			times: 1_000_000,
			...fault,
			...(path === undefined ? {} : { match: { path } }),
		});
	}

	/** Calls about notices since the journal was cleared, orders not counted. */
	calls(): Array<{ path: string; body?: unknown }> {
		const calls = this.sandbox.journal.calls();
		return calls.filter(({ path }) => path.includes('/annonce') && !path.endsWith('/commande'));
	}
}

/** A new one for each test of a file or block; harmless calls are repeated at once. */
export function stageForTests(reading?: ServiceName): Stage {
	const stage = new Stage();
	beforeAll(() => setTimings({ beforeRepeatMs: 10 }));
	beforeEach(async () => await stage.open(reading));
	afterEach(async () => await stage.close());
	afterAll(() => setTimings());
	return stage;
}
