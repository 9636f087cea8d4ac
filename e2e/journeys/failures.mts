/**
 * What journeys remember when one of their outside nodes fails, in three ways: as a whole because it has no credential,
 * because what it talks to is away, and for one item of many. Then everything works again, and the journey is run again.
 */
import assert from 'node:assert/strict';
import type { Fault } from '../../sandbox/index.mts';
import type { StoredWorkflow } from '../lib/client.mts';
import type { Execution } from '../lib/execution.mts';
import { it } from '../lib/testing.mts';
import { until } from '../lib/until.mts';
import type { HttpStandIn } from './httpStandIn.mts';
import type { Own } from './ownValues.mts';
import { stage } from './stage.mts';

/** How an outside node is made to fail: at the mail server, at the service, or at another system. */
export type Outside =
	| { readonly mail: RegExp }
	/** `one` spoils a single item; without it a single call. */
	| { readonly service: NonNullable<Fault['match']>; readonly one?: Fault; readonly skip?: number }
	| { readonly system: HttpStandIn; readonly one: RegExp };

/** Something to do, made anew for each failure. */
export interface Work {
	readonly own: Own;
	/** The work's own name where there is only one. */
	readonly pieces?: readonly string[];
	/** The pieces whose effect is there, once for each time. */
	readonly done: () => readonly string[];
	/** Those that the journey takes for done; one without a memory is run again only when it failed. */
	readonly remembered?: () => Promise<readonly string[]> | readonly string[];
}

export interface Failing {
	readonly example: string;
	readonly trigger: string;
	/** By name. */
	readonly nodes: Readonly<Record<string, (name: string, pieces: readonly string[]) => Outside>>;
	/** @param name of this work, which no other has */
	readonly prepare: (name: string) => Work | Promise<Work>;
	/** Runs it, where that is more than a click on its trigger. */
	readonly play?: (
		workflow: StoredWorkflow,
		name: string,
		pieces: readonly string[],
	) => Promise<Pick<Execution, 'id' | 'status'>>;
	/** Whether it goes on by "Retry" of the failed run, because its trigger reports nothing twice. */
	readonly retried?: boolean;
	/** Whether it takes one item at a time: then the third way is the second. */
	readonly single?: boolean;
	/** Whether the nodes have no credential that they could lose: then the first way is the second. */
	readonly keyless?: boolean;
}

const WAYS = [
	'without a credential',
	'with what it talks to away',
	'for one item of many',
] as const;
type Way = (typeof WAYS)[number];

export function survives(failing: Failing): void {
	const ways = WAYS.slice(failing.keyless ? 1 : 0, failing.single ? 2 : 3);
	for (const node of Object.keys(failing.nodes)) {
		for (const way of ways) {
			it(`${node} fails ${way}: nothing is remembered undone, lost or done twice`, async () => {
				await survived(failing, node, way);
			});
		}
	}
}

let made = 0;

async function survived(failing: Failing, node: string, way: Way): Promise<void> {
	const { example, trigger, nodes, retried = false } = failing;
	made += 1;
	const name = `TRY-${String(made).padStart(3, '0')}`;
	const { own, pieces = [name], done, remembered } = await failing.prepare(name);
	const outside = nodes[node]?.(name, pieces) ?? { mail: /./ };
	const without = way === WAYS[0] ? { withoutCredential: node } : {};
	const workflow = await stage.open(example, { ...own, ...without });
	const play = async () =>
		failing.play
			? await failing.play(workflow, name, pieces)
			: await stage.attempt(workflow, trigger);

	spoil(outside, way, failing.single ?? false);
	const failed = await play().catch((error: unknown) => {
		repair(outside);
		throw error;
	});
	const first = done();
	const marked = (await remembered?.()) ?? first;
	repair(outside);
	const undone = marked.filter((piece) => !first.includes(piece));
	assert.deepEqual(undone, [], 'remembered, but not done');
	if (way !== WAYS[2]) assert.ok(marked.length < pieces.length, 'it did fail');

	await stage.mend(workflow);
	if (!retried && (remembered || failed.status !== 'success')) await play();
	if (retried && failed.status !== 'success') {
		await stage.retry(failed);
		await until('What is left', () => done().length >= pieces.length || undefined);
	}
	assert.deepEqual([...done()].sort(), [...pieces].sort(), 'done once each');
	if (!remembered) return;
	// A retried run writes down what it has done a moment later.
	await until(
		'The memory of it',
		async () => (await remembered()).length >= pieces.length || undefined,
	);
	assert.deepEqual([...(await remembered())].sort(), [...pieces].sort());
}

function spoil(outside: Outside, way: Way, single: boolean): void {
	if (way === WAYS[0]) return;
	const one = way === WAYS[2];
	if ('mail' in outside) stage.mail.refusing = one || single ? outside.mail : /./;
	else if ('system' in outside) outside.system.failing = one ? outside.one : /./;
	else {
		const { service: match, skip = 0 } = outside;
		const away: Fault = { kind: 'dropBefore', match, skip, times: one ? 1 : 1000 };
		stage.sandbox.fault((one && outside.one) || away);
	}
}

function repair(outside: Outside): void {
	stage.mail.refusing = undefined;
	if ('system' in outside) outside.system.failing = undefined;
	stage.sandbox.clearFaults();
}
