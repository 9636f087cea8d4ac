/** Quotes, orders, statuses and cancellations as users see them, in both readings of the specification. */
import { byId } from './engine.mts';
import { noticeIn, numbered } from './notices.mts';
import { serviceNames } from './readings.mts';
import { readingForTests } from './sandbox.mts';

const TEXT = `AVIS DE CONSTITUTION

Par acte SSP en date du 12/11/2026, il a été constitué une SARL dénommée : L’ŒUVRE & FILS
Siège social : 14 bis, rue de l’Abbé-Groult, 75015 PARIS
Capital : 10\u202f000 €`;
const NOTICE = { ...noticeIn('75', 12), text: TEXT, billingMode: 'prescripteur' };
const warn = { options: { ifTextChanges: 'warn' } };

describe.each(serviceNames)('notices, with the %s', (name) => {
	const service = readingForTests(name);
	const isStrict = name === 'strict sandbox';
	beforeEach(() => service.journal.clear());

	const quote = async (more: object = {}, items = [{}]) =>
		await service.run('notice.quote', { ...NOTICE, ...more }, { items });
	const order = async (fileReference: string, more: object = {}) =>
		await service.run('notice.order', { ...NOTICE, fileReference, ...more });
	const cancel = async (reference: string) => await service.run('notice.cancel', { reference });

	test('a quote shows price, dates with the Paris offset and the text, and places nothing', async () => {
		const { json, error } = await quote();
		expect(error).toBeUndefined();
		const [quoted] = json;
		expect(quoted?.date_parution).toMatch(/^\d{4}-\d{2}-\d{2}$/);
		expect(quoted?.date_bouclage_iso).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+0[12]:00$/);
		expect(quoted?.total_ttc).toBeGreaterThan(0);
		expect(quoted?.texte_visible).toContain('L’ŒUVRE & FILS');
		expect(quoted?.texte_identique).toBe(true);
		expect(quoted?.corrections).toEqual([
			expect.objectContaining({ code: 'U+202F', par: '\u00a0', nombre: 1 }),
		]);
		for (const field of ['error', 'resultat']) expect(quoted).not.toHaveProperty(field);
		expect(service.standing()).toEqual([]);
	});

	test('the same notice for the same file is ordered once, and the second run says so', async () => {
		const [first, second] = [await order('D-ONCE'), await order('D-ONCE')];
		expect([first.told, second.told]).toEqual(['', '']);
		const [placed, ...others] = service.standing('D-ONCE');
		expect(others).toEqual([]);
		const { reference, numero_commande } = placed ?? {};
		const done = { existant: false, recupere: false, environnement: 'test' };
		expect(first.json[0]).toMatchObject({ reference, ...done });
		const inconnu = ['date_parution', 'date_bouclage', 'tarif'];
		expect(second.json[0]).toMatchObject({ reference, numero_commande, existant: true, inconnu });
		expect(second.json[0]?.avertissements).toEqual([
			expect.stringContaining("set 'Order Number Mode' to Custom"),
		]);
		await order('D-ONCE', { text: 'Un autre avis.' });
		expect(service.standing('D-ONCE')).toHaveLength(2);
	});

	test('a custom number that is taken fails and says how to go on, or returns the notice as chosen', async () => {
		await order('D-CUSTOM', numbered('HS-4711'));
		const again = await order('D-CUSTOM', { ...numbered('HS-4711'), text: 'Un autre avis.' });
		expect(again.told).toContain('err_annonce_commandee');
		expect(again.advice).toMatch(
			/'If Already Ordered' to Return Existing and run it again: .* without comparing its text/,
		);
		const options = { ifAlreadyOrdered: 'returnExisting' };
		service.journal.clear();
		const { json } = await order('D-CUSTOM', { ...numbered('HS-4711'), options });
		const found = { existant: true, recupere: false, numero_commande: 'HS-4711' };
		expect(json[0]).toMatchObject(found);
		// It is looked up before anything is sent.
		expect(service.calls()).not.toContain('POST /commande');
		expect(json[0]?.resume).toMatch(
			/^Le numéro de commande HS-4711 est déjà celui .*dont le texte peut être différent/,
		);
		expect(service.standing('D-CUSTOM')).toHaveLength(1);
	});

	test('the status is found by reference and by order number, and unknown ones are reported', async () => {
		const placed = (await order('D-STATUS')).json[0];
		const { reference, numero_commande: number } = placed ?? {};
		service.notices.publish(String(reference));
		const asked = [reference, 'NOBODY-1', number, 'NOBODY#2/é'];
		const { json, pairs } = await service.runFor('notice.getStatus', asked);
		expect(json).toEqual([
			expect.objectContaining({ demande: reference, reference, statut: 'parue', est_parue: true }),
			{ resume: 'NOBODY-1\u00a0: introuvable', demande: 'NOBODY-1', introuvable: true },
			expect.objectContaining({ demande: number, reference, statut: 'parue' }),
			{ resume: 'NOBODY#2/é\u00a0: introuvable', demande: 'NOBODY#2/é', introuvable: true },
		]);
		expect(json[0]?.resume).toBe(`${String(reference)}\u00a0: parue`);
		expect(pairs).toEqual([0, 1, 2, 3].map((item) => ({ item })));
		const options = { ifNotFound: 'fail' };
		const { error, told } = await service.runFor('notice.getStatus', ['NOBODY-9'], { options });
		expect(told).toMatch(/^NOBODY-9: .*err_annonce_introuvable/);
		expect(error?.httpCode).toBe('404');
	});

	test('a cancelled notice is gone, and no other one', async () => {
		await order('D-KEPT', { text: 'Un avis à garder.' });
		await order('D-GONE', { text: 'Un avis à annuler.', ...numbered('2026/001 #bis') });
		const { json } = await cancel('2026/001 #bis');
		expect(json[0]).toMatchObject({ demande: '2026/001 #bis', annulee: true });
		expect(service.standing('D-GONE')).toEqual([]);
		expect(service.standing('D-KEPT')).toHaveLength(1);
		const left = await service.runFor('notice.getStatus', ['2026/001 #bis']);
		expect(left.json[0]).toMatchObject({ introuvable: true });
	});

	test('an input that names no notice cancels nothing', async () => {
		const before = service.standing().length;
		// As an expression: an empty field is refused by n8n itself.
		for (const [given, words] of [
			["={{ '  ' }}", /^'Reference or Order Number' is empty/],
			['A'.repeat(201), /^A{60}: 'Reference or Order Number' cannot be "A{40}"\.$/],
		] as const) {
			expect((await cancel(given)).told).toMatch(words);
			expect(service.calls()).toEqual([]);
		}
		for (const given of ['?', '#', '.', '..']) expect((await cancel(given)).told).not.toBe('');
		expect(service.calls().filter((call) => call.startsWith('DELETE'))).toEqual([]);
		expect(service.standing()).toHaveLength(before);
	});

	test('words in a paragraph of any class of type filet are refused, or reported', async () => {
		// One that only the list of the lenient service names, or the usual one.
		const text = `<p>Gardé</p><p class="fs-filet${isStrict ? '' : '_double'}">Perdu ici</p>`;
		for (const more of [{ text }, { text: '<p>Un avis.</p>', header: { text } }]) {
			service.useNewKey();
			const refused = await order('T-2', { textFormat: 'html', ...more });
			expect(refused.told).toContain('"Perdu ici"');
			// A refusal says all at once, also which classes the category does not take.
			const lists = isStrict ? [] : ['GET /feuilles-styles', 'GET /categories'];
			expect(service.ownCalls()).toEqual(lists);
			const { json } = await quote({ textFormat: 'html', ...more, ...warn });
			expect(json[0]).toMatchObject({ texte_perdu: ['Perdu ici'], texte_identique: false });
		}
	});

	test('style classes are read once for any number of items, and not for fs-filet alone', async () => {
		service.useNewKey();
		const asked = () => service.calls().filter((call) => call.endsWith('/feuilles-styles'));
		await quote({ textFormat: 'html', text: '<p>A</p><hr class="fs-filet">' });
		expect(asked()).toHaveLength(0);
		await quote({ textFormat: 'html', text: '<p class="fs-titre">A</p>' }, [{}, {}, {}]);
		expect(asked()).toHaveLength(1);
	});

	test('a header that the publication does not take is refused, or comes out as lost words', async () => {
		const header = { text: 'CABINET DU PONT\n1, rue du Pont' };
		const parameters = { ...NOTICE, publication: byId(13), header, fileReference: 'T-3' };
		for (const operation of ['quote', 'order']) {
			service.useNewKey();
			const { told } = await service.run(`notice.${operation}`, parameters);
			expect(told).toMatch(/^(T-3: )?'Header' .*publication 13/);
			expect(service.ownCalls()).toEqual(['GET /publications']);
		}
		for (const operation of ['quote', 'order']) {
			const warned = await service.run(`notice.${operation}`, { ...parameters, ...warn });
			if (isStrict) expect(warned.told).toContain('err_entete_incorrect');
			else {
				expect(warned.json[0]).toMatchObject({
					texte_perdu: ['CABINET DU PONT 1, rue du Pont'],
					texte_identique: false,
					avertissements: [
						'Words that will not be printed: "CABINET DU PONT 1, rue du Pont".',
						expect.stringContaining('header'),
					],
				});
			}
		}
	});
});
