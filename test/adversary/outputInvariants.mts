/** What may never come out: prices of another notice, a status it never had, fields of the node that are not the node's. */
import type { IDataObject } from 'n8n-workflow';
import { mayBeUnread } from './calm.mts';
import { said, type Said } from './claims.mts';
import type { Violation } from './invariants.mts';
import type { Body, Notice } from './model.mts';
import type { Played, Run } from './play.mts';
import { MARK } from './shapes.mts';
import { contentOf, isSpelledAlike, isTextOf, visible } from './texts.mts';
import { READS } from './workflows.mts';

interface Told {
	readonly played: Played;
	readonly run: Run;
	readonly one: Said;
	readonly json: IDataObject;
	/** What is wrong with it, by sentence. */
	readonly wrong: (promise: string, what: string) => void;
}

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
	const { environnement } = json;
	const isOwn = OWN[run.work.operation]?.includes('environnement');
	if (isOwn && environnement !== undefined && environnement !== 'test') {
		wrong("The node's own fields are the node's.", `environnement: ${String(environnement)}`);
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

function wasLive({ played, run }: Told, { registeredAt, cancelledAt = Infinity }: Notice): boolean {
	// A retry tells what the execution before it has done, also what somebody cancelled meanwhile.
	const begunAt = run.retryOf?.startedAt ?? run.startedAt;
	// A service may find it for some time after its cancellation.
	const goneAt = cancelledAt + played.world.readings.goneAfterMs;
	return registeredAt <= run.endedAt && goneAt >= begunAt;
}

function noticeOf({ played }: Told, reference: unknown): Notice | undefined {
	return played.world.model.notices.find((one) => one.reference === String(reference));
}

/** Whether an answer of the run was changed or exchanged in a way that no program could notice. */
function isBlurred({ played, run }: Told, kinds: readonly string[]): boolean {
	// A retry tells what was answered to the execution before it.
	const runs = [run.id, run.retryOf?.id];
	return played.world.calls.some(
		(call) => runs.includes(call.run) && call.shapes.some((kind) => kinds.includes(kind)),
	);
}

export function isCrossed({ played, run }: Pick<Told, 'played' | 'run'>): boolean {
	return played.world.calls.some(({ run: id, fate }) => id === run.id && fate === 'crossed');
}

/** Registered, as a try was told, its notice could not be looked up: the next try cannot tell who ordered it. */
function isLostFromSight({ played, run }: Told): boolean {
	const looks = played.world.calls.filter((call) => call.run === run.id && call.route === 'status');
	return run.work.tries > 1 && looks.some(({ fate }) => fate !== 'answered');
}

function crossedWithoutNumber(told: Told): boolean {
	return isCrossed(told) && told.run.work.mode === 'none';
}

function ordered(told: Told): void {
	const { run, one, json, wrong } = told;
	if (!['order', 'replace'].includes(run.work.operation) || crossedWithoutNumber(told)) return;
	const notice = noticeOf(told, json['reference']);
	const isFound = json['existant'] === true || json['recupere'] === true;
	const want = run.wants[one.items[0] ?? -1];
	const shown = `${String(json['reference'])} (${String(json['resume'])})`;
	if (!notice || !wasLive(told, notice)) {
		wrong('Nothing is called ordered that is not.', shown);
		return;
	}
	// Two runs with one number of the person's own: only the number can be asked for, never the text.
	const { operation, mode, ifAlreadyOrdered } = run.work;
	const mayExist =
		mode === 'custom' ? ifAlreadyOrdered === 'returnExisting' : ifAlreadyOrdered !== 'fail';
	if (operation === 'order' && !mayExist && json['existant'] === true) {
		wrong('If Already Ordered: fail.', shown);
	}
	// After exchanged answers a try cannot tell what the one before it has ordered.
	const isSure = !isCrossed(told) && !isLostFromSight(told);
	if (json['existant'] === true && isOwnWork(told, notice) && isSure) {
		wrong('Nothing that this run ordered is said to have existed.', shown);
	}
	// The crossed answer of another order with that number is like the own one.
	const mayBeOther = (isFound || isCrossed(told)) && run.work.mode === 'custom';
	const isOther = mayBeOther && isSharedNumber(told, json['numero_commande']);
	if (want && !isOther && !isTextOf(notice, want.json)) {
		wrong('Every item out is paired with the item it came from.', shown);
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

/** Whether the notice was ordered for this item and no other: not by another run, nor sent twice by a server on the way. */
function isOwnWork({ played, run, one }: Told, notice: Notice): boolean {
	const call = played.world.calls[(notice.by ?? 0) - 1];
	const isOnce = call?.run === run.id && !['repeated', 'doubled', 'crossed'].includes(call.fate);
	const own = run.wants.flatMap((want, index) => (isTextOf(notice, want.json) ? [index] : []));
	return isOnce && own.length === 1 && own[0] === one.items[0];
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
	if (total === undefined || isBlurred(told, ['tarif', 'number'])) return;
	if (Math.round(Number(total) * 100) === notice.cents) return;
	wrong(
		'Prices and dates in an item are those of that notice.',
		`${String(total)} for ${notice.cents}`,
	);
}

function dated(told: Told, notice: Notice, requested: unknown): void {
	const { json, wrong } = told;
	if (isBlurred(told, ['date'])) return;
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
	if (run.work.operation !== 'quote' || total === undefined) return;
	if (isBlurred(told, ['tarif', 'number'])) return;
	const want = run.wants[one.items[0] ?? -1];
	const isOfRun = (call: number) => played.world.calls[call - 1]?.run === run.id;
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
	const contact = played.world.model.contacts.find(({ id }) => id === json['id']);
	if (!contact || isCrossed(told)) {
		if (!isCrossed(told)) wrong('Nothing is called created that is not.', JSON.stringify(json));
		return;
	}
	const given = String(want?.json['email']);
	const isOwn = given === '' ? contact.nom === want?.json['nom'] : contact.email === given;
	if (!isOwn) wrong('Every item out is paired with the item it came from.', JSON.stringify(json));
	// One that is found after a lost answer may be older or just created: nothing tells.
	const isSure = json['recupere'] !== true;
	const isOlder = contact.at < run.startedAt && run.retryOf === undefined && isSure;
	// A success without its list does not say who is in it.
	const hasNoList = told.played.world.calls.some(
		({ run: id, route, fate }) =>
			id === run.id && route === 'lists' && fate.startsWith('bareSuccess'),
	);
	if (hasNoList) return;
	if (isOlder && json['existant'] === false && !isBlurred(told, ['many']))
		wrong('A contact that existed is told to exist.', JSON.stringify(json));
}

function replaced(told: Told): void {
	const { run, json, wrong } = told;
	if (run.work.operation !== 'replace' || json['ancienne_reference'] === undefined) return;
	// What a person says to be cancelled is not asked for again.
	if (run.work.alreadyCancelled) return;
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
		wrong(
			'Every item out is paired with the item it came from.',
			`${notice.reference} for ${want.name}`,
		);
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
	if (!want)
		return wrong('Every item out is paired with the item it came from.', JSON.stringify(json));
	if (json['demande'] !== want.name) {
		wrong('Every item out is paired with the item it came from.', `${String(json['demande'])}`);
	}
	if (json['introuvable'] === true || !want.named || json['reference'] === undefined) return;
	// A name may be the reference of one notice and the number of another, in these letters or in others.
	const ofName = told.played.world.model.notices.filter(({ reference, number }) =>
		[reference, number].some((one) => isSpelledAlike(one, want.name)),
	);
	const meant = [want.named, ...ofName].filter((notice) => {
		const names = [notice.reference, notice.number, want.name];
		return names.some((name) => isSpelledAlike(name, json['reference']));
	});
	// What another call asked for in other letters may come as the answer to this one.
	const isAlike = isSpelledAlike(json['numero_commande'], want.name);
	if (meant.length === 0 && isAlike && isCrossed(told)) return;
	if (meant.length === 0) {
		return wrong('Every item out is paired with the item it came from.', JSON.stringify(json));
	}
	// An answer of before that comes once more says what was.
	if (isCrossed(told)) return;
	const possible = meant.flatMap((notice) => statusesDuring(notice, run));
	if (!possible.includes(String(json['statut']))) {
		wrong('Nothing is called published that is not.', `${want.name} ${String(json['statut'])}`);
	}
}

/** A notice that was there all the time, under its own name, is not called unknown. */
function missing({ played, run, one, json, wrong }: Told): void {
	const want = run.wants[one.items[0] ?? -1];
	if (json['introuvable'] !== true || !want?.named || !READS.includes(run.work.operation)) return;
	const { named, name } = want;
	const { foundAfterMs } = played.world.readings;
	const isThere =
		named.registeredAt + foundAfterMs < run.startedAt && named.cancelledAt === undefined;
	// Where another item names it in other letters, the service may answer for that one.
	const isCase = run.wants.some((other) => other.name !== name && isSpelledAlike(other.name, name));
	const isExact = [named.reference, named.number].includes(name);
	// Crossed with the answer for a part of the list, the refusal of the whole looks like that of the rest.
	const refusesLists = played.world.readings.unknownInBatch === 'refused';
	if (refusesLists && isCrossed({ played, run })) return;
	if (isThere && isExact && !isCase && !mayBeUnread(played, run))
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

/** Operations that put out something for every item. */
const EACH = ['order', 'replace', 'quote', 'cancel', 'getStatus', 'contact', 'checkText'];

function complete(run: Run, outputs: readonly Said[], wrong: Told['wrong']): void {
	if (run.ended?.error || !EACH.includes(run.work.operation)) return;
	const answered = new Set(outputs.flatMap(({ items }) => items));
	const lost = run.wants.findIndex((_want, index) => !answered.has(index));
	if (lost >= 0)
		wrong('Every item out is paired with the item it came from.', `nothing of item ${lost}`);
	const pairs = outputs.flatMap(({ items }) => items);
	const isStranger = pairs.some((item) => item < 0 || item >= run.wants.length);
	if (isStranger) wrong('Every item out is paired with the item it came from.', pairs.join());
}

const COMPLETED = /(\d+) of (\d+) items were completed before it stopped/;

/** Of what one error leaves: what was done, what failed beside it, and what was not started are all the others. */
function accounted({ ended, wants }: Run, wrong: Told['wrong']): void {
	const told = ended?.error?.message ?? '';
	const counted = COMPLETED.exec(told);
	if (!counted) return;
	const figure = (words: RegExp): number => Number(words.exec(told)?.[1] ?? 0);
	const failed = 1 + figure(/(\d+) more failed/);
	const all = Number(counted[1]) + failed + figure(/(\d+) were not started/);
	if (all === wants.length && Number(counted[2]) === all) return;
	wrong('An error that stops accounts for every item.', `${all} of ${wants.length}: ${told}`);
}

export const ofOutputs = [
	(played: Played): Violation[] =>
		played.runs.flatMap((run) => {
			const found: Violation[] = [];
			const wrong = (promise: string, what: string) =>
				void found.push({ promise, what: `${run.id} ${run.work.operation}: ${what}` });
			if (run.fate !== 'ended') return [];
			const outputs = said(run);
			complete(run, outputs, wrong);
			accounted(run, wrong);
			for (const one of outputs) {
				if (!one.json) continue;
				for (const check of CHECKS) check({ played, run, one, json: one.json, wrong });
			}
			return found;
		}),
];
