/** Random work: which operation, on what, with which options, how n8n is set, and how the run ends. */
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId, type NodeSettings } from '../engine/engine.mts';
import type { Model, Notice } from './model.mts';

/** The highest price that 'Maximum Total' lets through, in euros: no notice here is as cheap as the low one. */
export const MAXIMUM = {
	low: 20,
	high: 100_000,
	odd: 'beaucoup',
	lost: '={{ $json.nothing }}',
} as const;

export const OPERATIONS = [
	...([
		'order',
		'order',
		'order',
		'order',
		'order',
		'cancel',
		'cancel',
		'cancel',
		'replace',
		'replace',
		'replace',
	] as const),
	...(['quote', 'getStatus', 'getStatusChanges', 'documents', 'download', 'invoices'] as const),
	...(['contact', 'contact', 'lists', 'checkText'] as const),
] as const;
export type Operation = (typeof OPERATIONS)[number];

const BAD = [
	...(['noText', 'emoji', 'noFile', 'badDate', 'lostDate', 'noName'] as const),
	// It matters only where numbers are the person's own.
	...(['longNumber', 'longNumber', 'longNumber'] as const),
	...(['lostText', 'noPublication', 'oddPublication', 'lostName'] as const),
] as const;
export type Bad = (typeof BAD)[number];

/** One item, before the references in it are known. */
export interface ItemDraw {
	readonly file: number;
	readonly text: number;
	readonly number: number;
	readonly publication: number;
	/** Days from today, or none. */
	readonly date: number | undefined;
	/** One of the notices that there are, and by which of its names. */
	readonly which: number;
	readonly by: 'reference' | 'number' | 'unknown' | 'otherCase' | 'blanks' | 'two' | 'odd';
	readonly previous: 'none' | 'a-paraitre' | 'parue' | 'suspendue';
	readonly bad: Bad | undefined;
}

export interface Work {
	readonly operation: Operation;
	readonly items: readonly ItemDraw[];
	readonly mode: 'automatic' | 'custom' | 'none';
	readonly ifAlreadyOrdered: 'returnExisting' | 'fail' | undefined;
	readonly maximumTotal: keyof typeof MAXIMUM | undefined;
	readonly billing: 'prescripteur' | 'annonceur' | 'accountDefault';
	readonly isHtml: boolean;
	readonly hasHeader: boolean;
	/** Proofs on paper and as a file, and a contact. */
	readonly hasProofs: boolean;
	/** Of a contact, for the portal. */
	readonly hasPassword: boolean;
	readonly ifDateMoves: 'accept' | 'fail' | undefined;
	readonly ifTextChanges: 'warn' | 'fail' | undefined;
	readonly ifNotFound: 'returnItem' | 'fail' | undefined;
	readonly includePreview: boolean;
	readonly alreadyCancelled: boolean;
	readonly downloadFiles: boolean;
	readonly splitBy: 'invoice' | 'line' | 'notice';
	readonly timeout: number | undefined;
	readonly onError: NodeSettings['onError'];
	readonly tries: number;
	/** In this process of n8n, or in another one that has the same key. */
	readonly elsewhere: boolean;
	readonly end: { how: 'stop' | 'kill'; atCall: number; delayMs: number } | undefined;
	/** What a person does when it has not ended well. */
	readonly again: 'nothing' | 'retry' | 'rerun' | 'asAdvised';
}

const sometimes = <Value,>(...values: readonly Value[]) =>
	fc.oneof(
		{ withCrossShrink: true },
		{ weight: 3, arbitrary: fc.constant(undefined) },
		{ weight: 1, arbitrary: fc.constantFrom(...values) },
	);

const item: fc.Arbitrary<ItemDraw> = fc.record({
	file: fc.nat({ max: 2 }),
	text: fc.nat({ max: 6 }),
	number: fc.nat({ max: 3 }),
	publication: fc.constantFrom(1, 2, 3),
	date: fc.oneof(
		{ withCrossShrink: true },
		{ weight: 3, arbitrary: fc.constant(undefined) },
		{ weight: 2, arbitrary: fc.constantFrom(-3, 0, 1, 4) },
	),
	which: fc.nat({ max: 5 }),
	by: fc.constantFrom<ItemDraw['by']>(
		...(['reference', 'reference', 'number', 'number', 'unknown', 'otherCase', 'blanks'] as const),
		...(['reference', 'two', 'odd'] as const),
	),
	previous: fc.constantFrom('none', 'a-paraitre', 'parue', 'suspendue'),
	bad: fc.oneof(
		{ withCrossShrink: true },
		{ weight: 9, arbitrary: fc.constant(undefined) },
		{ weight: 1, arbitrary: fc.constantFrom(...BAD) },
	),
});

/** Operations that ask for many notices in one call. */
export const READS: readonly string[] = [
	...['getStatus', 'getStatusChanges', 'documents', 'download', 'invoices'],
];

/** Operations on notices that bind. */
export const EFFECTS: readonly string[] = ['order', 'cancel', 'replace'];

const drawn: fc.Arbitrary<Work & { more: ItemDraw[]; isPlain: boolean }> = fc.record({
	operation: fc.constantFrom(...OPERATIONS),
	items: fc.oneof(
		{ withCrossShrink: true },
		{ weight: 30, arbitrary: fc.array(item, { minLength: 1, maxLength: 3 }) },
		{ weight: 3, arbitrary: fc.array(item, { minLength: 4, maxLength: 12 }) },
		{ weight: 1, arbitrary: fc.array(item, { minLength: 12, maxLength: 40, size: 'max' }) },
	),
	mode: fc.constantFrom('automatic', 'custom', 'none'),
	ifAlreadyOrdered: sometimes('returnExisting', 'fail'),
	maximumTotal: sometimes('low', 'high', 'high', 'odd', 'lost'),
	billing: fc.constantFrom('prescripteur', 'prescripteur', 'annonceur', 'accountDefault'),
	isHtml: sometimes(true).map(Boolean),
	hasHeader: sometimes(true).map(Boolean),
	hasProofs: sometimes(true).map(Boolean),
	hasPassword: fc.boolean(),
	ifDateMoves: sometimes('accept', 'fail', 'fail'),
	ifTextChanges: sometimes('warn', 'fail'),
	ifNotFound: sometimes('returnItem', 'fail'),
	includePreview: sometimes(true).map(Boolean),
	alreadyCancelled: sometimes(true).map(Boolean),
	downloadFiles: sometimes(true).map(Boolean),
	splitBy: fc.constantFrom('invoice', 'line', 'notice'),
	timeout: sometimes(5, 60),
	// What n8n does unless somebody sets it otherwise, and where Retry On Fail matters most.
	onError: fc.constantFrom<Work['onError']>(
		...(['stopWorkflow', 'stopWorkflow'] as const),
		...(['continueRegularOutput', 'continueErrorOutput'] as const),
	),
	tries: fc.constantFrom(1, 1, 2, 3),
	elsewhere: sometimes(true).map(Boolean),
	end: fc.oneof(
		{ withCrossShrink: true },
		{ weight: 6, arbitrary: fc.constant(undefined) },
		{
			weight: 1,
			arbitrary: fc.record({
				how: fc.constantFrom('stop', 'kill'),
				atCall: fc.constantFrom(1, 1, 1, 2, 2, 3, 4, 5, 6, 8),
				delayMs: fc.constantFrom(0, 30, 600, 2_500),
			}),
		},
	),
	again: fc.constantFrom('nothing', 'retry', 'rerun', 'asAdvised'),
	/** One call for many costs little, and what is odd about lists shows with many. */
	more: fc.array(item, { maxLength: 6 }),
	isPlain: fc.boolean(),
});

/** What comes after a cancellation is seen only where nothing stops it before: nothing that is given speaks against it. */
export function plain(one: Work): Work {
	const items = one.items.map((each) => ({
		...each,
		...{ bad: undefined, date: undefined },
		by: each.by === 'number' ? each.by : ('reference' as const),
	}));
	const unguarded = { maximumTotal: undefined, ifDateMoves: undefined, ifTextChanges: undefined };
	const ordered = { mode: 'automatic', billing: 'prescripteur', hasProofs: false } as const;
	return { ...one, ...unguarded, ...ordered, items, alreadyCancelled: false };
}

export const work: fc.Arbitrary<Work> = drawn.map(({ more, isPlain, ...one }) => {
	if (READS.includes(one.operation)) return { ...one, items: [...one.items, ...more] };
	const cancels = one.operation === 'replace' || one.operation === 'cancel';
	return cancels && isPlain ? plain(one) : one;
});

const TEXTS = [
	'Avis de constitution. Société Élan, capital 1 000 €.',
	'Par acte du 3 mai, il a été constitué\n\nune SARL « Bœuf & Fils » <Lyon>.',
	"L'assemblée a décidé\u202F: transfert du siège à Saint-Étienne.",
	'Dissolution anticipée — liquidateur M. Ünal, 5 rue de l’Église.',
];

/** What an item asks for, once the references are known. */
export interface Want {
	readonly json: IDataObject;
	readonly bad: Bad | undefined;
	/** The notice that is named, as things stood when the run began. */
	readonly named: Notice | undefined;
	readonly name: string;
}

const NAMELESS = ['order', 'quote', 'contact', 'lists', 'checkText'];

/** Behind a reference each makes another name, of no notice: in an address some of them would mean nothing. */
const ODD = ['#bis', '/', '?x=1', '/..', '%20', '\\'];

function nameOf(draw: ItemDraw, notice: Notice | undefined): string {
	if (!notice || draw.by === 'unknown') return `INCONNUE-${draw.which}`;
	const { reference, number = reference } = notice;
	if (draw.by === 'reference') return reference;
	if (draw.by === 'two') return `${reference}, ${number}9`;
	if (draw.by === 'blanks') return ` ${reference}\n`;
	if (draw.by === 'odd') return `${reference}${ODD[draw.text % ODD.length] ?? ''}`;
	if (draw.by === 'number') return number;
	return number === number.toLowerCase() ? number.toUpperCase() : number.toLowerCase();
}

function noticeOf({ which }: ItemDraw, { notices }: Model): Notice | undefined {
	return notices[which % Math.max(1, notices.length)];
}

/** In other letters a name may be that of another notice. */
function exactly({ notices }: Model, name: string, notice: Notice | undefined): Notice | undefined {
	const isOf = (one: Notice | undefined) => one?.reference === name || one?.number === name;
	return isOf(notice) ? notice : notices.find(isOf);
}

/** One of them has digits only. */
const NUMBERS = ['N-0', 'N-1', '2026002', 'N-3'];

function numberOf({ number, bad }: ItemDraw): string | undefined {
	return bad === 'longNumber' ? 'N'.repeat(60) : NUMBERS[number];
}

const LOST = { lostDate: ['date'], lostText: ['text', 'html'], lostName: ['reference'] };

export const escaped = (text: string): string =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function textOf({ text, bad }: ItemDraw): string {
	if (bad === 'noText') return ' ';
	return `${TEXTS[text % TEXTS.length]} Numéro ${text}.${bad === 'emoji' ? ' 🏠' : ''}`;
}

/** What classes there are the lists of reference data say, which may fail. */
const classOf = ({ text }: ItemDraw): string => ['', ' class="fs-titre"', ''][text % 3] ?? '';

function publicationOf({ publication, bad }: ItemDraw): number | string {
	if (bad === 'noPublication') return '';
	return bad === 'oddPublication' ? 'douze' : publication;
}

export function wantOf(
	draw: ItemDraw,
	{ operation, mode }: Work,
	model: Model,
	today: number,
): Want {
	const notice = noticeOf(draw, model);
	const isBad = (what: Bad) => draw.bad === what;
	const isNameless = NAMELESS.includes(operation) || isBad('noName') || isBad('lostName');
	const name = isNameless ? '' : nameOf(draw, notice);
	const { date: days } = draw;
	const day =
		days === undefined ? '' : new Date(today + days * 86_400_000).toISOString().slice(0, 10);
	const text = textOf(draw);
	const json: IDataObject = {
		file: isBad('noFile') ? '' : `DOSSIER-${draw.file}`,
		text,
		html: `<p${classOf(draw)}>${escaped(text).replaceAll('\n\n', '</p><p>')}</p>`,
		number: numberOf(draw),
		publication: publicationOf(draw),
		date: isBad('badDate') ? 'jeudi prochain' : day,
		reference: name,
		email: draw.number === 0 ? '' : `personne${draw.number}@cabinet.example`,
		nom: `Nom${draw.file}`,
		prenom: draw.text === 0 ? '' : 'Camille',
		previous: draw.previous === 'none' ? '' : draw.previous,
	};
	for (const [bad, fields] of Object.entries(LOST)) {
		if (isBad(bad as Bad)) for (const field of fields) delete json[field];
	}
	const isNamed = name !== '' && !['unknown', 'two', 'odd'].includes(draw.by);
	const named = isNamed ? (exactly(model, name, notice) ?? notice) : undefined;
	const isOwnNumber = draw.bad !== 'longNumber' || mode === 'custom';
	const isOfName = draw.bad === 'noName' || draw.bad === 'lostName';
	const bad = isOwnNumber && !isOfName ? draw.bad : undefined;
	return { json, bad, named, name: name.trim() };
}

const NOTICE = {
	department: byId('75'),
	publication: byId('={{ $json.publication }}'),
	category: byId('AUTRE'),
	publicationDate: byId('={{ $json.date }}'),
	fileReference: '={{ $json.file }}',
};

export const ADVERTISER = {
	name: 'Société Élan',
	address: '1 rue Haute',
	postcode: '69001',
	city: 'Lyon',
};
export const HEADER = 'Cabinet Exemple';
export const CONTACT = 12;

/** It stands nowhere as one text, so that what is stored of it was written by the node. */
export const PASSWORD = 'Portail-7&"Élan"';
const PASSWORD_FIELD = `={{ 'Portail-7&' + '"Élan"' }}`;

function textOfNotice({ isHtml }: Pick<Work, 'isHtml'>): object {
	return {
		textFormat: isHtml ? 'html' : 'plainText',
		text: isHtml ? '={{ $json.html }}' : '={{ $json.text }}',
	};
}

function orderedNotice({ billing, isHtml, hasHeader }: Work): object {
	// It has the format of the text.
	const header = isHtml ? `<p>${HEADER}</p>` : HEADER;
	return {
		...NOTICE,
		billingMode: billing,
		advertiser: { ...ADVERTISER, country: 'France' },
		...textOfNotice({ isHtml }),
		...(hasHeader && { header: { layout: 'carton_texte_sans_image', text: header } }),
	};
}

function given<Value>(name: string, value: Value | undefined): Record<string, Value> {
	return value === undefined ? {} : { [name]: value };
}

function noticeOptions(one: Work): Record<string, unknown> {
	const { ifDateMoves, ifTextChanges, ifAlreadyOrdered, maximumTotal, includePreview } = one;
	const ofQuote = {
		...given('ifDateMoves', ifDateMoves),
		...given('ifTextChanges', ifTextChanges),
	};
	if (one.operation === 'quote') return { ...ofQuote, ...given('includePreview', includePreview) };
	return {
		...ofQuote,
		...given('ifAlreadyOrdered', ifAlreadyOrdered),
		...given('maximumTotal', maximumTotal && MAXIMUM[maximumTotal]),
		...(one.hasProofs && { paperProofs: 2, digitalProof: true, contact: byId(CONTACT) }),
		...(one.operation === 'order' && includePreview && { includePreview }),
		...(one.operation === 'replace' && one.alreadyCancelled && { oldNoticeAlreadyCancelled: true }),
	};
}

const REFERENCE = { reference: '={{ $json.reference }}' };

/** What items have in common is written out, mostly: expressions are most of what n8n's share costs. */
function written(value: unknown, common: IDataObject): unknown {
	const name =
		typeof value === 'string' ? /^=\{\{ \$json\.(\w+) \}\}$/.exec(value)?.[1] : undefined;
	// A required field that is empty as it is written is not even started by n8n.
	if (name !== undefined) return String(common[name] ?? '').trim() === '' ? value : common[name];
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, written(one, common)]));
}

/** @param wants what all of them ask for may stand in the parameters themselves */
export function parametersFor(one: Work, wants: readonly Want[]): INodeParameters {
	const parameters = parametersOf(one);
	if (one.items[0]?.file === 2 && one.items[0].publication === 3) return parameters;
	const [first, ...others] = wants.map(({ json }) => json);
	const common = Object.entries(first ?? {}).filter(([name, value]) =>
		others.every((json) => json[name] === value),
	);
	return written(parameters, Object.fromEntries(common)) as INodeParameters;
}

function parametersOf(one: Work): INodeParameters {
	const timeout = given('timeout', one.timeout);
	const lookup = { ...timeout, ...given('ifNotFound', one.ifNotFound) };
	const orderNumber = isOfTheMoment(one) ? NUMBER_OF_THE_MOMENT : '={{ $json.number }}';
	const number = { orderNumberMode: modeOf(one), orderNumber };
	const notice = (options: object) => ({
		...orderedNotice(one),
		options: { ...noticeOptions(one), ...options },
	});
	const all: Record<Operation, () => object> = {
		order: () => ({ resource: 'notice', ...notice(timeout), ...number }),
		replace: () => ({ resource: 'notice', ...REFERENCE, ...notice(timeout), ...number }),
		quote: () => ({ resource: 'notice', ...notice(timeout) }),
		cancel: () => ({
			...{ resource: 'notice', ...REFERENCE, downloadFiles: one.downloadFiles, options: timeout },
		}),
		getStatus: () => ({ resource: 'notice', ...REFERENCE, options: lookup }),
		getStatusChanges: () => ({
			...{ resource: 'notice', ...REFERENCE, options: lookup },
			...{ previousStatus: '={{ $json.previous }}' },
		}),
		documents: () => ({
			...{ resource: 'document', operation: 'getMany', ...REFERENCE, documentTypes: [] },
			options: lookup,
		}),
		download: () => ({ resource: 'document', ...REFERENCE, documentTypes: [], options: lookup }),
		invoices: () => ({
			...{ resource: 'invoice', operation: 'getMany', ...REFERENCE, options: lookup },
			...{ splitBy: one.splitBy, downloadFiles: one.downloadFiles, simplify: false },
		}),
		lists: () => listOf(one),
		checkText: () => ({ resource: 'notice', ...textOfNotice(one) }),
		contact: () => ({
			...{ resource: 'contact', operation: 'createOrGet' },
			...{ email: '={{ $json.email }}', lastName: '={{ $json.nom }}' },
			...{ firstName: '={{ $json.prenom }}' },
			...(one.hasPassword && { portalPassword: PASSWORD_FIELD }),
		}),
	};
	return { operation: one.operation, ...all[one.operation]() } as INodeParameters;
}

/** Lists of the account and of the newspapers, which need nothing and change nothing. */
const LISTS = [
	['account', 'get'],
	['contact', 'getMany'],
	['publication', 'getMany'],
	['publication', 'getDates'],
	['referenceData', 'getCategories'],
	['referenceData', 'getCountries'],
	['referenceData', 'getDepartments'],
	['referenceData', 'getForfaits'],
	['referenceData', 'getStyleSheets'],
] as const;

/** Resource and operation of the list that is asked for. */
export function listIn({ items }: Work): (typeof LISTS)[number] {
	const { text = 0, which = 0 } = items[0] ?? {};
	return LISTS[(text + which) % LISTS.length] ?? LISTS[0];
}

function listOf(work: Work): object {
	const [resource, operation] = listIn(work);
	const place = { department: byId('75'), publication: byId(1), quantity: 2 };
	return { resource, operation, returnAll: true, ...place, options: {} };
}

/** A replacement always has a number. */
export function modeOf({ operation, mode }: Work): Work['mode'] {
	return operation === 'replace' && mode === 'none' ? 'automatic' : mode;
}

const NUMBER_OF_THE_MOMENT = "={{ $json.number + '-' + $now.toMillis() }}";

/** Whether the order number is made of the time, so that each try of an execution would have another. */
export function isOfTheMoment({ operation, mode, tries, items }: Work): boolean {
	const [first, ...others] = items;
	const isOrder = operation === 'order' || operation === 'replace';
	const isPlain = first?.text === 3 && first.bad === undefined && others.length === 0;
	return isOrder && mode === 'custom' && tries > 1 && isPlain;
}

export function settingsOf({ onError, tries }: Work): NodeSettings {
	return {
		...(onError && { onError }),
		...(tries > 1 && { retryOnFail: true, maxTries: tries, waitBetweenTries: 1000 }),
	};
}

export function workInWords(one: Work): string {
	const set = [
		one.items.length > 1 && `${one.items.length} items`,
		['order', 'replace'].includes(one.operation) && `numbers ${modeOf(one)}`,
		isOfTheMoment(one) && 'made of the time',
		...Object.entries(noticeOptions(one)).map(([name, value]) => `${name} ${String(value)}`),
		one.ifNotFound && `ifNotFound ${one.ifNotFound}`,
		one.timeout && `timeout ${one.timeout} s`,
		one.onError !== 'stopWorkflow' && `On Error ${one.onError}`,
		one.tries > 1 && `Retry On Fail with ${one.tries} tries`,
		one.billing !== 'prescripteur' && `billing ${one.billing}`,
		one.isHtml && 'text as HTML',
		one.hasHeader && 'a header',
		one.operation === 'contact' && one.hasPassword && 'a portal password',
		one.elsewhere && 'in another process with the same key',
		one.end && `${one.end.how} at its call ${one.end.atCall} and ${one.end.delayMs} ms`,
	];
	return `${one.operation} (${set.filter(Boolean).join(', ') || 'as it comes'})`;
}
