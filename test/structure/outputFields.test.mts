/** Compares the output with docs/output-fields.md and with the output schemas that the editor offers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { BILLED } from '../engine/notices.mts';
import { sandboxForTests } from '../engine/sandbox.mts';
import { Watch } from '../engine/trigger/watch.mts';
import { ownFields } from './ownFields.mts';
import { filesUnder, operations, ROOT } from './package.mts';

interface Schema {
	type: string;
	properties?: Record<string, Schema>;
	items?: Schema;
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const SCHEMAS = 'nodes/LegalNotice/__schema__/v1.0.0/';
const schemas = new Map(
	filesUnder(SCHEMAS, '.json').map((path) => {
		const name = path.slice(SCHEMAS.length, -'.json'.length).replace('/', '.');
		return [name, JSON.parse(read(path)) as Schema];
	}),
);

const documented = (name: string) => ownFields.filter(({ places }) => places.includes(name));

/** Fields that the service itself sends (specification, Endpoints and Resources), or is sent: `dossier`. */
const SENT =
	`reference numero_commande dossier statut motif date_parution date_bouclage texte tarif documents type numero url
	factures date_facture date_echeance montant_ht montant_ttc lignes annonce justificatif_papier
	justificatif_numerique frais_port remises totaux tva id nom prenom email departement libelle periodicite entete
	logo_web numero_compte raison_sociale nom_complement adresse adresse_complement code_postal ville mode_facturation
	entetes code libelle_enrichi categorie_code classes_html classe_html_defaut classe definition_css rang`.split(
		/\s+/,
	);

test('no name that the node keeps for itself belongs to the interface', () => {
	const names = ownFields.map(({ field }) => field);
	expect(names.filter((name) => SENT.includes(name) || name.startsWith('service_'))).toEqual([]);
});

test('every operation has a schema', () => {
	expect([...schemas.keys()]).toEqual(operations.map(({ name }) => name).sort());
});

test.each([...schemas])(
	'the schema of %s has what the service sends and the table',
	(name, one) => {
		const table = documented(name).map(({ field, type }) => [field, type] as const);
		const named = table.map(([field]) => field);
		const own = Object.entries(one.properties ?? {})
			.filter(([field]) => named.includes(field) || !SENT.includes(field))
			.map(([field, { type }]) => [field, type === 'integer' ? 'number' : type] as const);
		expect(Object.fromEntries(own)).toEqual(Object.fromEntries(table));
		expect(one).toMatchObject({ type: 'object', version: 1 });
	},
);

const sandbox = sandboxForTests();

/** Runs an operation, for a notice each where it takes any, and holds what comes out against its schema. */
async function run(name: string, more: object = {}, references = ['']): Promise<IDataObject[]> {
	const { told, json } = await sandbox.runFor(name, references, more);
	expect(told).toBe('');
	expect(json.length).toBeGreaterThan(0);
	const schema = schemas.get(name);
	expect(schema && json.flatMap((item) => mismatches(item, schema, name))).toEqual([]);
	return json;
}

async function order(fileReference: string): Promise<string> {
	const [ordered] = await run('notice.order', { ...BILLED, fileReference });
	return String(ordered?.['reference']);
}

/** For every operation: n8n leaves out what one does not have. Words that are not printed, and typography repaired. */
const GIVEN = {
	...{ ...BILLED, simplify: false, email: 'formalites@cabinet-demo.example' },
	...{ lastName: 'Autre', portalPassword: 'demo', textFormat: 'html', fileReference: 'GIVEN' },
	text: '<p>Gardé <em>ici</em>, 10\u202f000 €</p><div>Perdu</div>',
	options: { ifTextChanges: 'warn', includePreview: true },
};
const alone = [...schemas.keys()].filter(
	(name) => !/^(document|invoice)|cancel|replace|getStatus/.test(name),
);

test.each(alone)('%s returns what its schema says', async (name) => {
	await run(name, GIVEN);
});

test('an order, its invoice and its cancellation return what their schemas say', async () => {
	await run('notice.checkText', { text: 'Đ Ж' });
	const reference = await order('TWICE');
	expect(await order('TWICE')).toBe(reference);
	const both = [reference, 'INCONNUE'];
	sandbox.notices.suspend(reference);
	await run('notice.getStatus', {}, both);
	await run('notice.getStatusChanges', { previousStatus: 'a-paraitre' }, both);
	sandbox.notices.invoice(reference);
	sandbox.notices.credit(reference);
	const none = { documentTypes: ['justificatif'], options: { returnWithoutDocuments: true } };
	for (const name of ['document.getMany', 'document.download']) {
		await run(name, {}, both);
		await run(name, none, both);
	}
	for (const splitBy of ['invoice', 'line', 'notice']) {
		await run('invoice.getMany', { simplify: false, splitBy }, both);
	}
	const uninvoiced = { options: { returnWithoutInvoices: true } };
	await run('invoice.getMany', uninvoiced, [await order('LATER')]);
	const old = await order('OLD');
	sandbox.notices.invoice(old);
	const [replaced] = await run('notice.replace', { ...GIVEN, fileReference: 'OLD' }, [old]);
	const cancelled = String(replaced?.['reference']);
	sandbox.notices.invoice(cancelled);
	sandbox.settings({ pdfLinks: 'html' });
	await run('notice.cancel', { downloadFiles: true }, [cancelled]);
	sandbox.settings({ pdfLinks: 'plain' });
});

test('the trigger returns the fields of the table', async () => {
	const watched = [await order('BILLED'), await order('PUBLISHED')];
	sandbox.notices.invoice(watched[0] ?? '');
	const parameters = {
		references: [...watched, 'INCONNUE'].join(),
		firstSight: 'none',
		options: {},
	};
	const poller = new Watch({ credential: sandbox.credential, parameters });
	const choose = (event: string) => (poller.parameters = { ...parameters, events: [event] });
	choose('published');
	await poller.publish();
	sandbox.notices.publish(watched[1] ?? '');
	const items = await poller.poll();
	for (const event of ['newDocument', 'newInvoice', 'notFound', 'suspended']) {
		choose(event);
		items.push(...(await poller.fetchTestEvent()).map(({ json }) => json));
	}
	const keys = new Set(items.flatMap(Object.keys));
	const table = documented('trigger').map(({ field }) => field);
	expect([...keys].filter((key) => ![...table, ...SENT].includes(key))).toEqual([]);
	expect(table.filter((field) => !keys.has(field))).toEqual([]);
});

/** Parts of a value that its schema does not know or calls something else. */
function mismatches(value: unknown, schema: Schema, path: string): string[] {
	if (value === null || value === undefined) return [];
	const type = Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;
	if (type !== schema.type && !(type === 'integer' && schema.type === 'number')) {
		return [`${path}: ${type} is not ${schema.type}`];
	}
	const { items, properties = {} } = schema;
	if (Array.isArray(value)) {
		return items ? value.flatMap((entry) => mismatches(entry, items, `${path}[]`)) : [path];
	}
	if (typeof value !== 'object') return [];
	return Object.entries(value).flatMap(([key, field]) => {
		const known = properties[key];
		return known ? mismatches(field, known, `${path}.${key}`) : [`${path}.${key}: unknown`];
	});
}
