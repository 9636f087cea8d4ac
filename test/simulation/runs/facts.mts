/** What is known of a history that was played: what each run said, what the service did for it, and when. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Contact } from '../../../sandbox/accounts.mts';
import { totalsOf } from '../../../sandbox/pricing.mts';
import type { Notice } from '../../../sandbox/store.mts';
import { isAnswered, type Call } from '../network.mts';
import type { Effect, Moment } from '../service.mts';
import type { Work } from './draw.mts';
import type { Played, Run } from './play.mts';
import { keyIn } from './work.mts';

/** Judges something for each, and says what is wrong with the first. */
export function firstOf<One>(
	all: readonly One[],
	judge: (one: One, at: number) => string | undefined,
): string | undefined {
	for (const [at, one] of all.entries()) {
		const wrong = judge(one, at);
		if (wrong !== undefined) return wrong;
	}
	return undefined;
}

/** Judges each item of all runs of some operations that came to an end. */
export function ofItems(
	played: Played,
	isMeant: (work: Work) => boolean,
	judge: (played: Played, run: Run, index: number) => string | undefined,
): string | undefined {
	const ended = played.runs.filter(({ work, ended }) => isMeant(work) && ended);
	return firstOf(ended, (run) => firstOf(run.wants, (_want, index) => judge(played, run, index)));
}

/** What came of one input item. */
interface Said {
	readonly items: readonly IDataObject[];
	readonly binaries: ReadonlyArray<INodeExecutionData['binary']>;
	/** Why it failed, as text. */
	readonly failure: string | undefined;
}

function textOfError(error: unknown): string {
	if (typeof error !== 'object' || error === null) return String(error);
	const { message = '', description = '' } = error as { message?: string; description?: string };
	return `${message} ${description}`;
}

/** All items, those of the error output too. */
export function itemsOf({ ended }: Run): INodeExecutionData[] {
	return ended ? [...ended.items, ...ended.errorItems] : [];
}

/** The numbers of the input items that an item is paired with. */
export function pairsOf({ pairedItem }: INodeExecutionData): number[] {
	const all = Array.isArray(pairedItem) ? pairedItem : [pairedItem];
	return all.map((one) => (typeof one === 'number' ? one : (one?.item ?? -1)));
}

function failureIn({ json, error }: INodeExecutionData): string | undefined {
	const inJson = json['error'];
	if (error === undefined && inJson === undefined) return undefined;
	return `${textOfError(error ?? '')} ${textOfError(inJson ?? '')} ${String(json['message'] ?? '')}`;
}

/** What a run said of its input item of that number. */
export function saidOf(run: Run, index: number): Said {
	const own = itemsOf(run).filter((item) => pairsOf(item).includes(index));
	const failures = own.map(failureIn);
	const good = own.filter((_item, at) => failures[at] === undefined);
	return {
		items: good.map(({ json }) => json),
		binaries: good.map(({ binary }) => binary),
		failure: failures.find((failure) => failure !== undefined),
	};
}

/** The error that ended it. */
export const errorOf = ({ ended }: Run): string => (ended?.error ? textOfError(ended.error) : '');

/** What a run says of an item that failed: its own failure, or the error that ended the run. */
export function failureOf(run: Run, index: number): string | undefined {
	const { failure } = saidOf(run, index);
	if (failure !== undefined || run.ended?.error === undefined) return failure;
	return run.ended.error.context?.['itemIndex'] === index ? errorOf(run) : undefined;
}

/** Everything that a person can read of it. */
export function reportOf(run: Run): string {
	const items = itemsOf(run).map((item) => `${JSON.stringify(item.json)} ${failureIn(item) ?? ''}`);
	return `${errorOf(run)}\n${items.join('\n')}`;
}

/** Whether no failure elsewhere has ended it, so that something is said of each item. */
export const isWhole = ({ ended, fate }: Run): boolean =>
	fate === 'ended' && ended !== undefined && ended.error === undefined;

/** A run and those that n8n's *Retry* made of it are one execution. */
export const executionOf = (run: Run): Run => (run.retryOf ? executionOf(run.retryOf) : run);
export const sameExecution = ({ runs }: Played, run: Run): Run[] =>
	runs.filter((one) => executionOf(one) === executionOf(run));

/** When the last try of a run began: of Retry On Fail, or the only one. */
export const lastTryOf = ({ tries, startedAt }: Run): number => tries.at(-1) ?? startedAt;

/** What a run has sent from some moment on. */
export function callsOf({ network }: Played, { id }: Run, since = 0): Call[] {
	return network.calls.filter((call) => call.run === id && call.sentAt >= since);
}

const isSame = (one: Call, other: Call): boolean =>
	one.route === other.route && one.names.join() === other.names.join();

/** The calls that are the first of their route and names, each an undertaking that begins. */
export function begunBy(calls: readonly Call[]): Call[] {
	return calls.filter((call, at) => !calls.slice(0, at).some((one) => isSame(one, call)));
}

/**
 * Whether all of them were answered, and none was refused in the end for a clock that somebody has set meanwhile: it is the last
 * one, or refused twice, where an equal item may have sent the ones behind it.
 */
export function cameThrough(calls: readonly Call[]): boolean {
	const isOfClock = ({ codes }: Call) => codes?.includes('err_timestamp_controle') === true;
	const isGivenUp = (call: Call, at: number) => {
		const same = calls.filter((one) => isSame(one, call));
		return (
			same.filter(isOfClock).length > 1 || !calls.slice(at + 1).some((one) => isSame(one, call))
		);
	};
	return (
		calls.every(isAnswered) && !calls.some((call, at) => isOfClock(call) && isGivenUp(call, at))
	);
}

/** Something that a call of the node did at the service. */
export interface Done {
	readonly effect: Effect;
	readonly call: Call;
	readonly run: Run;
	/** The notice that it was done to, and the key of its text. */
	readonly notice: Notice | undefined;
	readonly key: number | undefined;
}

export function effectsOf(played: Played): Done[] {
	const { service, network, runs } = played;
	return service.effects.flatMap((effect) => {
		const call = network.callOf(effect.call);
		const run = runs.find(({ id }) => id === call?.run);
		const notice = noticeOf(played, effect.reference);
		return call && run ? [{ effect, call, run, notice, key: keyIn(notice?.texte ?? '') }] : [];
	});
}

/** What the execution of a run has done for one of its items before some moment, where no other item wants the same. */
export function doneFor(
	played: Played,
	run: Run,
	index: number,
	kind: Effect['kind'],
	before = run.endedAt,
): Done | undefined {
	const { key, named } = run.wants[index]!;
	const isShared = run.wants.some((other, at) => {
		return at !== index && (other.key === key || (named !== undefined && other.named === named));
	});
	if (isShared) return undefined;
	return effectsOf(played).find(({ effect, run: by, notice, key: own }) => {
		if (effect.kind !== kind || effect.at >= before) return false;
		if (executionOf(by) !== executionOf(run)) return false;
		return kind === 'cancelled' ? notice === named : own === key;
	});
}

export const noticeOf = ({ service }: Played, reference: unknown): Notice | undefined =>
	service.notices.find((notice) => notice.reference === reference);

/** The contact that something was done to. */
export const contactOf = ({ service }: Played, { reference }: Effect): Contact | undefined =>
	service.account.contacts.find(({ id }) => String(id) === reference);

export function timesOf({ service }: Played, notice: Notice) {
	const moments = service.momentsOf(notice);
	const cancelledAt = moments.find(({ cancelled }) => cancelled)?.at ?? Infinity;
	return { orderedAt: moments[0]?.at ?? Infinity, cancelledAt };
}

/** What a notice was like at some time of a run. */
export function momentsDuring(
	{ service }: Played,
	notice: Notice | undefined,
	{ startedAt, endedAt }: Run,
): Moment[] {
	const moments = notice ? service.momentsOf(notice) : [];
	return moments.filter(({ at }, index) => {
		const until = moments[index + 1]?.at ?? Infinity;
		return at <= endedAt && until >= startedAt;
	});
}

/** Euros including tax, as the service answers them. */
export function totalOf({ service }: Played, { price }: Notice): number {
	return totalsOf([price], service.sandbox.service.rules).gross / 100;
}

/** `type numero` of a document or invoice, as moments of a notice have it. */
export const fileIn = ({ type, numero }: IDataObject): string =>
	`${String(type)} ${String(numero ?? '')}`.trim();
