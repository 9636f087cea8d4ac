/** A sandbox for tests of the trigger: notices ordered by the hundred, and workflows that watch them. */
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { Client, sarlOrder } from '../sandbox/client.mts';
import { Poller, type Keeping } from './poll.mts';

export const KEEPINGS: readonly Keeping[] = ['classic', 'scheduler', 'cursors'];

export interface Account {
	baseUrl: string;
	publicKey: string;
	secretKey: string;
	requestsPerMinute: number;
}

export interface Watching {
	keeping?: Keeping;
	budgetMs?: number;
	parameters?: object;
}

/** Begun anew for each test with {@link Stage.open}. */
export class Stage {
	private running: Sandbox | undefined;

	get sandbox(): Sandbox {
		if (!this.running) throw new Error('not open');
		return this.running;
	}

	async open(): Promise<void> {
		this.running = await startSandbox({ settings: { quotaPerMinute: 1_000_000 } });
	}

	async close(): Promise<void> {
		await this.running?.close();
	}

	/** All tests of a file share one limiter per key: each test has a key of its own. */
	account(requestsPerMinute = 1_000_000): Account {
		return { baseUrl: this.sandbox.url, ...this.sandbox.createKey(), requestsPerMinute };
	}

	/** Orders notices under the numbers `prefix-00000` and so on; returns their references. */
	async order(credential: Account, count: number, prefix = 'N'): Promise<string[]> {
		const client = new Client(this.sandbox.url, credential);
		const numbers = Array.from(
			{ length: count },
			(_value, index) => `${prefix}-${String(index).padStart(5, '0')}`,
		);
		const references: string[] = [];
		for (let at = 0; at < count; at += 50) {
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

	watch(credential: Account, references: readonly string[], more: Watching = {}): Poller {
		const { parameters, ...others } = more;
		return new Poller({
			credential,
			...others,
			parameters: {
				events: ['statusChanged'],
				references: references.join('\n'),
				firstSight: 'none',
				options: {},
				...parameters,
			},
		});
	}

	/** Calls about notices, orders not counted. */
	calls(path = '/annonce'): unknown[] {
		return this.sandbox.journal
			.calls()
			.filter((call) => call.path.includes(path) && !call.path.endsWith('/commande'));
	}

	async withoutFaults(): Promise<void> {
		await fetch(`${this.sandbox.origin}/_sandbox/faults`, { method: 'DELETE' });
	}
}
