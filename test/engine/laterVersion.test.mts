/** What a later version of the service adds passes to the output, and breaks nothing. */
import type { IDataObject } from 'n8n-workflow';

import { registry } from '../../nodes/LegalNotice/actions/registry.ts';
import { byId, runNode, type Credential } from './engine.mts';
import { everyObject, startLaterVersion, type LaterVersion } from './laterVersion.mts';
import { BILLED } from './notices.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();
let later: LaterVersion;
let credential: Credential;

beforeAll(async () => {
	later = await startLaterVersion(sandbox.url);
	credential = { ...sandbox.credential, baseUrl: later.url };
});
beforeEach(() => {
	later.change((answer) => answer);
});
afterAll(async () => {
	await later.close();
});

const REPLACED = { ...BILLED, text: 'Un avis corrigé.', fileReference: 'LATER' };

/** Everything that each operation needs; those of `notice`, `document` and `invoice` have a notice with both. */
const PARAMETERS: Record<string, object> = {
	'notice.quote': BILLED,
	'notice.order': { ...BILLED, text: 'Un autre avis.', fileReference: 'LATER-2' },
	'notice.replace': REPLACED,
	'publication.getDates': { department: byId('75'), publication: byId(12) },
	'invoice.getMany': { simplify: false },
	'contact.createOrGet': { email: 'later@cabinet-demo.example', lastName: 'Service' },
};
const operations = Object.entries(registry)
	.flatMap(([resource, entry]) =>
		Object.keys(entry.operations).map((operation) => `${resource}.${operation}`),
	)
	.filter((name) => name !== 'notice.checkText');

async function run(name: string, more: object = {}): Promise<IDataObject[]> {
	const [resource = '', operation = ''] = name.split('.');
	const parameters = { resource, operation, ...PARAMETERS[name], ...more } as never;
	const { json, error } = await runNode({ credential, parameters });
	if (error) throw error;
	return json;
}

/** A notice as it was ordered, with an attestation and an invoice. */
async function ordered(): Promise<string> {
	const [order] = await run('notice.order', { ...BILLED, fileReference: 'LATER' });
	const reference = String(order?.reference);
	sandbox.notices.invoice(reference);
	return reference;
}

const NEW = { depuis: '1.30', codes: ['A', 'B'] };
const addField = (fields: Record<string, unknown>) => ({ ...fields, champ_inedit: NEW });

test.each(operations)('%s passes on a field that nobody documented', async (name) => {
	const reference = await ordered();
	later.change((answer) => everyObject(answer, addField));
	const items = await run(name, { reference });
	expect(items.length).toBeGreaterThan(0);
	for (const item of items) expect(item.champ_inedit).toEqual({ ...NEW });
});

test.each([
	['notice.quote', 'tarif'],
	['notice.order', 'tarif'],
	['account.get', 'entetes'],
	['publication.getMany', 'logo_web'],
	['invoice.getMany', 'lignes'],
	['notice.cancel', 'documents'],
])('%s passes it on inside of %s as well', async (name, field) => {
	const reference = await ordered();
	const addOnce = (fields: Record<string, unknown>) =>
		'champ_inedit' in fields ? fields : { ...fields, champ_inedit: 1 };
	later.change((answer) => everyObject(answer, addOnce));
	const [item] = await run(name, { reference, simplify: false });
	const inner: unknown = item?.[field];
	expect((Array.isArray(inner) ? inner[0] : inner) as unknown).toMatchObject({ champ_inedit: 1 });
});

/** Writes a value that nobody documented wherever an answer has the field. */
const write = (field: string, value: unknown) => (answer: Record<string, unknown>) =>
	everyObject(answer, (fields) => (field in fields ? { ...fields, [field]: value } : fields));

test.each([
	['notice.getStatus', 'statut', 'en-relecture', { est_parue: false }],
	['notice.getStatusChanges', 'statut', 'en-relecture', { evenement: 'statusChanged' }],
	['document.getMany', 'type', 'certificat', { nom_fichier: /^certificat_/ }],
	['invoice.getMany', 'type', 'proforma', { est_avoir: false }],
	['publication.getMany', 'type', 'radio', {}],
	['publication.getMany', 'periodicite', 7, {}],
	['account.get', 'mode_facturation', 'partage', {}],
	['account.get', 'entetes', [{ mime_type: 'image/avif' }], {}],
	['referenceData.getStyleSheets', 'type', 'encadre', {}],
	['referenceData.getForfaits', 'categorie_code', 'NOUVELLE', {}],
	['referenceData.getCategories', 'code', 'VNT_ENC', {}],
	['notice.cancel', 'type', 'annexe', { annulee: true }],
	['contact.getMany', 'id', 'c-12', {}],
])('%s takes an undocumented %s, and passes it on', async (name, field, value, beside) => {
	const reference = await ordered();
	later.change(write(field, value));
	const [item] = await run(name, { reference });
	const shown: unknown = name === 'notice.cancel' ? (item?.documents as unknown[])[0] : item;
	expect(shown).toMatchObject({ [field]: value });
	for (const [added, expected] of Object.entries(beside)) {
		if (expected instanceof RegExp) expect(item?.[added]).toMatch(expected);
		else expect(item?.[added]).toEqual(expected);
	}
});

test('a status that nobody documented stands in the way of no correction and no cancellation', async () => {
	const reference = await ordered();
	later.change(write('statut', 'en-relecture'));
	const [replaced] = await run('notice.replace', { reference });
	expect(replaced).toMatchObject({ ancienne_reference: reference, existant: false });
	const [cancelled] = await run('notice.cancel', { reference: replaced?.reference });
	expect(cancelled).toMatchObject({ annulee: true });
});
