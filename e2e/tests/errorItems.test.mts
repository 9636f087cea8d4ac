/** What a refused notice does to the others, on a real n8n: settings of the node, error output. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Execution, Json } from '../lib/execution.mts';
import {
	numberedNotices,
	ORDER,
	orderWorkflow,
	sink,
	START,
	UNKNOWN_PUBLICATION,
} from '../lib/orders.mts';
import { after, before, describe, it } from '../lib/testing.mts';
import { openWorld, type World } from '../lib/world.mts';

type OnError = 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';

interface Case {
	/** Which of the three notices the service refuses. */
	readonly refused: 0 | 1;
	readonly retry: boolean;
	readonly onError: OnError;
}

const CODE = 'err_publication_introuvable';
const GOOD = 'Ordered';
const REFUSED = 'Refused';
const TRIES = 3;

const cases = ([0, 1] as const).flatMap((refused) =>
	[false, true].flatMap((retry) =>
		(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const).map(
			(onError): Case => ({ refused, retry, onError }),
		),
	),
);

/** Retry On Fail as the node's settings store it. */
const settingsOf = ({ retry, onError }: Pick<Case, 'retry' | 'onError'>) => ({
	onError,
	...(retry && { retryOnFail: true, maxTries: TRIES, waitBetweenTries: 100 }),
});

describe('a refused notice on n8n 2.41', () => {
	let world: World;
	const runs: Execution[] = [];

	before(async () => {
		world = await openWorld('errorItems');
	});
	after(async () => await world?.close());

	async function order(
		name: string,
		{ count, refused, ...settings }: Omit<Case, 'refused'> & { count: number; refused?: number },
	) {
		const notices = numberedNotices(name, count).map((notice, index) =>
			index === refused ? { ...notice, publication: UNKNOWN_PUBLICATION } : notice,
		);
		const { id } = await world.client.createWorkflow(
			orderWorkflow({
				name,
				notices,
				credential: world.credential,
				settings: settingsOf(settings),
				next: [sink(GOOD), ...(settings.onError === 'continueErrorOutput' ? [sink(REFUSED)] : [])],
			}),
		);
		const run = await world.client.run(id, START);
		runs.push(run);
		return { run, dossiers: notices.map(({ dossier }) => dossier) };
	}

	const ordersOf = (dossier: string) =>
		world.sandbox.journal.orders().filter((entry) => entry.dossier === dossier);
	const callsFor = (dossier: string) =>
		world.sandbox.journal
			.calls()
			.filter(({ route, body }) => route === 'order' && body.includes(`"${dossier}"`));

	for (const [index, settings] of cases.entries()) {
		const { refused, retry, onError } = settings;
		const which = refused === 0 ? 'first' : 'middle';
		it(`${onError}, Retry On Fail ${retry ? 'on' : 'off'}, the ${which} of three refused`, async () => {
			const { run, dossiers } = await order(`CASE-${index}`, { ...settings, count: 3 });
			const good = dossiers.filter((_dossier, place) => place !== refused);
			for (const dossier of good) {
				assert.equal(ordersOf(dossier).length, 1, `${dossier} is ordered once`);
				assert.equal(callsFor(dossier).length, 1, `${dossier} is sent once`);
			}
			assert.equal(ordersOf(dossiers[refused] ?? '').length, 0);
			const references = good.map((dossier) => ordersOf(dossier)[0]?.reference);
			if (onError === 'stopWorkflow') {
				stopped(run, references);
			} else {
				wentOn(run, settings, { references, refusedDossier: dossiers[refused] ?? '' });
			}
			const tries = onError === 'stopWorkflow' && retry ? TRIES : 1;
			assert.equal(callsFor(dossiers[refused] ?? '').length, tries, 'tries of the refused one');
		});
	}

	for (const retry of [false, true]) {
		it(`tells a connection that breaks each time on the error output, Retry On Fail ${retry ? 'on' : 'off'}`, async () => {
			world.sandbox.fault({ kind: 'dropBefore', match: { path: 'order' }, times: 3 });
			const { run, dossiers } = await order(`CUT-${retry}`, {
				count: 1,
				retry,
				onError: 'continueErrorOutput',
			});
			assert.equal(run.status, 'success', run.error);
			const [item] = run.items(REFUSED);
			assert.match(String(item?.json['error']), /not known whether the notice .* was ordered/);
			assert.equal(ordersOf(dossiers[0] ?? '').length, 0);
		});
	}

	it('leaves no secret key and no signature in what n8n stored', async () => {
		const { secretKey, journal } = world.sandbox;
		const signatures = journal.calls().map(({ headers }) => String(headers['signature']));
		assert.ok(signatures.length > cases.length);
		assert.ok(signatures.every((signature) => /^[0-9a-f]{64}$/i.test(signature)));
		const files = await filesOf(world.instance.folder);
		const database = files.find(({ name }) => name.endsWith('database.sqlite'));
		assert.ok(database?.content.includes(CODE), 'the runs are in the database that is searched');
		for (const secret of [secretKey, ...signatures]) {
			for (const run of runs) assert.ok(!run.stored.includes(secret), `run ${run.id}`);
			for (const { name, content } of files) assert.ok(!content.includes(secret), name);
		}
	});
});

/** The run failed, and says which notices were ordered nevertheless. */
function stopped(run: Execution, references: ReadonlyArray<string | undefined>): void {
	assert.equal(run.status, 'error');
	const error = run.runs(ORDER).at(-1)?.error;
	refusalIn(`${error?.message} ${error?.description}`);
	assert.equal(run.error, error?.message);
	for (const reference of references) assert.ok(run.error?.includes(String(reference)), run.error);
	assert.deepEqual(run.items(GOOD), []);
}

/** The run went on: good and refused notices lie where the setting says, each paired with its own input. */
function wentOn(
	run: Execution,
	{ refused, retry, onError }: Case,
	{ references, refusedDossier }: { references: readonly unknown[]; refusedDossier: string },
): void {
	assert.equal(run.status, 'success', run.error);
	assert.equal(run.runs(ORDER).length, 1);
	const regular = run.items(GOOD);
	const separate = onError === 'continueErrorOutput';
	const failed = separate ? run.items(REFUSED) : regular.slice(refused, refused + 1);
	const good = separate ? regular : regular.filter((_item, index) => index !== refused);
	assert.deepEqual(
		good.map(({ json }) => json['reference']),
		references,
	);
	assert.equal(failed.length, 1);
	const json: Json = failed[0]?.json ?? {};
	refusalIn(json['error']);
	assert.deepEqual(run.items(ORDER, separate ? 1 : 0)[separate ? 0 : refused]?.pairedItem, {
		item: refused,
	});
	// n8n drops the input's fields where the error has to be of the kind that Retry On Fail ignores.
	const kept = !retry && separate ? ['dossier', 'publication'] : [];
	const told = retry ? ['error'] : ['error', 'message'];
	assert.deepEqual(Object.keys(json).sort(), [...kept, ...told].sort());
	if (kept.length > 0) assert.equal(json['dossier'], refusedDossier);
}

/** Code, label of the parameter and what to do. */
function refusalIn(text: unknown): void {
	assert.match(String(text), new RegExp(CODE));
	assert.match(String(text), /Publication/);
}

async function filesOf(folder: string) {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const names = entries
		.filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
		.map(({ parentPath, name }) => join(parentPath, name));
	return await Promise.all(names.map(async (name) => ({ name, content: await readFile(name) })));
}
