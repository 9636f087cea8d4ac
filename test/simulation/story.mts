/** A history in words that a person can follow: who did what, what the journal holds, which promise is broken. */
import { actInWords } from './people.mts';
import { faultInWords, type Network } from './network.mts';
import type { WatchStep } from './polls/draw.mts';
import type { Watched } from './polls/play.mts';
import type { Poll } from './polls/watcher.mts';
import type { Broken } from './runs/promises.mts';
import type { Played, Run } from './runs/play.mts';
import { reportOf } from './runs/said.mts';
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
	const again = retryOf ? `, n8n's Retry of ${retryOf.id}` : '';
	const last = isLast ? ', once more on a calm network' : '';
	const words = `${id}${again}${last} in ${process}: ${workInWords(work)}: ${short(asked.join(', '), 200)}`;
	const end = `${id} ${fate} ${crash} and says: ${short(reportOf(run).trim(), 900)}`;
	return [`${startedAt} ms: ${words}`, `${endedAt} ms: ${end}`];
}

function callsInWords({ calls }: Network): string[] {
	return calls.map(({ number, run, route, names, sent, sentAt, endedAt, fate, codes }) => {
		const key = /constitution k\d+e/.exec(sent)?.[0].slice(13, -1);
		const asked = short([key, ...names].filter(Boolean).join(', '), 110);
		const until = endedAt === undefined ? 'never' : `${Math.round(endedAt)} ms`;
		const refused = codes ? `, the service says ${codes.join()}` : '';
		return `${sentAt} ms: ${run} sends call ${number}, ${route} ${asked}; until ${until}: ${fate}${refused}`;
	});
}

function effectsInWords({ effects }: SimulatedService): string[] {
	return effects.map(({ at, kind, reference, call }) => {
		const by = call === undefined ? 'by somebody else' : `by call ${call}`;
		return `${at} ms: ${reference} is ${kind} ${by}`;
	});
}

/** Lines that begin with a time, in its order. */
function inTime(lines: readonly string[]): string[] {
	return [...lines].sort((left, right) => parseFloat(left) - parseFloat(right));
}

export function story(played: Played, broken: readonly Broken[]): string {
	const { history, network, service, runs } = played;
	const { switches, requestsPerMinute, latencyMs, links, before, kind } = history;
	const lines = [
		...brokenInWords(broken),
		`The service: ${switchesInWords(switches)}; links ${links}, ${latencyMs} ms a call`,
		`A history of the kind "${kind}", ${requestsPerMinute} calls a minute, ${before} notices before`,
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
		...inTime([...runs.flatMap(runInWords), ...callsInWords(network), ...effectsInWords(service)]),
	];
	return lines.join('\n');
}

function watchStepInWords(one: WatchStep): string {
	if (one.kind === 'act') return actInWords(one.act);
	if (one.kind === 'poll') {
		const polls = one.overlaps ? 'two polls at once' : 'a poll';
		return `a minute passes, and ${polls}${one.isStored ? '' : ', of whose reports n8n does not store the state'}`;
	}
	if (one.kind === 'publish') return 'the workflow is published again';
	if (one.kind === 'test') return 'Fetch Test Event';
	const when = one.afterMs === undefined ? 'between polls' : `${one.afterMs} ms after a poll began`;
	return `n8n is killed ${when}, and started again`;
}

function pollInWords({ run, begunAt, endedAt, error, items, publishes }: Poll): string[] {
	const reported = items.map(({ json }) => short(JSON.stringify(json), 400)).join('\n      ');
	const what = publishes ? 'publishes the workflow' : 'begins';
	const end = error ? `fails: ${short(error.message, 300)}` : `reports ${reported || 'nothing'}`;
	return [`${begunAt} ms: ${run} ${what}`, `${endedAt} ms: ${run} ${end}`];
}

/** The same for the trigger. */
export function watchStory(watched: Watched, broken: readonly Broken[]): string {
	const { history, watcher, network, service, list } = watched;
	const { kind, switches, keeping, events, firstSight, downloadFiles, waitForDocument } = history;
	const lines = [
		...brokenInWords(broken),
		`The service: ${switchesInWords(switches)}; ${history.latencyMs} ms a call`,
		`A history of the kind "${kind}", state kept ${keeping}, first sight ${firstSight}`,
		`Trigger On: ${events.join(', ')}; files ${downloadFiles}, waits for ${waitForDocument ?? 'nothing'}`,
		`The list: ${short(list.map(({ asked }) => asked).join(', '), 200)}; ${history.unreadable} cannot be read`,
		...history.faults.map((fault) => `fault: ${faultInWords(fault)}`),
		...history.past.map((one) => `before: ${actInWords(one)}`),
		...history.steps.map((one) => `step: ${watchStepInWords(one)}`),
		'What happened:',
		...inTime([
			...watcher.polls.flatMap(pollInWords),
			...callsInWords(network),
			...effectsInWords(service),
		]),
	];
	return lines.join('\n');
}
