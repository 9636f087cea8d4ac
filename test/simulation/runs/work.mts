/** What a drawn run looks like in n8n: its items, its parameters, and a sentence for the story. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Notice } from '../../../sandbox/store.mts';
import { byId, type NodeSettings } from '../../engine/engine.mts';
import { dayOf } from '../clock.mts';
import type { SimulatedService } from '../service.mts';
import { orders, type Bad, type ItemDraw, type Operation, type Work } from './draw.mts';

/** Euros including tax: every notice costs more than the one and less than the other. */
export const MAXIMUM = { low: 1, high: 100_000 } as const;

/** What an item asks for, once the references are known. */
export interface Want {
	readonly key: number;
	readonly bad: Bad | undefined;
	readonly json: IDataObject;
	/** As it is typed into the node, without blanks around it; empty where the operation names none. */
	readonly name: string;
	/** The notice that is named, and what it was like when the run began. */
	readonly named: Notice | undefined;
	readonly stood: boolean;
	readonly statut: string;
	/** The day that is asked for, or empty. */
	readonly date: string;
	/** The last day on which it may appear where *Publish By* is set: the one that is asked for, or a later one. */
	readonly lastDay: string;
	/** How the guard stands in its cell, where it has one. */
	readonly cell: ItemDraw['cell'];
	/** What a person's table says of the notice. */
	readonly row: Row;
}

/** What a table of a person's own says of a notice; empty where it says nothing. */
export interface Row {
	readonly status: string;
	readonly reason: string;
}

/** What an item needs to know of the service and of the runs before it. */
export interface Known {
	/** The notices that another program ordered before the history. */
	readonly others: readonly Notice[];
	readonly service: SimulatedService;
	/** Fingerprints of the last quotes, by the places of their items. */
	readonly prints: readonly string[];
}

const NAMELESS: readonly Operation[] = ['order', 'quote', 'contact', 'dates'];
const DEPARTMENTS = { 12: '75', 13: '75', 21: '69' } as const;
/** Behind a reference each makes the name of no notice: in an address some of them would mean nothing. */
const ODD = ['#bis', '/', '?x=1', '/..', '%20'];

/** Only this notice has these words. */
export const wordsOf = (key: number): string => `Avis de constitution k${key}e`;
export const numberOf = (key: number): string => `N-${key}`;
const emailOf = (key: number): string => `personne${key}@cabinet.example`;
export const lastNameOf = (key: number): string => `Nom${key}`;
/** Of every contact, for the portal. */
export const PASSWORD = 'Acces+au+portail';
/** The key in the text of a call or of a notice. */
export function keyIn(text: string): number | undefined {
	const found = /constitution k(\d+)e/.exec(text)?.[1];
	return found === undefined ? undefined : Number(found);
}

function textOf({ key, bad }: ItemDraw): string {
	if (bad === 'noText') return ' ';
	if (bad === 'template') return `${wordsOf(key)}, gérant {{nom_du_gerant}}.`;
	return `${wordsOf(key)}. Capital : 1 000 €, siège à Lyon.${bad === 'emoji' ? ' 🏠' : ''}`;
}

function nameOf({ by, key }: ItemDraw, notice: Notice | undefined): string {
	if (!notice || by === 'unknown') return `INCONNUE-${key}`;
	const { reference, numero_commande: number } = notice;
	if (by === 'blanks') return ` ${reference} `;
	if (by === 'odd') return `${reference}${ODD[key % ODD.length]}`;
	return by === 'number' ? (number ?? reference) : reference;
}

/** The notice that an item means. */
function noticeOf(draw: ItemDraw, { others, service }: Known): Notice | undefined {
	if (draw.corrects === undefined) return others[draw.which % Math.max(1, others.length)];
	return noticesOf(service, draw.corrects).find(({ cancelled }) => !cancelled);
}

/** The status by which a node says that it does not find a notice. */
export const NOT_FOUND = 'introuvable';

function rowOf({ row }: ItemDraw, notice: Notice | undefined): Row {
	const isShown = notice !== undefined && !notice.cancelled;
	const { statut: status, motif: reason } = isShown ? notice : { statut: NOT_FOUND, motif: '' };
	if (row === 'first') return { status: '', reason: '' };
	if (row === 'status') return { status: status === 'parue' ? 'a-paraitre' : 'parue', reason };
	return { status, reason: row === 'reason' && reason !== '' ? `${reason} bis` : reason };
}

/** What the service asks for a text, in euros. */
function totalOf(draw: ItemDraw, { service }: Known): number {
	const { publication } = draw;
	const body = {
		...{ publication, departement: DEPARTMENTS[publication], categorie: 'AUTRE' },
		texte: `<p>${textOf(draw)}</p>`,
	};
	const { tarif } = service.sandbox.call('quote', body) as { tarif: { totaux: IDataObject } };
	return Number(tarif.totaux['montant_ttc']);
}

/** The guard of an item, as it stands in its cell. */
function cellOf(draw: ItemDraw, { guard }: Work, known: Known, at: number): string {
	if (guard === undefined || guard === 'publicationDate' || draw.cell === 'empty') return '';
	if (guard === 'approvedPrint') return known.prints[at] ?? '';
	const less = draw.cell === 'unmet' ? 0.01 : 0;
	return (totalOf(draw, known) - less).toFixed(2).replace('.', ',');
}

/** @param at the place of the item */
export function wantOf(draw: ItemDraw, work: Work, known: Known, at: number): Want {
	const { operation } = work;
	const { key, date, publication } = draw;
	const isNameless = NAMELESS.includes(operation);
	const notice = isNameless ? undefined : noticeOf(draw, known);
	const name = draw.bad === 'noName' || isNameless ? '' : nameOf(draw, notice);
	const isStrange = draw.by === 'unknown' || draw.by === 'odd';
	const named = name === '' || isStrange ? undefined : notice;
	const day = date === undefined ? '' : dayOf(date);
	const lastDay = dayOf(Math.max(date ?? 4, 1));
	const usesNotice = orders({ operation }) || operation === 'quote';
	const isBad = draw.bad === 'noFile' ? orders(work) : usesNotice || draw.bad === 'noName';
	const bad = isBad ? draw.bad : undefined;
	const row = rowOf(draw, named);
	const text = textOf({ ...draw, bad });
	const json: IDataObject = {
		text,
		html: `<p>${text}</p>`,
		file: bad === 'noFile' ? '' : `DOSSIER-${draw.file ?? key}`,
		department: DEPARTMENTS[publication],
		publication: { noPublication: '', oddPublication: 'douze' }[bad as string] ?? publication,
		date: bad === 'badDate' ? 'jeudi prochain' : day,
		number: numberOf(key),
		reference: name,
		email: emailOf(draw.email ?? key),
		lastName: lastNameOf(key),
		lastDay,
		cell: cellOf(draw, work, known, at),
		previousStatus: row.status,
		previousReason: row.reason,
	};
	if (bad === 'lostDate') delete json['date'];
	const { cancelled = true, statut = '' } = named ?? {};
	const facts = { key, bad, json, name: name.trim(), date: day, lastDay };
	return { ...facts, named, stood: !cancelled, statut, cell: draw.cell, row };
}

function optionsOf(one: Work): IDataObject {
	const { ifDateMoves, ifTextChanges, ifAlreadyOrdered, maximumTotal, alreadyCancelled } = one;
	const ofQuote = {
		...(ifDateMoves && { ifDateMoves }),
		...(ifTextChanges && { ifTextChanges }),
		...(one.publishBy && { publishBy: '={{ $json.lastDay }}' }),
	};
	if (one.operation === 'quote') return ofQuote;
	return {
		...ofQuote,
		...(ifAlreadyOrdered && { ifAlreadyOrdered }),
		...(maximumTotal && { maximumTotal: MAXIMUM[maximumTotal] }),
		...(one.operation === 'replace' && alreadyCancelled && { oldNoticeAlreadyCancelled: true }),
	};
}

/** Replace knows no orders without a number. */
export const modeOf = ({ operation, mode }: Work): Work['mode'] =>
	operation === 'replace' && mode === 'none' ? 'automatic' : mode;

/** The number as a person has set it. */
function numberIn(one: Work, written: string): IDataObject {
	const mode = modeOf(one);
	if (mode !== 'ofTime') return { orderNumberMode: mode, orderNumber: written };
	return { orderNumberMode: 'custom', orderNumber: '={{ $json.number }}-{{ $now.toMillis() }}' };
}

/** @param field the value of an item's field, written out or as an expression */
function parametersWith(one: Work, field: (name: string) => never): IDataObject {
	const { guard } = one;
	const isOption = guard !== undefined && guard !== 'publicationDate';
	const notice = (): IDataObject => ({
		department: byId(field('department')),
		publication: byId(field('publication')),
		category: byId('AUTRE'),
		publicationDate: byId(guard === 'publicationDate' ? '={{ $json.date }} ' : field('date')),
		fileReference: field('file'),
		billingMode: one.billing,
		textFormat: one.isHtml ? 'html' : 'plainText',
		text: field(one.isHtml ? 'html' : 'text'),
		...numberIn(one, field('number')),
		options: { ...optionsOf(one), ...(isOption && { [guard]: field('cell') }) },
	});
	const reference = (): IDataObject => ({ reference: field('reference') });
	const all: Record<Operation, () => IDataObject> = {
		order: () => ({ resource: 'notice', ...notice() }),
		quote: () => ({ resource: 'notice', ...notice() }),
		replace: () => ({ resource: 'notice', ...reference(), ...notice() }),
		cancel: () => ({
			...{ resource: 'notice', ...reference() },
			options: one.publishedToo ? { ifAlreadyPublished: 'cancel' } : {},
			downloadFiles: one.downloadFiles ?? false,
		}),
		getStatus: () => ({ resource: 'notice', ...reference(), options: {} }),
		changes: () => ({
			...{ resource: 'notice', operation: 'getStatusChanges', ...reference(), options: {} },
			previousStatus: field('previousStatus'),
			previousReason: field('previousReason'),
		}),
		documents: () => ({
			...{ resource: 'document', operation: 'getMany', ...reference(), documentTypes: [] },
			options: {},
		}),
		download: () => ({ resource: 'document', ...reference(), documentTypes: [], options: {} }),
		invoices: () => ({
			...{ resource: 'invoice', operation: 'getMany', ...reference(), options: {} },
			...{ splitBy: 'invoice', downloadFiles: false, simplify: false },
		}),
		contact: () => ({
			...{ resource: 'contact', operation: 'createOrGet' },
			...{ email: one.mode === 'none' ? '' : field('email'), portalPassword: PASSWORD },
			...{ lastName: field('lastName'), firstName: 'Camille' },
		}),
		dates: () => ({
			...{ resource: 'publication', operation: 'getDates', quantity: 1 },
			...{ department: byId(field('department')), publication: byId(field('publication')) },
		}),
	};
	return { operation: one.operation, ...all[one.operation]() };
}

/** Expressions are most of what n8n's share costs, so that what a single item has is written out. */
export function parametersFor(one: Work, wants: readonly Want[]): INodeParameters {
	const [only, ...others] = wants;
	// The arguments of a tool are those that its model may choose.
	const isWritten = (name: string) =>
		others.length === 0 && (one.asTool || String(only?.json[name] ?? '').trim() !== '');
	const field = (name: string) => (isWritten(name) ? only?.json[name] : `={{ $json.${name} }}`);
	return parametersWith(one, field as never) as INodeParameters;
}

export function settingsOf({ onError, tries }: Work): NodeSettings {
	return {
		onError,
		...(tries > 1 && { retryOnFail: true, maxTries: tries, waitBetweenTries: 100 }),
	};
}

/** Those that the service has of a key. */
export function noticesOf({ notices }: SimulatedService, key: number): Notice[] {
	return notices.filter(({ texte }) => keyIn(texte) === key);
}

export function workInWords(one: Work): string {
	const { onError, tries, elsewhere, end, items } = one;
	const set = [
		orders(one) && `numbers ${modeOf(one)}`,
		one.guard && `${one.guard} from a cell`,
		...Object.entries(optionsOf(one)).map(([name, value]) => `${name} ${String(value)}`),
		onError !== 'stopWorkflow' && `On Error ${onError}`,
		tries > 1 && `Retry On Fail with ${tries} tries`,
		one.asTool && 'as the tool of an agent',
		elsewhere && 'in another process',
		end && `${end.how} ${end.delayMs} ms after its call ${end.atCall}`,
	];
	return `${one.operation} of ${items.length} (${set.filter(Boolean).join(', ')})`;
}
