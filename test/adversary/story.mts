/** A failing history in words that a person can follow: who did what, what the journal holds, which promise is broken. */
import type { Violation } from './invariants.mts';
import { actInWords } from './people.mts';
import type { Played, Run } from './play.mts';
import { readingsInWords } from './readings.mts';
import { reportText } from './claims.mts';
import type { Shape } from './shapes.mts';
import type { Fault } from './way.mts';
import type { Watched } from './watchPlay.mts';
import type { WatchStep } from './watching.mts';
import type { World } from './world.mts';
import { workInWords } from './workflows.mts';

function faultInWords({ kind, on, skip, times, done, status, ms, variant }: Fault): string {
	const which = `${on === 'any' ? 'any call' : on} from number ${skip + 1} on, ${times} times`;
	return `${kind} (${done ? 'done' : 'not done'}, ${status}, ${ms} ms, form ${variant}): ${which}`;
}

function shapeInWords({ kind, on, skip, times, name, value, date }: Shape): string {
	const detail = kind === 'date' ? date : `${name}, ${value}`;
	return `answers with ${kind} (${detail}): ${on} from number ${skip + 1} on, ${times} times`;
}

const short = (text: string, most: number): string =>
	text.length > most ? `${text.slice(0, most)}…` : text;

function stepInWords(one: WatchStep): string {
	if (one.kind === 'act') return actInWords(one.act);
	if (one.kind === 'poll')
		return one.overlaps ? 'a minute passes, and two polls at once' : 'a minute passes, and a poll';
	if (one.kind === 'edit') {
		const long = one.polls === 0 ? '' : ` after ${one.polls} polls`;
		return `reference ${one.which} leaves the list, or comes back${long}`;
	}
	if (one.kind === 'publish') return 'the workflow is published again';
	if (one.kind === 'test') return 'Fetch Test Event';
	if (one.kind === 'hide') return `notice ${one.which} is not found in ${one.polls} polls`;
	const stored = one.spoils ? ', and what it had stored cannot be read' : '';
	const when = one.afterMs === undefined ? 'between polls' : `${one.afterMs} ms after a poll began`;
	return `n8n is killed ${when}, and started again${stored}`;
}

/** The same for the trigger. */
export function watchStory(watched: Watched, violations: readonly Violation[]): string {
	const { history, watcher, world } = watched;
	const { keeping, events, firstSight, byNumber, written } = history;
	const { isSlow, perNoticeMs, dead, broken } = history;
	const { downloadFiles, documentTypes, waitForDocument, stopWatching } = history;
	const options = { downloadFiles, documentTypes, waitForDocument, stopWatching };
	const parameters = { events, firstSight, byNumber, written, ...options };
	const lasting = isSlow ? ['calls take long'] : [];
	if (perNoticeMs > 0) lasting.push(`each notice of a list takes ${perNoticeMs} ms more`);
	if (dead !== 'none') lasting.push(`a page comes for ${dead}`);
	if (broken !== 'none') {
		lasting.push(`calls for ${String(world.broken?.names.join())} do not work (${broken})`);
	}
	const emitted = watcher.emitted.map(({ at, poll, items }) => {
		const told = items.map(({ json }) => short(JSON.stringify(json), 330)).join('\n      ');
		return `${at} ms: poll ${poll} starts an execution: ${told}`;
	});
	const lines = [
		...violations.map(({ promise, what }) => `BROKEN: ${promise}\n        ${what}`),
		`The service: ${readingsInWords(history.readings)}`,
		`The trigger: state kept ${keeping}, ${JSON.stringify(parameters)}, ${history.before} notices`,
		...lasting.map((what) => `All the time: ${what}`),
		...history.faults.map(faultInWords),
		...history.shapes.map(shapeInWords),
		...history.past.map((one) => `before: ${actInWords(one)}`),
		...history.steps.map((one) => `step: ${stepInWords(one)}`),
		`Failed polls: ${watcher.errors.map(({ message }) => short(message, 120)).join(' | ') || 'none'}`,
		'What happened:',
		...inTime([...callsInWords(world), ...effectsInWords(world), ...emitted]),
	];
	return lines.join('\n');
}

function runInWords(run: Run): string[] {
	const { id, process, work, fate, crash, startedAt, endedAt, retryOf, wants } = run;
	const asked = wants.map(({ json, name }) =>
		name === '' ? `${String(json['file'])}/${String(json['text']).slice(0, 20)}` : name,
	);
	const again = retryOf ? `, n8n's Retry of ${retryOf.id}` : '';
	const words = `${id}${again} in ${process}: ${workInWords(work)} of ${short(asked.join(', '), 200)}`;
	const end = `${id} ${fate} ${crash} and says: ${short(reportText(run), 700)}`;
	return [`${startedAt} ms: ${words}`, `${endedAt} ms: ${end}`];
}

function callsInWords({ calls }: World): string[] {
	return calls.map(({ number, run, route, subject, sentAt, endedAt, fate, codes, shapes }) => {
		const shaped = shapes.length > 0 ? ` [${shapes.join()}]` : '';
		const refused = codes === '' ? '' : ` ${codes}`;
		const asked = short(subject.replaceAll('"', ''), 110);
		const until = endedAt === undefined ? 'never' : `${Math.round(endedAt)} ms`;
		const sent = `${sentAt} ms: ${run} sends call ${number}, ${route} ${asked}`;
		return `${sent}; until ${until}: ${fate}${refused}${shaped}`;
	});
}

function effectsInWords({ model }: World): string[] {
	return model.effects.map(({ at, words, call }) => {
		const by = call === undefined ? 'from outside' : `by call ${call}`;
		return `${at} ms: ${words} (${by})`;
	});
}

function inTime(events: readonly string[]): string[] {
	return [...events].sort((left, right) => parseFloat(left) - parseFloat(right));
}

export function story(played: Played, violations: readonly Violation[]): string {
	const { history } = played;
	const lines = [
		...violations.map(({ promise, what }) => `BROKEN: ${promise}\n        ${what}`),
		`The service: ${readingsInWords(history.readings)}`,
		`Requests per Minute ${history.requestsPerMinute}, of runs beside ${history.otherRate ?? 'the same'}, ${history.environment}, ${history.before} notices before`,
		...history.faults.map(faultInWords),
		...history.shapes.map(shapeInWords),
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
			...played.runs.flatMap(runInWords),
			...callsInWords(played.world),
			...effectsInWords(played.world),
		]),
	];
	return lines.join('\n');
}
