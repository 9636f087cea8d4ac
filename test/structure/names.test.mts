/**
 * What saved workflows hold: types, resources, operations, parameters and values. A name that changes here breaks
 * workflows of other people, so this table is only ever added to.
 */
import { LegalNoticeApi } from '../../credentials/LegalNoticeApi.credentials.ts';
import { findOperation } from '../../nodes/LegalNotice/actions/registry.ts';
import { choicesOf, filesUnder, parametersOf, publishedFiles, publishedNodes } from './package.mts';

const SHARED_BY_NOTICES = [
	'department',
	'publication',
	'category',
	'forfait',
	'publicationDate',
	'textFormat',
	'text',
	'header.layout',
	'header.text',
	'header.logoBinaryField',
	'options.paperProofs',
	'options.digitalProof',
	'options.ifDateMoves',
	'options.ifTextChanges',
	'options.timeout',
];
const SHARED_BY_ORDERS = [
	...SHARED_BY_NOTICES,
	'fileReference',
	'orderNumberMode',
	'orderNumber',
	'billingMode',
	'advertiser.name',
	'advertiser.nameComplement',
	'advertiser.address',
	'advertiser.addressComplement',
	'advertiser.postcode',
	'advertiser.city',
	'advertiser.country',
	'advertiser.email',
	'advertiser.phone',
	'advertiser.mobile',
	'options.contact',
	'options.emailProof',
	'options.width',
	'options.textWidth',
	'options.maximumTotal',
	'options.ifAlreadyOrdered',
];

/** Parameters of each operation; inside collections as `collection.parameter`. */
const OPERATIONS: Record<string, Record<string, string[]>> = {
	account: { get: ['simplify'] },
	contact: {
		createOrGet: ['email', 'lastName', 'firstName', 'portalPassword'],
		getMany: ['returnAll', 'limit'],
	},
	document: {
		download: ['reference', 'documentTypes', 'options.ifNotFound', 'options.timeout'],
		getMany: ['reference', 'documentTypes', 'options.ifNotFound', 'options.timeout'],
	},
	invoice: {
		getMany: [
			'reference',
			'splitBy',
			'downloadFiles',
			'simplify',
			'options.ifNotFound',
			'options.timeout',
		],
	},
	notice: {
		cancel: ['reference', 'downloadFiles', 'options.timeout'],
		checkText: ['textFormat', 'text'],
		getStatus: ['reference', 'options.ifNotFound', 'options.timeout'],
		getStatusChanges: [
			'reference',
			'previousStatus',
			'previousReason',
			'options.ifNotFound',
			'options.firstSight',
			'options.timeout',
		],
		order: [...SHARED_BY_ORDERS, 'options.includeProof'],
		quote: [...SHARED_BY_NOTICES, 'options.includeProof'],
		replace: ['reference', ...SHARED_BY_ORDERS, 'options.oldNoticeAlreadyCancelled'],
	},
	publication: {
		getDates: ['department', 'publication', 'quantity'],
		getMany: ['department', 'returnAll', 'limit', 'simplify'],
	},
	referenceData: {
		getCategories: [],
		getCountries: [],
		getDepartments: [],
		getForfaits: ['category'],
		getStyleSheets: ['styleType'],
	},
};

/** Values of the parameters with a fixed list. */
const VALUES: Record<string, Array<string | number>> = {
	'legalNotice.textFormat': ['plainText', 'html'],
	'legalNotice.header.layout': [
		'carton_texte_sans_image',
		'carton_image_sans_texte',
		'carton_image_texte_droite',
		'carton_image_texte_bas',
	],
	'legalNotice.orderNumberMode': ['automatic', 'custom', 'none'],
	'legalNotice.billingMode': ['accountDefault', 'prescripteur', 'annonceur'],
	'legalNotice.options.ifDateMoves': ['accept', 'fail'],
	'legalNotice.options.ifTextChanges': ['warn', 'fail'],
	'legalNotice.options.ifAlreadyOrdered': ['returnExisting', 'fail'],
	'legalNotice.options.ifNotFound': ['returnItem', 'fail'],
	'legalNotice.documentTypes': ['attestation', 'justificatif', 'facture', 'avoir'],
	'legalNotice.splitBy': ['invoice', 'line', 'notice'],
	'legalNotice.styleType': ['', 'paragraphe', 'filet', 'entete', 'caractere'],
	'legalNoticeTrigger.events': [
		'statusChanged',
		'published',
		'suspended',
		'toBePublished',
		'reasonChanged',
		'newDocument',
		'newInvoice',
		'notFound',
	],
	'legalNoticeTrigger.firstSight': ['none', 'current', 'publishedOrSuspended'],
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

test('the package publishes its nodes and its credential under their names', () => {
	expect(publishedNodes.map(({ node }) => node.description.name)).toEqual([
		'legalNotice',
		'legalNoticeTrigger',
	]);
	for (const { node } of publishedNodes) {
		expect(node.description.version).toBe(1);
		expect(node.description.credentials?.map(({ name }) => name)).toEqual(['legalNoticeApi']);
	}
	expect(new LegalNoticeApi().properties.map(({ name }) => name)).toEqual([
		'environment',
		'baseUrl',
		'publicKey',
		'secretKey',
		'requestsPerMinute',
	]);
});

test('every node and credential of the sources is published', () => {
	const sources = [
		...filesUnder('credentials', '.credentials.ts'),
		...filesUnder('nodes', '.node.ts'),
	];
	expect(publishedFiles).toEqual(sources);
});

test('the resources are those of the table', () => {
	const [resource] = named('legalNotice.resource');
	const values = resource ? choicesOf(resource.property).map(({ value }) => value) : [];
	expect([...values].sort()).toEqual(Object.keys(OPERATIONS).sort());
});

test.each(Object.entries(OPERATIONS))(
	'the operations of %s are those of the table',
	(name, operations) => {
		const dropdown = named('legalNotice.operation').find(({ property }) =>
			property.displayOptions?.show?.resource?.includes(name),
		);
		const values = dropdown ? choicesOf(dropdown.property).map(({ value }) => value) : [];
		expect([...values].sort()).toEqual(Object.keys(operations).sort());
	},
);

const operations = Object.entries(OPERATIONS).flatMap(([resource, entries]) =>
	Object.entries(entries).map(([operation, parameters]) => ({ resource, operation, parameters })),
);

test.each(operations)(
	'$resource $operation has the parameters of the table',
	({ resource, operation, parameters }) => {
		const tops = all.filter(({ property, inside }) => {
			const show = property.displayOptions?.show;
			return (
				inside.length === 0 &&
				show?.resource?.includes(resource) === true &&
				show.operation?.includes(operation) === true
			);
		});
		const names = tops.flatMap(({ property }) => {
			const { name, type, options = [] } = property;
			if (type !== 'collection') return [name];
			return options.map((option) => `${name}.${option.name}`);
		});
		expect([...new Set(names)].sort()).toEqual([...parameters].sort());
	},
);

test.each(Object.entries(VALUES))('%s has the values of the table', (path, values) => {
	const found = named(path);
	expect(found.length).toBeGreaterThan(0);
	for (const { property } of found) {
		const offered = choicesOf(property).map(({ value }) => value);
		expect([...offered].sort()).toEqual([...values].sort());
	}
});

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

test('a node whose operation was never chosen only reads, and stays what it was saved as', () => {
	const defaults = named('legalNotice.operation').map(({ property }) => [
		property.displayOptions?.show?.resource?.[0],
		property.default,
	]);
	expect(Object.fromEntries(defaults)).toEqual(DEFAULT_OPERATIONS);
	const effects = Object.entries(DEFAULT_OPERATIONS).filter(
		([resource, operation]) => findOperation(resource, operation)?.hasEffect !== undefined,
	);
	expect(effects).toEqual([]);
});

test.each(Object.entries(DEFAULTS))('%s keeps its default', (path, value) => {
	const found = named(path);
	expect(found.length).toBeGreaterThan(0);
	for (const { property } of found) expect(property.default).toEqual(value);
});

test('the trigger has the parameters of the table', () => {
	const { options } = named('legalNoticeTrigger.options')[0]?.property ?? {};
	expect(
		['events', 'references', 'firstSight'].flatMap((name) => named(`legalNoticeTrigger.${name}`)),
	).toHaveLength(3);
	expect((options ?? []).map(({ name }) => name).sort()).toEqual([
		'documentTypes',
		'downloadFiles',
		'stopWatching',
		'waitForDocument',
	]);
});
