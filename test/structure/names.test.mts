/**
 * What saved workflows hold: types, resources, operations, parameters and values. A name that changes here breaks
 * workflows of other people, so these tables are only ever added to.
 */
import { LegalNoticeApi } from '../../credentials/LegalNoticeApi.credentials.ts';
import { findOperation } from '../../nodes/LegalNotice/actions/registry.ts';
import { choicesOf, filesUnder, parametersOf, publishedFiles, publishedNodes } from './package.mts';

const QUOTED = `department publication category forfait publicationDate textFormat text
	header.layout header.text header.logoBinaryField header.logoFrom header.accountLogo options.paperProofs options.digitalProof
	options.ifDateMoves options.ifTextChanges options.timeout`;
const ORDERED = `${QUOTED} fileReference orderNumberMode orderNumber billingMode
	advertiser.name advertiser.nameComplement advertiser.address advertiser.addressComplement
	advertiser.postcode advertiser.city advertiser.country advertiser.email advertiser.phone
	advertiser.mobile options.contact options.emailProof options.width options.textWidth
	options.maximumTotal options.ifAlreadyOrdered`;
const FILES =
	'reference documentTypes options.ifNotFound options.returnWithoutDocuments options.timeout';

/** Parameters of each operation; inside collections as `collection.parameter`. */
const OPERATIONS: Record<string, Record<string, string>> = {
	account: { get: 'simplify' },
	contact: { createOrGet: 'email lastName firstName portalPassword', getMany: 'returnAll limit' },
	document: { download: FILES, getMany: FILES },
	invoice: {
		getMany: 'reference splitBy downloadFiles simplify options.ifNotFound options.timeout',
	},
	notice: {
		cancel: 'effectNotice reference downloadFiles options.timeout',
		checkText: 'textFormat text',
		getStatus: 'reference options.ifNotFound options.timeout',
		getStatusChanges:
			'reference previousStatus previousReason options.ifNotFound options.firstSight options.timeout',
		order: `effectNotice ${ORDERED} options.includeProof`,
		quote: `${QUOTED} options.includeProof`,
		replace: `effectNotice reference ${ORDERED} options.oldNoticeAlreadyCancelled`,
	},
	publication: {
		getDates: 'department publication quantity',
		getMany: 'department returnAll limit simplify',
	},
	referenceData: {
		getCategories: '',
		getCountries: '',
		getDepartments: '',
		getForfaits: 'category',
		getStyleSheets: 'styleType',
	},
};

/**
 * n8n stores no value that equals its default: what a saved workflow leaves out means these. They only read, so that
 * a node whose resource was changed cancels or creates nothing.
 */
const DEFAULT_OPERATIONS: Record<string, string> = {
	account: 'get',
	contact: 'getMany',
	document: 'download',
	invoice: 'getMany',
	notice: 'quote',
	publication: 'getDates',
	referenceData: 'getCategories',
};

/** Values of the parameters with a fixed list. */
const VALUES: Record<string, string> = {
	'legalNotice.resource': Object.keys(OPERATIONS).join(' '),
	'legalNotice.textFormat': 'plainText html',
	'legalNotice.header.layout':
		'carton_texte_sans_image carton_image_sans_texte carton_image_texte_droite carton_image_texte_bas',
	'legalNotice.orderNumberMode': 'automatic custom none',
	'legalNotice.billingMode': 'accountDefault prescripteur annonceur',
	'legalNotice.options.ifDateMoves': 'accept fail',
	'legalNotice.options.ifTextChanges': 'warn fail',
	'legalNotice.options.ifAlreadyOrdered': 'returnExisting fail',
	'legalNotice.options.ifNotFound': 'returnItem fail',
	'legalNotice.documentTypes': 'attestation justificatif facture avoir',
	'legalNotice.splitBy': 'invoice line notice',
	'legalNotice.styleType': ' paragraphe filet entete caractere',
	'legalNoticeTrigger.events':
		'statusChanged published suspended toBePublished reasonChanged newDocument newInvoice notFound',
	'legalNoticeTrigger.firstSight': 'none current publishedOrSuspended',
};

const DEFAULTS: Record<string, unknown> = {
	'legalNotice.textFormat': 'plainText',
	'legalNotice.orderNumberMode': 'automatic',
	'legalNotice.billingMode': 'accountDefault',
	'legalNotice.options.ifNotFound': 'returnItem',
	'legalNotice.splitBy': 'invoice',
	'legalNotice.simplify': true,
	'legalNotice.downloadFiles': false,
};

const all = publishedNodes.flatMap(parametersOf);
const named = (path: string) => all.filter((one) => one.path === path);
const words = (text: string) => text.split(/\s+/).sort();

test('the package publishes its nodes and its credential under their names, and no other', () => {
	expect(publishedNodes.map(({ node }) => node.description)).toMatchObject(
		['legalNotice', 'legalNoticeTrigger'].map((name) => {
			return { name, version: 1, credentials: [{ name: 'legalNoticeApi' }] };
		}),
	);
	const fields = ['environment', 'baseUrl', 'publicKey', 'secretKey', 'requestsPerMinute'];
	expect(new LegalNoticeApi().properties.map(({ name }) => name)).toEqual(fields);
	expect(publishedFiles).toEqual([
		...filesUnder('credentials', '.credentials.ts'),
		...filesUnder('nodes', '.node.ts'),
	]);
});

test.each(Object.entries(OPERATIONS))(
	'the operations of %s are those of the table, and its default only reads',
	(resource, operations) => {
		const dropdowns = named('legalNotice.operation')
			.map(({ property }) => property)
			.filter(({ displayOptions }) => displayOptions?.show?.resource?.includes(resource));
		expect(dropdowns).toHaveLength(1);
		const values = dropdowns.flatMap(choicesOf).map(({ value }) => value);
		expect(values.sort()).toEqual(Object.keys(operations).sort());
		const initial = DEFAULT_OPERATIONS[resource] ?? '';
		expect(dropdowns[0]?.default).toBe(initial);
		expect(findOperation(resource, initial)).toBeDefined();
		expect(findOperation(resource, initial)?.hasEffect).toBeUndefined();
	},
);

const operations = Object.entries(OPERATIONS).flatMap(([resource, entries]) =>
	Object.entries(entries).map(([operation, parameters]) => ({ resource, operation, parameters })),
);

test.each(operations)(
	'$resource $operation has the parameters of the table',
	({ resource, operation, parameters }) => {
		const names = all.flatMap(({ property, inside }) => {
			const { name, type, options = [], displayOptions: { show = {} } = {} } = property;
			const isShown = show.resource?.includes(resource) && show.operation?.includes(operation);
			if (inside.length > 0 || !isShown) return [];
			return type === 'collection' ? options.map((option) => `${name}.${option.name}`) : [name];
		});
		expect([...new Set(names)].sort().join(' ')).toEqual(words(parameters).join(' '));
	},
);

test.each(Object.entries(VALUES))('%s has the values of the table', (path, values) => {
	const found = named(path);
	expect(found.length).toBeGreaterThan(0);
	for (const { property } of found) {
		expect(
			choicesOf(property)
				.map(({ value }) => String(value))
				.sort(),
		).toEqual(words(values));
	}
});

test.each(Object.entries(DEFAULTS))('%s keeps its default', (path, value) => {
	const defaults = named(path).map(({ property }) => property.default);
	expect([...new Set(defaults)]).toEqual([value]);
});

test('the trigger has the parameters of the table', () => {
	const [trigger] = publishedNodes.filter(({ name }) => name === 'LegalNoticeTrigger');
	const names = trigger?.node.description.properties.map(({ name }) => name) ?? [];
	expect(names.filter((name) => !['options', 'notice'].includes(name)).sort()).toEqual([
		'events',
		'firstSight',
		'references',
	]);
	const { options = [] } = named('legalNoticeTrigger.options')[0]?.property ?? {};
	expect(
		options
			.map(({ name }) => name)
			.sort()
			.join(' '),
	).toBe('documentTypes downloadFiles stopWatching waitForDocument');
});
