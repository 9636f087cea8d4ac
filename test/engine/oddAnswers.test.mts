/** A success whose fields are of no use: what the service has done comes out all the same, once, with all that can be read. */
import type { IDataObject } from 'n8n-workflow';

import { shortPausesForTests } from './time.mts';
import { byId, GOES_ON, RETRIES } from './engine.mts';
import { frontForTests } from './front.mts';
import { BILLED } from './notices.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();
const front = frontForTests(sandbox);
shortPausesForTests();

type Fields = Record<string, unknown>;
const isOrder = (answer: Fields) => 'reference' in answer && 'tarif' in answer;
const isCancellation = (answer: Fields) =>
	'reference' in answer && !['tarif', 'statut', 'annonces'].some((name) => name in answer);
const isContact = (answer: Fields) => 'id' in answer && 'email' in answer;

const deep = (levels: number): unknown => (levels === 0 ? 1 : { inner: deep(levels - 1) });
const NO_TEXT = { toString: 1, valueOf: 2, toJSON: 3, [Symbol.toPrimitive.toString()]: 4 };
const NESTED = deep(200);
const ODD: unknown[] = [
	...[NO_TEXT, [NO_TEXT], [], false, 0, -1e300, '\u0000', 'x'.repeat(100_000), NESTED],
	[{ type: NO_TEXT, numero: NO_TEXT, url: NO_TEXT }, null, 1],
	{ annonce: NO_TEXT, totaux: NO_TEXT, tva: [NO_TEXT, null], length: -1 },
	{ totaux: { montant_ttc: NO_TEXT } },
];

/** Runs an operation once for each odd value, while the service writes it into a field of the answers meant. */
async function withOdd(
	[name, parameters]: readonly [string, object],
	[field, isMeant]: readonly [string, (answer: Fields) => boolean],
	check: (json: IDataObject, file: string) => void,
): Promise<void> {
	// Nested so deep the answer is refused, and what has no number or e-mail cannot be looked for.
	const isNameless = isMeant === isContact || Reflect.get(parameters, 'orderNumberMode') === 'none';
	const odds = isNameless ? ODD.filter((odd) => odd !== NESTED) : ODD;
	for (const [index, odd] of odds.entries()) {
		const file = `${name}-${field}-${index}`;
		const more: Fields = /replace|cancel/.test(name)
			? {
					reference: await sandbox.order(file, {
						text: `Avis ${index} avant ${/replace/.test(name) ? 'correction' : 'annulation'}.`,
					}),
				}
			: {};
		front.change = (answer) => (isMeant(answer) ? { ...answer, [field]: odd } : answer);
		const given = {
			...BILLED,
			fileReference: file,
			text: `Avis ${index}.`,
			...parameters,
			...more,
		};
		const { json, told } = await sandbox.run(name, given, { settings: RETRIES });
		front.change = (answer) => answer;
		expect([told, json.length, index]).toEqual(['', 1, index]);
		check(json[0] ?? {}, file);
	}
}

const named = ['reference', 'numero_commande'];
const orderFields = [...named, 'date_parution', 'date_bouclage', 'tarif'];
test.each([...orderFields, 'texte', 'champ_inedit'])(
	'an order with %s that cannot be read is reported once, with its reference',
	async (field) => {
		for (const orderNumberMode of named.includes(field) ? ['automatic', 'none'] : ['automatic']) {
			const options = { includePreview: true, maximumTotal: 5_000 };
			const order = ['notice.order', { orderNumberMode, options }] as const;
			await withOdd(order, [field, isOrder], (json, file) => {
				const [standing, ...others] = sandbox.standing(file);
				expect(others).toEqual([]);
				const name = field === 'reference' ? 'numero_commande' : 'reference';
				const isNamed = field !== 'reference' || orderNumberMode === 'automatic';
				if (isNamed) expect(json[name]).toBe(standing?.[name]);
				expect(json).toMatchObject({ environnement: 'test', existant: false });
				expect(json.resume).toMatch(/^Annonce commandée /);
				expect(json.epreuve_html).toMatch(/^<div/);
				sandbox.reset();
			});
		}
	},
	60_000,
);

test.each([
	['names none', {}],
	['answers null', { numero_commande: null }],
	['gives one of its own', { numero_commande: 'S-4711' }],
])(
	'a stop says that an order without a number would be ordered twice, where the service %s',
	async (...row) => {
		const [, number] = row;
		front.change = (answer) =>
			isOrder(answer) ? { ...answer, reference: 4711, ...number } : answer;
		const order = {
			...BILLED,
			...{ text: 'Avis.', fileReference: '={{ $json.file }}', orderNumberMode: 'none' },
			publication: byId('={{ $json.newspaper }}'),
		};
		const items = [
			{ file: 'DONE', newspaper: '12' },
			{ file: 'NOT-DONE', newspaper: '999999' },
		];
		const { told } = await sandbox.run('notice.order', order, { items, settings: RETRIES });
		expect(told).toMatch(/^1 notice IS ordered: 4711 \(DONE\)\. Not ordered: NOT-DONE \(.+\)\. /);
		expect(told).toContain('without an order number it would be ordered twice');
		sandbox.reset();
	},
);

test('a stop that names what was done does not say that nothing was done', async () => {
	const references = [await sandbox.order('ONE'), await sandbox.order('TWO')];
	sandbox.refuse('cancel', 'err_annonce_introuvable', { skip: 1 });
	const { told } = await sandbox.runFor('notice.cancel', references);
	expect(told).toMatch(
		/^1 notice IS cancelled: \S+\. Not cancelled: \S+ \(.* cancelled by somebody else a moment ago/,
	);
	expect(told).not.toContain('This node cancelled nothing');
	sandbox.reset();
});

test('a tag that an error quotes does not vanish where n8n shows it as HTML, also with Retry On Fail', async () => {
	const order = { ...BILLED, text: '<p>Avis.</p>', fileReference: 'TAGS' };
	const { items } = await sandbox.run('notice.order', order, {
		settings: { ...RETRIES, ...GOES_ON },
	});
	expect(JSON.stringify(items)).toContain('contains HTML tags, and');
	expect(JSON.stringify(items)).not.toContain('<p>');
});

test.each([...named, 'documents'])(
	'a cancellation and a replacement with %s that cannot be read are reported once',
	async (field) => {
		const cancelled = (file: string) => sandbox.standing(file).length;
		await withOdd(['notice.cancel', {}], [field, isCancellation], (json, file) => {
			expect(json).toMatchObject({ annulee: true, environnement: 'test' });
			const resume = String(json.resume).replace(/\s/g, ' ');
			expect(resume).toContain(`Annonce ${String(json.reference)} annulée`);
			expect(cancelled(file)).toBe(0);
		});
		await withOdd(['notice.replace', {}], [field, isCancellation], (json, file) => {
			expect(json).toMatchObject({ existant: false, environnement: 'test' });
			expect(sandbox.standing(file).map(({ reference }) => reference)).toEqual([json.reference]);
		});
		sandbox.reset();
	},
	60_000,
);

test.each(['id', 'nom', 'email'])(
	'a contact with %s that cannot be read is reported once',
	async (field) => {
		const parameters = { email: '', lastName: `L-${field}`, firstName: 'Camille' };
		await withOdd(['contact.createOrGet', parameters], [field, isContact], (json) => {
			expect(json).toMatchObject({ existant: false, recupere: false });
		});
		const { json } = await sandbox.run('contact.getMany', { returnAll: true });
		expect(json.filter(({ nom }) => nom === `L-${field}`)).toHaveLength(ODD.length - 1);
	},
	60_000,
);

test.each(['le 1er décembre', '2026-02-31', '', '0001-01-01'])(
	'a date of the quote that cannot be read (%j) does not replace the requested one',
	async (unread) => {
		const [first] = (await sandbox.run('publication.getDates', BILLED)).json;
		const date = String(first?.['date_parution']);
		front.change = (answer) =>
			'tarif' in answer && !('reference' in answer) ? { ...answer, date_parution: unread } : answer;
		const given = { ...BILLED, fileReference: 'UNREAD', publicationDate: byId(date) };
		const { json } = await sandbox.run('notice.order', {
			...given,
			options: { maximumTotal: 900 },
		});
		expect(json).toMatchObject([{ date_parution: date }]);
	},
);
