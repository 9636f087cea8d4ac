/** What the trigger may never do, in the words of `product.md` and docs/trigger.md. */
import type { IDataObject } from 'n8n-workflow';
import { RAW, textsIn } from './callInvariants.mts';
import { calmPolls } from './calmPolls.mts';
import type { Violation } from './invariants.mts';
import type { Notice, Numbered } from './model.mts';
import { isForeign } from './outputInvariants.mts';
import type { Watched } from './watching.mts';

type Check = (watched: Watched) => Violation[];

interface Event {
	readonly at: number;
	readonly poll: number;
	readonly json: IDataObject;
}

const violation = (promise: string, what: string): Violation => ({ promise, what });

function eventsOf({ watcher }: Watched): Event[] {
	return watcher.emitted.flatMap(({ at, poll, items }) =>
		items.map(({ json }) => ({ at, poll, json })),
	);
}

const isOfStatus = ({ json }: Event): boolean => !('document' in json || 'facture' in json);

function noticeOf({ world }: Watched, reference: string): Notice | undefined {
	return world.model.notices.find((one) => one.reference === reference);
}

function statusAt({ statuses }: Notice, at: number): string {
	return statuses.findLast((one) => one.at <= at)?.status ?? '';
}

/** Whether the polls at the end could read everything. */
function couldRead({ watcher, crash, world }: Watched): boolean {
	const failed = world.calls.slice(-3).some(({ codes }) => /timestamp|requetes_max/.test(codes));
	return crash === '' && !failed && watcher.errors.length < watcher.polls - 3;
}

/** What n8n may forget when it is killed (docs/trigger.md, "What depends on n8n's settings"). */
function mayForget({ kills, history }: Watched): boolean {
	return kills.length > 0 && history.keeping !== 'cursors' && history.firstSight !== 'current';
}

const statusTold: Check = (watched) => {
	const { history, list, begunAt } = watched;
	if (!history.events.includes('statusChanged') || !couldRead(watched) || mayForget(watched))
		return [];
	const events = eventsOf(watched).filter(isOfStatus);
	return list.flatMap(({ asked, reference }) => {
		const notice = noticeOf(watched, reference);
		if (!notice || notice.cancelledAt !== undefined) return [];
		const last = events.findLast(({ json }) => json['demande'] === asked);
		const before = history.firstSight === 'current' ? 'nothing' : statusAt(notice, begunAt);
		const told = String(last?.json['statut'] ?? before);
		const { status } = watched.world.model.statusOf(notice);
		if (told === status) return [];
		return [violation('No change is lost.', `${asked} is ${status}, and told was ${told}`)];
	});
};

/** A batch that always names others looks like an exchanged answer, and such a reference has no route of its own. */
function isVeiled({ world: { readings } }: Watched): boolean {
	return readings.batchMore === 'others' && ['blank', 'slash'].includes(readings.referenceStyle);
}

const goneTold: Check = (watched) => {
	const { history, list, begunAt } = watched;
	if (!history.events.includes('notFound') || !couldRead(watched) || mayForget(watched)) return [];
	if (isVeiled(watched)) return [];
	const events = eventsOf(watched).filter(isOfStatus);
	return list.flatMap(({ asked, reference }) => {
		const { cancelledAt } = noticeOf(watched, reference) ?? {};
		const last = events.findLast(({ json }) => json['demande'] === asked)?.json['statut'];
		if (cancelledAt === undefined && last === 'introuvable') {
			return [violation('Nothing is called gone that is there.', asked)];
		}
		if (cancelledAt === undefined || cancelledAt < begunAt || last === 'introuvable') return [];
		return [violation('No change is lost.', `${asked} is cancelled, and told was ${String(last)}`)];
	});
};

function kindOf({ type }: Numbered, events: readonly string[]): 'facture' | 'document' | undefined {
	const isInvoice = type === 'facture' || type === 'avoir';
	if (isInvoice && events.includes('newInvoice')) return 'facture';
	return events.includes('newDocument') ? 'document' : undefined;
}

/** What could not be read at first, or not in the end: the first reading of its files is a first sight. */
function isWithheld({ world, begunAt }: Watched, notice: Notice): boolean {
	const statuses = [world.model.statusOf(notice).status, statusAt(notice, begunAt)];
	return statuses.includes('suspendue') && world.readings.suspended !== 'readable';
}

const filesTold: Check = (watched) => {
	const { history, list, kills, world } = watched;
	if (!couldRead(watched) || mayForget(watched)) return [];
	const events = eventsOf(watched);
	const added = world.model.fileTimes;
	// An invoice of another date is another invoice.
	const isRedated = world.calls.some(({ shapes }) => shapes.includes('date'));
	return list.flatMap(({ reference }) => {
		const notice = noticeOf(watched, reference);
		if (!notice || notice.cancelledAt !== undefined || isWithheld(watched, notice)) return [];
		return notice.files.flatMap((file) => {
			const kind = kindOf(file, history.events);
			const isLater = (added.get(String(file.numero)) ?? 0) > watched.begunAt;
			if (!kind || !isLater) return [];
			const told = events.filter(
				({ json }) => (json[kind] as IDataObject | undefined)?.['numero'] === file.numero,
			);
			const name = `${file.type} ${String(file.numero)} of ${reference}`;
			if (told.length === 0) return [violation('No change is lost.', `${name} is never told`)];
			const isShared = file.references.length > 1;
			if (told.length === 1 || kills.length > 0 || isShared || isRedated) return [];
			return [violation('Each change is told once.', `${name} is told ${told.length} times`)];
		});
	});
};

const toldOnce: Check = (watched) => {
	const { kills, edited } = watched;
	const events = eventsOf(watched).filter(({ json }) => !edited.has(String(json['demande'])));
	return events.flatMap((event, index) => {
		const id = event.json['evenement_id'];
		const before = events.slice(0, index).findLast(({ json }) => json['evenement_id'] === id);
		const isShared = 'facture' in event.json;
		const wasKilled = before && kills.some((at) => at >= before.at && at <= event.at);
		if (!before || isShared || wasKilled) return [];
		const what = `${JSON.stringify(event.json).slice(0, 200)} in polls ${before.poll} and ${event.poll}`;
		return [violation('Each change is told once.', what)];
	});
};

const everHad: Check = (watched) =>
	eventsOf(watched).flatMap((event) => {
		const { json, at } = event;
		const entry = watched.list.find(({ asked }) => asked === json['demande']);
		const notice = entry && noticeOf(watched, entry.reference);
		if (!isOfStatus(event) || !notice) return [];
		if (json['statut'] === 'introuvable') {
			if ((notice.cancelledAt ?? Infinity) <= at) return [];
			return [violation('Nothing is called gone that is there.', notice.reference)];
		}
		const had = notice.statuses.some((one) => one.at <= at && one.status === json['statut']);
		return had ? [] : [violation('Nothing is called published that is not.', JSON.stringify(json))];
	});

const EVENT_FIELDS = ['evenement', 'evenement_id', 'demande', 'constate_le', 'ancien_statut'];

const ownFields: Check = (watched) =>
	eventsOf(watched).flatMap(({ json }) => {
		const foreign = EVENT_FIELDS.filter(
			(name) => isForeign(json[name]) || json[name] === undefined,
		);
		const broken = 'error' in json ? ['error', ...foreign] : foreign;
		if (broken.length === 0) return [];
		const what = `${broken.join()} in ${JSON.stringify(json).slice(0, 200)}`;
		return [violation("The node's own fields are the node's.", what)];
	});

/** For each kind of reading one call and twenty more to find what spoils it, each repeated twice; and files. */
const CALLS_OF_POLL = 250;
const SLACK_MS = 5_000;

const bounded: Check = ({ world, lateMs, crash, busiestMs }) => {
	const counts = new Map<string, number>();
	for (const { run } of world.calls) counts.set(run, (counts.get(run) ?? 0) + 1);
	const most = Math.max(0, ...counts.values());
	const broken: Violation[] = [];
	if (most > CALLS_OF_POLL) broken.push(violation('Work of a poll is bounded.', `${most} calls`));
	if (lateMs > SLACK_MS) {
		broken.push(violation('A poll ends within the time that n8n gives it.', `${lateMs} ms more`));
	}
	if (crash !== '') broken.push(violation('A poll ends.', crash));
	if (busiestMs > 3_000) broken.push(violation('n8n is never blocked.', `for ${busiestMs} ms`));
	return broken;
};

const sentences: Check = ({ watcher }) =>
	watcher.errors.flatMap(({ name, message }) => {
		const isNode = ['NodeApiError', 'NodeOperationError'].includes(name);
		if (isNode && !RAW.test(message)) return [];
		return [violation('A failure is an error of the node with a sentence.', `${name}: ${message}`)];
	});

const secrets: Check = ({ world, watcher, credential }) => {
	const errors = textsIn(watcher.errors);
	const everything = `${watcher.kept}${world.logged}${JSON.stringify(watcher.emitted)}${errors}`;
	const signatures = world.calls.map(({ headers }) => String(headers['Signature']));
	const secret = [credential.secretKey, credential.publicKey, ...signatures].find((one) =>
		everything.includes(one),
	);
	return secret ? [violation('No secret, key or signature is stored.', secret)] : [];
};

const CHECKS = [
	statusTold,
	goneTold,
	filesTold,
	calmPolls,
	toldOnce,
	everHad,
	ownFields,
	bounded,
	sentences,
	secrets,
];

export function watchViolationsOf(watched: Watched): Violation[] {
	return CHECKS.flatMap((check) => check(watched));
}
