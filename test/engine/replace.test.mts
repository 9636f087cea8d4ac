/** Replacing a notice: the old one cancelled, the new one ordered, and a sentence for every place where it stops. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { shortPausesForTests } from './time.mts';
import { byId, GOES_ON, RETRIES, type NodeSettings, type Result } from './engine.mts';
import { BILLED, numbered } from './notices.mts';
import { serviceNames } from './readings.mts';
import { readingForTests, sandboxForTests, type TestSandbox } from './sandbox.mts';

const RETRY: NodeSettings = { ...RETRIES, maxTries: 2 };
const AGAIN = { options: { oldNoticeAlreadyCancelled: true } };
const ADVERTISER = {
	name: 'ALPHA',
	address: '1 rue X',
	postcode: '75001',
	city: 'Paris',
	country: 'FRA',
};

const replacing =
	(sandbox: TestSandbox) =>
	async (reference: string, more: object = {}, settings: NodeSettings = {}): Promise<Result> => {
		const parameters = { ...BILLED, fileReference: 'F', text: 'Corrigé.', reference, ...more };
		return await sandbox.run('notice.replace', parameters, { settings });
	};

describe.each(serviceNames)('a replacement, with the %s', (name) => {
	const service = readingForTests(name);
	const replace = replacing(service);
	const standing = (file: string) => service.standing(file).map(({ reference }) => reference);

	test.each([
		['an automatic number', {}],
		['a number of the person', numbered('R-NEW')],
	])('a replacement under %s orders once, and then returns it or fails', async (...row) => {
		const [fileReference, numbered] = row;
		const old = await service.order(fileReference);
		const number = service.standing(fileReference)[0]?.numero_commande;
		const run = async (asked: unknown, options: object) =>
			await replace(String(asked), { fileReference, ...numbered, options });
		const first = await run(number, { ifAlreadyOrdered: 'fail' });
		expect(first.told).toBe('');
		expect(first.json[0]).toMatchObject({
			demande: number,
			ancienne_reference: old,
			ancien_numero_commande: number,
			documents_annulation: [],
			existant: false,
		});
		const { reference, numero_commande } = first.json[0] ?? {};
		expect(reference).not.toBe(old);

		const refused = await run(number, { ifAlreadyOrdered: 'fail' });
		const name = 'orderNumberMode' in numbered ? numero_commande : `for the file ${fileReference}`;
		for (const words of [name, reference, 'err_annonce_commandee']) {
			expect(refused.told).toContain(String(words));
		}
		expect(refused.advice).toContain('If Already Ordered');
		// A number of the person's own may be that of another notice.
		const usual = await run(number, {});
		expect(usual.told).toBe('orderNumberMode' in numbered ? refused.told : '');
		const returned = await run(number, { ifAlreadyOrdered: 'returnExisting' });
		expect(returned.json[0]).toMatchObject({ reference, existant: true });
		expect(standing(fileReference)).toEqual([reference]);
	});

	test('a replacement leaves a published notice unchanged, and names the alternative', async () => {
		const reference = await service.order('R-3');
		service.notices.publish(reference);
		const { told, advice } = await replace(reference, { fileReference: 'R-3' });
		expect(told).toContain('published already');
		expect(advice).toContain('RECTIF');
		expect(standing('R-3')).toEqual([reference]);
	});

	test('a replacement cancels nothing where the new notice could not be ordered', async () => {
		const reference = await service.order('R-5', numbered('OLD-5'));
		for (const [more, sentence] of [
			[{ options: { contact: byId(999_999) } }, /'Contact' is 999999/],
			[{ options: { maximumTotal: 0.01 } }, /above the 'Maximum Total'/],
			[numbered('OLD-5'), /has the order number of the new one already/],
			[{ billingMode: 'annonceur', advertiser: { name: 'A' } }, /'Address'/],
			[{ category: byId('NOPE') }, /err_categorie_in/],
		] as const) {
			const { told } = await replace(reference, { fileReference: 'R-5', ...more });
			expect(told).toMatch(sentence);
			expect(standing('R-5')).toEqual([reference]);
		}
		const { advice } = await replace(reference, { fileReference: 'R-5', ...numbered('OLD-5') });
		expect(advice).toBe("Give an 'Order Number' that no notice has.");
	});
});

describe('a replacement', () => {
	const sandbox = sandboxForTests({ settings: { quotaPerMinute: 100_000 } });
	const replace = replacing(sandbox);
	shortPausesForTests();

	const standing = () => sandbox.standing().map(({ reference }) => reference);
	async function invoiced(fileReference = 'F'): Promise<string> {
		const reference = await sandbox.order(fileReference);
		sandbox.notices.invoice([reference]);
		return reference;
	}
	const refuseOrder = (times = 1) => sandbox.refuse('order', 'err_ville_incorrect', { times });
	const drop = (path: string, times = 1, skip = 0) =>
		sandbox.fault({ kind: 'dropBefore', times, skip, match: { path } });
	const loseAnswer = (path: string) => sandbox.fault({ kind: 'dropAfter', match: { path } });
	/** The answer to the deletion is lost, and so is every way of finding out. */
	function loseCancellation(lookedUpBefore = 1): void {
		loseAnswer('cancel');
		// The new number was free; then nobody answers what became of the old notice.
		drop('status', 3, lookedUpBefore);
	}
	const halfWay = (reference: string) =>
		new RegExp(
			`^F: The notice ${reference} is cancelled \\(credit note \\S+\\), but the new one for the file F is not ordered yet\\.`,
		);

	test('a replacement that stops half way reports reference, credit note and file, asks for a correction, and goes on from there', async () => {
		const reference = await invoiced();
		refuseOrder();
		const { told, advice } = await replace(reference);
		expect(told).toMatch(halfWay(reference));
		expect(told).toContain('err_ville_incorrect');
		expect(advice).toBe(
			"Check the 'City' of the 'Advertiser'. To order the new notice, add the option 'Old Notice Already Cancelled' and run it again.",
		);
		expect(standing()).toEqual([]);
		expect((await replace(reference)).told).toContain('is not found. Nothing was ordered');
		const billed = { billingMode: 'annonceur', advertiser: ADVERTISER };
		const corrected = { ...AGAIN, ...billed, text: 'Autre texte.' };
		const finished = await replace(reference, corrected);
		expect(finished.json[0]).toMatchObject({ existant: false });
		await replace(reference, corrected);
		expect(standing()).toHaveLength(1);
	});

	test('a replacement whose new order is lost warns of changes that could order it twice', async () => {
		const reference = await sandbox.order();
		drop('order', 3);
		const { told, advice } = await replace(reference);
		expect(told).toContain('may be ordered already');
		expect(advice).toMatch(
			/^Add the option 'Old Notice Already Cancelled', change nothing else, and run it again: .* could be ordered twice\.$/,
		);
	});

	// In words: a time in digits looks at some hours like one that only programs write.
	const MOMENT = `$now.toFormat("H 'heures' m 'minutes' s 'secondes' S 'millièmes'")`;
	const OF_THE_MOMENT = { text: `={{ 'Avis de ' + ${MOMENT} }}` };
	test.each([
		['', true, {}],
		['', false, {}],
		[', with a text made of the time', false, OF_THE_MOMENT],
	])(
		'a replacement finds its own order on Retry On Fail although existing ones are errors%s (cancelled before: %s)',
		async (_what, before, more) => {
			const reference = await invoiced();
			if (before) await sandbox.run('notice.cancel', { reference });
			// Registered, its answer and all that ask for it lost: the first try cannot know what became of it.
			loseAnswer('order');
			drop('status', 3, 1);
			const policy = { ifAlreadyOrdered: 'fail', ifTextChanges: 'warn' };
			const options = { ...policy, oldNoticeAlreadyCancelled: before };
			const { json, told } = await replace(reference, { options, ...more }, RETRY);
			expect(told).toBe('');
			expect(json[0]).toMatchObject({ existant: false, recupere: true });
			expect(standing()).toEqual([json[0]?.reference]);
			expect(json[0]).not.toHaveProperty('texte_identique');
			expect(String(json[0]?.avertissements)).toContain('its text was not compared with a quote');
		},
	);

	test.each([
		['automatic', {}],
		['fail', {}],
		['returnExisting', {}],
		['fail', RETRY],
		['returnExisting', RETRY],
	])('a replacement takes no other notice for its own: %s, %j', async (policy, settings) => {
		const other = await sandbox.order('OTHER', numbered('TAKEN-7'));
		const reference = await sandbox.order();
		// Registered only a moment ago, it is not found yet.
		sandbox.refuse('status', 'err_annonce_introuvable');
		const options = { ifAlreadyOrdered: policy };
		const { told, advice } = await replace(
			reference,
			{ ...numbered('TAKEN-7'), options },
			settings,
		);
		expect(told).toMatch(new RegExp(`The notice ${reference} is cancelled.*err_annonce_commandee`));
		// With the same number, a next run would take the other notice for the correction.
		expect(advice).toContain("give another 'Order Number', add the option 'Old Notice Already");
		expect(advice).not.toMatch(/change nothing else|If Already Ordered/);
		expect(standing()).toEqual([other]);
	});

	test('a replacement of a notice that is not found takes no other notice for its own', async () => {
		const other = await sandbox.order('OTHER', numbered('TAKEN-6'));
		const { json, told, advice } = await replace('GONE-1', numbered('TAKEN-6'));
		expect(json).toEqual([]);
		expect(told).toMatch(
			/^F: The notice to be replaced, "GONE-1", is not found, and the new one with order number TAKEN-6 exists already: \S+\. Nothing was cancelled or ordered\./,
		);
		expect(told).toContain(other);
		expect(advice).toContain("check the 'Reference or Order Number' of the old notice");
	});

	test('a replacement under a number of the person whose order is lost is found again as its advice says', async () => {
		const reference = await sandbox.order();
		loseAnswer('order');
		drop('status', 3, 1);
		const { told, advice } = await replace(reference, numbered('LOST-1'));
		expect(told).toContain('and the new one with order number LOST-1 may be ordered already');
		expect(advice).toMatch(
			/^Add the option 'Old Notice Already Cancelled', set 'If Already Ordered' to Return Existing, change nothing else, and run it again/,
		);
		const options = { ...AGAIN.options, ifAlreadyOrdered: 'returnExisting' };
		const { json } = await replace(reference, { ...numbered('LOST-1'), options });
		expect(json).toMatchObject([{ reference: standing()[0], existant: true }]);
		expect(standing()).toHaveLength(1);
	});

	test('a notice whose order number every object has as a property is replaced like any other', async () => {
		const reference = await sandbox.order('F', numbered('constructor'));
		const { json, told } = await replace('constructor');
		expect(told).toBe('');
		expect(json[0]).toMatchObject({ ancienne_reference: reference });
	});

	test('a replacement of a notice that is closed names the old notice, and says that nothing was done', async () => {
		const reference = await sandbox.order();
		sandbox.refuse('cancel', 'err_bouclage_depasse');
		const { told, advice } = await replace(reference);
		expect(told).toContain(
			'because the old one could not be cancelled. Nothing was cancelled or ordered.',
		);
		expect(told).toContain(`The notice ${reference} was not cancelled, because it is closed`);
		expect(advice).not.toContain('Publication Date');
		expect(standing()).toEqual([reference]);
	});

	test('a replacement whose number is taken after a lost cancellation says that another run may have ordered it', async () => {
		await sandbox.order('OTHER', numbered('TAKEN-9'));
		const reference = await sandbox.order();
		sandbox.refuse('status', 'err_annonce_introuvable');
		// Another process may have cancelled the old notice before: this one only finds that it is gone.
		loseAnswer('cancel');
		const { told, advice } = await replace(reference, numbered('TAKEN-9'));
		expect(told).toContain(`The notice ${reference} is cancelled`);
		expect(told).toContain('and the new one with order number TAKEN-9 may be ordered already');
		expect(advice).toMatch(
			/another run has ordered it, and nothing is left to do\. .* give another 'Order Number', add the option 'Old Notice Already/,
		);
	});

	test('the second of two replacements under one number cancels nothing', async () => {
		const [one, two] = [await sandbox.order('F'), await sandbox.order('G')];
		sandbox.fault({ kind: 'slow', ms: 150, times: 4, match: { path: 'status' } });
		const ran = await Promise.all([one, two].map((old) => replace(old, numbered('BOTH-1'))));
		const refused = ran.filter(({ told }) => told !== '');
		expect(refused).toHaveLength(1);
		expect(refused[0]?.told).toContain('has the order number of the new one already');
		expect(standing()).toHaveLength(2);
	});

	test('a replacement that is half way keeps its advice where a next try fails before it begins', async () => {
		const reference = await invoiced();
		refuseOrder();
		// The list that a header needs is refused from the second try on.
		sandbox.fault({
			kind: 'codes',
			codes: ['err_client_inactif'],
			skip: 1,
			times: 9,
			match: { path: 'publications' },
		});
		const headed = { header: { text: 'Maître X' } };
		const { told, advice } = await replace(reference, headed, { ...RETRY, maxTries: 3 });
		expect(told).toMatch(halfWay(reference));
		expect(told).toContain('err_client_inactif');
		expect(advice).toContain("add the option 'Old Notice Already Cancelled' and run it again.");
	});

	test.each([
		['', {}],
		[', after tries that all failed', RETRY],
	])('a failed item contains it at the documented expression%s', async (_when, retry) => {
		const guide = join(import.meta.dirname, '..', '..', 'docs', 'troubleshooting.md');
		const documented = readFileSync(guide, 'utf8').matchAll(/\$json\.error\.match\(\/(.+)\/\)/g);
		const patterns = [...documented].map(([, one = '']) => new RegExp(one.replaceAll('\\|', '|')));
		const failed = async (reference: string) => {
			const settings = { ...GOES_ON, ...retry };
			const { items } = await replace(reference, { fileReference: 'S.5' }, settings);
			const words = String(items[0]?.json.error ?? items[0]?.error?.message);
			return [words, ...patterns.map((pattern) => pattern.exec(words)?.[1])];
		};
		const reference = await invoiced('S.5');
		refuseOrder(2);
		const stopped = [expect.stringContaining(`${reference} is cancelled`), reference];
		expect(await failed(reference)).toEqual(stopped);
		sandbox.reset();
		const other = await invoiced('S.5');
		drop('cancel', 6);
		const unknown = [expect.stringContaining('It is not known whether'), other];
		expect(await failed(other)).toEqual(unknown);
		expect((await failed('GONE-1'))[1]).toBeUndefined();
	});

	test.each([
		['another name', 'OLD-1'],
		['the same name', undefined],
	])(
		'a replacement orders one of two corrections of a notice, given by %s',
		async (_what, name) => {
			const reference = await sandbox.order('F', numbered('OLD-1'));
			const given = {
				...BILLED,
				fileReference: 'F',
				text: '={{ $json.text }}',
				reference: '={{ $json.reference }}',
			};
			const items = [
				{ reference, text: 'Un.' },
				{ reference: name ?? reference, text: 'Deux.' },
			];
			const more = { items, settings: GOES_ON };
			const { json } = await sandbox.run('notice.replace', given, more);
			expect(standing()).toHaveLength(1);
			expect(json.filter(({ error }) => error === undefined)).toHaveLength(1);
			const refused = json.find(({ error }) => error !== undefined);
			expect(refused?.message).toContain(`Another input item replaces the notice ${reference} too`);
		},
	);

	test('a replacement that is half way is listed beside another one with its credit note as well', async () => {
		const items = [{ reference: await invoiced() }, { reference: await invoiced('G') }];
		refuseOrder(2);
		const given = {
			...BILLED,
			fileReference: 'F',
			text: 'B.',
			reference: '={{ $json.reference }}',
		};
		const { told } = await sandbox.run('notice.replace', given, { items });
		expect(told).toMatch(
			/Check these: notice \S+, cancelled \(credit note \S+\) but not ordered anew for the file F\./,
		);
	});

	test('a replacement orders nothing where somebody else cancels the old notice at that moment, and goes on with the option', async () => {
		const reference = await invoiced();
		// The new number was free; then the old notice is gone, before this cancellation comes.
		sandbox.refuse('cancel', 'err_annonce_introuvable');
		const { told, advice } = await replace(reference);
		sandbox.notices.cancel(reference);
		expect(told).toMatch(
			new RegExp(
				`^F: The notice ${reference} was cancelled by somebody else a moment ago, just before this node tried to\\. This run did not order the new notice for the file F\\.`,
			),
		);
		expect(advice).toContain("add the option 'Old Notice Already Cancelled'");
		expect(standing()).toEqual([]);
		expect((await replace(reference, AGAIN)).told).toBe('');
		expect(standing()).toHaveLength(1);
	});

	test('a replacement that is done when another one stops the node is named with the notice that it cancelled', async () => {
		const items = [{ reference: await invoiced() }, { reference: await invoiced('G') }];
		refuseOrder();
		const given = { ...BILLED, fileReference: 'F', text: 'B.' };
		const asked = { ...given, reference: '={{ $json.reference }}' };
		const { told } = await sandbox.run('notice.replace', asked, { items });
		const [, old, placed] = / 1 notice IS replaced: (\S+) by (\S+) \(F\)\./.exec(told) ?? [];
		expect(items.map(({ reference }) => reference)).toContain(old);
		expect(standing()).toEqual([placed]);
	});

	test('a replacement that is found again by a number of the person is named without the old notice, which may be another', async () => {
		const reference = await invoiced();
		const [placed] = (await replace(reference, numbered('NEW-1'))).json;
		const given = { ...BILLED, fileReference: 'F', text: 'B.', reference: '={{ $json.old }}' };
		const options = { ifAlreadyOrdered: 'returnExisting' };
		const items = [
			{ old: reference, number: 'NEW-1' },
			{ old: 'NOWHERE', number: 'NEW-2' },
		];
		const asked = { ...given, ...numbered('={{ $json.number }}'), options };
		const { told } = await sandbox.run('notice.replace', asked, { items });
		expect(told).toContain(`1 notice IS replaced: ${String(placed?.reference)} (F).`);
		expect(standing()).toEqual([placed?.reference]);
	});

	test('a replacement that is run again by the old order number orders nothing twice', async () => {
		await invoiced();
		const number = String(sandbox.standing()[0]?.numero_commande);
		const first = await replace(number);
		expect(first.told).toBe('');
		const { ancienne_reference: old, reference } = first.json[0] ?? {};
		for (const more of [{}, AGAIN]) {
			const again = await replace(number, more);
			expect(again.json[0]).toMatchObject({ existant: true, reference });
		}
		// Under its other name the automatic number is another one.
		const { told, advice } = await replace(String(old));
		expect(told).toContain(`"${old}", is not found. Nothing was ordered`);
		expect(advice).toMatch(
			/^If it was replaced already, give the reference of the notice that replaced it\..* give the same reference or order number as in that run/,
		);
		expect(standing()).toHaveLength(1);
		expect((await replace(number, { ...AGAIN, ...numbered('NEW-1') })).told).toBe('');
	});

	test('a replacement of a notice that is wrongly said to be cancelled is refused by its order number', async () => {
		const reference = await invoiced();
		const number = String(sandbox.standing()[0]?.numero_commande);
		const { told, advice } = await replace(number, AGAIN);
		expect(told).toContain(`${number} is the order number of the notice ${reference}`);
		const ofOwn = await replace(number, { ...AGAIN, ...numbered('NEW-9') });
		expect(ofOwn.told).toBe(told);
		expect(told).toContain('Nothing was cancelled.');
		expect(advice).toContain(`Give the reference ${reference}`);
		expect(standing()).toEqual([reference]);
		expect((await replace(reference, AGAIN)).told).toBe('');
		expect((await replace(reference, AGAIN)).json[0]).toMatchObject({ existant: true });
		expect(standing()).toHaveLength(1);
	});

	test('a replacement says that it is not known whether there is a credit note when that answer is lost', async () => {
		const unknown = 'whether there is a credit note is not known';
		const [one, two, three] = [await invoiced(), await invoiced('G'), await invoiced('H')];
		loseAnswer('cancel');
		const { json } = await sandbox.run('notice.cancel', { reference: one });
		expect(json[0]).toMatchObject({ annulee: true, recupere: true });
		// No answer said whether one exists.
		expect(json[0]).not.toHaveProperty('documents');
		expect(String(json[0]?.avertissements)).toContain(unknown);
		loseAnswer('cancel');
		refuseOrder();
		expect((await replace(two)).told).toContain(`The notice ${two} is cancelled (${unknown})`);
		loseAnswer('cancel');
		const done = await replace(three);
		expect(done.json[0]).toMatchObject({ ancienne_reference: three, documents_annulation: [] });
		expect(String(done.json[0]?.avertissements)).toContain(unknown);
	});

	test('a replacement whose cancellation stays unknown is reported', async () => {
		const reference = await invoiced();
		loseCancellation();
		const { told, advice } = await replace(reference);
		expect(told).toContain(`It is not known whether the notice ${reference} was cancelled`);
		expect(told).toMatch(/, so this run did not order the new one for the file F\./);
		// An unchanged run comes to no end where it is cancelled.
		expect(told).not.toContain('Try again later');
		expect(advice).toContain('Old Notice Already Cancelled');
		expect((await replace(reference)).told).toContain('is not found. Nothing was ordered.');
		expect((await replace(reference, AGAIN)).told).toBe('');
	});

	test.each([
		['the notice is gone', () => loseCancellation()],
		['it is gone, and the third try orders', () => [loseCancellation(), refuseOrder()]],
		['the notice is still there', () => drop('cancel', 3)],
	])('an unknown cancellation is settled by Retry On Fail: %s', async (what, fail) => {
		const reference = await invoiced();
		fail();
		const { json, told } = await replace(reference, {}, { ...RETRY, maxTries: 4 });
		expect(told).toBe('');
		expect(json[0]).toMatchObject({ ancienne_reference: reference, existant: false });
		const { documents_annulation: documents, avertissements } = json[0] ?? {};
		if (what.includes('still')) expect(JSON.stringify(documents)).toContain('"avoir"');
		else expect(String(avertissements)).toContain('credit note is not known');
		expect(standing()).toHaveLength(1);
	});

	test('a notice that the next try finds uncancelled is not called unknown where it is closed by then', async () => {
		const reference = await invoiced();
		drop('cancel', 3);
		sandbox.refuse('cancel', 'err_bouclage_depasse', { times: 9 });
		const { told } = await replace(reference, {}, RETRY);
		expect(told).toContain('it is closed');
		expect(told).not.toContain('not known');
		expect(standing()).toEqual([reference]);
	});

	test('a notice that the next try finds uncancelled is not called unknown where it is published by then', async () => {
		const reference = await invoiced();
		drop('cancel', 3);
		const replaced = replace(reference, {}, { ...RETRY, waitBetweenTries: 1_000 });
		const cancellations = () => sandbox.calls().filter((call) => call.startsWith('DELETE'));
		while (cancellations().length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
		sandbox.notices.publish(reference);
		const { told } = await replaced;
		expect(told).toContain('is published already and cannot be replaced');
		expect(told).not.toContain('not known');
		expect(standing()).toEqual([reference]);
	});

	test('a new notice that the next try finds unordered is not called unknown where it is refused then', async () => {
		const reference = await invoiced();
		drop('order', 3);
		refuseOrder(9);
		const { told, advice } = await replace(reference, {}, RETRY);
		expect(told).toMatch(halfWay(reference));
		expect(advice).toContain('City');
		expect(standing()).toEqual([]);
	});

	test('a replacement that is refused half way goes on in the next try, and still reports its credit note', async () => {
		const reference = await invoiced();
		refuseOrder();
		const { json, told } = await replace(reference, {}, RETRY);
		expect(told).toBe('');
		expect(json[0]).toMatchObject({ ancienne_reference: reference, existant: false });
		expect(JSON.stringify(json[0]?.documents_annulation)).toContain('"avoir"');
		expect(standing()).toHaveLength(1);
	});

	test('a replacement of a notice without an order number names it by its reference alone', async () => {
		const reference = await sandbox.order('F', { orderNumberMode: 'none' });
		const { json } = await replace(reference);
		expect(json[0]).toMatchObject({ ancienne_reference: reference, existant: false });
		expect(json[0]).not.toHaveProperty('ancien_numero_commande');
	});
});

describe('the date of a replacement, where a quote keeps whatever date it is given', () => {
	const sandbox = sandboxForTests({ disabledRules: ['date-available', 'date-moved'] });
	const replace = async (reference: string, date: string, options: object = {}) =>
		await replacing(sandbox)(reference, { publicationDate: byId(date), options });
	/** The next days on which the publication appears. */
	const listed = async () => {
		const { json } = await sandbox.run('publication.getDates', { ...BILLED, numberOfDates: 3 });
		return json.map(({ date_parution: date }) => String(date));
	};
	const daysAfter = (day = '', days = 0) =>
		new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
	const cancelled = () => sandbox.journal.orders().map((order) => order.cancelled);

	test.each([
		['between two dates', 1, {}],
		['between two dates, where it must not move', 1, { ifDateMoves: 'fail' }],
		['before the first date', -1, {}],
	])('a date %s cancels nothing, and the next ones are listed', async (_where, days, options) => {
		const dates = await listed();
		const day = daysAfter(dates[0], days);
		const next = dates.filter((date) => date > day).slice(0, 2);
		const { told, advice } = await replace(await sandbox.order(), day, options);
		expect(told).toMatch(new RegExp(`does not take notices for ${day}.*Nothing was cancelled`));
		expect(advice).toContain(`Next dates: ${next.join(', ')}`);
		expect(cancelled()).toEqual([false]);
		// Where the old one was cancelled before, it says what was not done.
		const again = await replace('GONE-1', day, { ...options, ...AGAIN.options });
		expect(again.told).toContain('Nothing was ordered');
		expect(again.told).not.toContain('cancelled');
	});

	test('a date is taken when it is listed, or beyond the list, where the service decides', async () => {
		const dates = await listed();
		for (const day of [String(dates[1]), daysAfter(dates[0], 300)]) {
			const { json } = await replace(await sandbox.order(day), day);
			expect(json[0]).toMatchObject({ date_parution: day, date_modifiee: false });
		}
	});

	test('a replacement needs the list of dates only where its date must not move', async () => {
		const [, second = ''] = await listed();
		const reference = await sandbox.order();
		sandbox.refuse('dates', 'err_date_in', { times: 2 });
		const stopped = await replace(reference, second, { ifDateMoves: 'fail' });
		expect(stopped.told).toContain('err_date_in');
		expect(cancelled()).toEqual([false]);
		expect((await replace(reference, second)).told).toBe('');
		expect(cancelled()).toEqual([true, false]);
	});
});
