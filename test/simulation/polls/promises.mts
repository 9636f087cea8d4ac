/**
 * The promises of the trigger: each a sentence and what breaks it. They are judged from what n8n got (the items of each
 * poll, and its errors) and from what the service was like; none knows a number of the node's own.
 */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Notice } from '../../../sandbox/store.mts';
import { fileText, fitsCause, isAnswered } from '../network.mts';
import type { Moment } from '../service.mts';
import type { Broken } from '../runs/promises.mts';
import type { EventName } from './draw.mts';
import type { Entry, Watched } from './play.mts';
import type { Poll } from './watcher.mts';

type Judge = (watched: Watched) => string | undefined;

/** One item of an execution that a poll started. */
interface Event {
	readonly poll: Poll;
	readonly json: IDataObject;
	readonly binary: INodeExecutionData['binary'];
}

function firstOf<One>(all: readonly One[], judge: (one: One) => string | undefined) {
	for (const one of all) {
		const wrong = judge(one);
		if (wrong !== undefined) return wrong;
	}
	return undefined;
}

function eventsOf({ watcher }: Watched): Event[] {
	return watcher.polls.flatMap((poll) =>
		poll.items.map(({ json, binary }) => ({ poll, json, binary })),
	);
}

const inShort = ({ poll, json }: Event): string =>
	`${poll.run} reports ${JSON.stringify(json).slice(0, 300)}`;

/** Whether an event is about a name of the list; an invoice may be about several. */
function isAbout({ json }: Event, { asked, notice }: Entry): boolean {
	const { demande, reference, references_demandees: billed } = json;
	if (Array.isArray(billed) && billed.some((one) => one === asked)) return true;
	return demande === asked || (notice !== undefined && reference === notice.reference);
}

const isOfStatus = ({ json }: Event): boolean => !('document' in json) && !('facture' in json);
const isOfNotFound = ({ json }: Event): boolean => json['statut'] === 'introuvable';

/** `type numero` of the document or invoice that an event is about. */
function fileOf({ json }: Event): string | undefined {
	const file = (json['facture'] ?? json['document']) as IDataObject | undefined;
	return file && `${String(file['type'])} ${String(file['numero'] ?? '')}`.trim();
}

function momentAt({ service }: Watched, notice: Notice, at: number): Moment | undefined {
	return service.momentsOf(notice).findLast((moment) => moment.at <= at);
}

/** Names whose notices can be read. */
function readable({ list, network }: Watched): Entry[] {
	return list.filter(({ notice }) => notice && !network.unreadable.includes(notice));
}

const KINDS: Readonly<Record<string, EventName>> = {
	parue: 'published',
	suspendue: 'suspended',
	'a-paraitre': 'toBePublished',
};

/** Whether a change to a status is an event. */
function isChosen({ history: { events } }: Watched, statut: string): boolean {
	const kind = KINDS[statut];
	return events.includes('statusChanged') || (kind !== undefined && events.includes(kind));
}

/** The status and reason that were reported last or known when it began, against those of the service. */
function unreportedStatus(watched: Watched, entry: Entry): string | undefined {
	const { notice, asked } = entry;
	if (!notice || notice.cancelled) return undefined;
	const own = eventsOf(watched).filter((event) => isOfStatus(event) && isAbout(event, entry));
	const { statut, motif } = notice;
	const first = momentAt(watched, notice, watched.begunAt);
	const last = own.at(-1)?.json ?? first;
	if (isChosen(watched, statut) && last?.['statut'] !== statut) {
		return `${asked} is ${statut}, and ${String(last?.['statut'])} was reported last`;
	}
	const isReason = watched.history.events.includes('reasonChanged') && motif !== '';
	if (isReason && String(last?.['motif'] ?? '') !== motif) {
		return `the reason of ${asked} is "${motif}", and "${String(last?.['motif'])}" was reported last`;
	}
	return undefined;
}

function isWanted({ history: { events } }: Watched, file: string): boolean {
	const isInvoice = /^(facture|avoir) /.test(file);
	return events.includes('newDocument') || (isInvoice && events.includes('newInvoice'));
}

const allReported: Judge = (watched) =>
	firstOf(readable(watched), (entry) => {
		const status = unreportedStatus(watched, entry);
		const { notice, asked } = entry;
		if (status !== undefined || !notice || notice.cancelled) return status;
		const known = momentAt(watched, notice, watched.begunAt)?.files ?? [];
		const reported = eventsOf(watched)
			.filter((event) => isAbout(event, entry))
			.map(fileOf);
		const present = watched.service.momentsOf(notice).at(-1)?.files ?? [];
		const missing = present.find(
			(file) => isWanted(watched, file) && !known.includes(file) && !reported.includes(file),
		);
		return missing && `${missing} of ${asked} was never reported`;
	});

const notFoundReported: Judge = (watched) => {
	if (!watched.history.events.includes('notFound')) return undefined;
	const gone = watched.list.filter(({ notice }) => !notice || notice.cancelled);
	return firstOf(gone, (entry) => {
		// A list that holds a notice that cannot be read says nothing of its others, but each is also asked for alone.
		if (entry.notice && !readable(watched).includes(entry)) return undefined;
		const isReported = eventsOf(watched).some(
			(event) => isOfNotFound(event) && isAbout(event, entry),
		);
		return isReported ? undefined : `${entry.asked} is not found, and that was never reported`;
	});
};

const nothingInvented: Judge = (watched) =>
	firstOf(eventsOf(watched), (event) => {
		const { json, poll } = event;
		const entry = watched.list.find((one) => isAbout(event, one));
		if (!entry) return `${inShort(event)}, which is in no list`;
		const moments = entry.notice
			? watched.service.momentsOf(entry.notice).filter(({ at }) => at <= poll.endedAt)
			: [];
		if (isOfNotFound(event)) {
			const isGone = !entry.notice || moments.some(({ cancelled }) => cancelled);
			return isGone ? undefined : `${inShort(event)}, and it is there`;
		}
		const file = fileOf(event);
		if (file !== undefined) {
			return moments.some(({ files }) => files.includes(file)) ? undefined : inShort(event);
		}
		const isSo = ({ statut, motif }: Moment) =>
			statut === json['statut'] && motif === String(json['motif'] ?? '');
		return moments.some(isSo) ? undefined : `${inShort(event)}, which it never was`;
	});

const oneIdentifier: Judge = (watched) => {
	const { history, watcher } = watched;
	const known = new Map<string, Event>();
	return firstOf(eventsOf(watched), (event) => {
		const id = String(event.json['evenement_id']);
		const before = known.get(id);
		known.set(id, event);
		if (!before) return undefined;
		const facts = (one: Event) => JSON.stringify([one.json['reference'], fileOf(one)]);
		if (facts(before) !== facts(event)) return `${inShort(before)} and ${inShort(event)}`;
		// Only where a poll was not stored may the next one report the same again.
		const isStored = history.kind !== 'killed';
		return isStored && watcher.polls.length > 0 ? `${inShort(event)} again` : undefined;
	});
};

/** The status that the event before left behind; its own fields say what the status is by now. */
const LEFT: Readonly<Record<string, string>> = Object.fromEntries(
	Object.entries(KINDS).map(([statut, kind]) => [kind, statut]),
);

/** Changes that are chosen by their own event, and reported by it, follow one another without a gap. */
const noneLeftOut: Judge = (watched) => {
	const { history } = watched;
	// Where a poll is not stored, the next one goes on from what was stored before it.
	if (history.kind === 'killed') return undefined;
	return firstOf(readable(watched), (entry) => {
		const own = eventsOf(watched).filter((event) => isOfStatus(event) && isAbout(event, entry));
		let known: string | undefined;
		if (entry.notice) known = momentAt(watched, entry.notice, watched.begunAt)?.statut;
		return firstOf(own, (event) => {
			const { evenement, ancien_statut: previous, statut } = event.json;
			if (evenement === 'reasonChanged') return undefined;
			const kind = KINDS[String(previous)];
			const isGap = kind && history.events.includes(kind) && previous !== known;
			if (isGap) return `${inShort(event)}, and "${known}" was reported before`;
			known = LEFT[String(evenement)] ?? String(statut);
			return undefined;
		});
	});
};

/** What two events of one change have in common. */
const REPEATED = ['evenement', 'statut', 'motif', 'ancien_statut', 'ancien_motif'] as const;

/** Whether an event says again what the one before said of the same notice, to which nothing has happened meanwhile. */
function isRepeated({ service }: Watched, { notice }: Entry, before: Event, event: Event): boolean {
	if (!notice || before.poll === event.poll) return false;
	const facts = ({ json }: Event) => JSON.stringify(REPEATED.map((name) => json[name]));
	const moments = service.momentsOf(notice);
	return facts(before) === facts(event) && moments.every(({ at }) => at < before.poll.begunAt);
}

const againWithItsIdentifier: Judge = (watched) =>
	firstOf(readable(watched), (entry) => {
		const own = eventsOf(watched).filter((event) => isOfStatus(event) && isAbout(event, entry));
		const other = own.find((event, at) => {
			const before = own[at - 1];
			if (!before || !isRepeated(watched, entry, before, event)) return false;
			return before.json['evenement_id'] !== event.json['evenement_id'];
		});
		return other && `${inShort(other)}, as before, with another identifier`;
	});

/** What is different for a notice between the beginnings of two polls, where everything is answered. */
function wrongBetween(
	watched: Watched,
	before: Poll,
	poll: Poll,
	entry: Entry,
): string | undefined {
	const { notice, asked } = entry;
	if (!notice) return undefined;
	const then = momentAt(watched, notice, before.begunAt);
	const now = momentAt(watched, notice, poll.begunAt);
	if (!then || !now || now.cancelled) return undefined;
	const own = eventsOf(watched).filter((event) => event.poll === poll && isAbout(event, entry));
	const ofStatus = own.filter(isOfStatus);
	const isSame = then.at === now.at;
	if (isSame && own.length > 0) {
		return `nothing has happened to ${asked}, and ${inShort(own[0]!)}`;
	}
	if (then.statut === now.statut || !isChosen(watched, now.statut)) return undefined;
	const [one] = ofStatus;
	const isRight =
		ofStatus.length === 1 &&
		one?.json['statut'] === now.statut &&
		one.json['ancien_statut'] === then.statut;
	if (isRight) return undefined;
	const reported = ofStatus.map(inShort).join(', ') || `${poll.run} reports nothing`;
	return `${asked} was ${then.statut} and is ${now.statut}: ${reported}`;
}

/** With files to download or to wait for, an event may come later, and with several changes in one. */
const atOnceWhereCalm: Judge = (watched) => {
	const { history, watcher } = watched;
	if (history.kind !== 'calm') return undefined;
	return firstOf(watcher.polls.slice(1), (poll) => {
		const before = watcher.polls[watcher.polls.indexOf(poll) - 1]!;
		return firstOf(watched.list, (entry) => wrongBetween(watched, before, poll, entry));
	});
};

const filesComeWithTheirEvents: Judge = (watched) => {
	const { history, service } = watched;
	if (!history.downloadFiles || history.kind !== 'calm') return undefined;
	return firstOf(eventsOf(watched), (event) => {
		const file = fileOf(event);
		if (file === undefined) return undefined;
		const [type] = file.split(' ');
		const all = service.notices.flatMap((one) => [...one.documents, ...service.invoicesOf(one)]);
		const tokens = all.filter((one) => one.type === type).map(({ token }) => fileText(token));
		const files = Object.values(event.binary ?? {}).map(({ data }) =>
			Buffer.from(data, 'base64').toString(),
		);
		const isOwn = files.length === 1 && tokens.includes(files[0]!);
		return isOwn ? undefined : `${inShort(event)} with ${files.length} files`;
	});
};

const failsWhereItReadsNothing: Judge = ({ watcher, network }) =>
	firstOf(watcher.polls, (poll) => {
		const { run, error, items, endedAt, publishes } = poll;
		const calls = network.calls.filter((call) => call.run === run);
		if (publishes || calls.length === 0 || endedAt === Infinity) return undefined;
		if (calls.every(isAnswered)) {
			const isFine = error === undefined;
			return isFine ? undefined : `${run} was answered, and fails: ${error.message}`;
		}
		if (calls.some(isAnswered) || error !== undefined || items.length > 0) return undefined;
		return `${run} could read nothing, and does not say so`;
	});

const failsForItsCause: Judge = ({ watcher, network }) =>
	firstOf(watcher.polls, ({ run, error, endedAt }) => {
		const { failure } = (error ?? {}) as { failure?: { cause?: string } };
		if (error === undefined || endedAt === Infinity) return undefined;
		const cause = failure?.cause ?? '';
		const fits = network.calls.some((call) => call.run === run && fitsCause(call, cause));
		return fits ? undefined : `${run} declares "${cause}": ${error.message}`;
	});

const inItsTime: Judge = ({ watcher, crash }) => {
	if (crash !== '') return crash;
	return firstOf(watcher.polls, ({ run, begunAt, endedAt, budgetMs }) => {
		const tookMs = endedAt - begunAt;
		return tookMs === Infinity || tookMs <= budgetMs ? undefined : `${run} takes ${tookMs} ms`;
	});
};

const testsTouchNothing: Judge = ({ watcher }) => {
	const changed = watcher.tests.findIndex(({ isStateChanged }) => isStateChanged);
	if (changed >= 0) return `test ${changed + 1} changes what is stored`;
	const [odd] = watcher.tests
		.flatMap(({ items }) => items)
		.filter(({ json }) => !json['evenement']);
	return odd && `a test shows ${JSON.stringify(odd.json)}`;
};

const nothingLeaks: Judge = ({ watcher, network, credential }) => {
	const texts = [
		network.logged,
		watcher.kept,
		...watcher.polls.map(({ items }) => JSON.stringify(items)),
	];
	const errors = watcher.polls.map(
		({ error }) => `${error?.message} ${JSON.stringify(error ?? {})}`,
	);
	const signatures = network.calls.map(({ signature }) => signature);
	const found = [credential.secretKey, ...signatures].find((secret) =>
		[...texts, ...errors].some((text) => text.includes(secret)),
	);
	return found && `${found} stands in what n8n keeps`;
};

const PROMISES: Readonly<Record<string, Judge>> = {
	'No change is lost: in the end, what was reported last is what the service says.': allReported,
	'A notice that is not found any more is reported.': notFoundReported,
	'Nothing is reported that was not so.': nothingInvented,
	'A change is reported once, and again only with its identifier, where n8n did not store it.':
		oneIdentifier,
	'No change is left out: each follows the one that was reported before.': noneLeftOut,
	'What is reported again has the same identifier.': againWithItsIdentifier,
	'Where nothing strikes, a poll reports what has changed, and nothing else.': atOnceWhereCalm,
	'An event comes with its file.': filesComeWithTheirEvents,
	'A poll fails exactly where it reads nothing.': failsWhereItReadsNothing,
	'A failing poll declares a cause that fits.': failsForItsCause,
	'A poll ends in the time that n8n gives it.': inItsTime,
	'Fetch Test Event changes nothing that is stored.': testsTouchNothing,
	'The secret key and signatures stand nowhere.': nothingLeaks,
};

export function brokenPolls(watched: Watched): Broken[] {
	return Object.entries(PROMISES).flatMap(([promise, judge]) => {
		const what = judge(watched);
		return what === undefined ? [] : [{ promise, what }];
	});
}
