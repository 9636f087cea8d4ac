/**
 * What saved workflows hold: types, resources, operations, parameters and values. A name that changes here breaks
 * workflows of other people, so these tables are only ever added to.
 */
import { LegalNoticeApi } from '../../credentials/LegalNoticeApi.credentials.ts';
import { findOperation } from '../../nodes/LegalNotice/actions/registry.ts';
import {
	choicesOf,
	EFFECTS,
	filesUnder,
	operations as offered,
	parametersOf,
	publishedFiles,
	publishedNodes,
} from './package.mts';

const QUOTED = `department publication category forfait publicationDate textFormat text
	header.layout header.text header.logoBinaryField header.accountLogo options.paperProofs options.digitalProof
	options.ifDateMoves options.ifTextChanges options.ifTextLooksUnfinished options.publishBy options.firstParagraphAsTitle options.timeout`;
const ORDERED = `${QUOTED} fileReference orderNumberMode orderNumber billingMode billingNotice
	advertiser.name advertiser.nameComplement advertiser.address advertiser.addressComplement
	advertiser.postcode advertiser.city advertiser.country advertiser.email advertiser.phone
	advertiser.mobile options.contact options.emailProof options.width options.textWidth
	options.maximumTotal options.approvedPrint options.ifAlreadyOrdered`;
const FILES =
	'reference documentTypes options.ifNotFound options.onlyThisFile options.returnWithoutDocuments options.timeout';

/** Parameters of each operation; inside collections as `collection.parameter`. */
const OPERATIONS: Record<string, Record<string, string>> = {
	account: { get: 'simplify' },
	contact: { createOrGet: 'email lastName firstName portalPassword', getMany: 'returnAll limit' },
	document: { download: FILES, getMany: FILES },
	invoice: {
		getMany:
			'reference splitBy downloadFiles simplify options.ifNotFound options.onlyThisFile options.returnWithoutInvoices options.timeout',
	},
	notice: {
		cancel:
			'effectNotice toolNotice reference downloadFiles options.ifAlreadyPublished options.timeout',
		checkText: 'textFormat text',
		getStatus: 'reference options.ifNotFound options.timeout',
		getStatusChanges:
			'reference previousStatus previousReason options.ifNotFound options.firstSight options.timeout',
		order: `effectNotice toolNotice ${ORDERED} options.includePreview`,
		quote: `toolNotice ${QUOTED} options.previewFileReference options.includePreview`,
		replace: `effectNotice toolNotice reference ${ORDERED} options.oldNoticeAlreadyCancelled`,
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
const DEFAULT_OPERATIONS = `account.get contact.getMany document.download invoice.getMany notice.quote
	publication.getDates referenceData.getCategories`;

/** Values of the parameters with a fixed list; the first is the default, if there is one. */
const VALUES: Record<string, string> = {
	'legalNotice.resource': 'notice account contact document invoice publication referenceData',
	'legalNotice.textFormat': 'plainText html',
	'legalNotice.header.layout':
		'carton_texte_sans_image carton_image_sans_texte carton_image_texte_droite carton_image_texte_bas',
	'legalNotice.billingMode': 'accountDefault prescripteur annonceur',
	'legalNotice.options.ifDateMoves': 'accept fail',
	'legalNotice.options.ifTextChanges': 'automatic fail warn',
	'legalNotice.options.ifTextLooksUnfinished': 'fail warn',
	'legalNotice.options.ifAlreadyOrdered': 'automatic returnExisting fail',
	'legalNotice.options.ifNotFound': 'returnItem fail',
	'legalNotice.options.firstSight': 'current none publishedOrSuspended',
	'legalNotice.documentTypes': 'attestation justificatif facture avoir',
	'legalNotice.splitBy': 'invoice line notice',
	'legalNotice.styleType': ' paragraphe filet entete caractere',
	'legalNoticeTrigger.events':
		'statusChanged published suspended toBePublished reasonChanged newDocument newInvoice notFound',
	'legalNoticeTrigger.firstSight': 'none current publishedOrSuspended',
};

const all = publishedNodes.flatMap(parametersOf);
const named = (path: string) =>
	all.filter((one) => one.path === path).map(({ property }) => property);
const words = (text: string) => text.split(/\s+/).sort();

test('the package publishes its nodes and its credential under their names, and no other', () => {
	const nodes = publishedNodes.map(({ node }) => node.description);
	expect(nodes.map(({ name, version }) => [name, version])).toEqual([
		['legalNotice', 1],
		['legalNoticeTrigger', 1],
	]);
	for (const { credentials } of nodes)
		expect(credentials).toMatchObject([{ name: 'legalNoticeApi' }]);
	const fields = ['environment', 'baseUrl', 'publicKey', 'secretKey', 'requestsPerMinute'];
	expect(new LegalNoticeApi().properties.map(({ name }) => name)).toEqual(fields);
	expect(publishedFiles).toEqual([
		...filesUnder('credentials', '.credentials.ts'),
		...filesUnder('nodes', '.node.ts'),
	]);
});

describe.each(Object.entries(OPERATIONS))('%s', (resource, operations) => {
	test('the resource has the operations of the table, and a default that only reads', () => {
		const dropdowns = named('legalNotice.operation').filter(({ displayOptions }) =>
			displayOptions?.show?.resource?.includes(resource),
		);
		const defaults = dropdowns.map((one) => `${resource}.${String(one.default)}`);
		expect(defaults).toEqual(words(DEFAULT_OPERATIONS).filter((one) => one.startsWith(resource)));
		expect(EFFECTS.filter((one) => defaults.includes(one))).toEqual([]);
		const values = dropdowns.flatMap(choicesOf).map(({ value }) => value);
		expect(values.sort()).toEqual(Object.keys(operations).sort());
	});

	test.each(Object.entries(operations))(
		'%s has the parameters of the table',
		(name, parameters) => {
			const { properties } = offered.find((one) => one.name === `${resource}.${name}`)!;
			const names = properties.flatMap(({ name: own, type, options = [] }) =>
				type === 'collection' ? options.map((option) => `${own}.${option.name}`) : [own],
			);
			expect([...new Set(names)].sort()).toEqual(words(parameters).filter(Boolean));
			const { effect } = findOperation(resource, name)!;
			expect(effect !== undefined).toBe(EFFECTS.includes(`${resource}.${name}`));
		},
	);
});

test.each(Object.entries(VALUES))('%s has the values of the table', (path, values) => {
	expect(named(path).length).toBeGreaterThan(0);
	for (const one of named(path)) {
		const offered = choicesOf(one).map(({ value }) => String(value));
		expect(offered.sort()).toEqual(words(values));
		expect([values.split(' ')[0], '']).toContain(String(one.default));
	}
});

test('an order may have no number, a replacement always has one', () => {
	const offered = named('legalNotice.orderNumberMode').map((one) =>
		choicesOf(one).map(({ value }) => value),
	);
	expect(offered).toContainEqual(['automatic', 'custom', 'none']);
	expect(offered).toContainEqual(['automatic', 'custom']);
	expect(offered).toHaveLength(2);
});

test.each([
	['simplify', true],
	['downloadFiles', false],
])('%s keeps its default', (name, value) => {
	expect([...new Set(named(`legalNotice.${name}`).map((one) => one.default))]).toEqual([value]);
});

test('the trigger has its parameters', () => {
	const paths = all.map(({ path }) => path.split('legalNoticeTrigger.')[1] ?? '').filter(Boolean);
	expect(paths.sort()).toEqual(
		words(
			`events firstSight options options.documentTypes
			options.stopWatching references`,
		),
	);
});
