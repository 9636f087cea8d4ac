/**
 * The promises of the trigger: each a sentence and what breaks it. They are judged from what n8n got (the items of each
 * poll, and its errors) and from what the service was like; none knows a number of the node's own.
 */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Notice } from '../../../sandbox/store.mts';
import { fitsCause, isAnswered } from '../network.mts';
import type { Moment } from '../service.mts';
import type { Broken } from '../runs/promises.mts';
import { firstOf } from '../runs/facts.mts';
import { isCalm, isKept, isStill, type EventName } from './draw.mts';
import type { Entry, Watched } from './play.mts';
import type { Poll } from '../../engine/poller.mts';

type Judge = (watched: Watched) => string | undefined;
type Promises = Readonly<Record<string, Judge>>;

/** An item, as far as it says something. */
interface Said {
	readonly json: IDataObject;
}

/** One item of an execution that a poll started. */
interface Event extends Said {
	readonly poll: Poll;
	readonly binary: INodeExecutionData['binary'];
}

function eventsOf({ watcher }: Watched): Event[] {
	return watcher.polls.flatMap((poll) =>
		poll.items.map(({ json, binary }) => ({ poll, json, binary })),
	);
}

const inShort = ({ poll, json }: Event): string =>
	`${poll.run} reports ${JSON.stringify(json).slice(0, 300)}`;

/** Whether an event is about a name of the list; an invoice may be about several. */
function isAbout({ json }: Said, { asked, notice }: Entry): boolean {
	const { demande, reference, references_demandees: billed } = json;
	if (Array.isArray(billed) && billed.some((one) => one === asked)) return true;
	return demande === asked || (notice !== undefined && reference === notice.reference);
}

const isOfStatus = ({ json }: Event): boolean => !('document' in json) && !('facture' in json);
const isOfNotFound = ({ json }: Said): boolean => json['statut'] === 'introuvable';

/** `type numero` of the document or invoice that an event is about. */
function fileOf({ json }: Said): string | undefined {
	const file = (json['facture'] ?? json['document']) as IDataObject | undefined;
	return file && `${String(file['type'])} ${String(file['numero'] ?? '')}`.trim();
}

function momentAt({ service }: Watched, notice: Notice, at: number): Moment | undefined {
	return service.momentsOf(notice).findLast((moment) => moment.at <= at);
}

/** The documents and invoices that the service lists: not those of a suspended or cancelled notice, if it withholds them. */
function listed({ service }: Watched, { statut, cancelled, files }: Moment): readonly string[] {
	const { suspendedNotice, cancelledDocuments } = service.settings;
	const isWithheld = statut === 'suspendue' && suspendedNotice === 'filesWithheld';
	const isGone = cancelled && cancelledDocuments === 'gone';
	return isWithheld || isGone ? [] : files;
}

/** Proofs of publication have no number: several may have one name. */
const countOf = (all: ReadonlyArray<string | undefined>, file: string): number =>
	all.filter((one) => one === file).length;

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
		if (status !== undefined || !notice) return status;
		const known = momentAt(watched, notice, watched.begunAt)?.files ?? [];
		const own = eventsOf(watched).filter((event) => isAbout(event, entry));
		const events = new Map(own.map((event) => [event.json['evenement_id'], event]));
		const reported = [...events.values()].map(fileOf);
		// Of a cancelled notice the service may list the invoice and the credit note of its cancellation.
		const last = watched.service.momentsOf(notice).at(-1);
		const present = last ? listed(watched, last) : [];
		const missing = present.find((file) => {
			const all = countOf(known, file) + countOf(reported, file);
			return isWanted(watched, file) && countOf(present, file) > all;
		});
		return missing && `${missing} of ${asked} was never reported`;
	});

/** Nothing happens to these notices: what is reported of them is what *When First Seen* says. */
const firstSightReported: Judge = (watched) => {
	const { firstSight } = watched.history;
	return firstOf(readable(watched), (entry) => {
		const { asked, notice } = entry;
		const { statut = '', files = [] } = (notice && watched.service.momentsOf(notice).at(-1)) ?? {};
		const isOfNote = statut === 'parue' || statut === 'suspendue';
		const isNews = firstSight === 'current' || (firstSight === 'publishedOrSuspended' && isOfNote);
		const own = eventsOf(watched).filter((event) => isAbout(event, entry));
		if (!isNews) return own[0] && `${asked} is first seen, and ${inShort(own[0])}`;
		if (isChosen(watched, statut) && !own.some(isOfStatus))
			return `${asked}, ${statut}, is not reported`;
		const lacking = files.find(
			(file) => isWanted(watched, file) && !own.map(fileOf).includes(file),
		);
		return lacking && `${lacking} of ${asked}, ${statut}, was never reported`;
	});
};

const notFoundReported: Judge = (watched) => {
	if (!watched.history.events.includes('notFound')) return undefined;
	const gone = watched.list.filter(({ notice }) => !notice || notice.cancelled);
	return firstOf(gone, (entry) => {
		// A list that holds a notice that cannot be read says nothing of its others, but each is also requested alone.
		if (entry.notice && !readable(watched).includes(entry)) return undefined;
		const isReported = eventsOf(watched).some(
			(event) => isOfNotFound(event) && isAbout(event, entry),
		);
		return isReported ? undefined : `${entry.asked} is not found, and that was never reported`;
	});
};

/** What was never so, until some moment. */
function inventedIn(watched: Watched, said: Said, until: number): string | undefined {
	const { json } = said;
	const entry = watched.list.find((one) => isAbout(said, one));
	if (!entry) return 'which is in no list';
	const moments = entry.notice
		? watched.service.momentsOf(entry.notice).filter(({ at }) => at <= until)
		: [];
	if (isOfNotFound(said)) {
		const isGone = moments.length === 0 || moments.some(({ cancelled }) => cancelled);
		return isGone ? undefined : 'and it is there';
	}
	const file = fileOf(said);
	const isSo = ({ statut, motif, files }: Moment) => {
		if (file !== undefined) return files.includes(file);
		return statut === json['statut'] && motif === String(json['motif'] ?? '');
	};
	return moments.some(isSo) ? undefined : 'which it never was';
}

const nothingInvented: Judge = (watched) =>
	firstOf(eventsOf(watched), (event) => {
		const wrong = inventedIn(watched, event, event.poll.endedAt);
		return wrong && `${inShort(event)}, ${wrong}`;
	});

/** What the next node fetches a file by. */
const filesAreNamed: Judge = (watched) =>
	firstOf(eventsOf(watched), (event) => {
		const file = (event.json['facture'] ?? event.json['document']) as IDataObject | undefined;
		if (!file) return undefined;
		const { type, numero, nom_fichier: name } = event.json;
		const isSame = type === file['type'] && String(numero ?? '') === String(file['numero'] ?? '');
		const isNamed = String(name).startsWith(`${String(type)}_`) && String(name).endsWith('.pdf');
		return isSame && isNamed && !event.binary ? undefined : `${inShort(event)} under another name`;
	});

/** In the last poll these days are over for all that is published. */
const watchingEnds: Judge = ({ history, network, watcher, list }) => {
	if (history.stopWatching === undefined) return undefined;
	const last = watcher.polls.at(-1);
	const asked = network.calls.filter(({ run }) => run === last?.run).flatMap(({ names }) => names);
	return firstOf(list, ({ asked: name, notice }) => {
		const isOver = notice?.statut === 'parue' && !notice.cancelled;
		if (asked.includes(name) === !isOver) return undefined;
		return `${last?.run} ${isOver ? 'still asks' : 'does not ask'} for ${name}`;
	});
};

/** What an event is about: a document or invoice, or a notice. */
const subjectOf = (event: Event) => fileOf(event) ?? event.json['reference'];

const oneIdentifier: Judge = (watched) => {
	const known = new Map<unknown, Event>();
	return firstOf(eventsOf(watched), (event) => {
		const id = event.json['evenement_id'];
		const before = known.get(id);
		known.set(id, event);
		const isOther = before && subjectOf(before) !== subjectOf(event);
		return isOther ? `${inShort(before)} and ${inShort(event)}` : undefined;
	});
};

/** An invoice of several notices is reported once for each: together, or when it can be read. */
const reportedOnce: Judge = (watched) => {
	const reported = new Set<string>();
	return firstOf(eventsOf(watched), (event) => {
		const { evenement_id: id, demande, references_demandees: billed = [demande] } = event.json;
		const changes = (billed as string[]).map((one) => `${String(id)} ${one}`);
		const isAgain = changes.some((one) => reported.has(one));
		for (const one of changes) reported.add(one);
		return isAgain ? `${inShort(event)} again` : undefined;
	});
};

/** The status that the event before left behind; its own fields say what the status is by now. */
const LEFT: Readonly<Record<string, string>> = Object.fromEntries(
	Object.entries(KINDS).map(([statut, kind]) => [kind, statut]),
);

/** Changes that are chosen by their own event, and reported by it, follow one another without a gap. */
const noneLeftOut: Judge = (watched) => {
	const { history } = watched;
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

/** What polls have read of the status of a notice, each time another. */
function readOf(watched: Watched, { asked, notice }: Entry) {
	const { network, watcher } = watched;
	const read = watcher.polls.flatMap((poll) => {
		const call = network.calls.find((one) => {
			const { run, route, names, endedAt = Infinity, codes } = one;
			const isItsStatus = route.startsWith('status') && names.includes(asked);
			const isRead = endedAt <= poll.endedAt && codes === undefined && isAnswered(one);
			return run === poll.run && isItsStatus && isRead;
		});
		if (!notice || !call) return [];
		const moment = momentAt(watched, notice, call.arrivedAt ?? 0);
		return moment && !moment.cancelled ? [{ poll, moment }] : [];
	});
	const facts = ({ statut, motif }: Moment) => `${statut} ${motif}`;
	return read.filter(({ moment }, at) => {
		const before = read[at - 1];
		return !before || facts(before.moment) !== facts(moment);
	});
}

/** What a poll has read of a reason is reported, also where the reason changes back before its files have come. */
const reasonsReported: Judge = (watched) => {
	const { history } = watched;
	if (!history.events.includes('reasonChanged')) return undefined;
	return firstOf(readable(watched), (entry) => {
		const own = eventsOf(watched).filter((event) => isOfStatus(event) && isAbout(event, entry));
		const read = readOf(watched, entry);
		const unsaid = read.find(({ poll, moment }, at) => {
			const before = read[at - 1]?.moment;
			if (before?.statut !== 'suspendue' || moment.statut !== 'suspendue') return false;
			// What still waits takes its new reason with it.
			const saysIt = ({ json }: Event) =>
				json['evenement'] === 'reasonChanged' || json['motif'] === moment.motif;
			return !own.some((event) => event.poll.begunAt >= poll.begunAt && saysIt(event));
		});
		return (
			unsaid &&
			`${unsaid.poll.run} has read "${unsaid.moment.motif}" of ${entry.asked}, and no poll reports a changed reason`
		);
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
	const then = momentAt(watched, notice, before.begunAt) ?? NOT_YET;
	const now = momentAt(watched, notice, poll.begunAt);
	if (!now || now.cancelled) return undefined;
	const own = eventsOf(watched).filter((event) => event.poll === poll && isAbout(event, entry));
	const ofStatus = own.filter(isOfStatus);
	const isSame = then.at === now.at;
	if (isSame && own.length > 0) {
		return `nothing has happened to ${asked}, and ${inShort(own[0]!)}`;
	}
	const reported = own.map(inShort).join(', ') || `${poll.run} reports nothing`;
	const file = wronglyReported(watched, entry, poll, own);
	if (file !== undefined) return `of ${asked}, ${file} is new or was reported: ${reported}`;
	const { statut } = now;
	if (then.statut === statut || !isChosen(watched, statut)) return undefined;
	const evenement = watched.history.events.find((one) => one === KINDS[statut]) ?? 'statusChanged';
	const facts = { evenement, statut, ancien_statut: then.statut, ancien_motif: then.motif };
	const isRight = Object.entries(facts).every(([name, value]) => {
		return String(ofStatus[0]?.json[name] ?? '') === value;
	});
	if (isRight && ofStatus.length === 1) return undefined;
	return `${asked} was ${then.statut} and is ${statut}: ${reported}`;
}

/** What is known of a notice that three polls have not found. */
const NOT_YET: Moment = { at: -1, statut: 'introuvable', motif: '', cancelled: false, files: [] };

/** A document or invoice that was not reported once by the more specific event, when it was first listed. */
function wronglyReported(
	watched: Watched,
	{ asked, notice }: Entry,
	poll: Poll,
	own: readonly Event[],
): string | undefined {
	const filesAt = ({ begunAt }: Poll) => {
		const moment = notice && momentAt(watched, notice, begunAt);
		return moment ? listed(watched, moment) : [];
	};
	const { polls } = watched.watcher;
	const before = polls.slice(0, polls.indexOf(poll)).map(filesAt);
	const present = filesAt(poll);
	const statut = notice && momentAt(watched, notice, poll.begunAt)?.statut;
	return [...new Set(present)].find((file) => {
		const known = Math.max(...before.map((files) => countOf(files, file)));
		const news = isWanted(watched, file) ? countOf(present, file) - known : 0;
		const isInvoice = /^(facture|avoir) /.test(file);
		const isSpecific = isInvoice && watched.history.events.includes('newInvoice');
		const events = own.filter((event) => fileOf(event) === file);
		const evenement = isSpecific ? 'newInvoice' : 'newDocument';
		const isNamed = ({ json }: Event) =>
			json['evenement'] === evenement && (json['demande'] !== asked || json['statut'] === statut);
		return events.length !== news || !events.every(isNamed);
	});
}

const atOnceWhereCalm: Judge = (watched) => {
	const { watcher } = watched;
	return firstOf(watcher.polls.slice(1), (poll) => {
		const before = watcher.polls[watcher.polls.indexOf(poll) - 1]!;
		return firstOf(watched.list, (entry) => wrongBetween(watched, before, poll, entry));
	});
};

const failsWhereItReadsNothing: Judge = (watched) => {
	const { watcher, network, list } = watched;
	return firstOf(watcher.polls, (poll) => {
		const { run, error, items, begunAt, endedAt, publishes } = poll;
		const calls = network.calls.filter((call) => call.run === run);
		if (publishes || calls.length === 0 || endedAt === Infinity) return undefined;
		if (calls.every(isAnswered)) {
			// That nothing is found of many notices is doubted.
			const isAnyThere = list.some(({ notice }) => {
				return notice && momentAt(watched, notice, begunAt)?.cancelled === false;
			});
			const isFine = error === undefined || !isAnyThere;
			return isFine ? undefined : `${run} was answered, and fails: ${error.message}`;
		}
		if (calls.some(isAnswered) || error !== undefined || items.length > 0) return undefined;
		return `${run} could read nothing, and does not say so`;
	});
};

/** Of polls at once in one process the first goes on; if the last one did, none would end where each lasts longer than a minute. */
const laterGivesWay: Judge = ({ watcher, network }) => {
	const isAtWork = ({ run }: Poll) => network.calls.some((call) => call.run === run);
	return firstOf(watcher.polls, (poll, at) => {
		const later = watcher.polls.slice(at + 1).find(({ begunAt }) => begunAt < poll.endedAt);
		if (poll.publishes || !later || later.publishes || !isAtWork(later)) return undefined;
		return `${later.run} does not give way to ${poll.run}`;
	});
};

const failsForItsCause: Judge = ({ watcher, network }) =>
	firstOf(watcher.polls, ({ run, error, endedAt }) => {
		const { failure } = (error ?? {}) as { failure?: { cause?: string } };
		if (error === undefined || endedAt === Infinity) return undefined;
		const cause = failure?.cause ?? '';
		const calls = network.calls.filter((call) => call.run === run);
		// Where everything was answered, it is doubted that the service is well.
		const isDoubt = cause === 'temporarily-unavailable' && calls.every(isAnswered);
		const fits = isDoubt || calls.some((call) => fitsCause(call, cause));
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
	return changed < 0 ? undefined : `test ${changed + 1} changes what is stored`;
};

const testsShowWhatIs: Judge = (watched) => {
	const shown = watched.watcher.tests.flatMap(({ items }) => items);
	return firstOf(shown, (item) => {
		const { exemple, evenement } = item.json;
		const wrong = exemple === true ? undefined : inventedIn(watched, item, Infinity);
		if (evenement && wrong === undefined) return undefined;
		return `a test shows ${JSON.stringify(item.json)}, ${wrong ?? 'which is no event'}`;
	});
};

/** A poll requested something and got no answer: neither for its list, nor for a part of that. */
function isUnread({ network }: Watched, { run }: Poll): boolean {
	const calls = network.calls.filter((call) => call.run === run);
	const what = ({ path }: (typeof calls)[number]) => path.split('/').at(-1)?.slice(0, 6);
	return calls.some((call) => {
		const isRead = (name: string) =>
			calls.some((one) => isAnswered(one) && what(one) === what(call) && one.names.includes(name));
		return !isAnswered(call) && !call.names.every(isRead);
	});
}

/** A warning is last in n8n's log while a part cannot be read, and no longer. */
const partIsLogged: Judge = (watched) => {
	const { watcher, network } = watched;
	return firstOf(watcher.polls, (poll) => {
		const { error, endedAt, run } = poll;
		const last = network.logs.findLast(({ at }) => at <= endedAt)?.level;
		if (error !== undefined || endedAt === Infinity) return undefined;
		if (isUnread(watched, poll)) {
			return last === 'warn' ? undefined : `${run} cannot read all, and the log does not say so`;
		}
		const isOver = poll === watcher.polls.at(-1) && last === 'warn';
		return isOver ? `${run} can read all again, and the log does not say so` : undefined;
	});
};

/** While the service is away, or its quota used up, a workflow can be published all the same. */
const publishes: Judge = ({ watcher }) =>
	firstOf(watcher.polls, ({ publishes, run, error }) => {
		const { failure } = (error ?? {}) as { failure?: { cause?: string } };
		const isPassing = ['rate-limited', 'temporarily-unavailable'].includes(failure?.cause ?? '');
		return publishes && isPassing ? `${run} does not publish: ${error?.message}` : undefined;
	});

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
	return found && `${found} is in what n8n keeps`;
};

const IN_ALL: Promises = {
	'No change is lost: in the end, what was reported last is what the service says.': (watched) =>
		allReported(watched) ?? notFoundReported(watched),
	'Nothing is reported that was not so, and a file by the name that its download takes.': (
		watched,
	) => nothingInvented(watched) ?? filesAreNamed(watched),
	'A change has one identifier, also where it is reported again, and no other one has that.': (
		watched,
	) => oneIdentifier(watched) ?? againWithItsIdentifier(watched),
	'After the days of Stop Watching After Publication a notice is not read any more, any other is.':
		watchingEnds,
	'A poll fails exactly where it reads nothing, for a cause that fits, and publishing waits for no service.':
		(watched) =>
			failsWhereItReadsNothing(watched) ?? failsForItsCause(watched) ?? publishes(watched),
	'A poll ends in the time that n8n gives it.': inItsTime,
	'Fetch Test Event shows what is so, or an example that is marked, and changes nothing that is stored.':
		(watched) => testsTouchNothing(watched) ?? testsShowWhatIs(watched),
	'The secret key and signatures are nowhere.': nothingLeaks,
};

/** Where a poll is not stored, the next one goes on from what was stored before it. */
const WHERE_STORED: Promises = {
	'A change is reported once.': reportedOnce,
	'No change is left out that a poll has read: each follows the one that was reported before.': (
		watched,
	) => noneLeftOut(watched) ?? reasonsReported(watched),
	'A poll gives way to one that is under way.': laterGivesWay,
	'The log says when a part cannot be read, and when that ends.': partIsLogged,
};

const WHERE_STILL: Promises = {
	'What is first seen is reported as When First Seen says.': firstSightReported,
};

const WHERE_CALM: Promises = {
	'Where nothing strikes, a poll reports what has changed, and nothing else.': atOnceWhereCalm,
};

export function brokenPolls(watched: Watched): Broken[] {
	const { history } = watched;
	const promises = {
		...IN_ALL,
		...(isKept(history) && WHERE_STORED),
		...(isStill(history) && WHERE_STILL),
		...(isCalm(history) && WHERE_CALM),
	};
	return Object.entries(promises).flatMap(([promise, judge]) => {
		const what = judge(watched);
		return what === undefined ? [] : [{ promise, what }];
	});
}
