/** Services that are away, slip, or fail for some of the notices; wrong keys and lists. */
import type { Fault } from '../../sandbox/index.mts';
import { KEEPINGS } from './poll.mts';
import { stageForTests } from './triggerStage.mts';

const stage = stageForTests();
const away = { failure: { cause: 'temporarily-unavailable' } };
const EMPTY: Fault = { kind: 'wrongShape', body: '{"resultat":"succes","annonces":[]}' };
const named = (items: object[]) => items.map((item) => String(Reflect.get(item, 'reference')));

describe('at activation and Fetch Test Event', () => {
	it.each([
		['a wrong key', {}, 'demo-secret-wrong', /secret key does not belong/],
		['no reference', { references: ' ' }, undefined, "'References to Watch' is empty."],
	])('%s fails both of them', async (_name, parameters, secretKey, sentence) => {
		if (secretKey !== undefined) stage.credential = { ...stage.credential, secretKey };
		const watch = stage.watch(['N-1'], parameters);
		await expect(watch.fetchTestEvent()).rejects.toThrow(sentence);
		await expect(watch.activate()).rejects.toThrow(sentence);
	});

	it.each<Fault>([
		{ kind: 'dropBefore' },
		{ kind: 'status', status: 403 },
		{ kind: 'codes', codes: ['err_maintenance'] },
	])('a service that is down (%j) fails neither, and later changes are reported', async (fault) => {
		const references = await stage.orderMany(1);
		const watch = stage.watch(references);
		stage.strike(fault);
		await watch.activate();
		expect(watch.logged.join()).toContain('The first poll failed; the next one tries again.');
		await expect(watch.poll()).rejects.toMatchObject(away);
		stage.clearFaults();
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
		['temporarily-unavailable', { kind: 'timeout' }],
		['rate-limited', { kind: 'quota' }],
	])('the poll declares %s, loses nothing, and keeps secrets', async (cause, fault) => {
		const { watch, references } = await stage.watching(1, { keeping: 'cursors', budgetMs: 4_000 });
		await watch.poll();
		stage.publish(references);
		stage.strike(fault);
		const before = watch.stored;
		await expect(watch.poll()).rejects.toMatchObject({ failure: { cause } });
		expect(watch.stored).toBe(before);
		const shown = JSON.stringify([watch.errors, watch.logged, watch.errors.map(String)]);
		expect(shown).not.toContain(stage.credential.secretKey);
		// Once the quota is used up, the limiter rests for a minute.
		if (cause === 'rate-limited') return;
		stage.clearFaults();
		expect(await watch.poll()).toEqual([expect.objectContaining({ statut: 'parue' })]);
	});

	it.each<[number, Fault]>([
		[250, { kind: 'codes', codes: ['err_cle_inconnue'], skip: 2 }],
		[1_000, { kind: 'dropBefore', skip: 4 }],
	])('a poll that fails for some of %i notices reports the others, these later', async (...row) => {
		const [count, fault] = row;
		const { watch, references } = await stage.watching(count, { keeping: 'cursors' });
		stage.publish(references);
		stage.strike(fault);
		const reported = named(await watch.poll());
		expect(reported.length).toBeGreaterThanOrEqual(50);
		expect(watch.logged.join()).toContain('Part of the notices could not be read this time.');
		expect(stage.asked().length).toBeLessThanOrEqual(60);
		stage.clearFaults();
		stage.journal.clear();
		reported.push(...named(await watch.poll()));
		expect(stage.asked().length).toBeLessThanOrEqual(12);
		expect(reported.sort()).toEqual([...references].sort());
	});

	it.each(KEEPINGS)(
		'a poll that fails for one kind of events reports the others, and what that kind has later, state kept %s',
		async (keeping) => {
			const references = await stage.orderMany(2);
			const watch = stage.watch(references, { keeping, events: ['statusChanged', 'newInvoice'] });
			await watch.activate();
			await watch.poll();
			stage.strike({ kind: 'html' }, 'factures');
			stage.publish(references);
			expect(await watch.poll()).toHaveLength(2);
			expect(await watch.poll()).toEqual([]);
			expect(watch.logged).toEqual([expect.stringContaining('Part of the notices')]);
			stage.clearFaults();
			for (const reference of references) stage.notices.invoice(reference);
			expect(await watch.poll()).toHaveLength(2);
			expect(watch.logged.slice(1)).toEqual(['All notices can be read again.']);
		},
	);
});

describe('a service that answers with empty lists', () => {
	it.each(KEEPINGS)('the service has its notices back at once, state kept %s', async (keeping) => {
		const events = ['statusChanged', 'notFound'];
		const { watch, references } = await stage.watching(220, { keeping, events });
		stage.strike(EMPTY);
		for (let poll = 0; poll < 4; poll++) {
			const message = expect.stringContaining('none of 220') as unknown;
			await expect(watch.poll()).rejects.toMatchObject({ message, ...away });
		}
		stage.clearFaults();
		stage.publish(references);
		stage.journal.clear();
		expect(await watch.poll()).toHaveLength(220);
		expect(stage.asked()).toHaveLength(3);
	});

	it('the service lets a workflow become active, and is believed after ten polls', async () => {
		const { watch } = await stage.watching(20, { events: ['notFound'] });
		stage.strike(EMPTY);
		await watch.activate('update');
		expect(watch.logged.at(-1)).toContain('none of 20');
		for (let poll = 2; poll <= 10; poll++) await expect(watch.poll()).rejects.toThrow('none of 20');
		expect([await watch.poll(), await watch.poll()]).toEqual([[], []]);
		expect(await watch.poll()).toHaveLength(20);
	});
});

it.each([
	[1_000, ['statusChanged', 'newDocument', 'newInvoice'], 30],
	[1, ['statusChanged'], 1],
])(
	'a service that drops every connection gets eleven calls from a poll of %i notices for %j, and then recovers',
	async (...row) => {
		const [count, events, quiet] = row;
		const { watch, references } = await stage.watching(count, { keeping: 'cursors', events });
		expect(await watch.poll()).toEqual([]);
		expect(stage.asked()).toHaveLength(quiet);
		for (const kind of ['dropBefore', 'dropAfter', 'dropBefore'] as const) {
			stage.clearFaults();
			stage.strike({ kind });
			stage.journal.clear();
			await expect(watch.poll()).rejects.toMatchObject(away);
			expect(stage.asked().length).toBeLessThanOrEqual(11);
		}
		stage.clearFaults();
		stage.publish(references);
		stage.journal.clear();
		expect(await watch.poll()).toHaveLength(count);
		expect(stage.asked()).toHaveLength(quiet);
	},
);

it('a status that is refused because of the suspension is a suspension, reported once', async () => {
	const { watch, first } = await stage.watching(1, { keeping: 'cursors' });
	stage.strike({ kind: 'codes', codes: ['err_annonce_suspendue'] }, 'statut');
	const suspended = { reference: first, statut: 'suspendue', motif: null };
	expect(await watch.poll()).toEqual([expect.objectContaining(suspended)]);
	expect(await watch.poll()).toEqual([]);
});
