/**
 * What may never happen, each in the words of `product.md`, judged from the journal, from what came out and from what
 * n8n stores.
 */
import { isAnswered } from './calm.mts';
import { ofCalm } from './calmInvariants.mts';
import { ofCalls } from './callInvariants.mts';
import { ofFiles } from './fileInvariants.mts';
import { ofGiven } from './givenInvariants.mts';
import { EARLIER, everything, OPEN, said } from './claims.mts';
import type { Effect, Notice } from './model.mts';
import { ofOutputs } from './outputInvariants.mts';
import type { Played, Run } from './play.mts';
import { contentOf, isTextOf } from './texts.mts';
import { MAXIMUM, modeOf, type Want, type Work } from './workflows.mts';

export interface Violation {
	/** The sentence that is broken. */
	readonly promise: string;
	readonly what: string;
}

type Check = (played: Played) => Violation[];

const violation = (promise: string, what: string): Violation => ({ promise, what });

/** The run whose call it was. */
function runOf({ world, runs }: Played, call: number | undefined): Run | undefined {
	const id = call === undefined ? undefined : world.calls[call - 1]?.run;
	return runs.find((run) => run.id === id);
}

/** The same words written as text and as HTML, or below a header, are two orders. */
const formOf = ({ isHtml, hasHeader }: Work): string => `${isHtml} ${hasHeader}`;

/** What makes two orders of the node one order: the number where it is one of the person's own, the content else. */
function orderKey(played: Played, notice: Notice): string | undefined {
	const run = runOf(played, notice.by);
	if (!run || notice.number === undefined) return undefined;
	const number = modeOf(run.work) === 'custom' ? notice.number : formOf(run.work);
	return JSON.stringify([contentOf(notice), number]);
}

/** How many notices of one content are wanted: one, and one in the place of each notice that it is to replace. */
function wanted({ runs }: Played, content: string): number {
	const wants = runs.flatMap((run) => run.wants.map((want) => ({ ...want, run })));
	const ofIt = wants.filter(({ json }) => contentOf(json) === content);
	// Of a notice that is gone, nobody can tell that its other name is the same one.
	const places = ofIt.map(({ run: { work }, name }) =>
		work.operation === 'replace' ? name : work.operation,
	);
	return new Set(places.filter((place) => place !== 'quote')).size;
}

const once: Check = (played) => {
	const live = played.world.model.notices.filter(({ cancelledAt }) => cancelledAt === undefined);
	const keys = new Set(live.flatMap((notice) => orderKey(played, notice) ?? []));
	return [...keys].flatMap((key) => {
		const notices = live.filter((notice) => orderKey(played, notice) === key);
		const [first] = notices;
		if (!first || notices.length <= wanted(played, contentOf(first))) return [];
		const what = `${notices.map(({ reference }) => reference).join(', ')} are the same order`;
		return [violation('An order is placed exactly once.', what)];
	});
};

/** Without a number nothing keeps a second attempt from being a second order, so there is none within an execution. */
const withoutNumber: Check = (played) => {
	const { notices } = played.world.model;
	return played.runs.flatMap((run) => {
		if (run.work.operation !== 'order' || modeOf(run.work) !== 'none') return [];
		// The refusal of another order says that this one was not placed.
		if (played.world.calls.some(({ run: id, fate }) => id === run.id && fate === 'crossed'))
			return [];
		const sent = new Map<number, Notice>();
		for (const notice of notices) {
			const call = notice.by === undefined ? undefined : played.world.calls[notice.by - 1];
			// A call that was doubled on its way is one call.
			// Sent again, and the second refused: nobody can tell of the first.
			if (call?.run === run.id && call.fate !== 'repeated') sent.set(call.number, notice);
		}
		const contents = [...sent.values()].map(contentOf);
		return [...new Set(contents)].flatMap((content) => {
			const wanted = run.wants.filter(({ json }) => contentOf(json) === content).length;
			const ordered = contents.filter((one) => one === content).length;
			if (ordered <= wanted) return [];
			const what = `${run.id} wanted ${wanted} of ${content} and ordered ${ordered}`;
			return [violation('No item ever has its effect twice.', what)];
		});
	});
};

/** Effects of a run that ended and whose outcome anybody could read: n8n stores what a node says of being stopped. */
function effectsOf(played: Played, run: Run): Effect[] {
	if (!run.ended || (run.fate !== 'ended' && run.fate !== 'stopped')) return [];
	return played.world.model.effects.filter(({ call }) => runOf(played, call) === run);
}

function namesOf(
	played: Played,
	run: Run,
	effect: Effect,
): { reference: string; others: string[] } {
	const { reference } = effect;
	if (effect.kind === 'contact') {
		const made = played.world.model.contacts.find(({ id }) => `${id}` === reference);
		return { reference, others: made?.email ? [made.email] : ['the contact', made?.nom ?? ''] };
	}
	const { notices } = played.world.model;
	const notice = notices.find((one) => one.reference === reference);
	// What replaces a notice tells that it is cancelled.
	const heir = run.work.operation === 'replace' && effect.kind === 'cancelled';
	const wants = run.wants.filter(({ named }) => named?.reference === reference);
	const heirs = notices.filter((one) => wants.some(({ json }) => isTextOf(one, json)));
	const others = [notice?.number ?? String(notice?.body['dossier'])];
	return { reference, others: [...others, ...(heir ? heirs.map((one) => one.reference) : [])] };
}

const isRepeated = ({ world }: Played, { call }: Effect): boolean =>
	world.calls[(call ?? 0) - 1]?.fate === 'repeated';

/** Where a call was doubled, the second notice is one that nobody can tell of. */
function isDoubled(played: Played, { call, kind }: Effect): boolean {
	const { world } = played;
	const fate = call === undefined ? '' : world.calls[call - 1]?.fate;
	const made = world.model.notices.find((one) => one.by === call);
	// Sent again on its way, an order with a number is one order, and the second answer says that it exists.
	const isAnswerable = kind === 'cancelled' && world.readings.unknownSingle === 'refused';
	// Cancelled by somebody else before the next try, it has left no trace that the try could find.
	const isThere = made?.number !== undefined && made.cancelledAt === undefined;
	// Where it is found late, or a later try ends before it comes to that number, the error of another item hides it.
	const isShown = world.readings.foundAfterMs === 0 && runOf(played, call)?.work.tries === 1;
	const isAskable = isThere && isShown;
	// The second copy was refused, which says for certain that it did nothing.
	const isRefused = world.calls[(call ?? 0) - 1]?.codes.includes('err_requetes_max') === true;
	if (fate === 'repeated') return isRefused || (!isAnswerable && !isAskable);
	return fate === 'doubled' || fate === 'crossed';
}

/** Its answer is lost, and somebody else cancelled it: by then it has left no trace that anybody could find. */
function isGone({ world }: Played, { call, kind }: Effect): boolean {
	const made = world.model.notices.find((one) => one.by === call);
	const isLost = world.calls[(call ?? 0) - 1]?.fate !== 'answered';
	return kind === 'registered' && isLost && made?.cancelledAt !== undefined;
}

const told: Check = (played) =>
	played.runs.flatMap((run) => {
		const text = everything(run);
		return effectsOf(played, run).flatMap((effect) => {
			const { reference, others } = namesOf(played, run, effect);
			if (text.includes(reference) || text.includes(JSON.stringify(reference).slice(1, -1)))
				return [];
			const isNamed = others.some((name) => text.includes(name)) && OPEN.test(text);
			const isSaid = /this order number is already registered/.test(text);
			if (isNamed || isSaid) return [];
			if (isDoubled(played, effect) || isGone(played, effect)) return [];
			const what = `${run.id}: ${effect.words}, and nothing that came out says so: ${text.slice(0, 300)}`;
			return [violation('An order that exists is never reported without its reference.', what)];
		});
	});

/** A name may be the reference of one notice and the order number of another: either may be meant. */
function isMeant(
	{ world }: Played,
	{ named, name }: Pick<Want, 'named' | 'name'>,
	{ reference }: Effect,
): boolean {
	return [named, ...world.model.named(name)].some((one) => one?.reference === reference);
}

/** Which items of the run an effect may be one of. */
function itemsOf(played: Played, run: Run, effect: Effect): number[] {
	const { notices } = played.world.model;
	const notice = notices.find((one) => one.reference === effect.reference);
	return run.wants.flatMap(({ json, ...want }, index) => {
		if (effect.kind === 'cancelled') return isMeant(played, want, effect) ? [index] : [];
		return notice && isTextOf(notice, json) ? [index] : [];
	});
}

const DENIES = {
	registered: /Nothing was (ordered|done|changed|cancelled or ordered)|\bnot ordered (yet|anew)/,
	cancelled:
		/Nothing was (cancelled|done|changed)|^The service knows no notice under this reference/,
	contact: /Nothing was created|was not created/,
	outside: /^\b$/,
} as const;

const undone: Check = (played) =>
	played.runs.flatMap((run) =>
		effectsOf(played, run).flatMap((effect) => {
			const [index, ...others] = itemsOf(played, run, effect);
			// Of items that want the same, one may be told of what another did.
			if (index === undefined || others.length > 0 || isDoubled(played, effect)) return [];
			const denials = said(run).filter(({ items, failure = '' }) => {
				// Sent again on its way: that the number is registered tells it.
				if (isRepeated(played, effect) && /is (already )?registered/.test(failure)) return false;
				// What is to be checked of other items stands at the end.
				const own = failure.replace(/ Check these: .*/s, '');
				return items.includes(index) && DENIES[effect.kind].test(own);
			});
			const [denial] = denials;
			if (!denial) return [];
			const what = `${run.id}: ${effect.words}, and its item says: ${denial.failure?.slice(0, 300)}`;
			return [violation('Nothing is said to be undone that was done.', what)];
		}),
	);

/** Whether a question was at last not answered, because the quota stayed used up. */
function isKeptBack({ world }: Played, { id }: Run): boolean {
	const own = world.calls.filter(({ run, route }) => run === id && /^status/.test(route));
	const last = new Map(own.map(({ route, subject, codes }) => [`${route} ${subject}`, codes]));
	return [...last.values()].some((codes) => codes.includes('err_requetes_max'));
}

/** Where every call was answered, everything is known. */
const known: Check = (played) =>
	played.runs.flatMap((run) => {
		// A *Retry* tells what the execution before it has left open.
		const isFirst = run.fate === 'ended' && run.retryOf === undefined;
		if (!isFirst || !isAnswered(played, run) || isKeptBack(played, run)) return [];
		const open = said(run).find(
			({ failure = '' }) => /not known whether/.test(failure) && !EARLIER.test(failure),
		);
		if (!open) return [];
		const promise = 'What the service has answered is not called unknown.';
		return [violation(promise, `${run.id} ${run.work.operation}: ${open.failure?.slice(0, 300)}`)];
	});

/** What the service no longer finds after an attempt whose answer was lost is cancelled by that attempt. */
const goneAtLast: Check = (played) =>
	played.runs.flatMap((run) =>
		effectsOf(played, run).flatMap((effect) => {
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
			const open = said(run).find(
				({ items, failure = '' }) =>
					items.includes(index) && /not known whether/.test(failure) && !EARLIER.test(failure),
			);
			if (!open) return [];
			const what = `${run.id}: ${effect.words}, and its item says: ${open.failure?.slice(0, 300)}`;
			return [violation('What the service has answered is not called unknown.', what)];
		}),
	);

/** A replacement that has cancelled the old notice goes on there: the old one is not unknown to it. */
const goesOn: Check = (played) =>
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
			const own = said(run).filter(({ items }) => items.includes(index));
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
		return said(run).flatMap(({ items, failure = '' }) => {
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
			// A call that a server on the way sent twice is one call.
			if (new Set(ofName.map(({ call }) => call)).size <= items.length) return [];
			const what = `${run.id}: ${ofName.map(({ words }) => words).join(', ')}`;
			return [violation('The wrong notice is never touched.', what)];
		});
	});

/** Each correction stands in the place of a notice that is gone, whoever cancelled it. */
const oneInThePlace: Check = (played) =>
	played.runs.flatMap((run) => {
		const { operation, alreadyCancelled, tries } = run.work;
		// A later try takes a notice for its own that an earlier one may have cancelled, and another item did.
		if (operation !== 'replace' || alreadyCancelled || tries > 1) return [];
		const { model } = played.world;
		const placed = model.notices.filter(
			({ by, cancelledAt }) => runOf(played, by) === run && cancelledAt === undefined,
		);
		const named = run.wants.flatMap((want) => [want.named, ...model.named(want.name)]);
		const gone = new Set(named.filter((notice) => notice?.cancelledAt !== undefined));
		if (placed.length <= gone.size) return [];
		const what = `${run.id} ordered ${placed.map(({ reference }) => reference).join(', ')}`;
		return [violation('Of several corrections of a notice in a run one is ordered.', what)];
	});

/** What stands in the newspaper is not undone by a correction: it was published when the run began, and all the time. */
const publishedStays: Check = (played) =>
	played.world.model.effects.flatMap((effect) => {
		const run = runOf(played, effect.call);
		if (run?.work.operation !== 'replace' || effect.kind !== 'cancelled') return [];
		const notice = played.world.model.notices.find((one) => one.reference === effect.reference);
		const last = notice?.statuses.at(-1);
		if (last?.status !== 'parue' || last.at > run.startedAt) return [];
		// One that is still found just after its cancellation has left its name to another one by the time of the call.
		const { goneAfterMs } = played.world.readings;
		const isJustGone = run.wants.some(({ named }) => {
			const goneAt = (named?.cancelledAt ?? Infinity) + goneAfterMs;
			return named !== notice && run.startedAt < goneAt && goneAt < Infinity;
		});
		if (isJustGone) return [];
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
	...[once, withoutNumber, told, undone, known, goneAtLast, goesOn, ofItsOwn],
	...[onlyAsked, onlyOne, oneInThePlace, publishedStays, guarded],
	...[...ofCalls, ...ofGiven, ...ofOutputs, ...ofFiles, ...ofCalm],
];

export function violationsOf(played: Played): Violation[] {
	return CHECKS.flatMap((check) => check(played));
}
