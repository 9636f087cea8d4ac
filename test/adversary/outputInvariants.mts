/** What may never come out: prices of another notice, a status it never had, fields of the node that are not the node's. */
import type { IDataObject } from 'n8n-workflow';
import { reportOf, type Reported } from './claims.mts';
import type { Violation } from './invariants.mts';
import type { Body, Contact, Notice } from './model.mts';
import type { Played, Run } from './play.mts';
import { MARK } from './shapes.mts';
import { contentOf, isSpelledAlike, isTextOf, visible } from './texts.mts';
import { listIn, READS } from './workflows.mts';
import type { Call } from './world.mts';

export interface Told {
	readonly played: Played;
	readonly run: Run;
	readonly one: Reported;
	readonly json: IDataObject;
	/** What is wrong with it, by sentence. */
	readonly wrong: (promise: string, what: string) => void;
}

const PAIRED = 'Every item out is paired with the item it came from.';

/** The fields that the node adds (docs/output-fields.md), in items of their operations. */
const OWN: Record<string, readonly string[]> = {
	order: ['resume', 'environnement', 'existant', 'recupere', 'date_parution_iso', 'total_ttc'],
	replace: ['resume', 'environnement', 'existant', 'recupere', 'ancienne_reference', 'demande'],
	quote: ['resume', 'total_ttc', 'texte_identique', 'texte_visible', 'epreuve_html'],
	cancel: ['resume', 'environnement', 'demande', 'annulee', 'recupere'],
	getStatus: ['demande', 'est_parue', 'introuvable'],
	getStatusChanges: ['demande', 'evenement', 'evenement_id', 'constate_le', 'introuvable'],
	documents: ['demande', 'introuvable'],
	download: ['demande', 'introuvable'],
	invoices: ['demande', 'introuvable'],
	contact: ['existant', 'recupere'],
};

/** What `shapes.mts` puts where nobody asked for it. */
export function isForeign(value: unknown): boolean {
	return value === 987_654_321 || (JSON.stringify(value) ?? '').includes(MARK);
}

function ownFields({ run, json, wrong }: Told): void {
	if ('error' in json)
		wrong('Never a top-level `error` in a successful item.', JSON.stringify(json));
	for (const name of OWN[run.work.operation] ?? []) {
		if (Object.hasOwn(json, name) && isForeign(json[name])) {
			wrong("The node's own fields are the node's.", `${name}: ${JSON.stringify(json[name])}`);
		}
	}
}

/** Operations that tell in one sentence what they did. */
const SUMMED_UP = ['order', 'replace', 'quote', 'cancel'];

/** What is made of an answer is made, whatever stands in it. */
function wholly({ run, json, wrong }: Told): void {
	if (!SUMMED_UP.includes(run.work.operation)) return;
	const { resume } = json;
	if (typeof resume !== 'string' || resume === '')
		wrong('A success says what it did.', `${String(resume)}`);
	const notes: unknown = json['avertissements'];
	const lost = Array.isArray(notes)
		? notes.map(String).find((one) => one.includes('could not be made'))
		: undefined;
	if (lost !== undefined) wrong('What can be made of an answer comes out.', lost);
}

function wasLive({ run }: Told, notice: Notice): boolean {
	const { registeredAt, cancelledAt = Infinity } = notice;
	// A retry tells what the execution before it has done, also what somebody cancelled meanwhile.
	const begunAt = run.retryOf?.startedAt ?? run.startedAt;
	return registeredAt <= run.endedAt && cancelledAt >= begunAt;
}

export function noticeOf({ played }: Told, reference: unknown): Notice | undefined {
	return played.world.model.notices.find((one) => one.reference === String(reference));
}

/** A retry also tells what was answered to the execution before it. */
function callsTold({ played, run }: Pick<Told, 'played' | 'run'>): readonly Call[] {
	const runs = [run.id, run.retryOf?.id];
	return played.world.calls.filter((call) => runs.includes(call.run));
}

/** Whether an answer of the run was changed in a way that no program could notice. */
export function wasAltered(told: Pick<Told, 'played' | 'run'>, kinds: readonly string[]): boolean {
	return callsTold(told).some(({ shapes }) => shapes.some((kind) => kinds.includes(kind)));
}

function ordered(told: Told): void {
	const { run, one, json, wrong } = told;
	if (!['order', 'replace'].includes(run.work.operation)) return;
	const notice = noticeOf(told, json['reference']);
	const isFound = json['existant'] === true || json['recupere'] === true;
	const want = run.wants[one.items[0] ?? -1];
	const shown = `${String(json['reference'])} (${String(json['resume'])})`;
	if (!notice || !wasLive(told, notice)) {
		wrong('Nothing is called ordered that is not.', shown);
		return;
	}
	if (!mayReturnExisting(run) && json['existant'] === true) {
		wrong('If Already Ordered: fail.', shown);
	}
	if (json['existant'] === true && isOwnWork(told, notice)) {
		wrong('Nothing that this run ordered is said to have existed.', shown);
	}
	const mayBeOther = isFound && run.work.mode === 'custom';
	const isOther = mayBeOther && isSharedNumber(told, json['numero_commande']);
	if (want && !isOther && !isTextOf(notice, want.json)) {
		wrong(PAIRED, shown);
	}
	if (isFound) {
		for (const name of ['tarif', 'total_ttc', 'date_parution', 'date_modifiee']) {
			if (Object.hasOwn(json, name) && !isForeign(json[name])) {
				wrong('What cannot be known is said, never invented.', `${name} of ${shown}`);
			}
		}
		return;
	}
	priced(told, notice);
	dated(told, notice, want?.json['date']);
}

/** Of a number of the person's own the default is to fail. A replacement that is run on takes what it may have ordered. */
function mayReturnExisting({ work, retryOf }: Run): boolean {
	const { operation, mode, ifAlreadyOrdered, tries } = work;
	if (operation === 'replace')
		return ifAlreadyOrdered !== 'fail' || tries > 1 || retryOf !== undefined;
	return mode === 'custom' ? ifAlreadyOrdered === 'returnExisting' : ifAlreadyOrdered !== 'fail';
}

/** Whether the notice was ordered for this item and no other, and by no other run. */
function isOwnWork({ played, run, one }: Told, notice: Notice): boolean {
	const isOfRun = played.world.callOf(notice.by)?.run === run.id;
	const own = run.wants.flatMap((want, index) => (isTextOf(notice, want.json) ? [index] : []));
	return isOfRun && own.length === 1 && own[0] === one.items[0];
}

/** Whether other runs ask for the same number of the person's own, or this one asks for what exists. */
function isSharedNumber({ played, run, json }: Told, number: unknown): boolean {
	const others = played.runs.filter((one) => one !== run && one.work.mode === 'custom');
	const isWanted = others.some(({ wants }) => wants.some((want) => want.json['number'] === number));
	const isForeign = played.world.model.notices.some(
		(one) => one.by === undefined && one.number === number,
	);
	return isWanted || isForeign || json['existant'] === true;
}

function priced(told: Told, notice: Notice): void {
	const { json, wrong } = told;
	const { total_ttc: total } = json;
	if (wasAltered(told, ['tarif'])) return;
	if (Math.round(Number(total) * 100) === notice.cents) return;
	wrong(
		'Prices and dates in an item are those of that notice.',
		`${String(total)} for ${notice.cents}`,
	);
}

function dated(told: Told, notice: Notice, requested: unknown): void {
	const { json, wrong } = told;
	if (wasAltered(told, ['date'])) return;
	const promise = 'Prices and dates in an item are those of that notice.';
	if (json['date_parution'] !== notice.date) wrong(promise, `${String(json['date_parution'])}`);
	if (typeof requested !== 'string' || requested === '') return;
	const moved = requested !== notice.date;
	if (json['date_modifiee'] !== moved)
		wrong(promise, `date_modifiee ${String(json['date_modifiee'])}`);
}

/** What a quote says is what the service quoted for this text in this run. */
function quoted(told: Told): void {
	const { played, run, one, json, wrong } = told;
	const { total_ttc: total } = json;
	if (run.work.operation !== 'quote' || wasAltered(told, ['tarif'])) return;
	const want = run.wants[one.items[0] ?? -1];
	const isOfRun = (call: number) => played.world.callOf(call)?.run === run.id;
	const prices = played.world.model.quotes.filter(({ call, body }) => {
		const isOf = contentOf({ ...want?.json, file: '' }) === contentOf(asGiven(body));
		return isOf && isOfRun(call);
	});
	if (prices.some(({ cents }) => Math.round(Number(total) * 100) === cents)) return;
	wrong('Prices and dates in an item are those of that notice.', `${String(total)}`);
}

const asGiven = ({ publication, texte }: Body) => ({ file: '', publication, text: visible(texte) });

function contacted(told: Told): void {
	const { played, run, one, json, wrong } = told;
	if (run.work.operation !== 'contact') return;
	const want = run.wants[one.items[0] ?? -1];
	const given = String(want?.json['email']);
	const contact = played.world.model.contacts.find(({ id }) => id === json['id']);
	if (!contact) return wrong('Nothing is called created that is not.', JSON.stringify(json));
	const isOwn = given === '' ? contact.nom === want?.json['nom'] : contact.email === given;
	if (!isOwn) wrong(PAIRED, JSON.stringify(json));
	const isOlder = contact.at < run.startedAt && run.retryOf === undefined;
	if (isOlder && json['existant'] === false)
		wrong('A contact that existed is told to exist.', JSON.stringify(json));
	if (isNewContact(told, contact) && json['existant'] === true)
		wrong('A contact that is new is not told to exist.', JSON.stringify(json));
}

/** Created for this item and no other one, in the only try of its node. */
function isNewContact({ played, run, json }: Told, { by, email }: Contact): boolean {
	const isOfRun = played.world.callOf(by)?.run === run.id;
	const wants = run.wants.filter((want) => want.json['email'] === email);
	return isOfRun && run.work.tries === 1 && wants.length === 1 && json['email'] !== '';
}

function replaced(told: Told): void {
	const { played, run, json, wrong } = told;
	if (run.work.operation !== 'replace' || json['ancienne_reference'] === undefined) return;
	// What a person says to be cancelled is not asked for again, nor by a later run that finds what was ordered so.
	const madeBy = played.world.callOf(noticeOf(told, json['reference'])?.by)?.run;
	const saysCancelled = played.runs.some((one) => one.id === madeBy && one.work.alreadyCancelled);
	if (run.work.alreadyCancelled || saysCancelled) return;
	const old = noticeOf(told, json['ancienne_reference']);
	if (old && old.cancelledAt === undefined) {
		wrong('Nothing is called cancelled that is not.', old.reference);
	}
}

function cancelled(told: Told): void {
	const { run, one, json, wrong } = told;
	if (run.work.operation !== 'cancel') return;
	const want = run.wants[one.items[0] ?? -1];
	const notice = noticeOf(told, json['reference']);
	if (json['annulee'] !== true) wrong('A success says what it did.', JSON.stringify(json));
	if (!notice || (notice.cancelledAt ?? Infinity) > run.endedAt) {
		wrong('Nothing is called cancelled that is not.', JSON.stringify(json).slice(0, 200));
	}
	const meant = want ? [want.named, ...told.played.world.model.named(want.name)] : [];
	if (want?.named && notice && !meant.includes(notice)) {
		wrong(PAIRED, `${notice.reference} for ${want.name}`);
	}
}

/** Statuses that the notice had while the run looked at it. */
function statusesDuring({ statuses }: Notice, { startedAt, endedAt }: Run): string[] {
	return statuses
		.filter(({ at }, index) => at <= endedAt && (statuses[index + 1]?.at ?? Infinity) >= startedAt)
		.map(({ status }) => status);
}

function statused(told: Told): void {
	const { run, one, json, wrong } = told;
	if (!['getStatus', 'getStatusChanges'].includes(run.work.operation)) return;
	const want = run.wants[one.items[0] ?? -1];
	if (!want) return wrong(PAIRED, JSON.stringify(json));
	if (json['demande'] !== want.name) {
		wrong(PAIRED, `${String(json['demande'])}`);
	}
	if (json['introuvable'] === true || !want.named) return;
	// In other letters a name may be that of another notice.
	const ofName = told.played.world.model.notices.filter(({ reference, number }) =>
		[reference, number].some((one) => isSpelledAlike(one, want.name)),
	);
	const meant = [want.named, ...ofName].filter((notice) => {
		const names = [notice.reference, notice.number, want.name];
		return names.some((name) => isSpelledAlike(name, json['reference']));
	});
	if (meant.length === 0) {
		return wrong(PAIRED, JSON.stringify(json));
	}
	const possible = meant.flatMap((notice) => statusesDuring(notice, run));
	if (!possible.includes(String(json['statut']))) {
		wrong('Nothing is called published that is not.', `${want.name} ${String(json['statut'])}`);
	}
}

/** A notice that was there all the time, under its own name, is not called unknown. */
function missing({ run, one, json, wrong }: Told): void {
	const want = run.wants[one.items[0] ?? -1];
	if (json['introuvable'] !== true || !want?.named || !READS.includes(run.work.operation)) return;
	const { named, name } = want;
	const isThere = named.registeredAt < run.startedAt && named.cancelledAt === undefined;
	// Where another item names it in other letters, the service may answer for that one.
	const isCase = run.wants.some((other) => other.name !== name && isSpelledAlike(other.name, name));
	const isExact = [named.reference, named.number].includes(name);
	if (isThere && isExact && !isCase)
		wrong('A notice that exists is not called unknown.', named.reference);
}

/** Beside the raw day or moment stands the same one with the offset of Paris. */
function timed({ json, wrong }: Told): void {
	for (const [name, iso] of Object.entries(json)) {
		const raw = json[name.replace(/_iso$/, '')];
		if (!name.endsWith('_iso') || isForeign(iso) || typeof raw !== 'string') continue;
		const isOfParis = /^[\d-]{10}T[\d:]{8}\+\d{2}:\d{2}$/.test(String(iso));
		if (isOfParis && String(iso).startsWith(raw.trim().replace(' ', 'T'))) continue;
		wrong(
			'Times carry the Paris offset beside the raw value.',
			`${name} ${String(iso)} for ${raw}`,
		);
	}
}

/** What can be sent is called so, for all texts but the bad ones are ordered. */
function checked({ run, one, json, wrong }: Told): void {
	if (run.work.operation !== 'checkText') return;
	const want = run.wants[one.items[0] ?? -1];
	const isSendable = !['emoji', 'noText', 'lostText'].includes(want?.bad ?? '');
	if (json['envoyable'] !== isSendable)
		wrong('Check Text tells what is refused.', JSON.stringify(json));
}

const CHECKS = [
	checked,
	timed,
	ownFields,
	wholly,
	ordered,
	quoted,
	contacted,
	replaced,
	cancelled,
	statused,
	missing,
];

/** Operations that put out one item for every item. */
const EACH = ['order', 'replace', 'quote', 'cancel', 'getStatus', 'contact', 'checkText'];

/** How often each of its items comes out, as a success or as a failure. */
function timesOut({ wants }: Run, outputs: readonly Reported[]): number[] {
	const times = wants.map(() => 0);
	for (const item of outputs.flatMap(({ items }) => items)) times[item] = (times[item] ?? 0) + 1;
	return times;
}

/** Of some operations each item comes out once, of lists at least once, unless there are no contacts yet. */
function isRightCount(count: number, played: Played, run: Run): boolean {
	const { work, startedAt } = run;
	const { world } = played;
	const { operation, splitBy } = work;
	if (EACH.includes(operation)) return count === 1;
	// A file that cannot be had is told by a failure beside the notice, which names it.
	const isByNotice = operation === 'invoices' && splitBy === 'notice';
	if (isByNotice) return count === 1 || (count > 1 && work.downloadFiles);
	if (operation === 'getStatusChanges') return count <= 1;
	if (operation !== 'lists') return true;
	const [resource] = listIn(work);
	return (
		count >= 1 || (resource === 'contact' && world.model.contacts.every(({ at }) => at > startedAt))
	);
}

function complete(played: Played, run: Run, wrong: Told['wrong']): void {
	const outputs = reportOf(run);
	const pairs = outputs.flatMap(({ items }) => items);
	const isStranger = pairs.some((item) => item < 0 || item >= run.wants.length);
	if (isStranger) wrong(PAIRED, pairs.join());
	if (run.ended?.error) return;
	if (outputs.some(({ items }) => items.length === 0)) wrong(PAIRED, 'an item of no item');
	for (const [item, count] of timesOut(run, outputs).entries()) {
		if (isRightCount(count, played, run)) continue;
		wrong('Every item comes out once.', `${count} times item ${item}`);
	}
}

/** What makes a document or a line another one than the others of its item. */
function partOf({ json, items }: Reported): string {
	// A proof has no number, but each file has a name of its own.
	const { type, numero, nom_fichier: name, numero_ligne, date_facture, introuvable } = json ?? {};
	return JSON.stringify([items, type, numero ?? name, numero_ligne, date_facture, introuvable]);
}

const OF_FILES = ['documents', 'download', 'invoices'];

/** Of each item each document or line once. */
function onceEach(run: Run, outputs: readonly Reported[], wrong: Told['wrong']): void {
	if (!OF_FILES.includes(run.work.operation)) return;
	const parts = outputs.flatMap((one) => (one.json ? [partOf(one)] : []));
	const twice = parts.find((one, index) => parts.indexOf(one) !== index);
	if (twice !== undefined) wrong('Every item comes out once.', twice);
}

const COMPLETED = /(\d+) of (\d+) items were completed before it stopped/;

/** The error that stops the node says how many of all items were done: fewer than all, for one has failed. */
function accounted({ ended, wants }: Run, wrong: Told['wrong']): void {
	const told = ended?.error?.message ?? '';
	const [, done, all] = COMPLETED.exec(told) ?? [];
	if (done === undefined) return;
	if (Number(all) === wants.length && Number(done) < wants.length) return;
	wrong('An error that stops accounts for every item.', `${wants.length} items: ${told}`);
}

/** What is judged of each item that succeeded, and of all of them together. */
export function judging(
	ofOne: ReadonlyArray<(told: Told) => void>,
	ofAll: ReadonlyArray<(run: Run, told: readonly Told[]) => void> = [],
): (played: Played) => Violation[] {
	return (played) =>
		played.runs.flatMap((run) => {
			if (run.fate !== 'ended') return [];
			const found: Violation[] = [];
			const wrong = (promise: string, what: string) =>
				void found.push({ promise, what: `${run.id} ${run.work.operation}: ${what}` });
			const all = reportOf(run).flatMap((one) =>
				one.json ? [{ played, run, one, json: one.json, wrong }] : [],
			);
			for (const told of all) for (const check of ofOne) check(told);
			for (const check of ofAll) check(run, all);
			return found;
		});
}

function completeOfRun(played: Played): Violation[] {
	return played.runs.flatMap((run) => {
		if (run.fate !== 'ended') return [];
		const found: Violation[] = [];
		const wrong = (promise: string, what: string) =>
			void found.push({ promise, what: `${run.id} ${run.work.operation}: ${what}` });
		complete(played, run, wrong);
		onceEach(run, reportOf(run), wrong);
		accounted(run, wrong);
		return found;
	});
}

export const outputChecks = [completeOfRun, judging(CHECKS)];
