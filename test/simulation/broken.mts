/**
 * Rules of the package broken by hand, each of which has to be noticed (`rules.mts`): by a drawn history, or by the test that
 * the rule names. A rule is broken by putting something wrong in the place of what a module exports, or of a method, in
 * every copy that is loaded.
 */
import type { Module, Swap } from './n8n.mts';

type Work = (this: unknown, ...given: never[]) => unknown;
type Load = (path: string) => Module;

/** Something else in the place of an exported function. @param path below `nodes/LegalNotice` */
function of(path: string, name: string, wrong: (right: Work) => Work): (load: Load) => void {
	return (load) => {
		const module = load(`nodes/LegalNotice/${path}`);
		const right = module[name];
		if (typeof right !== 'function') throw new Error(`${path} exports no ${name}.`);
		module[name] = wrong(right as Work);
	};
}

/** Something else in the place of a method. */
function method(
	path: string,
	type: string,
	name: string,
	wrong: (right: Work) => Work,
): (load: Load) => void {
	return (load) => {
		const { prototype } = load(`nodes/LegalNotice/${path}`)[type] as { prototype: Module };
		const right = prototype[name];
		if (typeof right !== 'function') throw new Error(`${type} has no ${name}.`);
		prototype[name] = wrong(right as Work);
	};
}

/** It comes to a value, whatever it is given. */
const always = (value: unknown) => (): Work => () => value;
const nothing = always(undefined);
/** It is given something else. */
const given =
	(change: (...all: never[]) => unknown[]) =>
	(right: Work): Work =>
		function changed(...all) {
			return Reflect.apply(right, this, change(...all)) as unknown;
		};

/** Entries as they come, whatever they name. */
const byPlace = ((asked: readonly string[], entries: readonly unknown[]) =>
	new Map(asked.map((name, at) => [name, entries[at]]))) as Work;

type Begun = Record<string, unknown>;

/** Something else is remembered while an effect is under way. @param change undefined remembers nothing */
const remembers = (change: (begun: Begun) => Begun | undefined) =>
	method('actions/memory', 'RunMemory', 'of', (right) => {
		return function changed(...all) {
			const memory = Reflect.apply(right, this, all) as {
				during: (begun: Begun, effect: () => unknown) => unknown;
			};
			const during = async (begun: Begun, effect: () => unknown) => {
				const kept = change(begun);
				return kept ? await memory.during(kept, effect) : await effect();
			};
			return { ...memory, during };
		};
	});

/** Items remember nothing for one another in this record. */
const sharesNo = (record: string) =>
	method('actions/memory', 'RunMemory', 'shared', (right) => {
		return function forgets(...all) {
			const [name] = all as unknown as [string];
			return name === record ? {} : Reflect.apply(right, this, all);
		};
	});

/** A failure of this kind is taken for a refusal. */
const neverDone = (kind: string) => (load: Load) => {
	const { ServiceFailure } = load('nodes/LegalNotice/errors/failures');
	const { prototype } = ServiceFailure as { prototype: object };
	const right = Object.create(null, Object.getOwnPropertyDescriptors(prototype)) as object;
	Object.defineProperty(prototype, 'mayBeDone', {
		get(this: { kind: string }) {
			return this.kind !== kind && (Reflect.get(right, 'mayBeDone', this) as boolean);
		},
	});
};

/** Every call of the node is made in another manner. */
const callsAs = (change: (call: Begun) => Begun) =>
	of('transport/client', 'createClient', (right) => {
		return async function changed(...all) {
			const client = (await Reflect.apply(right, this, all)) as { call: (call: Begun) => unknown };
			const call = client.call.bind(client);
			client.call = async (one) => await call(change(one));
			return client;
		};
	});

/** Something binding that is done once: as far as a rule has to know it. */
interface Once {
	readonly afterLoss: object | 'sendAgain' | 'stop';
}

/** Something is chosen in the parameters of the trigger that nobody chose. */
const withSettings = (path: string, name: string, chosen: object) =>
	of(
		path,
		name,
		given((facts: { settings: object }) => [
			{ ...facts, settings: { ...facts.settings, ...chosen } },
		]),
	);

/** A poll compares as if lists that were not read were empty. */
const emptyIfUnread = of(
	'trigger/diff',
	'pollDiff',
	given((poll: { answers: ReadonlyMap<string, Record<string, unknown>> }) => {
		const none = { reference: '', orderNumber: null, files: [] };
		const emptied = (list: unknown) => (list === undefined || list === 'withheld' ? none : list);
		const answers = [...poll.answers].map(([asked, read]) => {
			const { documents, factures } = read;
			return [
				asked,
				{ ...read, documents: emptied(documents), factures: emptied(factures) },
			] as const;
		});
		return [{ ...poll, answers: new Map(answers) }];
	}),
);

/** What breaks a rule in one copy of the package, by the rule. */
type Rules = Readonly<Record<string, Swap>>;

let made = 0;

const OF_BOTH: Rules = {
	'what is read of one notice is not that of another': of(
		'notices/match',
		'matchNotices',
		() => byPlace,
	),
	'an unknown reference does not spoil its list': of(
		'notices/match',
		'isWorthDividing',
		always(false),
	),
};

/** Noticed by histories of runs. */
export const OF_RUNS: Rules = {
	...OF_BOTH,
	'the automatic order number is made of the content': of(
		'domain/orderNumber',
		'automaticOrderNumber',
		() => () => `HASARD-${++made}`,
	),
	'what has no number is not sent again': of(
		'transport/exactlyOnce',
		'exactlyOnce',
		given((client, once: Once, manner) => {
			const afterLoss = once.afterLoss === 'stop' ? 'sendAgain' : once.afterLoss;
			return [client, { ...once, afterLoss }, manner];
		}),
	),
	'a refusal behind a lost answer says nothing of what was lost': of(
		'transport/exactlyOnce',
		'exactlyOnce',
		(right) => {
			return async function plain(...all) {
				try {
					return await (Reflect.apply(right, this, all) as Promise<unknown>);
				} catch (failure) {
					const { reason } = failure as { reason?: { mayBeDone?: boolean } };
					throw reason?.mayBeDone === false ? (reason as Error) : failure;
				}
			};
		},
	),
	'after a lost answer the number is looked up': of(
		'actions/order/orderNumbers',
		'lookUp',
		() => async () => await Promise.resolve(undefined),
	),
	'a number of a person is looked up before the first order': method(
		'actions/order/numbersOfRun',
		'NumbersOfRun',
		'find',
		nothing,
	),
	'what an earlier try has finished is not done again': method(
		'actions/memory',
		'RunMemory',
		'settled',
		nothing,
	),
	'a finished item is remembered': method('actions/memory', 'RunMemory', 'finish', nothing),
	'what an item has begun is remembered': method('actions/memory', 'RunMemory', 'of', (right) => {
		return function forgets(...all) {
			const memory = Reflect.apply(right, this, all) as object;
			return { ...memory, recall: () => undefined };
		};
	}),
	'a cancellation of a replacement is remembered before it is sent': remembers((begun) =>
		begun['step'] === 'cancelSent' ? undefined : begun,
	),
	'that the new notice of a replacement is sent is remembered before': remembers((begun) => {
		return begun['step'] === 'orderSent' ? { ...begun, step: 'cancelled' } : begun;
	}),
	'the credit note of a replaced notice is remembered': method(
		'actions/memory',
		'RunMemory',
		'of',
		(right) => {
			return function forgets(...all) {
				const memory = Reflect.apply(right, this, all) as object;
				return { ...memory, remember: () => undefined };
			};
		},
	),
	'equal items are distinguished by their place': (load) => {
		const blind = (right: Work): Work =>
			function blindly(...all) {
				const [place, ...more] = all as unknown as [number, ...never[]];
				const { items } = this as { items: ReadonlyArray<{ json: unknown }> };
				const texts = items.map(({ json }) => JSON.stringify(json));
				const first = texts.indexOf(texts[place] ?? '');
				return Reflect.apply(right, this, [first, ...more]) as unknown;
			};
		for (const name of ['entry', 'change']) {
			method('actions/memory', 'RunMemory', name, blind)(load);
		}
	},
	'a try of a tool knows the tries before it': method(
		'actions/memory',
		'RunMemory',
		'nameOfRun',
		(right) => {
			return function forgets() {
				const { fn } = this as {
					fn: { getWorkflowDataProxy: (item: number) => { $runIndex: number } };
				};
				const name = String(Reflect.apply(right, this, []));
				return `${name} ${fn.getWorkflowDataProxy(0).$runIndex}`;
			};
		},
	),
	'a published notice is not cancelled': of(
		'actions/order/cancellation',
		'resolveNotice',
		(right) => {
			return async function unseeing(...all) {
				const notice = (await Reflect.apply(right, this, all)) as { answer: Begun } | undefined;
				return notice && { ...notice, answer: { ...notice.answer, statut: 'a-paraitre' } };
			};
		},
	),
	'only the notice of exactly this name is cancelled': of(
		'actions/order/cancellation',
		'resolveNotice',
		given((client, asked: string) => [client, /^[\w-]+/.exec(asked)?.[0] ?? asked]),
	),
	'a replacement is quoted before its old notice is cancelled': of(
		'actions/order/check',
		'checkReplacement',
		() => async () => await Promise.resolve({}),
	),
	'the order of a replacement is not held back by another item': of(
		'actions/order/place',
		'place',
		given((client, order: { manner: object }) => [
			client,
			{ ...order, manner: { ...order.manner, heldBackBy: 'otherItem' } },
		]),
	),
	'an order with a guard is quoted first': of('actions/order/check', 'needsQuote', always(false)),
	'a total above the maximum stops the order': of(
		'actions/order/check',
		'checkedQuote',
		given((client, order: object, ...more: never[]) => [
			client,
			{ ...order, maximumTotal: undefined },
			...more,
		]),
	),
	'a closed date is followed by the next one': method(
		'actions/order/openDate',
		'OpenDays',
		'after',
		() => async (_day: unknown, failure: Error) => await Promise.reject(failure),
	),
	'the clock of the service is learnt from a refusal': of(
		'transport/signing',
		'correctClock',
		always(false),
	),
	'what is quoted of an answer shows no key and no signature': of(
		'transport/signing',
		'withoutKeys',
		() => ((_keys: unknown, text: string) => text) as Work,
	),
	'no more calls go out in a minute than the credential allows': method(
		'transport/limiter',
		'CallLimiter',
		'allow',
		(right) => {
			return function generous() {
				Reflect.apply(right, this, [1_000]);
			};
		},
	),
	'a refusal for the quota holds back the key': method(
		'transport/limiter',
		'CallLimiter',
		'acquire',
		(right) => {
			return async function deaf(...all) {
				const release = (await Reflect.apply(right, this, all)) as (outcome: string) => void;
				return () => release('answered');
			};
		},
	),
	'a page of a proxy says nothing of what was done': neverDone('blocked'),
	'a page with HTTP 429 does not let an effect be sent again': neverDone('quota'),
	'every file of a notice comes out': of('notices/files', 'filesOf', (right) => {
		return function loses(...all) {
			const files = Reflect.apply(right, this, all) as unknown[];
			return files.slice(0, 2);
		};
	}),
	'what a call with a password is answered with is not quoted': callsAs((call) => ({
		...call,
		confidential: false,
	})),
	'nothing new begins in a run that was stopped': of(
		'transport/client',
		'createClient',
		given((context, options: object) => [context, { ...options, signal: undefined }]),
	),
};

/** Noticed by histories of polls. */
export const OF_POLLS: Rules = {
	...OF_BOTH,
	'the state moves on with the events': method('trigger/state', 'Memory', 'save', (right) => {
		return function forgets(...all) {
			const [, emits] = all as unknown as [unknown, boolean];
			if (!emits) Reflect.apply(right, this, all);
		};
	}),
	// As after a poll without items, whose state the process carries over.
	'what a poll hands over is not remembered by the process before n8n has stored it': method(
		'trigger/state',
		'Memory',
		'save',
		given((state) => [state, false]),
	),
	'what a first list could not say counts as seen when it is read first': emptyIfUnread,
	'watching ends after its days': withSettings('trigger/read', 'readNotices', {
		stopAfterDays: undefined,
	}),
	'an invoice is reported by the more specific event': of(
		'trigger/events',
		'isChosenFile',
		always(true),
	),
	'the state does not move on without the events': of('trigger/events', 'eventOf', (right) => {
		return function loses(...all) {
			return ++made % 7 === 0 ? undefined : Reflect.apply(right, this, all);
		};
	}),
	'the same change has the same identifier': of(
		'trigger/events',
		'changeId',
		() => () => `HASARD-${++made}`,
	),
	'different changes have different identifiers': of(
		'trigger/events',
		'changeId',
		always('TOUJOURS-LE-MEME'),
	),
	'a file is known by its type and number': of(
		'notices/files',
		'fileKey',
		() => ((file: { url?: unknown }) => `${++made} ${String(file.url)}`) as Work,
	),
	'a change is named by the events that were chosen': of(
		'notices/changes',
		'mostSpecific',
		nothing,
	),
	'one poll gives way to another that is at work': (load) => {
		const { Memory } = load('nodes/LegalNotice/trigger/state') as {
			Memory: new (context: unknown) => { isOverlapped: boolean; isCurrent: boolean };
		};
		class Careless extends Memory {
			override isOverlapped = false;
			override isCurrent = true;
		}
		load('nodes/LegalNotice/trigger/state')['Memory'] = Careless;
	},
	'a notice is not found only where the service says so': of(
		'notices/match',
		'matchNotices',
		(right) => {
			return function loses(...all) {
				const entries = Reflect.apply(right, this, all) as Map<string, unknown>;
				return new Map([...entries].slice(1));
			};
		},
	),
	'a poll ends in time': of('trigger/deadline', 'Deadline', () => {
		return class Endless {
			readonly signal = new AbortController().signal;
			readonly budgetMs = 3_600_000;
			at = () => Infinity;
			waitFor = async (work: Promise<unknown>) => {
				await work;
				return true;
			};
			end = () => undefined;
		} as unknown as Work;
	}),
};

/** Noticed by a test file below `test`, where no history is drawn that leads there. */
export const OF_TESTS: Readonly<Record<string, Rules>> = {
	'unit/transport/limiter': {
		'a call counts for a minute from its answer on': method(
			'transport/limiter',
			'CallLimiter',
			'begin',
			(right) => {
				return function hasty(...all) {
					const { answered } = this as { answered: number[] };
					const begunAt = performance.now();
					const release = Reflect.apply(right, this, all) as (outcome: string) => void;
					return (outcome: string) => {
						const before = answered.length;
						release(outcome);
						if (answered.length > before) answered[before] = begunAt;
					};
				};
			},
		),
	},
	'unit/notices/pdf': {
		'a file that is no PDF does not come out': of('notices/pdf', 'isPdf', always(true)),
	},
	'engine/closedDate': {
		'the next day is checked like the one that has closed': of(
			'actions/order/check',
			'checkedQuote',
			given((client, order: object, days, body?: object) => {
				const unlimited = body ? { ...order, publishBy: undefined } : order;
				return [client, unlimited, days, body];
			}),
		),
	},
	'engine/replace': {
		'two items that name one notice are distinguished': sharesNo('replaced'),
	},
	'engine/tool': {
		'what is done is not remembered as begun': method(
			'actions/memory',
			'RunMemory',
			'of',
			(right) => {
				return function remembersOn(...all) {
					const memory = Reflect.apply(right, this, all) as {
						during: (begun: Begun, effect: () => unknown) => Promise<unknown>;
						remember: (begun: Begun) => void;
					};
					const during = async (begun: Begun, effect: () => unknown) => {
						const done = await memory.during(begun, effect);
						memory.remember(begun);
						return done;
					};
					return { ...memory, during };
				};
			},
		),
	},
	'engine/cancel': {
		'a cancellation is remembered by every name of its notice': sharesNo('cancelled'),
	},
	'engine/atOnce': {
		'two orders with one number are placed one after the other': of(
			'transport/exactlyOnce',
			'oneAtATime',
			() => (async (_client: unknown, _lock: unknown, work: () => unknown) => await work()) as Work,
		),
	},
	'engine/orderNumbers': {
		'numbers that two items share are refused': of(
			'actions/order/orderNumbers',
			'refuseSharedNumbers',
			() => {
				return async () => await Promise.resolve(new Map());
			},
		),
	},
	'engine/approval': {
		'only what was approved is ordered': of(
			'domain/fingerprint',
			'refuseOtherThanApproved',
			nothing,
		),
	},
	'engine/slowService': {
		'what has begun is looked up, whatever calls got no answer': callsAs((call) => {
			const manner = call['manner'] as { effect: boolean } | undefined;
			return manner?.effect === false
				? { ...call, manner: { ...manner, heldBackBy: 'outage' } }
				: call;
		}),
	},
};
