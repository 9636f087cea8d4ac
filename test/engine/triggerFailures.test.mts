/** Services that are away, slip, or fail for some of the notices; wrong keys and lists. */
import { jest } from '@jest/globals';
import type { Fault } from '../../sandbox/index.mts';
import { Service, World } from '../property/watchWorld.mts';
import { KEEPINGS, stageForTests } from './triggerStage.mts';

jest.setTimeout(60_000);

const stage = stageForTests();
const away = { failure: { cause: 'temporarily-unavailable' } };
const EMPTY: Fault = { kind: 'wrongShape', body: '{"resultat":"succes","annonces":[]}' };

describe('at activation and Fetch Test Event', () => {
	it.each([
		['a wrong key', {}, 'demo-secret-wrong', /secret key does not belong/],
		['no reference', { references: ' ' }, undefined, "'References to Watch' is empty."],
		['no event', { events: [] }, undefined, "'Trigger On' is empty."],
	])('%s fails both', async (_name, parameters, secretKey, sentence) => {
		if (secretKey !== undefined) stage.credential = { ...stage.credential, secretKey };
		const watch = stage.watch(['N-1'], parameters);
		await expect(watch.fetchTestEvent()).rejects.toThrow(sentence);
		await expect(watch.activate()).rejects.toThrow(sentence);
	});

	it.each<[string, Fault]>([
		['is away', { kind: 'dropBefore' }],
		['is in trouble', { kind: 'codes', codes: ['err_internal_server'] }],
		['shows a maintenance page', { kind: 'status', status: 503 }],
		['is hidden by a page that refuses', { kind: 'status', status: 403 }],
		['is hidden by a page that finds nothing', { kind: 'status', status: 404 }],
		['says a word that nobody listed', { kind: 'codes', codes: ['err_maintenance'] }],
	])('a service that %s does not, and what happens later is reported', async (_name, fault) => {
		const references = await stage.order(1);
		const watch = stage.watch(references);
		stage.fault(fault);
		await watch.activate();
		expect(watch.logged.join('\n')).toContain('The first poll failed; the next one tries again.');
		await expect(watch.poll()).rejects.toMatchObject(away);
		stage.sandbox.clearFaults();
		expect(await watch.poll()).toEqual([]);
		stage.publish(references);
		expect(await watch.poll()).toHaveLength(1);
	});
});

describe('a poll that fails', () => {
	it.each<[string, Fault]>([
		['credential-invalid', { kind: 'codes', codes: ['err_cle_inconnue'] }],
		['credential-invalid', { kind: 'codes', codes: ['err_client_inactif'] }],
		['configuration-invalid', { kind: 'redirect', location: 'https://elsewhere.example/' }],
		['temporarily-unavailable', { kind: 'html' }],
		['temporarily-unavailable', { kind: 'codes', codes: ['err_annonce_commandee'] }],
		['quota-exhausted', { kind: 'quota' }],
	])('declares %s, loses nothing, and keeps secrets to itself', async (cause, fault) => {
		const { watch, references } = await stage.watching(1, { keeping: 'cursors', budgetMs: 4_000 });
		await watch.poll();
		stage.publish(references);
		stage.fault(fault);
		const before = watch.stored;
		await expect(watch.poll()).rejects.toMatchObject({ failure: { cause } });
		expect(watch.stored).toBe(before);
		const shown = JSON.stringify([watch.errors, watch.logged, watch.errors.map(String)]);
		expect(shown).not.toContain(stage.credential.secretKey);
		// Once the quota is used up, the limiter rests for a minute.
		if (cause === 'quota-exhausted') return;
		stage.sandbox.clearFaults();
		expect(await watch.poll()).toEqual([expect.objectContaining({ statut: 'parue' })]);
	});

	it('in part reports what it read, and the rest next time', async () => {
		const { watch, references } = await stage.watching(250, { keeping: 'cursors' });
		stage.publish(references);
		stage.sandbox.fault({ kind: 'codes', codes: ['err_cle_inconnue'], skip: 2, times: 1 });
		const reported = (await watch.poll()).map(({ reference }) => reference);
		expect(reported.length).toBeGreaterThanOrEqual(50);
		expect(watch.logged.join('\n')).toContain('Part of the notices could not be read this time.');
		reported.push(...(await watch.poll()).map(({ reference }) => reference));
		expect(reported.sort()).toEqual([...references].sort());
	});

	it.each(KEEPINGS)(
		'for one kind of events reports the others first, and costs nothing of them, state kept %s',
		async (keeping) => {
			const references = await stage.order(2);
			const watch = stage.watch(references, { keeping, events: ['statusChanged', 'newInvoice'] });
			stage.fault({ kind: 'codes', codes: ['err_client_inactif'] }, 'factures');
			// n8n drops the state of a poll that fails: what was learned is stored first.
			if (keeping === 'classic') await expect(watch.activate()).rejects.toThrow();
			else expect(await watch.poll()).toEqual([]);
			if (keeping !== 'classic') {
				const cause = 'credential-invalid';
				await expect(watch.poll()).rejects.toMatchObject({ failure: { cause } });
			}
			stage.publish(references);
			if (keeping === 'cursors') await watch.killAndRestart();
			expect(await watch.poll()).toHaveLength(2);
			await expect(watch.poll()).rejects.toThrow();
			stage.sandbox.clearFaults();
			expect(await watch.poll()).toEqual([]);
			for (const reference of references) stage.sandbox.notices.invoice(reference);
			expect(await watch.poll()).toHaveLength(2);
		},
	);
});

describe('a service that answers with empty lists', () => {
	it.each(KEEPINGS)('has its notices back at once, state kept %s', async (keeping) => {
		const { watch, references } = await stage.watching(220, {
			keeping,
			events: ['statusChanged', 'notFound'],
		});
		stage.fault(EMPTY);
		for (let poll = 0; poll < 4; poll++) {
			const message = expect.stringContaining('none of 220') as unknown;
			await expect(watch.poll()).rejects.toMatchObject({ message, ...away });
		}
		stage.sandbox.clearFaults();
		stage.publish(references);
		stage.sandbox.journal.clear();
		expect(await watch.poll()).toHaveLength(220);
		expect(stage.calls()).toHaveLength(3);
	});

	it('lets a workflow become active, and is believed after ten polls', async () => {
		const { watch } = await stage.watching(20, { events: ['notFound'] });
		stage.fault(EMPTY);
		for (let publication = 0; publication < 3; publication++) await watch.activate('update');
		expect(watch.logged.at(-1)).toContain('none of 20');
		for (let poll = 4; poll <= 10; poll++) await expect(watch.poll()).rejects.toThrow('none of 20');
		expect([await watch.poll(), await watch.poll()]).toEqual([[], []]);
		expect(await watch.poll()).toHaveLength(20);
	});
});

describe('a service that drops every connection for a while', () => {
	const ALL = { events: ['statusChanged', 'newDocument', 'newInvoice'] };

	it.each([
		['a thousand notices with documents and invoices', 1_000, ALL, 30],
		['a short list', 60, {}, 1],
		['one notice', 1, {}, 1],
	])(
		'gets at most ten calls from a poll of %s, and then all is as before',
		async (_list, count, parameters, quiet) => {
			const { watch, references } = await stage.watching(count, {
				keeping: 'cursors',
				...parameters,
			});
			expect(await watch.poll()).toEqual([]);
			expect(stage.calls()).toHaveLength(quiet);
			for (const kind of ['dropBefore', 'dropAfter'] as const) {
				stage.fault({ kind });
				for (let poll = 0; poll < 2; poll++) {
					stage.sandbox.journal.clear();
					await expect(watch.poll()).rejects.toMatchObject(away);
					expect(stage.calls().length).toBeLessThanOrEqual(10);
				}
				stage.sandbox.clearFaults();
			}
			stage.publish(references);
			stage.sandbox.journal.clear();
			const reported = await watch.poll();
			expect(reported.filter(({ evenement }) => evenement === 'statusChanged')).toHaveLength(count);
			expect(stage.calls()).toHaveLength(quiet);
		},
	);

	it('in the middle of a poll costs the rest of that poll, and nothing of the next', async () => {
		const { watch, references } = await stage.watching(1_000, { keeping: 'cursors' });
		stage.publish(references);
		stage.fault({ kind: 'dropBefore', skip: 4 });
		const reported = await watch.poll();
		expect(stage.calls().length).toBeLessThanOrEqual(60);
		stage.sandbox.clearFaults();
		stage.sandbox.journal.clear();
		reported.push(...(await watch.poll()));
		expect(stage.calls().length).toBeLessThanOrEqual(12);
		expect(reported.map(({ reference }) => reference).sort()).toEqual([...references].sort());
	});
});

describe('notices whose reading fails for good', () => {
	const read = async (count: number, places: readonly number[], polls: number) => {
		const references = Array.from({ length: count }, (_one, at) => `AL-${at}`);
		const bad = new Set(places.map((place) => `AL-${place}`));
		const service = new Service(references);
		service.isDown = (asked) => asked.some((one) => bad.has(one));
		const world = new World('scheduler', service);
		world.parameters = {
			events: ['statusChanged'],
			references,
			firstSight: 'current',
			options: {},
		};
		const reported = new Set<unknown>();
		const calls: number[] = [];
		let failed = 0;
		for (let poll = 0; poll < polls; poll++) {
			service.begin();
			const items = await world.tick().catch(() => void failed++);
			for (const { reference } of items ?? []) reported.add(reference);
			calls.push(service.calls);
		}
		return { reported, calls, failed };
	};

	it.each([
		['in a long one', 1_000, [3]],
		['in a short one, though they stand together', 60, [0, 1, 30]],
	])('cost the others of a list nothing, %s', async (_list, count, places) => {
		const { reported, calls } = await read(count, places, 12);
		expect(reported.size).toBe(count - places.length);
		// A call for each batch; the bad ones are asked for in every tenth poll.
		const quiet = Math.ceil(count / 100);
		expect(Math.max(...calls)).toBeLessThanOrEqual(quiet + 23);
		expect(calls.slice(-5).filter((one) => one > quiet).length).toBeLessThanOrEqual(1);
	});

	it('are passed by where they fill whole batches', async () => {
		const places = Array.from({ length: 400 }, (_one, at) => at);
		const { reported, failed } = await read(900, places, 20);
		expect(failed).toBeGreaterThan(0);
		expect(reported.size).toBe(500);
	});
});

it('a status that is refused because of the suspension is a suspension, reported once', async () => {
	const { watch, first } = await stage.watching(1, { keeping: 'cursors' });
	stage.fault({ kind: 'codes', codes: ['err_annonce_suspendue'] }, 'statuts');
	expect(await watch.poll()).toEqual([
		expect.objectContaining({ reference: first, statut: 'suspendue', motif: null }),
	]);
	expect(await watch.poll()).toEqual([]);
});

it('a service that never answers fails a poll', async () => {
	const { watch } = await stage.watching(1, {
		keeping: 'scheduler',
		budgetMs: 800,
		options: { downloadFiles: true },
	});
	stage.sandbox.settings({ latencyMs: 3_000 });
	await expect(watch.poll()).rejects.toMatchObject(away);
});
