/** What a later version of the service adds passes to the output, and breaks nothing. */
import type { IDataObject } from 'n8n-workflow';

import { ownFields } from '../structure/ownFields.mts';
import { operations as offered } from '../structure/package.mts';
import { byId } from './engine.mts';
import { frontForTests } from './front.mts';
import { BILLED } from './notices.mts';
import { sandboxForTests } from './sandbox.mts';
import { Watch } from './trigger/watch.mts';

const sandbox = sandboxForTests();
const front = frontForTests(sandbox);

/** What operations need in addition to a reference. */
const PARAMETERS: Record<string, object> = {
	'notice.quote': BILLED,
	'notice.order': { ...BILLED, text: 'Un autre avis.', fileReference: 'LATER-2' },
	'notice.replace': { ...BILLED, text: 'Un avis corrigé.', fileReference: 'LATER' },
	'publication.getDates': { department: byId('75'), publication: byId(12) },
	'invoice.getMany': { simplify: false },
	'contact.createOrGet': { email: 'later@cabinet-demo.example', lastName: 'Service' },
};
const operations = offered.map(({ name }) => name).filter((name) => name !== 'notice.checkText');
const OWN_FIELDS = [...new Set(ownFields.map(({ field }) => field))];

async function run(name: string, more: object = {}): Promise<IDataObject[]> {
	const { json, error } = await sandbox.run(name, { ...PARAMETERS[name], ...more });
	if (error) throw error;
	return json;
}

/** A notice with an attestation and an invoice. */
async function ordered(): Promise<string> {
	const reference = await sandbox.order('LATER');
	sandbox.notices.invoice(reference);
	return reference;
}

type Fields = Record<string, unknown>;
/** Every object of a value, the outermost included, changed. */
function everyObject(value: unknown, change: (fields: Fields) => Fields): unknown {
	if (Array.isArray(value)) return value.map((entry) => everyObject(entry, change));
	if (typeof value !== 'object' || value === null) return value;
	const inner = Object.entries(value).map(([name, field]) => [name, everyObject(field, change)]);
	return change(Object.fromEntries(inner) as Fields);
}
/** The field is inside another one as well. */
const INNER: Record<string, string> = {
	'notice.quote': 'tarif',
	'account.get': 'entetes',
	'publication.getMany': 'logo_web',
	'invoice.getMany': 'lignes',
	'notice.cancel': 'documents',
};

test.each(operations)(
	'%s passes on a field that nobody documented, at any depth too',
	async (name) => {
		const reference = await ordered();
		const champ_inedit = { depuis: '1.30', codes: ['A', 'B'] };
		front.change = (answer) =>
			everyObject(answer, (fields) => ('depuis' in fields ? fields : { ...fields, champ_inedit }));
		const items = await run(name, { reference, simplify: false });
		expect(items.length).toBeGreaterThan(0);
		for (const item of items) expect(item.champ_inedit).toEqual(champ_inedit);
		const inner = INNER[name];
		if (inner === undefined) return;
		expect([items[0]?.[inner]].flat()[0]).toMatchObject({ champ_inedit });
	},
);

/** Writes a value that nobody documented wherever an answer has the field. */
const write = (field: string, value: unknown) => (answer: Fields) =>
	everyObject(answer, (fields) => (field in fields ? { ...fields, [field]: value } : fields));

test.each([
	['notice.getStatus', 'statut', 'en-relecture', { est_parue: false }],
	['notice.getStatusChanges', 'statut', 'en-relecture', { evenement: 'statusChanged' }],
	['document.getMany', 'type', 'certificat', {}],
	['invoice.getMany', 'type', 'proforma', { est_avoir: false }],
])('%s takes an undocumented %s, and passes it on', async (name, field, value, beside) => {
	const reference = await ordered();
	front.change = write(field, value);
	const [item] = await run(name, { reference });
	expect(item).toMatchObject({ [field]: value, ...beside });
});

test('a status that nobody documented prevents no correction and no cancellation', async () => {
	const reference = await ordered();
	front.change = write('statut', 'en-relecture');
	const [replaced] = await run('notice.replace', { reference });
	expect(replaced).toMatchObject({ ancienne_reference: reference, existant: false });
	front.change = write('type', 'annexe');
	const [cancelled] = await run('notice.cancel', { reference: replaced?.reference });
	expect(cancelled).toMatchObject({ annulee: true });
});

/** Says the same in every field that the node adds, and in those that n8n takes for a failure. */
const FOREIGN = 'FOREIGN <script>';
const foreign = Object.fromEntries([
	...[...OWN_FIELDS, 'error', '$error', '$json', 'service_demande'].map((name) => [name, FOREIGN]),
	// Own, as JSON.parse makes it.
	['__proto__', { error: FOREIGN }],
]) as Fields;
const takeNames = (answer: Fields) =>
	everyObject(answer, (fields) => ('demande' in fields ? fields : { ...fields, ...foreign }));

function expectOwnNames(items: readonly IDataObject[]): void {
	expect(items.length).toBeGreaterThan(0);
	for (const item of items) {
		const taken = Object.keys(item).filter(
			(name) => JSON.stringify(item[name]) === '"' + FOREIGN + '"',
		);
		expect(taken.filter((name) => !name.startsWith('service_'))).toEqual([]);
		for (const name of ['error', '$error', '$json']) expect(name in item).toBe(false);
		expect(Object.hasOwn(item, '__proto__')).toBe(false);
	}
}

test.each(operations)('%s keeps its own names, whatever the service sends', async (name) => {
	const reference = await ordered();
	front.change = takeNames;
	const includePreview = /quote|order/.test(name) ? { options: { includePreview: true } } : {};
	const items = await run(name, { reference, simplify: false, ...includePreview });
	expectOwnNames(items);
	for (const item of items) {
		const { service_error, service_service_demande, epreuve_html = '' } = item;
		expect([service_error, service_service_demande]).toEqual([FOREIGN, FOREIGN]);
		expect(item).toHaveProperty('service___proto__');
		expect(epreuve_html).not.toContain('FOREIGN');
		expect(item.environnement ?? 'test').toBe('test');
	}
});

test('an event of the trigger keeps its own names', async () => {
	const reference = await ordered();
	front.change = takeNames;
	const events = ['statusChanged', 'newInvoice', 'newDocument'];
	const parameters = { references: reference, events, firstSight: 'current', options: {} };
	const poller = new Watch({ credential: sandbox.credential, parameters });
	const items = (await poller.fetchTestEvent()).map(({ json }) => json);
	expectOwnNames(items);
	expect(new Set(items.map(({ demande }) => demande))).toEqual(new Set([reference]));
});
