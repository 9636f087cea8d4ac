/** The kinds of histories: each makes of what is drawn at large one that leads to a state which matters. */
import type fc from 'fast-check';
import { isDrawn, PASSING_PAGES, type Fault, type FaultName } from '../network.mts';
import type { Act } from '../people.mts';
import type { Switches } from '../service.mts';
import {
	CELLS,
	drawn,
	isEffect,
	orders,
	cancels,
	ROWS,
	worksOf,
	type History,
	type ItemDraw,
	type Step,
	type Work,
} from './draw.mts';

/** What keeps a notice from being ordered is set aside. */
const UNGUARDED = { maximumTotal: undefined, ifDateMoves: undefined, publishBy: false } as const;

function mapWorks<One extends Pick<History, 'steps'>>(one: One, change: (work: Work) => Work): One {
	const steps = one.steps.map((each) => {
		if (each.kind !== 'run') return each;
		return { ...each, work: change(each.work), beside: each.beside && change(each.beside) };
	});
	return { ...one, steps };
}

/**
 * Gives every item a key of its own, and every item that cancels something a notice of its own: two corrections of one
 * notice are outside the model.
 */
function distinct(history: History): History {
	let key = 0;
	let which = 0;
	const own = (work: Work) => ({
		...work,
		items: work.items.map((each) => {
			key++;
			// With the option, the order number of a notice that stands is refused.
			const by = work.alreadyCancelled && each.by === 'number' ? 'reference' : each.by;
			return { ...each, key, by, which: cancels(work) ? which++ : each.which };
		}),
	});
	const changed = mapWorks(history, own);
	return { ...changed, before: changed.before + which };
}

/** All orders of the history are one or two: two items, two runs or two processes want the same. */
function twice(history: History): History {
	const [of] = worksOf(history);
	const first = of?.items[0];
	const same = (work: Work): Work => {
		const operation = orders(work) || work.operation === 'cancel' ? 'order' : work.operation;
		const mode = of?.mode === 'custom' ? 'custom' : 'automatic';
		const items = work.items.map((each, at) => {
			return first ? { ...first, bad: undefined, key: 1 + (at % 2), which: each.which } : each;
		});
		// A day that must not move and is not there is refused before anything is asked.
		const ifDateMoves = first?.date === undefined ? undefined : work.ifDateMoves;
		const plain = { isHtml: false, billing: 'prescripteur' } as const;
		return { ...work, ...plain, operation, mode, items, ifDateMoves };
	};
	const steps = history.steps.map((step) =>
		// Of two runs at once with a number of a person's own, nobody could say which one's order is found.
		step.kind === 'run' && of?.mode === 'custom' ? { ...step, beside: undefined } : step,
	);
	return mapWorks({ ...history, steps }, same);
}

/** The files of a suspended notice are withheld, and those of one that is cancelled just then are not: either may be told. */
function harmless(work: Work, beside: Work): Work | undefined {
	const readsFiles = ({ operation }: Work) =>
		['documents', 'download', 'invoices'].includes(operation);
	const isEither = (cancels(work) && readsFiles(beside)) || (cancels(beside) && readsFiles(work));
	return isEither ? undefined : beside;
}

/** Nothing strikes and nobody ends a run: what is asked for has to work. */
function calm(history: History): History {
	const unended = (work: Work): Work => ({ ...work, end: undefined });
	const untried = (work: Work): Work => ({ ...work, tries: 1, again: 'nothing' });
	// What is refused by right would be tried again when another run has changed why.
	const steps = history.steps.map((step) =>
		step.kind === 'run' && step.beside
			? { ...step, work: untried(step.work), beside: harmless(step.work, untried(step.beside)) }
			: step,
	);
	const undisturbed = { faults: [], meanwhile: [], hasUnreadable: false };
	return { ...mapWorks({ ...history, steps }, unended), ...undisturbed };
}

/** What passes by itself: a call that is repeated, or looked up, comes through. */
const PASSING = (
	[
		...(['lost', 'hang', 'internal', 'cut', 'unreachable', 'slow', 'quota'] as const),
		...(['page', 'unreadable'] as const),
	] as const
).filter(isDrawn);

/** The form in which it passes: a host that does not exist is a wrong address, and pages of a firewall stay what they are. */
function passingForm(kind: FaultName, variant: number): number {
	if (kind === 'page') return PASSING_PAGES[variant % PASSING_PAGES.length] ?? 0;
	return kind === 'unreachable' ? variant - (variant % 3) : variant;
}

/** Another program has used up the calls of a minute when the first run begins. */
const QUOTA_USED_UP: Step = { kind: 'act', act: { kind: 'quota', which: 0, amount: 300 } };

/** One fault strikes one call, or the quota is used up, and all the same everything has to work. */
function once(history: History): History {
	const [one] = history.faults;
	if (!one) return calm(history);
	if (PASSING[one.variant % PASSING.length] === 'quota') {
		return { ...calm(history), steps: [QUOTA_USED_UP, ...calm(history).steps] };
	}
	const kind = PASSING[one.variant % PASSING.length];
	if (!kind) return calm(history);
	// The variant has chosen the kind already.
	const variant = passingForm(kind, one.skip + one.times + history.seed);
	const on = history.seed % 2 === 0 ? 'any' : one.on;
	// Most runs are short.
	const skip = on === 'any' ? one.skip % 2 : one.skip;
	const faults: readonly Fault[] = [{ ...one, on, skip, kind, variant, times: 1 }];
	// Without a number nobody can look an order up, nor a contact without an e-mail.
	const numbered = (work: Work): Work => ({
		...work,
		mode: work.mode === 'none' ? 'automatic' : work.mode,
	});
	return { ...mapWorks(calm(history), numbered), faults };
}

/** The first fault meets the first call that binds, and the second what is looked up then. */
function aimed({ faults, steps, ...one }: History): History {
	const [work] = worksOf({ steps });
	const routes = { order: 'order', cancel: 'cancel', replace: 'cancel', contact: 'contact' };
	const on = routes[(work?.operation ?? 'order') as keyof typeof routes] ?? 'order';
	const aims = [on, 'status', 'order'];
	const onto = faults.map((each, at) => ({ ...each, on: aims[at] ?? 'any', skip: 0 }));
	return { ...one, steps, faults: onto };
}

/** More than a list has room for. */
const MORE_THAN_A_LIST = 102;

/** From some call on the service answers nothing as it should, for as long as the steps last. */
function away({ faults: [first], ...one }: History): History {
	const [work] = worksOf(one);
	const [row] = work?.items ?? [];
	// The last ones of many notices are not even asked for.
	if (work && row && first && one.seed % 4 === 0) {
		const items = Array.from({ length: MORE_THAN_A_LIST }, (_, at): ItemDraw => {
			const by = at < MORE_THAN_A_LIST - 2 ? 'unknown' : 'reference';
			return { ...row, key: at + 1, which: at, by, bad: undefined };
		});
		const operation = OF_MANY[Math.floor(one.seed / 4) % OF_MANY.length]!;
		const many: Work = { ...work, operation, items, end: undefined, again: 'nothing' };
		const steps: Step[] = [{ kind: 'run', work: many, beside: undefined }];
		const faults = [{ ...first, on: 'any', skip: 0, times: 1_000 }];
		return { ...one, before: 2, past: [], meanwhile: [], steps, faults };
	}
	return { ...one, faults: first ? [{ ...first, on: 'any', times: 1_000 }] : [] };
}

/** Every notice that stands is invoiced, so that its cancellation makes a credit note. */
const INVOICED: readonly Act[] = Array.from({ length: 6 }, (_, which) => {
	return { kind: 'invoice', which, amount: 1 };
});

/** A replacement has cancelled when its order does not come through, and has to go on from there. */
function halfWay({ faults, past, ...one }: History): History {
	// What is refused was not ordered: a next try has what the cancellation was answered with, or has lost it.
	const isRefused = one.seed % 3 === 0 && isDrawn('refused');
	const first = isRefused ? ({ kind: 'refused', times: 1 } as const) : {};
	const onto = faults.map((each, at) =>
		at === 0 ? { ...each, ...first, on: 'order', skip: 0 } : each,
	);
	const replacing = (work: Work): Work => {
		const items = work.items.map((each) => ({
			...each,
			...{ bad: undefined, by: each.by === 'number' ? each.by : ('reference' as const) },
		}));
		const mode = work.mode === 'custom' ? work.mode : 'automatic';
		const tries = isRefused ? 3 : work.tries;
		return isEffect(work)
			? { ...work, ...UNGUARDED, mode, operation: 'replace', items, tries }
			: work;
	};
	return { ...mapWorks({ ...one, past: [...past, ...INVOICED] }, replacing), faults: onto };
}

const isOfCancel = ({ seed }: Pick<History, 'seed'>): boolean => Math.floor(seed / 2) % 2 === 0;

/** The name of one of two items cannot be read until the other has cancelled their notice. */
function secondUnread({ faults: [unread, struck], ...history }: History): History {
	if (!unread) return { ...history, faults: [] };
	const { seed } = history;
	// Mostly it is the order number, which is not the name that the notice is cancelled by.
	const skip = (seed % 2 === 0) === seed % 3 > 0 ? 1 : 0;
	const onName = { ...unread, on: 'statuses', skip, times: 3 };
	const onCancel = struck && seed % 5 === 0 ? [{ ...struck, on: 'cancel' as const, skip: 0 }] : [];
	// Or it is done, and nobody can say so before Retry On Fail.
	const lost = { ...unread, kind: 'lost', skip: 0, done: true } as const;
	const inDoubt: readonly Fault[] = [
		{ ...lost, on: 'cancel', times: 1 },
		{ ...lost, on: 'status', times: 3 },
	];
	if (seed % 5 === 1) return { ...history, faults: [onName, ...inDoubt] };
	return { ...history, faults: [onName, ...onCancel] };
}

/** Two rows of a table name one notice, each by another of its names, in a run that is tried again. */
function twoNames({ past: _past, ...history }: History): History {
	const [first] = worksOf(history);
	const [row] = first?.items ?? [];
	if (!first || !row) return { ...history, past: [] };
	const named = (by: 'reference' | 'number', key: number) => ({
		...{ ...row, key, by, which: 0, bad: undefined },
	});
	const names = ['reference', 'number'] as const;
	const items = names.map((by, at) => named(history.seed % 2 === 0 ? by : names[1 - at]!, at + 1));
	const plain = { mode: 'automatic', end: undefined, again: 'nothing', tries: 3 } as const;
	const operation = isOfCancel(history) ? 'cancel' : 'replace';
	const alone = { operation, items, alreadyCancelled: true, ...plain, ...UNGUARDED } as const;
	// Retry On Fail tries what ends the run.
	const onError = history.seed % 4 > 0 ? 'stopWorkflow' : first.onError;
	const steps: Step[] = [{ kind: 'run', work: { ...first, ...alone, onError }, beside: undefined }];
	// Cancelled before by somebody else, nothing would tell that both names are of one notice.
	const one = { ...history, past: [], meanwhile: [], before: 1, steps };
	if (isOfCancel(history)) return secondUnread(one);
	return history.seed % 3 === 0 ? aimed(one) : secondInDoubt(one);
}

/** Of one of two replacements it cannot be read whether its number is free, until the other has replaced their notice. */
function secondInDoubt({ faults: [unread], ...history }: History): History {
	const onNumber = unread && { ...unread, on: 'status', skip: 1, times: 3 };
	return { ...history, faults: onNumber ? [onNumber] : [] };
}

/**
 * The number of an order is made of the time, its answer is lost, and nobody can say what became of it until Retry On Fail
 * runs the node again, with another number.
 */
function ofTime({ faults, ...history }: History): History {
	const onto = faults.map((each, at) => {
		return at === 1
			? { ...each, on: 'status', skip: 0, times: 3 }
			: { ...each, on: 'order', skip: 0 };
	});
	const [first] = worksOf(history);
	// A person who runs the workflow once more wants another order.
	const alone = {
		operation: 'order',
		mode: 'ofTime',
		tries: 3,
		end: undefined,
		again: 'nothing',
	} as const;
	const steps: Step[] = first
		? [{ kind: 'run', work: { ...first, ...alone }, beside: undefined }]
		: [];
	return { ...history, faults: onto, steps };
}

/** The same, and the second try is refused, which says nothing of what the first one has sent. */
function refusedBetween({ faults, ...history }: History): History {
	const [lost] = faults;
	const one = ofTime({ ...history, faults });
	if (!lost || !isDrawn('refused') || !isDrawn('lost')) return one;
	const onOrder: Fault = { ...lost, on: 'order', skip: 0, times: 1, done: true };
	const struck: readonly Fault[] = [
		onOrder,
		// Before it is sent for the first time, it is looked up whether the number is free.
		{ ...lost, kind: 'lost', on: 'status', skip: 1, times: 3 },
		{ ...onOrder, kind: 'refused' },
	];
	const alone = mapWorks(one, (work) => ({ ...work, items: work.items.slice(0, 1) }));
	return { ...alone, faults: struck };
}

/**
 * The answer of what a replacement cancels, or orders, is lost, and nobody can say what became of it until Retry On Fail
 * runs the node again.
 */
function inDoubt({ faults: [lost, looked], ...history }: History): History {
	const [first] = worksOf(history);
	const [row] = first?.items ?? [];
	if (!first || !row || !lost) return { ...history, faults: [] };
	const on = history.seed % 2 === 0 ? 'cancel' : 'order';
	// Before anything is cancelled, it is looked up whether the new number is free.
	const faults: readonly Fault[] = [
		{ ...lost, on, skip: 0, done: true },
		{ ...lost, ...looked, on: 'status', skip: 1, times: 3 },
	];
	const alone = { operation: 'replace', items: [row], tries: 3, end: undefined } as const;
	const work: Work = { ...first, ...alone, alreadyCancelled: false };
	const steps: Step[] = [{ kind: 'run', work, beside: undefined }];
	return { ...halfWay({ ...history, steps, faults: [] }), faults };
}

/**
 * The answer of an order is lost, somebody cancels its notice in the portal before it is looked up, and its second sending
 * is refused.
 */
function overtaken({ faults: [lost], ...history }: History): History {
	const [first] = worksOf(history);
	const [row] = first?.items ?? [];
	if (!first || !row || !lost) return { ...history, faults: [] };
	const onOrder = { ...lost, on: 'order', skip: 0, times: 1, done: true };
	const next: Fault = isDrawn('refused') ? { ...onOrder, kind: 'refused' } : onOrder;
	const mode = first.mode === 'custom' ? first.mode : 'automatic';
	const alone = {
		operation: 'order',
		items: [{ ...row, bad: undefined }],
		mode,
		end: undefined,
	} as const;
	const work: Work = { ...first, ...UNGUARDED, ...alone };
	// No other notice stands, and behind the order go calls for the names in its answer.
	const cancel: Act = { kind: 'cancel', which: 0, amount: 1 };
	const meanwhile = [{ atCall: 2 + (history.seed % 4), act: cancel }];
	const steps: Step[] = [{ kind: 'run', work, beside: undefined }];
	return { ...history, before: 0, past: [], faults: [onOrder, next], meanwhile, steps };
}

/**
 * Two equal items are ordered without a number, and one fault strikes the order of either. What nobody can look up, not even
 * Retry On Fail may send again, and one item must not come out with the notice of the other.
 */
function unnumbered({ faults: [struck], ...history }: History): History {
	const [first] = worksOf(history);
	const [row] = first?.items ?? [];
	if (!first || !row || !struck) return { ...history, faults: [] };
	const item = { ...row, bad: undefined };
	const alone = { operation: 'order', mode: 'none', items: [item, item], tries: 3 } as const;
	const work: Work = { ...first, ...UNGUARDED, ...alone, end: undefined, again: 'nothing' };
	const steps: Step[] = [{ kind: 'run', work, beside: undefined }];
	const { seed } = history;
	// A page may come from a gateway behind which the order was placed, whatever its status says.
	const kind = seed % 3 === 0 && isDrawn('page') ? 'page' : struck.kind;
	const fault = { ...struck, kind, on: 'order', skip: seed % 2, times: 1, done: true };
	return { ...history, faults: [fault], steps };
}

/**
 * The answer of a contact is lost, and its second sending is refused: nobody has looked whether it was created. Or it has no
 * e-mail, and no sending may follow; or it is lost until Retry On Fail. Or two items have one e-mail.
 */
function contacts({ faults: [lost], ...history }: History): History {
	const [first] = worksOf(history);
	if (!first || !lost) return { ...history, faults: [] };
	const onContact = { ...lost, on: 'contact', skip: 0, times: 1, done: true };
	const next: Fault = isDrawn('refused') ? { ...onContact, kind: 'refused', times: 3 } : onContact;
	const work: Work = {
		...first,
		operation: 'contact',
		mode: 'automatic',
		tries: 1,
		end: undefined,
	};
	const form = history.seed % 3;
	const tried: Work = { ...work, mode: form === 1 ? 'none' : work.mode, tries: 3 };
	const steps: Step[] = [{ kind: 'run', work: form === 0 ? work : tried, beside: undefined }];
	const thrice: Fault = { ...onContact, times: 3 };
	const [row] = work.items;
	// Or two people have one e-mail, and nothing strikes.
	if (row && history.seed % 4 === 3) {
		const { key } = row;
		const items = [key, key + 1].map((own): ItemDraw => ({ ...row, key: own, email: key }));
		const both: Step[] = [{ kind: 'run', work: { ...work, items }, beside: undefined }];
		return calm({ ...history, faults: [], steps: both });
	}
	return { ...history, faults: [[onContact, next], [onContact], [thrice]][form] ?? [], steps };
}

/** More calls than a minute has room for, the first of which take some seconds to arrive, or none of which is answered. */
function crowded({ faults: [struck], ...history }: History): History {
	const [first] = worksOf(history);
	const [row] = first?.items ?? [];
	if (!first || !row || !struck || !isDrawn('slow')) return { ...history, faults: [] };
	const alone = {
		operation: 'order',
		mode: 'automatic',
		end: undefined,
		again: 'nothing',
	} as const;
	const items = Array.from({ length: 9 }, () => ({ ...row, bad: undefined }));
	const work: Work = { ...first, ...alone, items, elsewhere: false };
	const steps: Step[] = [{ kind: 'run', work, beside: undefined }];
	const slow: Fault = { ...struck, kind: 'slow', on: 'any', skip: 0, times: 3, variant: 3 };
	// Or nothing is answered, while others wait for their turn.
	const isAway = history.seed % 2 === 0 && isDrawn('hang');
	const fault: Fault = isAway ? { ...slow, kind: 'hang', times: 1_000 } : slow;
	return { ...history, requestsPerMinute: isAway ? 6 : 4, faults: [fault], steps };
}

/** Another program leaves nothing of a quota that is smaller than the credential says, and refused calls count too. */
function usedUp(history: History): History {
	const [first] = worksOf(history);
	if (!first) return calm(history);
	const run: Step = { kind: 'run', work: { ...first, elsewhere: false }, beside: undefined };
	const small = { quotaPerMinute: 40, refusedCallsCount: true } as const;
	const undisturbed = calm({ ...history, steps: [run] });
	const steps = [QUOTA_USED_UP, ...undisturbed.steps];
	return {
		...undisturbed,
		requestsPerMinute: 300,
		switches: { ...history.switches, ...small },
		steps,
	};
}

/**
 * Many orders, of which some hang until they are given up, while others are answered. What is looked up, and what begins
 * after an answer, is sent all the same.
 */
function hung({ faults: [struck], ...history }: History): History {
	const [first] = worksOf(history);
	const [row] = first?.items ?? [];
	if (!first || !row || !struck || !isDrawn('hang')) return calm({ ...history, faults: [] });
	const alone = { operation: 'order', mode: 'automatic', end: undefined, tries: 1 } as const;
	const item = { ...row, bad: undefined, date: undefined };
	const plain = { again: 'nothing', elsewhere: false, billing: 'prescripteur' } as const;
	const one = { ...first, ...UNGUARDED, ...alone, ...plain } as const;
	const undisturbed = { ...history, meanwhile: [], hasUnreadable: false };
	const ordering = (count: number): Step[] => {
		const items = Array.from({ length: count }, () => item);
		return [{ kind: 'run', work: { ...one, items }, beside: undefined }];
	};
	const some: Fault = { ...struck, kind: 'hang', on: 'order', skip: 0, times: 4, done: true };
	// All at once, with what the work goes on without; or some, and some more when others have been answered.
	if (history.seed % 2 === 0) {
		const names: Fault = { ...some, on: 'lists', times: 1_000 };
		const faults = [{ ...some, times: 10 }, names];
		return { ...undisturbed, requestsPerMinute: 40, faults, steps: ordering(10) };
	}
	const faults = [some, { ...some, skip: 4 }];
	return { ...undisturbed, requestsPerMinute: 4, faults, steps: ordering(15) };
}

const OF_MANY = ['getStatus', 'documents', 'invoices'] as const;
const OF_FILES = ['documents', 'download', 'invoices'] as const;

/** Two notices have one invoice, and the accounts of both are read. */
function billedTogether(history: History): Pick<History, 'before' | 'past' | 'steps'> {
	const bill: Act = { kind: 'bill', which: 0, amount: 1 };
	const before = 2 + (history.seed % 3);
	const [first] = worksOf(history);
	const [row] = first?.items ?? [];
	if (!first || !row) return { before, past: [bill], steps: history.steps };
	const items = [0, 1].map((which): ItemDraw => {
		return { ...row, key: row.key + which, which, by: 'reference', bad: undefined };
	});
	const plain = { operation: 'invoices', end: undefined, tries: 1, again: 'nothing' } as const;
	const work: Work = { ...first, ...plain, items };
	return { before, past: [bill], steps: [{ kind: 'run', work, beside: undefined }] };
}

/**
 * What is read are the files of notices that were invoiced, credited, suspended or cancelled. Nothing strikes, or what
 * passes.
 */
function files(history: History): History {
	const { past, seed } = history;
	const reading = (work: Work): Work => ({
		...work,
		operation: OF_FILES[(seed + work.items.length) % OF_FILES.length] ?? 'documents',
	});
	const credited: Act = { kind: 'credit', which: seed % 3, amount: 1 };
	const isSuspended = seed % 2 === 0;
	const gone: Act = { kind: isSuspended ? 'suspend' : 'cancel', which: 1, amount: 1 };
	const withheld = isSuspended ? ({ suspendedNotice: 'filesWithheld' } as const) : {};
	const base = seed % 5 < 2 ? once(history) : calm(history);
	if (seed % 7 === 0) return { ...base, ...billedTogether(base) };
	if (seed % 7 === 1) return mapWorks({ ...base, ...nameAlone(base) }, reading);
	const all = [...INVOICED, credited, gone, ...past];
	const switches = { ...history.switches, ...withheld };
	return mapWorks({ ...base, switches, before: 4, past: all }, reading);
}

/** One name that stands in no path: it is asked for in a list of one, and comes back alone. */
function nameAlone({ switches: chosen, steps }: History): Pick<History, 'switches' | 'steps'> {
	const odd = (work: Work): Work => ({
		...work,
		items: work.items.slice(0, 1).map((each) => ({ ...each, by: 'odd' as const, bad: undefined })),
	});
	return { switches: { ...chosen, unknownReferences: 'named' }, ...mapWorks({ steps }, odd) };
}

/** The day that a notice is asked for closes between its quote and its order, or in the middle of other calls. */
function closing(history: History): History {
	const [first] = worksOf(history);
	const [row] = first?.items ?? [];
	if (!first || !row) return calm(history);
	const { seed, switches: chosen } = history;
	const date = 1 + (seed % 4);
	const items = [{ ...row, date, bad: undefined }];
	const plain = { mode: 'automatic', billing: 'prescripteur', ifDateMoves: undefined } as const;
	const publishBy = seed % 3 > 0;
	const work: Work = { ...first, ...plain, operation: 'order', items, publishBy };
	const close: Act = { kind: 'close', which: date, amount: 1 };
	const steps: Step[] = [{ kind: 'run', work, beside: undefined }];
	// A service that moves the order itself has the last word.
	const orderMissedDate = seed % 4 > 0 ? 'refuse' : chosen.orderMissedDate;
	const one = { ...history, steps, switches: { ...chosen, orderMissedDate } as const };
	return { ...calm(one), meanwhile: [{ atCall: 2 + (seed % 2), act: close }] };
}

/** An order with a number of a person's own is placed, and given again when an answer is lost. */
function again({ faults: [lost], ...history }: History): History {
	const [first] = worksOf(history);
	const [row] = first?.items ?? [];
	if (!first || !row || !lost) return calm({ ...history, faults: [] });
	const items = [{ ...row, bad: undefined }];
	const plain = { mode: 'custom', ifAlreadyOrdered: 'returnExisting', end: undefined } as const;
	const work: Work = { ...first, ...UNGUARDED, ...plain, operation: 'order', items };
	const run: Step = { kind: 'run', work, beside: undefined };
	const onOrder: Fault = { ...lost, on: 'order', skip: history.seed % 2, times: 1 };
	return twice({ ...history, faults: [onOrder], steps: [run, run] });
}

/** Every second history of a kind is without faults, so that what is asked for has to work. */
const halfCalm = (history: History): History =>
	history.seed % 2 === 0 ? calm(history) : { ...history, meanwhile: [] };

/** Whether nothing strikes, or only what passes by itself. */
export function isCalm({ kind, faults, hasUnreadable, meanwhile }: History): boolean {
	if (['calm', 'once', 'usedUp', 'closing', 'hung', 'files'].includes(kind)) return true;
	const isHalfCalm = ['rows', 'guarded', 'corrected', 'credited'].includes(kind);
	return isHalfCalm && faults.length + meanwhile.length === 0 && !hasUnreadable;
}

const ROUTES_OF_ROWS = ['changes', 'changes', 'getStatus', 'documents', 'invoices'] as const;

/** A table of a person's own is read, with what it says of each notice, and with cells that are empty. */
function rows({ seed, ...history }: History): History {
	const [first] = worksOf(history);
	if (!first) return { ...history, seed };
	const items = first.items.map((each, at): ItemDraw => {
		const draw = seed + 3 * at + each.publication;
		const row = ROWS[draw % ROWS.length]!;
		return { ...each, row, bad: draw % 7 === 0 ? 'noName' : undefined };
	});
	const operation = ROUTES_OF_ROWS[seed % ROUTES_OF_ROWS.length]!;
	const work: Work = { ...first, operation, items, end: undefined, again: 'nothing' };
	const acts = history.steps.filter(({ kind }) => kind === 'act');
	const suspended = [0, 1, 2].filter((which) => which !== seed % 4);
	const past = suspended.map((which): Act => ({ kind: 'suspend', which, amount: 1 }));
	// What a notice is like when the run begins, it stays.
	const steps: Step[] = [...acts, { kind: 'run', work, beside: undefined }];
	return halfCalm({ ...history, seed, past: [...history.past, ...past], steps });
}

const GUARDS = ['maximumTotal', 'maximumTotal', 'approvedPrint', 'publicationDate'] as const;

/** Orders and replacements whose guard stands in a cell of each item; a print is approved after it was quoted. */
function guarded({ seed, ...history }: History): History {
	const [first] = worksOf(history);
	if (!first) return { ...history, seed };
	const guard = GUARDS[Math.floor(seed / 2) % GUARDS.length]!;
	const operation = seed % 5 < 2 ? 'replace' : 'order';
	const items = first.items.map((each, at): ItemDraw => {
		const drawn = CELLS[(seed + at + each.publication) % CELLS.length]!;
		if (guard !== 'publicationDate') return { ...each, cell: drawn, bad: undefined };
		const cell = drawn === 'empty' ? drawn : 'met';
		const date = cell === 'empty' ? undefined : (each.date ?? 4);
		return { ...each, cell, date, bad: undefined };
	});
	const mode = first.mode === 'custom' ? first.mode : 'automatic';
	const work: Work = { ...first, ...UNGUARDED, operation, mode, guard, items };
	const shaped = distinct({
		...{ ...history, seed },
		steps: [{ kind: 'run', work, beside: undefined }],
	});
	const [own] = worksOf(shaped);
	if (!own) return shaped;
	// What was approved was another text, or the same one in another newspaper.
	const quoted = own.items.map((each): ItemDraw => {
		if (each.cell !== 'unmet') return each;
		if (each.key % 2 === 0) return { ...each, key: each.key + own.items.length };
		return { ...each, publication: each.publication === 12 ? 13 : 12 };
	});
	const quote: Work = { ...own, operation: 'quote', guard: undefined, items: quoted };
	const steps: Step[] = [{ kind: 'run', work: quote, beside: undefined }, ...shaped.steps];
	return halfCalm(guard === 'approvedPrint' ? { ...shaped, steps } : shaped);
}

/** Days of which some are none of a newspaper, so that the next one is. */
const OTHER_DAYS = [undefined, 4, 6, 13] as const;

/** Notices of one file are ordered, and then replaced by themselves for another day, once or twice. */
function corrected({ seed, ...history }: History): History {
	const [first] = worksOf(history);
	const [row] = first?.items ?? [];
	if (!first || !row) return { ...history, seed };
	const plain = { mode: 'automatic', end: undefined, again: 'nothing' } as const;
	const own: Work = { ...first, ...UNGUARDED, ...plain, alreadyCancelled: false };
	const items = first.items.map((each, at): ItemDraw => {
		const { publication } = row;
		return { ...each, key: at + 1, file: 1, publication, bad: undefined };
	});
	const others = items.map((each, at): ItemDraw => {
		const by = each.by === 'number' ? each.by : 'reference';
		return { ...each, by, corrects: each.key, date: OTHER_DAYS[(seed + at) % OTHER_DAYS.length] };
	});
	const works: Work[] = [
		{ ...own, operation: 'order', items },
		...Array.from({ length: 1 + (Math.floor(seed / 2) % 2) }, (): Work => {
			return { ...own, operation: 'replace', items: others, elsewhere: false };
		}),
	];
	const steps = works.map((work): Step => ({ kind: 'run', work, beside: undefined }));
	return halfCalm({ ...history, seed, steps });
}

/** Invoiced notices are cancelled, and the files of their cancellation wanted. */
function credited(history: History): History {
	const [first] = worksOf(history);
	if (!first) return history;
	const work: Work = { ...first, operation: 'cancel', downloadFiles: true, end: undefined };
	const steps: Step[] = [{ kind: 'run', work, beside: undefined }];
	return halfCalm(distinct({ ...history, past: [...history.past, ...INVOICED], steps }));
}

/** Somebody cancels a notice in the portal while it is cancelled or replaced, or after that was refused. */
function forestalled({ faults: [refused], seed, ...history }: History): History {
	const [first] = worksOf(history);
	const [row] = first?.items ?? [];
	if (!first || !row || !refused || !isDrawn('refused')) return { ...history, seed, faults: [] };
	const onCancel: Fault = { ...refused, kind: 'refused', on: 'cancel', skip: 0, times: 1 };
	const by = row.by === 'number' ? row.by : 'reference';
	const work: Work = {
		...{ ...first, ...UNGUARDED, operation: seed % 3 === 0 ? 'replace' : 'cancel' },
		...{ items: [{ ...row, by, bad: undefined }], tries: 3, end: undefined },
		...{ mode: first.mode === 'custom' ? first.mode : 'automatic', alreadyCancelled: false },
	};
	const steps: Step[] = [{ kind: 'run', work, beside: undefined }];
	const cancel: Act = { kind: 'cancel', which: 0, amount: 1 };
	const meanwhile = [{ atCall: 2 + (seed % 5), act: cancel }];
	const faults = seed % 2 === 0 ? [onCancel] : [];
	return { ...history, seed, before: 0, past: [], faults, meanwhile, steps };
}

/** An order is placed in time, its answer mostly lost, and its day has closed when it is tried or run again. */
function late({ faults: [lost], seed, ...history }: History): History {
	const [first] = worksOf(history);
	const [row] = first?.items ?? [];
	if (!first || !row || !lost) return { ...history, seed, faults: [] };
	const mode = first.mode === 'custom' ? first.mode : 'automatic';
	const items: ItemDraw[] = [{ ...row, date: 4, bad: undefined }];
	const ifAlreadyOrdered = seed % 3 === 0 ? 'fail' : first.ifAlreadyOrdered;
	const plain = { operation: 'order', tries: 3, end: undefined, again: 'nothing' } as const;
	const guards = { ifAlreadyOrdered, ifDateMoves: 'fail' } as const;
	const work: Work = { ...first, ...UNGUARDED, ...plain, ...guards, mode, items };
	// Then it is looked up before whether a notice has the number.
	const isLookedUp = mode === 'custom' || ifAlreadyOrdered === 'fail';
	const faults: readonly Fault[] = [
		{ ...lost, on: 'order', skip: 0, times: 1, done: true },
		{ ...lost, on: 'status', skip: isLookedUp ? 1 : 0, times: 3 },
	];
	const close: Act = { kind: 'close', which: 4, amount: 1 };
	const meanwhile = [{ atCall: 4 + (seed % 6), act: close }];
	const run: Step = { kind: 'run', work, beside: undefined };
	const [own] = distinct({ ...history, seed, faults, steps: [run] }).steps;
	const steps: Step[] = own ? [own, { kind: 'act', act: close }, own] : [];
	// A service that moves the order itself has the last word.
	const switches: Switches = { ...history.switches, orderMissedDate: 'refuse' };
	return { ...history, seed, switches, past: [], faults, meanwhile, steps };
}

const OF_TOOLS = ['order', 'replace', 'contact', 'order', 'cancel'] as const;

/** An agent runs the node as its tool, with Retry On Fail: something binding is lost or refused, and tried again. */
function asTool({ faults: [struck, looked], seed, ...history }: History): History {
	const [first] = worksOf(history);
	const [row] = first?.items ?? [];
	if (!first || !row || !struck) return { ...history, seed, faults: [] };
	const operation = OF_TOOLS[seed % OF_TOOLS.length]!;
	const by = row.by === 'number' ? row.by : 'reference';
	const plain = { onError: 'stopWorkflow', end: undefined, again: 'nothing' } as const;
	const work: Work = {
		...{ ...first, ...UNGUARDED, ...plain, operation, asTool: true, tries: 3 },
		...{ items: [{ ...row, by, bad: undefined }], alreadyCancelled: false, elsewhere: false },
		mode: operation === 'cancel' ? 'automatic' : first.mode,
	};
	const on = operation === 'replace' ? 'order' : operation;
	const faults: Fault[] = [{ ...struck, on, skip: 0, times: 1, done: true }];
	// Nobody can say what became of it until the next try; of a replacement the new number was free before.
	if (looked) faults.push({ ...looked, on: 'status', skip: on === operation ? 0 : 1, times: 3 });
	const steps: Step[] = [{ kind: 'run', work, beside: undefined }];
	return { ...history, seed, faults, meanwhile: [], past: INVOICED, steps };
}

const SHAPES: Record<History['kind'], (history: History) => History> = {
	struck: (history) => distinct(history),
	aimed: (history) => aimed(distinct(history)),
	away: (history) => away(distinct(history)),
	halfWay: (history) => distinct(halfWay(history)),
	inDoubt: (history) => distinct(inDoubt(history)),
	overtaken: (history) => distinct(overtaken(history)),
	calm: (history) => calm(distinct(history)),
	once: (history) => once(distinct(history)),
	twice: (history) => twice(distinct(history)),
	twoNames: (history) => twoNames(history),
	ofTime: (history) =>
		history.seed % 3 === 0 ? refusedBetween(distinct(history)) : ofTime(distinct(history)),
	unnumbered: (history) => unnumbered(distinct(history)),
	contacts: (history) => contacts(distinct(history)),
	crowded: (history) => distinct(crowded(history)),
	usedUp: (history) => usedUp(distinct(history)),
	closing: (history) => distinct(closing(history)),
	again: (history) => again(distinct(history)),
	hung: (history) => distinct(hung(history)),
	files: (history) => distinct(files(history)),
	rows: (history) => rows(distinct(history)),
	guarded,
	corrected,
	credited,
	forestalled: (history) => distinct(forestalled(history)),
	late,
	asTool: (history) => distinct(asTool(history)),
};

export const history: fc.Arbitrary<History> = drawn.map((one) => SHAPES[one.kind](one));
