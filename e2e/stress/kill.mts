/**
 * The n8n process is killed in the middle of ordering, as by a power cut, and the workflow is run again on the same
 * data. The sandbox, which goes on running, is the judge: each notice is registered once, and what was registered before
 * the kill comes out of the second run with its reference.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { JournalCall } from '../../sandbox/index.mts';
import { Client } from '../lib/client.mts';
import { Failure } from '../lib/failure.mts';
import { numberedNotices, ORDER, orderWorkflow, START } from '../lib/orders.mts';
import { CREDENTIAL_TYPE, credentialData, openWorld, OWNER, type World } from '../lib/world.mts';
import { isExact, judge } from './judge.mts';
import { printTable, runProgram, say } from './program.mts';

const ORDERS = 200;
/** Orders that have arrived at the service when the process is killed: early, halfway, nearly done. */
const MOMENTS = [10, 100, 160];
/** Long enough that many orders are on their way when the process dies. */
const LATENCY_MS = 150;
/** All orders twice at 300 calls a minute, and the pause after a refusal. */
const RUN_TIMEOUT_MS = 300_000;

const COLUMNS = [
	'orders registered at the kill',
	'registered after it, answer lost',
	'n8n calls the killed run',
	'second run',
	'found again',
	'orders in the end',
	'twice',
	'missing',
	'calls',
	'refused over quota',
	'second run, s',
];

interface Killed {
	/** Registered orders when the signal was sent, and when the last call of the dead process had been served. */
	readonly before: number;
	readonly after: number;
}

await runProgram(async (atEnd) => {
	say('Starting n8n and the sandbox ...');
	const world = await openWorld('kill');
	atEnd(async () => await world.close());
	world.sandbox.settings({ latencyMs: LATENCY_MS });
	const rows = [];
	let good = true;
	for (const moment of MOMENTS) {
		const { row, isGood } = await round(world, moment);
		good &&= isGood;
		rows.push(row);
	}
	printTable(COLUMNS, rows);
	return good;
});

/** One kill. Each has an account of its own, with its own quota. */
async function round(world: World, moment: number) {
	const { sandbox } = world;
	const account = sandbox.createKey();
	const client = new Client(world.server.url);
	await client.signIn(OWNER);
	const credential = await client.createCredential({
		name: `Kill at ${moment}`,
		type: CREDENTIAL_TYPE,
		data: { ...credentialData(sandbox), ...account },
	});
	const notices = numberedNotices(`KILL-${moment}`, ORDERS);
	const { id } = await client.createWorkflow(
		orderWorkflow({ name: `Kill at ${moment}`, notices, credential }),
	);
	const sent = () =>
		sandbox.journal
			.calls()
			.filter(({ publicKey, route }) => publicKey === account.publicKey && route === 'order');

	const executionId = await client.start(id, START);
	const killed = await killWhen(world, sent, moment);
	say(
		`Killed with ${killed.before} orders registered; ${killed.after} once its calls were served.`,
	);

	await world.instance.startServer({ port: world.server.port });
	await client.signIn(OWNER);
	const left = await client.execution(executionId);
	say(`n8n is up again and calls the first run "${left.status}". Running the workflow again ...`);
	const began = performance.now();
	const again = await client.run(id, START, RUN_TIMEOUT_MS);
	const seconds = Math.round((performance.now() - began) / 1000);

	const verdict = judge(
		sandbox,
		account.publicKey,
		notices.map(({ dossier }) => dossier),
	);
	const items = again.items(ORDER);
	const references = new Set(items.map(({ json }) => json['reference']));
	const found = items.filter(({ json }) => json['existant'] === true).length;
	const isGood =
		killed.before < ORDERS &&
		again.status === 'success' &&
		references.size === ORDERS &&
		found === killed.after &&
		isExact(verdict, ORDERS);
	say(
		`${isGood ? 'Good' : 'WRONG'}: the second run ended "${again.status}"${again.error ? ` (${again.error})` : ''} with ` +
			`${references.size} references, ${found} of them found; ${verdict.ordered} orders, ` +
			`${verdict.duplicates.length} twice, ${verdict.missing.length} missing.`,
	);
	return {
		isGood,
		row: [
			killed.before,
			killed.after - killed.before,
			left.status,
			again.status,
			found,
			verdict.ordered,
			verdict.duplicates.length,
			verdict.missing.length,
			verdict.calls,
			verdict.overQuota,
			seconds,
		],
	};
}

async function killWhen(
	world: World,
	sent: () => readonly JournalCall[],
	moment: number,
): Promise<Killed> {
	const registered = () => sent().filter(({ accepted }) => accepted).length;
	const deadline = Date.now() + 60_000;
	while (sent().length < moment) {
		if (Date.now() > deadline) throw new Failure(`Only ${sent().length} orders came in a minute.`);
		await sleep(2);
	}
	const before = registered();
	await world.instance.kill();
	// What had reached the service by then is served, though nobody waits for the answer.
	await sleep(3 * LATENCY_MS);
	return { before, after: registered() };
}
