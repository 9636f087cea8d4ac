/**
 * What may never happen, each in the words of `product.md`, judged from the journal, from what came out and from what
 * n8n stores.
 */
import { isUndisturbed } from './calm.mts';
import { calmChecks } from './calmInvariants.mts';
import { callChecks } from './callInvariants.mts';
import { contentChecks } from './contentInvariants.mts';
import { fileChecks } from './fileInvariants.mts';
import { givenChecks } from './givenInvariants.mts';
import { reportOf, reportText, type Reported } from './claims.mts';
import type { Contact, Effect, Notice } from './model.mts';
import { outputChecks } from './outputInvariants.mts';
import type { Played, Run } from './play.mts';
import { contentOf, isTextOf } from './texts.mts';
import { isOfTheMoment, MAXIMUM, modeOf, type Want, type Work } from './workflows.mts';

export interface Violation {
	/** The sentence that is broken. */
	readonly promise: string;
	readonly what: string;
}

type Check = (played: Played) => Violation[];

const violation = (promise: string, what: string): Violation => ({ promise, what });

/** The run whose call it was. */
function runOf(played: Played, call: number | undefined): Run | undefined {
	const id = played.world.callOf(call)?.run;
	return played.runs.find((run) => run.id === id);
}

/** The same words written as text and as HTML, or below a header, are two orders. */
const formOf = ({ isHtml, hasHeader }: Work): string => `${isHtml} ${hasHeader}`;

/** What makes two orders of the node one order: the number where it is one of the person's own, the content else. */
function orderKey(played: Played, notice: Notice): string | undefined {
	const run = runOf(played, notice.by);
	if (!run || notice.number === undefined) return undefined;
	// Made of the time, the number is another one in each execution, but not in its tries.
	if (isOfTheMoment(run.work)) return `${contentOf(notice)} of ${run.retryOf?.id ?? run.id}`;
	const number = modeOf(run.work) === 'custom' ? notice.number : formOf(run.work);
	return JSON.stringify([contentOf(notice), number]);
}

/**
 * How many notices of one content may be: one by all orders, and one in the place of each notice that is to be replaced.
 * After a cancellation, reference and number can no longer be matched, so each counts as a notice of its own.
 */
function allowedNotices({ runs }: Played, content: string): number {
	const places = new Set<string>();
	for (const { work, wants } of runs) {
		for (const { name, json } of wants) {
			if (work.operation === 'quote' || contentOf(json) !== content) continue;
			places.add(work.operation === 'replace' ? name : work.operation);
		}
	}
	return places.size;
}

const ordersOnce: Check = (played) => {
	const live = played.world.model.notices.filter(({ cancelledAt }) => cancelledAt === undefined);
	const keys = new Set(live.flatMap((notice) => orderKey(played, notice) ?? []));
	return [...keys].flatMap((key) => {
		const notices = live.filter((notice) => orderKey(played, notice) === key);
		const [first] = notices;
		if (!first || notices.length <= allowedNotices(played, contentOf(first))) return [];
		const what = `${notices.map(({ reference }) => reference).join(', ')} are the same order`;
		return [violation('An order is placed exactly once.', what)];
	});
};

/** Without a number nothing keeps a second attempt from being a second order, so there is none within an execution. */
const withoutNumber: Check = (played) =>
	played.runs.flatMap((run) => {
		if (run.work.operation !== 'order' || modeOf(run.work) !== 'none') return [];
		const sent = played.world.model.notices.filter(({ by }) => runOf(played, by) === run);
		const contents = sent.map(contentOf);
		return [...new Set(contents)].flatMap((content) => {
			const requested = run.wants.filter(({ json }) => contentOf(json) === content).length;
			const ordered = contents.filter((one) => one === content).length;
			if (ordered <= requested) return [];
			const what = `${run.id} wanted ${requested} of ${content} and ordered ${ordered}`;
			return [violation('No item ever has its effect twice.', what)];
		});
	});

/** Effects of a run that ended and whose outcome anybody could read: n8n stores what a node says of being stopped. */
function effectsOf(played: Played, run: Run): Effect[] {
	if (!run.ended || (run.fate !== 'ended' && run.fate !== 'stopped')) return [];
	return played.world.model.effects.filter(({ call }) => runOf(played, call) === run);
}

/** Beside its reference, the names by which a report may tell of an effect. */
function namesInReport(played: Played, run: Run, effect: Effect): string[] {
	if (effect.kind === 'contact') return contactNames(played, effect);
	const { notices } = played.world.model;
	const notice = notices.find((one) => one.reference === effect.reference);
	const names = [notice?.number ?? String(notice?.body['dossier'])];
	return [...names, ...replacementsOf(played, run, effect)];
}

function contactNames({ world }: Played, { reference }: Effect): string[] {
	const made = world.model.contacts.find(({ id }) => `${id}` === reference);
	return made?.email ? [made.email] : ['the contact', made?.nom ?? ''];
}

/** What replaces a notice tells that it is cancelled. */
function replacementsOf({ world }: Played, run: Run, { kind, reference }: Effect): string[] {
	if (run.work.operation !== 'replace' || kind !== 'cancelled') return [];
	const wants = run.wants.filter(({ named }) => named?.reference === reference);
	const heirs = world.model.notices.filter((one) => wants.some(({ json }) => isTextOf(one, json)));
	return heirs.map((one) => one.reference);
}

/** Its answer was lost, somebody else has cancelled it at once, and the service gives its number away again. */
function isGoneUnseen({ world }: Played, { kind, reference, call: number }: Effect): boolean {
	const { model, calls, readings } = world;
	const call = calls.find((one) => one.number === number);
	const isLost = call !== undefined && call.fate !== 'answered';
	const isCancelled = model.effects.some(
		(one) => one.kind === 'cancelled' && one.reference === reference && one.call === undefined,
	);
	return kind === 'registered' && isLost && isCancelled && readings.cancelledNumber === 'free';
}

const includesName = (text: string, name: string): boolean =>
	text.includes(name) || text.includes(JSON.stringify(name).slice(1, -1));

/** What came out tells of it by its reference, or a failure leaves it open by a name. */
function isReported(played: Played, run: Run, effect: Effect): boolean {
	if (includesName(reportText(run), effect.reference)) return true;
	const failures = reportOf(run)
		.flatMap(({ failure }) => failure ?? [])
		.join('\n');
	return namesInReport(played, run, effect).some((name) => includesName(failures, name));
}

const everyEffectIsReported: Check = (played) =>
	played.runs.flatMap((run) =>
		effectsOf(played, run).flatMap((effect) => {
			if (isReported(played, run, effect) || isGoneUnseen(played, effect)) return [];
			const text = reportText(run).slice(0, 300);
			const what = `${run.id}: ${effect.words}, and nothing that came out says so: ${text}`;
			return [violation('An order that exists is never reported without its reference.', what)];
		}),
	);

/** In other letters a name may be that of another notice: either may be meant. */
function isMeant(
	{ world }: Played,
	{ named, name }: Pick<Want, 'named' | 'name'>,
	{ reference }: Effect,
): boolean {
	return [named, ...world.model.named(name)].some((one) => one?.reference === reference);
}

/** Which items of the run an effect may be one of. */
function itemsOf(played: Played, run: Run, effect: Effect): number[] {
	const { notices, contacts } = played.world.model;
	const notice = notices.find((one) => one.reference === effect.reference);
	const made = contacts.find(({ id }) => effect.kind === 'contact' && `${id}` === effect.reference);
	return run.wants.flatMap(({ json, ...want }, index) => {
		if (effect.kind === 'cancelled') return isMeant(played, want, effect) ? [index] : [];
		if (made) return isContactOf(made, json) ? [index] : [];
		return notice && isTextOf(notice, json) ? [index] : [];
	});
}

function isContactOf({ email, nom, prenom }: Contact, json: Want['json']): boolean {
	if (email !== '') return email === json['email'];
	return json['email'] === '' && nom === json['nom'] && prenom === json['prenom'];
}

const DENIES = {
	registered: /Nothing was (ordered|done|changed|cancelled or ordered)/,
	cancelled: /Nothing was (cancelled|done|changed)/,
	contact: /Nothing was created|was not created/,
} as const;

/** Whether an item says that an effect was not done, and nothing else of it does not. */
function denies(run: Run, { kind }: Effect, index: number): boolean {
	const own = reportOf(run).filter(({ items }) => items.includes(index));
	const isDenial = ({ failure = '' }: Reported) => kind !== 'outside' && DENIES[kind].test(failure);
	return own.length > 0 && own.every(isDenial);
}

const deniesWhatWasDone: Check = (played) =>
	played.runs.flatMap((run) =>
		effectsOf(played, run).flatMap((effect) => {
			const items = itemsOf(played, run, effect);
			if (items.length === 0 || isGoneUnseen(played, effect)) return [];
			// Of items that want the same, some may be told of what another did, but not all of them.
			if (!items.every((index) => denies(run, effect, index))) return [];
			const what = `${run.id}: ${effect.words}, and its items deny it: ${reportText(run).slice(0, 300)}`;
			return [violation('Nothing is said to be undone that was done.', what)];
		}),
	);

/** A question that is refused for clock or quota to the last tells nothing of what it asks for. */
function isHeldUp({ world }: Played, { id }: Run): boolean {
	const last = world.calls.filter(({ run, route }) => run === id && route !== 'lists').at(-1);
	return /timestamp|requetes_max/.test(String(last?.codes));
}

/** Where every call was answered, everything is known. */
const callsKnownUnknown: Check = (played) =>
	played.runs.flatMap((run) => {
		// A *Retry* tells what the execution before it has left open.
		const isFirst = run.fate === 'ended' && run.retryOf === undefined;
		if (!isFirst || !isUndisturbed(played, run) || isHeldUp(played, run)) return [];
		const open = reportOf(run).find(({ failure = '' }) => /not known whether/.test(failure));
		if (!open) return [];
		const promise = 'What the service has answered is not called unknown.';
		return [violation(promise, `${run.id} ${run.work.operation}: ${open.failure?.slice(0, 300)}`)];
	});

/** What the service no longer finds after an attempt whose answer was lost is cancelled by that attempt. */
const goneAtLast: Check = (played) =>
	played.runs.flatMap((run) =>
		effectsOf(played, run).flatMap((effect) => {
			// A later try tells what the one before it has left open.
			if (run.work.tries > 1 || run.retryOf) return [];
			const [index, ...others] = itemsOf(played, run, effect);
			if (effect.kind !== 'cancelled' || index === undefined || others.length > 0) return [];
			const calls = played.world.calls.filter(
				({ run: id, route, subject }) =>
					id === run.id && route === 'cancel' && subject === `${effect.reference}{}`,
			);
			const last = calls.at(-1);
			const isRefused = last?.codes.includes('err_annonce_introuvable') === true;
			if (!isRefused || last.fate !== 'answered' || calls.length === 1) return [];
			// The notice is looked for after that, and only what is not found any more is called cancelled.
			const looks = played.world.calls.filter(
				({ run: id, route, number }) => id === run.id && route === 'status' && number > last.number,
			);
			if (looks.some(({ fate }) => fate !== 'answered')) return [];
			const open = reportOf(run).find(
				({ items, failure = '' }) => items.includes(index) && /not known whether/.test(failure),
			);
			if (!open) return [];
			const what = `${run.id}: ${effect.words}, and its item says: ${open.failure?.slice(0, 300)}`;
			return [violation('What the service has answered is not called unknown.', what)];
		}),
	);

/** A replacement that has cancelled the old notice goes on there: the old one is not unknown to it. */
const resumesReplacement: Check = (played) =>
	played.runs.flatMap((run) => {
		if (run.work.operation !== 'replace') return [];
		// *Retry* of n8n keeps what the execution before it remembers.
		const done = [run, ...(run.retryOf ? [run.retryOf] : [])];
		const gone = done
			.flatMap((one) => effectsOf(played, one))
			.filter(({ kind }) => kind === 'cancelled');
		const lost = gone.find((effect) => {
			const [index, ...others] = itemsOf(played, run, effect);
			if (index === undefined || others.length > 0) return false;
			const own = reportOf(run).filter(({ items }) => items.includes(index));
			return own.some(({ failure = '' }) => /to be replaced, .* is not found/.test(failure));
		});
		if (!lost) return [];
		const promise = 'A replacement that is run again goes on where it stopped.';
		return [violation(promise, `${run.id}: ${lost.words}, and then is not found`)];
	});

const BELONGS = /The 'Order Number' (\S+) belongs to the notice/;

/** The same words may replace several notices, and the notice that they were ordered as: each under a number of its own. */
const ofItsOwn: Check = (played) =>
	played.runs.flatMap((run) => {
		if (run.work.operation !== 'replace' || modeOf(run.work) !== 'automatic') return [];
		return reportOf(run).flatMap(({ items, failure = '' }) => {
			const number = BELONGS.exec(failure)?.[1];
			const place = run.wants[items[0] ?? -1]?.named;
			const owner = played.world.model.notices.find((one) => one.number === number);
			const of = runOf(played, owner?.by);
			if (number === undefined || !owner || !of || !place) return [];
			const isSame = of.wants.some(({ named, json }) => named === place && isTextOf(owner, json));
			if (of.work.operation === 'replace' && isSame) return [];
			const what = `${run.id}, in the place of ${place.reference}: ${failure.slice(0, 200)}`;
			return [violation('What replaces a notice has a number of its own.', what)];
		});
	});

const onlyAsked: Check = (played) =>
	played.world.model.effects.flatMap((effect) => {
		const run = runOf(played, effect.call);
		if (!run || effect.kind !== 'cancelled') return [];
		const isAsked = run.wants.some((want) => isMeant(played, want, effect));
		const cancels = ['cancel', 'replace'].includes(run.work.operation);
		if (isAsked && cancels) return [];
		const asked = run.wants.map(({ name }) => name).join(', ');
		return [
			violation('The wrong notice is never touched.', `${effect.words}; asked for: ${asked}`),
		];
	});

/** One item means one notice, also where its name is that of two. */
const onlyOne: Check = (played) =>
	played.runs.flatMap((run) => {
		// A retry goes on with the items of the execution before it.
		const runs = [run, ...(run.retryOf ? [run.retryOf] : [])];
		const gone = played.world.model.effects.filter(({ kind, call }) => {
			const by = runOf(played, call);
			return kind === 'cancelled' && by !== undefined && runs.includes(by);
		});
		const named = [...new Set(run.wants.map(({ name }) => name))];
		return named.flatMap((name) => {
			const items = run.wants.filter((want) => want.name === name);
			const others = run.wants.filter((want) => want.name !== name);
			const ofName = gone.filter((effect) => {
				const isOf = (want: Want) => isMeant(played, want, effect);
				return items.some(isOf) && !others.some(isOf);
			});
			if (ofName.length <= items.length) return [];
			const what = `${run.id}: ${ofName.map(({ words }) => words).join(', ')}`;
			return [violation('The wrong notice is never touched.', what)];
		});
	});

/** How many corrections have a place: each stands in that of a notice that is gone, whoever cancelled it. */
function placesToFill(played: Played, run: Run): number {
	const { wants, work, startedAt } = run;
	const { model } = played.world;
	const named = wants.flatMap((want) => [want.named, ...model.named(want.name)]);
	const gone = named.filter((one) => one?.cancelledAt !== undefined);
	if (!work.alreadyCancelled) return new Set(gone).size;
	// Of a notice that is said to be cancelled and is gone, nobody can tell that its other name is the same one.
	const isCancelledHere = ({ reference }: Notice) =>
		effectsOf(played, run).some(
			(effect) => effect.kind === 'cancelled' && effect.reference === reference,
		);
	const isLive = (one: Notice) =>
		one.registeredAt <= startedAt && (one.cancelledAt === undefined || isCancelledHere(one));
	const ofLive = model.notices
		.filter(isLive)
		.flatMap(({ reference, number }) => [reference, number]);
	const names = wants.map(({ name }) => name).filter((name) => !ofLive.includes(name));
	const goneMeanwhile = gone.filter((one) => one && isLive(one));
	return new Set([...names, ...goneMeanwhile]).size;
}

const oneInThePlace: Check = (played) =>
	played.runs.flatMap((run) => {
		if (run.work.operation !== 'replace' || mayHaveCancelledBefore(played, run)) return [];
		const placed = played.world.model.notices.filter(
			({ by, cancelledAt }) => runOf(played, by) === run && cancelledAt === undefined,
		);
		if (placed.length <= placesToFill(played, run)) return [];
		const what = `${run.id} ordered ${placed.map(({ reference }) => reference).join(', ')}`;
		return [violation('Of several corrections of a notice in a run one is ordered.', what)];
	});

/** A later try takes a notice for its own that an earlier one may have cancelled, and another item did. */
function mayHaveCancelledBefore({ world }: Played, { id, work, retryOf }: Run): boolean {
	const calls = world.calls.filter(({ run, route }) => run === id && route === 'cancel');
	const isLaterTry = work.tries > 1 || retryOf !== undefined;
	return isLaterTry && calls.some(({ fate }) => fate !== 'answered');
}

/** What stands in the newspaper is not undone by a correction: it was published when the run began, and all the time. */
const publishedStays: Check = (played) =>
	played.world.model.effects.flatMap((effect) => {
		const run = runOf(played, effect.call);
		if (run?.work.operation !== 'replace' || effect.kind !== 'cancelled') return [];
		const notice = played.world.model.notices.find((one) => one.reference === effect.reference);
		const last = notice?.statuses.at(-1);
		if (last?.status !== 'parue' || last.at > run.startedAt) return [];
		return [violation('A published notice is not replaced.', `${run.id}: ${effect.words}`)];
	});

const guarded: Check = (played) =>
	played.world.model.notices.flatMap((notice) => {
		const run = runOf(played, notice.by);
		if (!run) return [];
		const { ifDateMoves, ifTextChanges, maximumTotal } = run.work;
		const { losesWords, composed } = played.world.readings;
		const wants = run.wants.filter(({ json }) => isTextOf(notice, json));
		const broken: Violation[] = [];
		const add = (promise: string, what = '') =>
			broken.push(violation(promise, `${run.id}, ${notice.reference} ${what}`));
		if (wants.length === 0) add('The text in the journal is the text given.', notice.body.texte);
		if (wants.every(({ bad }) => bad !== undefined)) add('What cannot be right is never sent.');
		if (maximumTotal === 'odd' || maximumTotal === 'lost')
			add('What cannot be right is never sent.', `Maximum Total ${MAXIMUM[maximumTotal]}`);
		if (maximumTotal === 'low') add(`Maximum Total: ${MAXIMUM.low} euros.`);
		if (ifTextChanges === 'fail' && (losesWords || composed === 'absent')) {
			add('If Text Changes: fail. Nothing of the text is lost.');
		}
		const isDated = wants.some(({ json }) => json['date'] === '' || json['date'] === notice.date);
		if (ifDateMoves === 'fail' && !isDated && wants.length > 0)
			add('If Date Moves: fail.', notice.date);
		return broken;
	});

const CHECKS: readonly Check[] = [
	...[ordersOnce, withoutNumber, everyEffectIsReported, deniesWhatWasDone],
	...[callsKnownUnknown, goneAtLast, resumesReplacement, ofItsOwn],
	...[onlyAsked, onlyOne, oneInThePlace, publishedStays, guarded],
	...[
		...callChecks,
		...givenChecks,
		...outputChecks,
		...contentChecks,
		...fileChecks,
		...calmChecks,
	],
];

export function violationsOf(played: Played): Violation[] {
	return CHECKS.flatMap((check) => check(played));
}
