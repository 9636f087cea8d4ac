/** What stands in an event of the trigger: whose it is, what was before, its files and amounts (docs/trigger.md, "Events"). */
import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import { taxIn } from './answers.mts';
import { isUndisturbed, longestWaitMs, MINUTE } from './calmPolls.mts';
import { identityOf, pdfOf } from './files.mts';
import type { Notice, Numbered } from './model.mts';
import {
	eventsOf,
	fileIn,
	inShort,
	isMachineSet,
	isOfStatus,
	mayBeUnwatched,
	noticeIn,
	seenAt,
	standingAt,
	timesSeen,
	violation,
	type Event,
	type PollCheck,
} from './watched.mts';
import { UNKNOWN, type Watched } from './watchPlay.mts';

const GONE = 'introuvable';

/** Whose event it is: of a notice that is not there, a service does not say the names. */
const namesItsNotice: PollCheck = (watched) =>
	eventsOf(watched).flatMap(({ json }) => {
		const { demande, reference, numero_commande: number } = json;
		const wrong = [violation('An event names its notice.', inShort(json))];
		const notice = noticeIn(watched, json);
		if (!notice) return demande === UNKNOWN && reference === UNKNOWN ? [] : wrong;
		const isNamed = reference === notice.reference && number === notice.number;
		const isAsListed = reference === demande && number === undefined;
		const mayBeAsListed = json['statut'] === GONE;
		return isNamed || (isAsListed && mayBeAsListed) ? [] : wrong;
	});

/** What makes a file the same one in two events: links tell nothing apart. */
function sameFile(json: IDataObject): string | undefined {
	const file = fileIn(json);
	if (file?.numero === undefined) return undefined;
	const { type, numero, montant_ht: ht, montant_ttc: ttc, date_facture: date } = file;
	if ('facture' in json) return JSON.stringify([type, numero, date, ht, ttc]);
	return JSON.stringify([json['reference'], type, numero]);
}

/** A change from nothing known is the same one whenever it is reported; one that is held back may tell another reason. */
function sameFirstSight({ history }: Watched, { json }: Event): string | undefined {
	const { reference, statut, motif, ancien_statut: before } = json;
	const isHeld = history.downloadFiles || history.waitForDocument !== undefined;
	if (isHeld || before !== null) return undefined;
	return JSON.stringify([reference, statut, motif]);
}

const hasOneIdentifier: PollCheck = (watched) => {
	const known = new Map<string, unknown>();
	return eventsOf(watched).flatMap((event) => {
		const { json } = event;
		const same = isOfStatus(event) ? sameFirstSight(watched, event) : sameFile(json);
		if (same === undefined) return [];
		const id = known.get(same) ?? json['evenement_id'];
		known.set(same, id);
		if (id === json['evenement_id']) return [];
		return [
			violation('The same event has the same identifier.', `${String(id)}, ${inShort(json)}`),
		];
	});
};

const FIELDS = ['attestation', 'justificatif', 'facture', 'avoir'] as const;

/** Where in the link the file of a document stands, as `answers.mts` writes it. */
const pathOf = ({ type, numero = 'p' }: Pick<Numbered, 'type' | 'numero'>): string =>
	({ attestation: 'a', justificatif: 'j', facture: 'f', avoir: 'c' })[type] + `/${numero}.pdf`;

const bytesOf = (binary: IBinaryKeyData, field: string): Buffer =>
	Buffer.from(binary[field]?.data ?? '', 'base64');

type File = Pick<Numbered, 'type' | 'numero'>;

function isNamedMissing({ json }: Event, { type, numero }: File): boolean {
	const missing = json['fichiers_manquants'] as IDataObject[] | undefined;
	return missing?.some((one) => one['type'] === type && one['numero'] === numero) ?? false;
}

/** The binary field that has a file; undefined where none has it. */
function fieldOf({ binary }: Event, file: File): string | undefined {
	const { type, numero } = file;
	const isInvoice = type === 'facture' || type === 'avoir';
	// A second attestation is named by its number, and a second proof by its place.
	const fields = Object.keys(binary).filter((name) =>
		isInvoice ? name === `${type}_${numero}` : name.startsWith(type),
	);
	const end = pathOf(file);
	return fields.find((name) => {
		const text = bytesOf(binary, name).toString();
		return text === pdfOf(identityOf(new URL(`https://pdf.example/${end}`))).toString();
	});
}

/** The status has changed again since it was seen: such an event comes at once, without what it waited for. */
function isOvertaken(notice: Notice, event: Event): boolean {
	const { begunAt } = event;
	return notice.statuses.some(
		({ at, status }, index) =>
			at > seenAt(event) && at <= begunAt && status !== notice.statuses[index - 1]?.status,
	);
}

/** The documents whose files an event has to have. */
function filesFor(watched: Watched, event: Event): readonly File[] {
	const file = fileIn(event.json);
	if (file) return [file as File];
	const notice = noticeIn(watched, event.json);
	const isListed = event.json['fichiers_manquants'] === undefined;
	if (!notice || !isListed || !isUndisturbed(watched) || isOvertaken(notice, event)) return [];
	const { documentTypes } = watched.history;
	if (event.json['statut'] === GONE || event.json['statut'] === 'suspendue') return [];
	const isWanted = ({ type }: Numbered) =>
		documentTypes.length === 0 || documentTypes.includes(type);
	// What its last poll could read.
	const isGone = (notice.cancelledAt ?? Infinity) < event.at;
	return isGone ? [] : notice.files.filter((one) => isWanted(one) && one.addedAt < event.at);
}

const hasItsFiles: PollCheck = (watched) => {
	const all = eventsOf(watched);
	if (!watched.history.downloadFiles) {
		const some = all.find(({ binary }) => Object.keys(binary).length > 0);
		return some ? [violation('Files come where they are wanted.', inShort(some.json))] : [];
	}
	return all.flatMap((event) => {
		const lacking = filesFor(watched, event).find(
			(file) => fieldOf(event, file) === undefined && !isNamedMissing(event, file),
		);
		const odd = Object.keys(event.binary).find(
			(name) => !FIELDS.some((type) => name === type || name.startsWith(`${type}_`)),
		);
		if (!lacking && odd === undefined) return [];
		const what = `${lacking ? pathOf(lacking) : String(odd)}: ${inShort(event.json)}`;
		return [violation('An event has its files, or names those that it lacks.', what)];
	});
};

function hadAttestation({ files }: Notice, at: number): boolean {
	return files.some(({ type, addedAt }) => type === 'attestation' && addedAt <= at);
}

/** What waits for its attestation and goes out without it says so. */
const saysThatAttestationLacks: PollCheck = (watched) => {
	if (watched.history.waitForDocument === undefined) return [];
	return eventsOf(watched).flatMap((event) => {
		const { json, at } = event;
		const notice = noticeIn(watched, json);
		const isNew = json['statut'] === 'parue' && json['ancien_statut'] !== 'parue';
		if (!notice || !isOfStatus(event) || !isNew || hadAttestation(notice, at)) return [];
		if (json['document_manquant'] === true) return [];
		// An event that a publication overtakes is of another change, and says with `statut` what the notice is by then.
		const isOfPublication = timesSeen(event).every(
			(time) => standingAt(notice, time).status === 'parue',
		);
		if (!isOfPublication && isOvertaken(notice, event)) return [];
		return [violation('An event that lacks the attestation says so.', inShort(json))];
	});
};

const centsOf = (value: unknown): number =>
	Math.round(Number(String(value).replace(',', '.')) * 100);

/** Answers whose amounts or dates were changed on the way. */
function isChanged({ world }: Watched): boolean {
	return world.calls.some(({ shapes }) =>
		shapes.some((kind) => ['number', 'date', 'inside', 'tarif'].includes(kind)),
	);
}

/** What waited for its file, and is not listed any more by then, goes out with its type and number. */
const isNameOnly = (sent: IDataObject): boolean =>
	Object.keys(sent).every((name) => ['type', 'numero'].includes(name));

const hasItsAmounts: PollCheck = (watched) =>
	eventsOf(watched).flatMap(({ json }) => {
		const sent = json['facture'] as IDataObject | undefined;
		const notice = noticeIn(watched, json);
		const file = notice?.files.find(({ numero }) => numero === sent?.['numero']);
		if (!sent || isChanged(watched)) return [];
		const wrong = (what: string) => [
			violation("A new invoice has the invoice's amounts.", `${what}: ${inShort(json)}`),
		];
		if (!file) return wrong('of another notice');
		const { type, numero, cents } = file;
		if (json['type'] !== type || json['numero'] !== numero) return wrong('type and number');
		if (watched.history.downloadFiles && isNameOnly(sent)) return [];
		const amounts = [
			['montant_ttc', cents],
			['montant_ht', cents - taxIn(cents)],
			['montant_tva', taxIn(cents)],
		] as const;
		const other = amounts.find(([name, amount]) => centsOf(json[name]) !== amount);
		if (other) return wrong(other.join(' is not '));
		const dated = ['date_facture', 'date_echeance'].find((name) => json[name] !== sent[name]);
		if (dated !== undefined) return wrong(dated);
		const billed = json['references_demandees'] as string[] | undefined;
		const isBilled = (asked: string) => {
			const one = noticeIn(watched, { demande: asked });
			return one !== undefined && file.references.includes(one.reference);
		};
		const isOwn = billed?.includes(String(json['demande'])) && billed.every(isBilled);
		return isOwn ? [] : wrong('references_demandees');
	});

/** What a failed poll is due to: n8n waits half an hour after a wrong credential or configuration. */
const hasFittingCause: PollCheck = ({ watcher, world }) => {
	const isRefused = (pattern: RegExp) => world.calls.some(({ codes }) => pattern.test(codes));
	const isFate = (pattern: RegExp) => world.calls.some(({ fate }) => pattern.test(fate));
	const isQuota = isRefused(/requetes_max/) || isFate(/^(quota|severalCodes|page)/);
	// A gateway may answer with HTTP 429; and the node's own share of the quota may be used up.
	const isUsedUp = isQuota || world.calls.length > 300;
	const fitting: Record<string, boolean> = {
		'temporarily-unavailable': true,
		'rate-limited': isUsedUp,
		// The keys and the list are right: what is left is the clock, and an address that redirects.
		'configuration-invalid': isRefused(/timestamp/) || isFate(/^(clock|redirect|page)/),
		'credential-invalid': false,
	};
	return watcher.errors.flatMap((error) => {
		const { failure } = error as { failure?: { cause?: string } };
		if (fitting[failure?.cause ?? ''] === true) return [];
		const what = `${String(failure?.cause)}: ${error.message}`;
		return [violation('A failed poll names its cause.', what)];
	});
};

/** In calm polls, a document or invoice says how its notice stands. */
const saysHowItsNoticeStands: PollCheck = (watched) => {
	const isRead = watched.history.events.some((event) => !event.startsWith('new'));
	if (!isRead || !isUndisturbed(watched)) return [];
	return eventsOf(watched).flatMap((event) => {
		const { json, begunAt, hidden } = event;
		const notice = noticeIn(watched, json);
		if (!notice || isOfStatus(event)) return [];
		// One that is not found any more, or not watched, is as it was seen last.
		const isGone = (notice.cancelledAt ?? Infinity) <= begunAt || hidden.has(notice.reference);
		const isUnread = isGone || mayBeUnwatched(watched, notice);
		const { status } = standingAt(notice, begunAt);
		if (isUnread || json['statut'] === status) return [];
		return [violation('A document or invoice says how its notice stands.', inShort(json))];
	});
};

const comesInTime: PollCheck = (watched) => {
	if (!isUndisturbed(watched) || isMachineSet(watched)) return [];
	// Downloads that are slow may leave others no time to begin: such a poll does not count.
	if (watched.history.downloadFiles && watched.world.readings.pdf === 'slow') return [];
	return eventsOf(watched).flatMap((event) => {
		const seen = seenAt(event);
		const mostMs = longestWaitMs(watched);
		const lateMs = event.begunAt - seen - mostMs;
		// On a slow service a poll may take as long as the minute after it: then it is polls that count.
		const begun = watched.watcher.played.map(({ begunAt }) => begunAt);
		const polls = begun.filter((at) => at > seen && at <= event.begunAt).length;
		if (lateMs < MINUTE || polls <= mostMs / MINUTE + 1) return [];
		const what = `${lateMs} ms more: ${inShort(event.json)}`;
		return [violation('No event waits longer than it may.', what)];
	});
};

const MOST_TESTED = 10;

/** *Fetch Test Event* shows a real event shape, and touches nothing (product.md, "Trigger"). */
const testTouchesNothing: PollCheck = (watched) => {
	const { watcher, list, history } = watched;
	const names = [UNKNOWN, ...list.map(({ asked }) => asked)];
	const events = [...history.events, 'notFound'];
	return watcher.tests.flatMap(({ items, error, isStateChanged }) => {
		const odd = items.find(
			({ json }) =>
				!events.includes(String(json['evenement'])) || !names.includes(String(json['demande'])),
		);
		const isShown = items.length > 0 && items.length <= MOST_TESTED && !odd;
		const isFailing = error !== undefined && !isUndisturbed(watched);
		if (!isStateChanged && (isShown || isFailing)) return [];
		const what = isStateChanged
			? 'the state is another one'
			: inShort(odd ?? error?.message ?? items);
		return [violation('Fetch Test Event shows events and touches nothing.', what)];
	});
};

export const EVENT_CHECKS: readonly PollCheck[] = [
	namesItsNotice,
	hasOneIdentifier,
	hasItsFiles,
	saysThatAttestationLacks,
	hasItsAmounts,
	hasFittingCause,
	saysHowItsNoticeStands,
	comesInTime,
	testTouchesNothing,
];
