/** What a drawn run looks like in n8n: its items, its parameters, and a sentence for the story. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Notice } from '../../../sandbox/store.mts';
import { byId, type NodeSettings } from '../../engine/engine.mts';
import { dayOf } from '../clock.mts';
import type { SimulatedService } from '../service.mts';
import { orders, type Bad, type ItemDraw, type Operation, type Work } from './draw.mts';

/** Euros including tax: every notice costs more than the one and less than the other. */
const MAXIMUM = { low: 1, high: 100_000 } as const;

/** What an item wants, once the references are known. */
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
	/** The day that is wanted, or empty. */
	readonly date: string;
	/** The last day on which it may appear where *Publish By* is set: the one that is wanted, or a later one. */
	readonly lastDay: string;
}

const NAMELESS: readonly Operation[] = ['order', 'quote', 'contact', 'dates'];
const PUBLICATIONS = [12, 13, 21] as const;
const DEPARTMENTS = { 12: '75', 13: '75', 21: '69' } as const;
/** Behind a reference each makes the name of no notice: in an address some of them would mean nothing. */
const ODD = ['#bis', '/', '?x=1', '/..', '%20'];

/** Only this notice has these words. */
const wordsOf = (key: number): string => `Avis de constitution k${key}e`;
export const fileOf = (key: number): string => `DOSSIER-${key}`;
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

/** @param others the notices that another program ordered before the history */
export function wantOf(draw: ItemDraw, work: Work, others: readonly Notice[]): Want {
	const { operation } = work;
	const { key, date, by } = draw;
	const isNameless = NAMELESS.includes(operation);
	const notice = isNameless ? undefined : others[draw.which % Math.max(1, others.length)];
	const name = draw.bad === 'noName' || isNameless ? '' : nameOf(draw, notice);
	const named = name === '' || by === 'unknown' || by === 'odd' ? undefined : notice;
	const usesNotice = orders({ operation }) || operation === 'quote';
	const isBad = { noFile: orders(work), noName: !isNameless }[draw.bad as string] ?? usesNotice;
	const bad = isBad ? draw.bad : undefined;
	const day = date === undefined ? '' : dayOf(date);
	const lastDay = dayOf(Math.max(date ?? 4, 1));
	const text = textOf({ ...draw, bad });
	const publication = PUBLICATIONS[key % PUBLICATIONS.length]!;
	const json: IDataObject = {
		text,
		html: `<p>${text}</p>`,
		file: bad === 'noFile' ? '' : fileOf(key),
		department: DEPARTMENTS[publication],
		publication: { noPublication: '', oddPublication: 'douze' }[bad as string] ?? publication,
		date: bad === 'badDate' ? 'jeudi prochain' : day,
		number: `N-${key}`,
		reference: name,
		email: `personne${key}@cabinet.example`,
		lastName: lastNameOf(key),
		lastDay,
	};
	if (bad === 'lostDate') delete json['date'];
	const { cancelled = true, statut = '' } = named ?? {};
	const facts = { key, bad, json, name: name.trim(), date: day, lastDay };
	return { ...facts, named, stood: !cancelled, statut };
}

/** Those of a run, with what is before them in its table. */
export function wantsOf(work: Work, others: readonly Notice[]): Want[] {
	const filler = Array.from({ length: work.filler }, (_, at): ItemDraw => {
		return { key: 1_000 + at, date: undefined, which: 0, by: 'unknown', bad: undefined };
	});
	return [...filler, ...work.items].map((draw) => wantOf(draw, work, others));
}

function optionsOf(one: Work): IDataObject {
	const { operation, ifDateMoves, ifAlreadyOrdered, maximumTotal } = one;
	const ofQuote = {
		...(ifDateMoves && { ifDateMoves }),
		...(one.publishBy && { publishBy: '={{ $json.lastDay }}' }),
	};
	if (operation === 'quote') return ofQuote;
	return {
		...ofQuote,
		...(ifAlreadyOrdered && { ifAlreadyOrdered }),
		...(maximumTotal && { maximumTotal: MAXIMUM[maximumTotal] }),
		...(operation === 'replace' && one.alreadyCancelled && { oldNoticeAlreadyCancelled: true }),
	};
}

/** Replace knows no orders without a number. */
export const modeOf = ({ operation, mode }: Work): Work['mode'] =>
	operation === 'replace' && mode === 'none' ? 'automatic' : mode;

/** @param field the value of an item's field, written out or as an expression */
function parametersWith(one: Work, field: (name: string) => never): IDataObject {
	const notice = (): IDataObject => ({
		department: byId(field('department')),
		publication: byId(field('publication')),
		category: byId('AUTRE'),
		publicationDate: byId(field('date')),
		fileReference: field('file'),
		billingMode: one.billing,
		textFormat: one.isHtml ? 'html' : 'plainText',
		text: field(one.isHtml ? 'html' : 'text'),
		orderNumberMode: modeOf(one),
		orderNumber: field('number'),
		options: optionsOf(one),
	});
	const reference = (): IDataObject => ({ reference: field('reference') });
	const all: Record<Operation, () => IDataObject> = {
		order: () => ({ resource: 'notice', ...notice() }),
		quote: () => ({ resource: 'notice', ...notice() }),
		replace: () => ({ resource: 'notice', ...reference(), ...notice() }),
		cancel: () => ({
			...{ resource: 'notice', ...reference() },
			options: one.publishedToo ? { ifAlreadyPublished: 'cancel' } : {},
			downloadFiles: one.downloadFiles,
		}),
		getStatus: () => ({ resource: 'notice', ...reference(), options: {} }),
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
	const { onError, tries, elsewhere, end, items, filler } = one;
	const set = [
		filler > 0 && `behind ${filler} unknown names`,
		orders(one) && `numbers ${modeOf(one)}`,
		...Object.entries(optionsOf(one)).map(([name, value]) => `${name} ${String(value)}`),
		onError !== 'stopWorkflow' && `On Error ${onError}`,
		tries > 1 && `Retry On Fail with ${tries} tries`,
		one.asTool && 'as the tool of an agent',
		elsewhere && 'in another process',
		end && `${end.how} ${end.delayMs} ms after its call ${end.atCall}`,
	];
	return `${one.operation} of ${items.length} (${set.filter(Boolean).join(', ')})`;
}
