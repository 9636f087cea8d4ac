/** A history in words that a person can follow: who did what, what the journal holds, which promise is broken. */
import { actInWords } from './people.mts';
import { faultInWords, type Network } from './network.mts';
import type { WatchStep } from './polls/draw.mts';
import type { Watched } from './polls/play.mts';
import type { Poll } from '../engine/poller.mts';
import type { Broken } from './runs/promises.mts';
import type { Played, Run } from './runs/play.mts';
import { reportOf } from './runs/facts.mts';
import { workInWords } from './runs/work.mts';
import { switchesInWords, type SimulatedService } from './service.mts';

const short = (text: string, most: number): string =>
	text.length > most ? `${text.slice(0, most)}…` : text;

function brokenInWords(broken: readonly Broken[]): string[] {
	return broken.map(({ promise, what }) => `BROKEN: ${promise}\n        ${what}`);
}

function runInWords(run: Run): string[] {
	const { id, process, work, wants, fate, crash, startedAt, endedAt, retryOf, isLast } = run;
	const asked = wants.map(({ key, name, bad }) =>
		[`k${key}`, name && `for ${name}`, bad && `(${bad})`].filter(Boolean).join(' '),
	);
	const retry = retryOf ? `, n8n's Retry of ${retryOf.id}` : '';
	const last = isLast ? ', once more on a calm network' : '';
	const words = `${id}${retry}${last} in ${process}: ${workInWords(work)}: ${short(asked.join(', '), 200)}`;
	const how = [id, fate, crash].filter(Boolean).join(' ');
	const end = `${how} and says: ${short(reportOf(run).trim(), 900)}`;
	const again = run.tries.map(
		(at, index) => `${at} ms: ${id} begins try ${index + 1} of its Retry On Fail`,
	);
	return [`${startedAt} ms: ${words}`, ...again.slice(1), `${endedAt} ms: ${end}`];
}

/** What an answer says of notices: their names, statuses, documents and invoices. */
function answerInWords(text: string): string {
	const said: string[] = [];
	const SAYS = ['reference', 'statut', 'motif', 'type', 'numero'];
	try {
		JSON.parse(text.replace(/^\uFEFF/, ''), (name, value: unknown) => {
			if (SAYS.includes(name) && typeof value === 'string' && value !== '') said.push(value);
			return value;
		});
	} catch {
		return '';
	}
	return said.join(' ');
}

function callsInWords(calls: Network['calls']): string[] {
	return calls.map(
		({ number, run, route, path, names, sent, sentAt, endedAt, fate, codes, own }) => {
			const key = /constitution k\d+e/.exec(sent)?.[0].slice(13, -1);
			const asked = short([key, ...names].filter(Boolean).join(', '), 110);
			const until = endedAt === undefined ? 'never' : `${Math.round(endedAt)} ms`;
			const files = path.endsWith('/factures') ? 'invoices' : 'documents';
			const what = route === 'files' ? files : route;
			const words = codes?.join() ?? short(answerInWords(own), 200);
			const says = words && `, the service says ${words}`;
			return `${sentAt} ms: ${run} sends call ${number}, ${what} ${asked}; until ${until}: ${fate}${says}`;
		},
	);
}

function effectsInWords({ effects }: SimulatedService): string[] {
	return effects.map(({ at, kind, reference, call, other }) => {
		const by = call === undefined ? 'by somebody else' : `by call ${call}`;
		return `${at} ms: ${reference} is ${kind} ${by}${other ? `: ${other}` : ''}`;
	});
}

/** Lines that begin with a time, in its order; at one moment what has happened before comes first. */
function inTime(lines: readonly string[]): string[] {
	return [...lines].sort((left, right) => parseFloat(left) - parseFloat(right));
}

export function story(played: Played, broken: readonly Broken[]): string {
	const { history, network, service, runs } = played;
	const { switches, requestsPerMinute, latencyMs, links, before } = history;
	const lines = [
		...brokenInWords(broken),
		`The service: ${switchesInWords(switches)}; links ${links}, ${latencyMs} ms a call`,
		`The credential: ${requestsPerMinute} calls a minute; ${before} notices before`,
		...history.faults.map((fault) => `fault: ${faultInWords(fault)}`),
		...(history.hasUnreadable ? ['fault: the service cannot read the first notice'] : []),
		...history.past.map((one) => `before: ${actInWords(one)}`),
		...history.meanwhile.map(({ atCall, act }) => `during call ${atCall}: ${actInWords(act)}`),
		...history.steps.map((step) => {
			if (step.kind === 'wait') return `step: ${step.ms / 1000} s pass`;
			if (step.kind === 'act') return `step: ${actInWords(step.act)}`;
			const beside = step.beside ? `, and at the same time ${workInWords(step.beside)}` : '';
			return `step: ${workInWords(step.work)}${beside}, then ${step.work.again}`;
		}),
		'What happened:',
		...inTime([
			...effectsInWords(service),
			...runs.flatMap(runInWords),
			...callsInWords(network.calls),
		]),
	];
	return lines.join('\n');
}

function watchStepInWords(one: WatchStep): string {
	if (one.kind === 'act') return actInWords(one.act);
	if (one.kind === 'poll') {
		const polls = one.overlaps ? 'two polls at once' : 'a poll';
		return `a minute passes, and ${polls}${one.isStored ? '' : ', of whose reports n8n does not store the state'}`;
	}
	if (one.kind === 'day') return 'a day passes';
	if (one.kind === 'end') return 'somebody cancels everything';
	if (one.kind === 'order') return 'somebody orders the last of the list by its number';
	if (one.kind === 'publish') return 'the workflow is published again';
	if (one.kind === 'test') return 'Fetch Test Event';
	const when = one.afterMs === undefined ? 'between polls' : `${one.afterMs} ms after a poll began`;
	return `n8n is killed ${when}, and started again`;
}

const itemsInWords = (items: Poll['items']): string =>
	items.map(({ json }) => short(JSON.stringify(json), 400)).join('\n      ') || 'nothing';

function endInWords({ error, items, dropped }: Poll): string {
	if (error) return `fails: ${short(error.message, 300)}`;
	if (dropped.length === 0) return `reports ${itemsInWords(items)}`;
	return `hands over ${itemsInWords(dropped)}, which n8n does not store`;
}

function pollInWords(poll: Poll): string[] {
	const { run, begunAt, endedAt, publishes } = poll;
	const what = publishes ? 'publishes the workflow' : 'begins';
	const end = endInWords(poll);
	return [`${begunAt} ms: ${run} ${what}`, `${endedAt} ms: ${run} ${end}`];
}

/** Polls after the last step that report nothing, do not fail and are struck by nothing. */
function quietPolls({ watcher, network, calmAt }: Watched): Poll[] {
	return watcher.polls.filter(({ run, begunAt, error, items, dropped }) => {
		const isStruck = network.calls.some((call) => call.run === run && call.fate !== 'answered');
		return begunAt >= calmAt && !error && items.length + dropped.length === 0 && !isStruck;
	});
}

/** The quiet polls between two others are one line. */
function quietInWords(all: readonly Poll[], quiet: readonly Poll[]): string[] {
	const isQuiet = (poll: Poll | undefined) => poll !== undefined && quiet.includes(poll);
	return all.flatMap((first, at) => {
		if (!isQuiet(first) || isQuiet(all[at - 1])) return [];
		const next = all.findIndex((poll, later) => later > at && !isQuiet(poll));
		const last = all.at(next < 0 ? -1 : next - 1) ?? first;
		const which = last === first ? `${first.run} reports` : `${first.run} to ${last.run} report`;
		return [`${first.begunAt} ms: ${which} nothing, after the last step`];
	});
}

/** The same for the trigger. */
export function watchStory(watched: Watched, broken: readonly Broken[]): string {
	const { history, watcher, network, service, list } = watched;
	const { switches, keeping, events, firstSight } = history;
	const { stopWatching, attestsLater } = history;
	const quiet = quietPolls(watched);
	const isQuiet = (run: string) => quiet.some((poll) => poll.run === run);
	const lines = [
		...brokenInWords(broken),
		`The service: ${switchesInWords(switches)}${attestsLater ? ', attestations by hand' : ''}; ${history.latencyMs} ms a call`,
		`State kept ${keeping}, first sight ${firstSight}`,
		`Trigger On: ${events.join(', ')}; stops after ${stopWatching ?? 'no'} days`,
		`The list: ${short(list.map(({ asked }) => asked).join(', '), 200)}; ${history.unreadable} cannot be read${history.readableAlone ? ' in lists' : ''}`,
		...history.faults.map((fault) => `fault: ${faultInWords(fault)}`),
		...history.past.map((one) => `before: ${actInWords(one)}`),
		...history.steps.map((one) => `step: ${watchStepInWords(one)}`),
		'What happened:',
		...inTime([
			...effectsInWords(service),
			...watcher.polls.filter((poll) => !quiet.includes(poll)).flatMap(pollInWords),
			...quietInWords(watcher.polls, quiet),
			...callsInWords(network.calls.filter(({ run }) => !isQuiet(run))),
		]),
	];
	return lines.join('\n');
}
