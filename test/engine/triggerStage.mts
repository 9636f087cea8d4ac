/** A sandbox for each test of the trigger: notices ordered by the hundred, and workflows that watch them. */
import type { INodeParameters } from 'n8n-workflow';
import { realTime, shortPauses } from './time.mts';
import type { Fault } from '../../sandbox/index.mts';
import { Client, sarlOrder } from '../sandbox/client.mts';
import { Poller, type Keeping } from './poll.mts';
import type { ServiceName } from './readings.mts';
import { TestSandbox } from './sandbox.mts';

/** Parameters of the trigger, and how n8n polls it. */
interface Watching extends INodeParameters {
	keeping?: Keeping;
	budgetMs?: number;
}

export class Stage extends TestSandbox {
	async open(reading?: ServiceName): Promise<void> {
		const settings = {
			quotaPerMinute: 1_000_000,
			initialStatus: 'a-paraitre',
			attestationBeforePublication: false,
			attestationAtPublication: false,
		} as const;
		await (reading ? this.startAs(reading, settings) : this.start({ settings }));
		this.credential = { ...this.credential, requestsPerMinute: 1_000_000 };
	}

	/** Orders notices under the numbers `prefix-00000` and so on; returns their references. */
	async orderMany(count: number, prefix = 'N'): Promise<string[]> {
		const number = (_one: unknown, at: number) => `${prefix}-${`${at}`.padStart(5, '0')}`;
		return await this.orderAs(Array.from({ length: count }, number));
	}

	async orderAs(numbers: readonly string[]): Promise<string[]> {
		const client = new Client(this.url, this.credential);
		const references: string[] = [];
		// A signature is good for five seconds.
		for (let at = 0; at < numbers.length; at += 50) {
			const orders = numbers.slice(at, at + 50).map(async (number) => {
				const { json } = await client.post('/commande', { ...sarlOrder, numero_commande: number });
				return String(json.reference);
			});
			references.push(...(await Promise.all(orders)));
		}
		await client.close();
		return references;
	}

	watch(references: readonly string[], { keeping, budgetMs, ...parameters }: Watching = {}) {
		return new Poller({
			credential: this.credential,
			...(keeping && { keeping }),
			...(budgetMs && { budgetMs }),
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
	async watching(count: number, more: Watching = {}) {
		const references = await this.orderMany(count);
		const watch = this.watch(references, more);
		await watch.activate();
		this.journal.clear();
		const [first = '', second = ''] = references;
		return { watch, references, first, second };
	}

	publish(references: readonly string[]): void {
		for (const reference of references) this.notices.publish(reference);
	}

	/** Every call from now on, or those to one route. */
	strike(fault: Fault, path?: string): void {
		this.fault({ times: 1_000_000, ...fault, ...(path && { match: { path } }) });
	}

	/** Calls about notices since the journal was cleared, orders not counted. */
	asked() {
		const calls = this.journal.calls();
		return calls.filter(({ path }) => path.includes('/annonce') && !path.endsWith('/commande'));
	}
}

/** A new one for each test of a file or block; harmless calls are repeated at once. */
export function stageForTests(reading?: ServiceName): Stage {
	const stage = new Stage();
	beforeEach(async () => {
		shortPauses();
		await stage.open(reading);
	});
	afterEach(async () => {
		realTime();
		await stage.close();
	});
	return stage;
}
