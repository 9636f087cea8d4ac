/** What has to come out of an answer: every part of it that people read, and what the node makes of it. */
import { isBilling, isFileOf, isNamedMissing } from './fileInvariants.mts';
import type { Notice, Numbered } from './model.mts';
import { isForeign, judging, noticeOf, wasAltered, type Told } from './outputInvariants.mts';
import type { Run } from './play.mts';
import type { Call } from './world.mts';

const ORDERS = ['order', 'replace'];
const UNKNOWN = 'What cannot be known is said, never invented.';
const SUMMARY = 'The resume is a sentence that can be shown to a client.';
const TEXT_KEPT = 'Nothing of the text is lost, and what is repaired is listed.';
const TIMES = 'Times carry the Paris offset beside the raw value.';
const STATUSES = 'An event is named by what changed, and says what was before.';

const isText = (value: unknown): boolean =>
	typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** No endpoint returns these of an order that is found again, and an answer may lack them. */
const OFTEN_UNSAID = { date_parution: isText, date_bouclage: isText, tarif: isRecord };

function unsaidIsListed({ run, json, wrong }: Told): void {
	if (!ORDERS.includes(run.work.operation)) return;
	const missing = Object.entries(OFTEN_UNSAID).filter(([name, isSaid]) => !isSaid(json[name]));
	const expected = missing.map(([name]) => name).join();
	const { inconnu: told = [] } = json;
	if (String(told) !== expected) wrong(UNKNOWN, `inconnu ${String(told)}, missing ${expected}`);
}

/** What is ordered now is called ordered, and a quote is called one. */
function summaryFitsOutcome({ run, json, wrong }: Told): void {
	const { operation } = run.work;
	const resume = String(json['resume']);
	const isNew = json['existant'] !== true && json['recupere'] !== true;
	if (operation === 'quote' && !/devis/i.test(resume)) wrong(SUMMARY, resume);
	if (ORDERS.includes(operation) && isNew && !/commandée/i.test(resume)) wrong(SUMMARY, resume);
}

/** All days of a history are in winter. */
const WINTER = /^2026-1[12]-.*\+01:00$/;
const OWN_MOMENTS = /_iso$|^constate_le$/;
const DATED = /^date_(parution|bouclage|facture|echeance)$/;

function timesAreOfParis({ run, json, wrong }: Told): void {
	for (const [name, value] of Object.entries(json)) {
		if (isForeign(value) || typeof value !== 'string' || !/^2026-/.test(value)) continue;
		if (OWN_MOMENTS.test(name) && !WINTER.test(value)) wrong(TIMES, `${name} ${value}`);
		const isPlain = run.work.operation === 'lists' || Object.hasOwn(json, `${name}_iso`);
		if (DATED.test(name) && !isPlain) wrong(TIMES, `${name} ${value} alone`);
	}
}

/** Whether the text was quoted: always by Quote, by an order where something is to be compared. */
function isCompared({ run, json, played }: Told): boolean {
	const { operation, ifTextChanges } = run.work;
	if (played.world.readings.composed === 'absent') return false;
	if (operation === 'quote') return true;
	return ORDERS.includes(operation) && ifTextChanges === 'warn' && json['existant'] === false;
}

/** The service loses the last word of each paragraph, or none. */
function lostWordsAreTold(told: Told): void {
	const { json, played, wrong } = told;
	if (!isCompared(told)) return;
	const { losesWords } = played.world.readings;
	const { texte_identique: isSame, texte_perdu: lost } = json;
	const isTold = Array.isArray(lost) && lost.length > 0;
	// An order that an earlier try has placed is not quoted again.
	if (isSame === undefined && json['recupere'] === true) return;
	if (isSame === !losesWords && isTold === losesWords) return;
	wrong(TEXT_KEPT, `texte_identique ${String(isSame)}, texte_perdu ${JSON.stringify(lost)}`);
}

/** Narrow no-break spaces are repaired. */
function repairsAreListed({ run, one, json, wrong }: Told): void {
	if (![...ORDERS, 'quote'].includes(run.work.operation) || json['existant'] === true) return;
	const want = run.wants[one.items[0] ?? -1];
	if (!String(want?.json['text']).includes('\u202F')) return;
	const { corrections } = json;
	const isListed = Array.isArray(corrections) && corrections.length > 0;
	if (!isListed) wrong(TEXT_KEPT, `corrections ${JSON.stringify(corrections)}`);
}

function environmentIsTold({ run, json, wrong, played }: Told): void {
	if (![...ORDERS, 'cancel'].includes(run.work.operation)) return;
	const { environnement } = json;
	if (environnement === played.credential.environment) return;
	wrong("The node's own fields are the node's.", `environnement: ${String(environnement)}`);
}

/** The call that cancelled the notice, if it is one of the run, or of the execution that it retries. */
function cancellingCall({ run, played }: Told, notice: Notice): Call | undefined {
	const { effects } = played.world.model;
	const gone = effects.find(
		({ kind, reference }) => kind === 'cancelled' && reference === notice.reference,
	);
	const call = played.world.callOf(gone?.call);
	return call && [run.id, run.retryOf?.id].includes(call.run) ? call : undefined;
}

/** The invoice and the credit note that the answer of the cancellation listed. */
function billsOf(told: Told, notice: Notice): Numbered[] {
	const call = cancellingCall(told, notice);
	if (!call || !['answered', 'slow', 'late'].includes(call.fate)) return [];
	const { fileTimes } = told.played.world.model;
	const until = notice.cancelledAt ?? 0;
	return notice.files.filter(
		(file) => isBilling(file) && (fileTimes.get(file.numero ?? '') ?? Infinity) <= until,
	);
}

function billsOfCancellation(told: Told): void {
	const { run, json, one, wrong } = told;
	const notice = noticeOf(told, json['reference']);
	if (run.work.operation !== 'cancel' || json['recupere'] !== false || !notice) return;
	const listed = JSON.stringify(json['documents'] ?? []);
	const promise = 'Cancel returns the invoice and the credit note.';
	for (const bill of billsOf(told, notice)) {
		const { numero = '', type } = bill;
		if (!listed.includes(`"${numero}"`)) wrong(promise, `${numero} of ${notice.reference}`);
		if (!run.work.downloadFiles) continue;
		const file = one.output?.binary?.[`${type}_${numero}`];
		if (file ? !isFileOf(bill, file.data) : !isNamedMissing(json, numero)) {
			wrong(promise, `the file of ${numero}, ${notice.reference}`);
		}
	}
}

/** Credit notes stay negative, and are called so. */
function creditNotesAreNegative(told: Told): void {
	const { run, json, wrong } = told;
	if (run.work.operation !== 'invoices' || run.work.splitBy === 'notice') return;
	if (json['introuvable'] === true || wasAltered(told, ['inside'])) return;
	const isCredit = json['type'] === 'avoir';
	const vat = Number(json['montant_tva']);
	if (json['est_avoir'] === isCredit && isCredit === vat < 0) return;
	const shown = `est_avoir ${String(json['est_avoir'])}, montant_tva ${String(json['montant_tva'])}`;
	wrong('Credit notes stay negative.', `${String(json['type'])}: ${shown}`);
}

const EVENTS: Readonly<Record<string, string>> = {
	parue: 'published',
	suspendue: 'suspended',
	'a-paraitre': 'toBePublished',
	introuvable: 'notFound',
};

function statusIsNamed({ run, one, json, wrong }: Told): void {
	const status = String(json['statut']);
	if (run.work.operation === 'getStatus' && json['introuvable'] !== true) {
		const isPublished = json['est_parue'] === true;
		if (isPublished !== (status === 'parue')) wrong(STATUSES, `est_parue beside ${status}`);
	}
	if (run.work.operation !== 'getStatusChanges') return;
	const event = EVENTS[status] ?? 'statusChanged';
	if (json['evenement'] !== event) wrong(STATUSES, `${String(json['evenement'])} for ${status}`);
	const before = run.wants[one.items[0] ?? -1]?.json['previous'];
	const { ancien_statut: previous } = json;
	if ((previous ?? '') !== before) wrong(STATUSES, `before ${String(before)}: ${String(previous)}`);
}

/** The same change has the same identifier, and another change another one. */
function eventsAreIdentified(run: Run, told: readonly Told[]): void {
	if (run.work.operation !== 'getStatusChanges') return;
	const byId = new Map<unknown, string>();
	const byChange = new Map<string, unknown>();
	for (const { json, wrong } of told) {
		const { evenement_id: id, reference, statut, ancien_statut, motif } = json;
		// What is no text or number is no reason, nor is an empty text, and comes out as it was sent.
		const reason = ['string', 'number'].includes(typeof motif) && motif !== '' ? motif : null;
		const change = JSON.stringify([reference, statut, ancien_statut, reason]);
		if ((byId.get(id) ?? change) !== change || (byChange.get(change) ?? id) !== id) {
			wrong('The same change has the same identifier.', `${String(id)} for ${change}`);
		}
		byId.set(id, change);
		byChange.set(change, id);
	}
}

export const contentChecks = [
	judging(
		[
			...[unsaidIsListed, summaryFitsOutcome, timesAreOfParis, environmentIsTold],
			...[lostWordsAreTold, repairsAreListed, billsOfCancellation],
			...[creditNotesAreNegative, statusIsNamed],
		],
		[eventsAreIdentified],
	),
];
