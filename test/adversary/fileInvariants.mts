/** Documents and invoices as they come out: of the notice that was asked for, with its amounts, with the right file. */
import type { IDataObject } from 'n8n-workflow';
import { reportOf, type Reported } from './claims.mts';
import { identityOf, pdfOf } from './files.mts';
import type { Violation } from './invariants.mts';
import { wasAltered } from './outputInvariants.mts';
import { shareOf, type Notice, type Numbered } from './model.mts';
import type { Played, Run } from './play.mts';
import { isSpelledAlike } from './texts.mts';

interface Told {
	readonly played: Played;
	readonly run: Run;
	readonly one: Reported;
	readonly json: IDataObject;
	readonly wrong: (promise: string, what: string) => void;
}

const PAIRED = 'Every item out is paired with the item it came from.';
const AMOUNTS = 'Prices and dates in an item are those of that notice.';

const centsOf = (value: unknown): number =>
	Math.round(Number(String(value).replace(',', '.')) * 100);

/** The notices of a name, those that are spelled so before those whose names differ by their case only. */
function noticesNamed({ played }: Told, name: string): Notice[] {
	const { notices } = played.world.model;
	const names = ({ reference, number = reference }: Notice) => [reference, number];
	const exactly = notices.filter((notice) => names(notice).includes(name));
	if (exactly.length > 0) return exactly;
	return notices.filter((notice) => names(notice).some((own) => isSpelledAlike(own, name)));
}

/** The notice of each item that it is paired with. */
function noticesOf(told: Told): Array<Notice | undefined> {
	const { run, one } = told;
	return one.items.map((item) => {
		const ofName = noticesNamed(told, run.wants[item]?.name ?? '');
		return ofName.find(({ files }) => files.some((file) => isFile(file, one.json))) ?? ofName[0];
	});
}

const isFile = ({ type, numero }: Numbered, json: IDataObject | undefined): boolean =>
	type === json?.['type'] && numero === json['numero'];

export const isBilling = ({ type }: Pick<Numbered, 'type'>): boolean =>
	type === 'facture' || type === 'avoir';

const FOLDERS = { attestation: 'a', justificatif: 'j', facture: 'f', avoir: 'c' } as const;

export function isFileOf({ type, numero }: Numbered, data: string): boolean {
	const link = new URL(`/${FOLDERS[type]}/${numero ?? 'p'}.pdf`, 'https://service.example');
	return pdfOf(identityOf(link)).equals(Buffer.from(data, 'base64'));
}

export function isNamedMissing(json: IDataObject, numero: string): boolean {
	return JSON.stringify(json['fichiers_manquants'] ?? []).includes(`"${numero}"`);
}

/** The file of an invoice comes with it, with its first line, or with the notice; there it may be named as missing. */
function invoiceFile({ run, one, json, wrong }: Told, bill: Numbered): void {
	const { splitBy, downloadFiles } = run.work;
	const isFurtherLine = splitBy === 'line' && Number(json['numero_ligne'] ?? 1) > 1;
	if (!downloadFiles || isFurtherLine) return;
	const isWhole = splitBy === 'notice';
	const { numero = '', type } = bill;
	const file = one.output?.binary?.[isWhole ? `${type}_${numero}` : 'data'];
	if (file ? isFileOf(bill, file.data) : isWhole && isNamedMissing(json, numero)) return;
	wrong('A file is the one of its document.', `${numero} of ${String(json['demande'])}`);
}

function document(told: Told): void {
	const { run, json, wrong, played } = told;
	const [notice] = noticesOf(told);
	const shown = `${String(json['type'])} ${String(json['numero'])} for ${String(json['demande'])}`;
	const isOwn = notice?.files.some((file) => isFile(file, json)) === true;
	if (!isOwn) return wrong(PAIRED, shown);
	if (run.work.operation !== 'download') return;
	const bytes = Buffer.from(told.one.output?.binary?.['data']?.data ?? '', 'base64');
	const link = new URL(String(json['url']), 'https://service.example');
	if (!pdfOf(identityOf(link)).equals(bytes)) wrong('A file is the one of its document.', shown);
	if (played.world.readings.pdf === 'page') wrong('A file is verified to be a PDF.', shown);
}

function invoice(told: Told): void {
	const { run, json, wrong } = told;
	const notices = noticesOf(told);
	const shown = `${String(json['numero'])} for ${told.one.items.join()}`;
	const bills = (notice: Notice | undefined) => notice?.files.find((file) => isFile(file, json));
	const file = bills(notices.find((notice) => bills(notice)));
	if (!file || !notices.every(bills)) return wrong(PAIRED, shown);
	// With another date it is another invoice.
	const isGathered = run.work.splitBy === 'invoice' && !wasAltered(told, ['date']);
	const left = isGathered ? itemsLeftOut(told, file) : [];
	if (left.length > 0) wrong(PAIRED, `${shown} without item ${left.join()}`);
	invoiceFile(told, file);
	const names = new Set(told.one.items.map((item) => run.wants[item]?.name));
	const { references_demandees: asked } = json;
	const areNamed =
		Array.isArray(asked) && [...names].every((name) => asked.map(String).includes(name ?? ''));
	if (!areNamed) wrong(PAIRED, `${shown}: references_demandees ${String(asked)}`);
	const stated = centsOf(json['montant_ttc']);
	if (stated !== file.cents) wrong(AMOUNTS, `${shown}: ${stated} for ${file.cents}`);
	if (run.work.splitBy !== 'line') return;
	const line = file.references.find((reference) => json['reference'] === reference);
	if (line === undefined || centsOf(json['ligne_ttc']) === shareOf(file, line)) return;
	wrong(AMOUNTS, `line ${line} of ${shown}: ${String(json['ligne_ttc'])}`);
}

/** Items that name a notice of the invoice, were answered, and are not paired with it. */
function itemsLeftOut({ run, one, played }: Told, { references, numero = '' }: Numbered): number[] {
	const isOld = (played.world.model.fileTimes.get(numero) ?? Infinity) < run.startedAt;
	const hasNone = reportOf(run).filter(
		({ failure, json }) => failure !== undefined || json?.['introuvable'] === true,
	);
	return run.wants.flatMap(({ named, name }, item) => {
		if (!named || named.cancelledAt !== undefined) return [];
		const isOfInvoice = isOld && references.includes(named.reference);
		const isExact = name === named.reference || name === named.number;
		const isAnswered = !hasNone.some(({ items }) => items.includes(item));
		return isOfInvoice && isExact && isAnswered && !one.items.includes(item) ? [item] : [];
	});
}

function invoiceTotals(told: Told): void {
	const { json, wrong, run, played } = told;
	const { reference } = json;
	const ofName = noticesNamed(told, run.wants[told.one.items[0] ?? -1]?.name ?? '');
	const notice = ofName.find((one) => one.reference === String(reference)) ?? ofName[0];
	const total = centsOf(json['total_ttc']);
	const late = played.world.model.effects.some(
		({ kind, at }) => kind !== 'contact' && at >= run.startedAt && at <= run.endedAt,
	);
	if (!notice || late || json['facturee'] !== true) return;
	const { fileTimes } = played.world.model;
	const all = notice.files.filter(({ type, numero = '' }) => {
		return isBilling({ type }) && (fileTimes.get(numero) ?? 0) <= run.endedAt;
	});
	for (const file of all) invoiceFile(told, file);
	const right = all.reduce((sum, file) => sum + shareOf(file, notice.reference), 0);
	if (total !== right) wrong(AMOUNTS, `invoices of ${notice.reference}: ${total} for ${right}`);
}

function judge(told: Told): void {
	const { json, run } = told;
	if (json['introuvable'] === true) return;
	if (run.work.operation !== 'invoices') return document(told);
	return run.work.splitBy === 'notice' ? invoiceTotals(told) : invoice(told);
}

/** An invoice that several of the notices list comes once. */
function onceEach({ work }: Run, outputs: readonly Reported[], wrong: Told['wrong']): void {
	if (work.operation !== 'invoices' || work.splitBy !== 'invoice') return;
	// An invoice of another date is another invoice.
	const names = outputs.flatMap(({ json }) =>
		json?.['numero'] === undefined ? [] : [JSON.stringify([json['numero'], json['date_facture']])],
	);
	const twice = names.find((one, index) => names.indexOf(one) !== index);
	if (twice !== undefined) wrong('An invoice of several notices comes once.', twice);
}

export const fileChecks = [
	(played: Played): Violation[] =>
		played.runs.flatMap((run) => {
			const found: Violation[] = [];
			const wrong = (promise: string, what: string) =>
				void found.push({ promise, what: `${run.id} ${run.work.operation}: ${what}` });
			const isOfFiles = ['documents', 'download', 'invoices'].includes(run.work.operation);
			if (run.fate !== 'ended' || !isOfFiles) return [];
			const outputs = reportOf(run);
			for (const one of outputs) {
				if (one.json) judge({ played, run, one, json: one.json, wrong });
			}
			onceEach(run, outputs, wrong);
			return found;
		}),
];
