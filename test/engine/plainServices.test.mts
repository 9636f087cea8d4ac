/**
 * Orders and cancellations at services that a plain program could be: one that looks whether a number is taken and registers
 * a moment later, and others whose answers show more, or less, than the specification lists.
 */
import { realTime, shortPauses } from './time.mts';
import { frontForTests, type Front } from './front.mts';
import { Client, sarlOrder } from '../sandbox/client.mts';
import { BILLED } from './notices.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests({ settings: { quotaPerMinute: 100_000 } });
const front: Front = frontForTests(sandbox);
const PREFIX = '/annonce-legale/api/externe';
beforeEach(() => shortPauses());
afterEach(() => {
	realTime();
	front.change = (answer) => answer;
});

const TWICE = { items: [{ file: 'F' }, { file: 'F' }] };
const run = async (operation: string, more: object = {}, rest: object = {}) =>
	await sandbox.run(`notice.${operation}`, { ...BILLED, fileReference: 'F', ...more }, rest);
const own = (orderNumber: string) => ({ orderNumberMode: 'custom', orderNumber });

/** What answers a path itself. */
function answers(path: string, answer: () => object, afterMs = 0): void {
	front.on(`${PREFIX}${path}`, (response) => {
		const text = JSON.stringify({ resultat: 'succes', ...answer() });
		setTimeout(() => {
			response.setHeader('content-type', 'application/json');
			response.end(text);
		}, afterMs);
	});
}

/**
 * A service that looks whether a number is taken, and registers it a moment later, registers both of two orders that it
 * gets at the same moment: one has to be answered before the other is sent.
 */
describe('of two equal orders at the same moment the second waits for the first', () => {
	async function ordered(operation: string, more: object, runs: number, rest: object) {
		sandbox.journal.clear();
		sandbox.fault({ kind: 'slow', ms: 150, times: 2, match: { path: 'order' } });
		const all = Array.from({ length: runs }, async () => await run(operation, more, rest));
		const items = (await Promise.all(all)).flatMap(({ json }) => json);
		const calls = sandbox.journal.calls().filter(({ route }) => route === 'order');
		const [first, second] = calls.map(({ at, durationMs }) => [at, at + Number(durationMs)]);
		// The second of two replacements waits before it asks for its old notice, and then finds the new one.
		expect(second?.[0] ?? Infinity).toBeGreaterThanOrEqual(Number(first?.[1]));
		expect(new Set(items.map(({ reference }) => reference)).size).toBe(1);
		expect(items.map(({ recupere }) => recupere)).toEqual([false, false]);
		expect(items.map(({ existant }) => existant).sort()).toEqual([false, true]);
	}

	test.each([
		['two items of a run', 1, TWICE],
		['two runs', 2, {}],
	])('%s', async (what, runs, rest) => await ordered('order', { text: what }, runs, rest));

	test('two items that replace one notice', async () => {
		const reference = await sandbox.order('OLD');
		await ordered('replace', { reference, text: 'Corrigé.' }, 1, TWICE);
	});
});

test('of two runs that create one contact at the same moment the second waits for the first', async () => {
	sandbox.journal.clear();
	sandbox.fault({ kind: 'slow', ms: 150, times: 2, match: { path: 'createContact' } });
	const create = async () =>
		await sandbox.run('contact.createOrGet', { email: 'Deux@example.test', lastName: 'Deux' });
	const [one, two] = await Promise.all([create(), create()]);
	const calls = sandbox.journal.calls().filter(({ route }) => route === 'createContact');
	const [first, second] = calls.map(({ at, durationMs }) => [at, at + Number(durationMs)]);
	expect(second?.[0]).toBeGreaterThanOrEqual(Number(first?.[1]));
	expect(two.json[0]?.id).toBe(one.json[0]?.id);
});

test('a number of the person whose notice was cancelled is told as taken, with advice that helps', async () => {
	const old = await sandbox.order('GONE', own('GONE-1'));
	sandbox.notices.cancel(old);
	const { told, advice } = await run('order', own('GONE-1'));
	expect(told).toContain('GONE-1 is registered, but its notice is not found');
	expect(`${told} ${advice}`).toContain("give another 'Order Number'");
	expect(sandbox.standing()).toEqual([]);
});

test('a notice that has no status yet is found by its two names', async () => {
	const reference = await sandbox.order('NEW', own('NEW-1'));
	front.change = (answer) => {
		if (typeof answer.statut === 'string') return { ...answer, statut: null };
		const { annonces } = answer;
		if (!Array.isArray(annonces)) return answer;
		return { ...answer, annonces: annonces.map((one: object) => ({ ...one, statut: null })) };
	};
	const again = { ...own('NEW-1'), options: { ifAlreadyOrdered: 'returnExisting' } };
	expect((await run('order', again)).json).toMatchObject([{ reference, existant: true }]);
	expect((await run('cancel', { reference })).json).toMatchObject([{ annulee: true }]);
});

test('a name that the service lists as unknown in its status is no notice', async () => {
	front.change = (answer) => {
		const { annonces } = answer;
		if (!Array.isArray(annonces) || annonces.length > 0) return answer;
		return { ...answer, annonces: [{ reference: 'AL-99', statut: 'inconnue' }] };
	};
	const cancelled = await run('cancel', { reference: 'AL-99' });
	expect(cancelled.told).toContain('err_annonce_introuvable');
	const { json } = await run('getStatus', { reference: 'AL-99' });
	expect(json).toMatchObject([{ introuvable: true }]);
});

test('a cancellation may be answered with the status of a cancelled notice', async () => {
	const reference = await sandbox.order('STATUS');
	answers(`/annonce/${reference}`, () => {
		sandbox.notices.cancel(reference);
		return { reference, statut: 'annulee' };
	});
	const { json } = await run('cancel', { reference });
	expect(json).toMatchObject([{ reference, annulee: true, recupere: false }]);
});

describe('a second try', () => {
	const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

	test('cancels no other notice whose order number is the reference that the first one cancelled', async () => {
		const reference = await sandbox.order('MINE', own('MINE-1'));
		const client = new Client(sandbox.url, sandbox.credential);
		await client.post('/commande', { ...sarlOrder, dossier: 'OTHER', numero_commande: reference });
		await client.close();
		// The first of two items for one notice is kept out, and meets the other notice when it is tried again.
		sandbox.fault({ kind: 'status', status: 403, ms: 400, match: { path: 'statuses' } });
		const items = [{ name: reference }, { name: 'MINE-1' }];
		const more = { reference: '={{ $json.name }}' };
		const { json } = await run('cancel', more, { items, settings });
		expect(sandbox.standing('MINE')).toEqual([]);
		expect(sandbox.standing('OTHER')).toHaveLength(1);
		expect(Object.keys(json[0] ?? {}).filter((name) => name.startsWith('service_'))).toEqual([]);
	});

	test('orders no second correction of the notice that the first one replaced', async () => {
		const reference = await sandbox.order('TWO');
		const { told } = await replaceTwice(reference, 'TWO');
		expect(told).toContain('Another input item replaces');
		expect(sandbox.standing('TWO')).toHaveLength(1);
	});

	test('orders no second correction of a notice where the first one may be ordered already', async () => {
		// The answer to the first order is lost, and its notice not found; the next try comes to the second item first.
		sandbox.fault({ kind: 'dropAfter', match: { path: 'order' } });
		sandbox.fault({ kind: 'slow', ms: 400, skip: 2, match: { path: 'quote' } });
		front.change = (answer) =>
			'statut' in answer ? { resultat: 'erreur', erreurs: ['err_annonce_introuvable'] } : answer;
		const { told } = await replaceTwice('GONE-2', 'OPEN');
		expect(told).toContain('The order number OPEN-');
		expect(sandbox.standing('OPEN')).toHaveLength(1);
	});

	test('orders no second correction of a notice that the first one has replaced under its other name', async () => {
		const reference = await sandbox.order('NAMES', own('NAMES-1'));
		// The second item is kept out at first, and comes when the notice is gone.
		const keptOut = { kind: 'status', status: 403, ms: 400, skip: 1 } as const;
		sandbox.fault({ ...keptOut, match: { path: 'statuses' } });
		const options = { oldNoticeAlreadyCancelled: true };
		const items = [{ name: reference }, { name: 'NAMES-1' }];
		const more = { reference: '={{ $json.name }}', options, fileReference: 'NAMES' };
		const text = '=Correction de {{ $json.name }}.';
		const { told } = await run('replace', { ...more, text }, { items, settings });
		expect(told).toContain('Another input item replaces the notice NAMES-1 too');
		expect(sandbox.standing('NAMES')).toHaveLength(1);
	});

	test('finds the order of the first one, and says that its text was not compared with a quote', async () => {
		sandbox.fault({ kind: 'dropAfter', match: { path: 'order' } });
		let tries = 0;
		front.change = (answer) => {
			if ('annonces' in answer) tries += 1;
			const isHidden = tries === 1 && 'statut' in answer;
			return isHidden ? { resultat: 'erreur', erreurs: ['err_annonce_introuvable'] } : answer;
		};
		const options = { ifTextChanges: 'warn', oldNoticeAlreadyCancelled: true };
		const more = { reference: 'GONE-3', options, text: 'Comparé.' };
		const { json, told } = await run('replace', more, { settings });
		expect(told).toBe('');
		expect(json).toMatchObject([{ existant: false, recupere: true }]);
		expect(json[0]).not.toHaveProperty('texte_identique');
		expect(String(json[0]?.avertissements)).toContain('its text was not compared with a quote');
	});

	async function replaceTwice(reference: string, fileReference: string) {
		const options = { oldNoticeAlreadyCancelled: true };
		const text = '=Correction {{ $json.way }}.';
		const items = [{ way: 'une' }, { way: 'deux' }];
		return await run('replace', { reference, options, fileReference, text }, { items, settings });
	}
});

test('a date that stands for none is no moved date', async () => {
	const [date] = (await sandbox.run('publication.getDates', BILLED)).json;
	const publicationDate = { __rl: true, mode: 'id', value: String(date?.date_parution) };
	front.change = (answer) =>
		'tarif' in answer ? { ...answer, date_parution: '0000-00-00' } : answer;
	const { json, told } = await run('order', { publicationDate, text: 'Sans date.' });
	expect(told).toBe('');
	expect(json).toMatchObject([{ existant: false, date_demandee: date?.date_parution }]);
	expect(json[0]?.date_modifiee).not.toBe(true);
});
