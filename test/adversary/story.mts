/** A failing history in words that a person can follow: who did what, what the journal holds, which promise is broken. */
import type { Violation } from './invariants.mts';
import { actInWords } from './people.mts';
import type { Played, Run } from './play.mts';
import { readingsInWords } from './readings.mts';
import { everything } from './claims.mts';
import type { Shape } from './shapes.mts';
import type { Fault } from './way.mts';
import { workInWords } from './workflows.mts';

function faultInWords({ kind, on, skip, times, done, status, ms }: Fault): string {
	const which = `${on === 'any' ? 'any call' : on} from number ${skip + 1} on, ${times} times`;
	return `${kind} (${done ? 'done' : 'not done'}, ${status}, ${ms} ms): ${which}`;
}

function shapeInWords({ kind, on, skip, times, name, value, date }: Shape): string {
	const detail = kind === 'date' ? date : `${name}, ${value}`;
	return `answers with ${kind} (${detail}): ${on} from number ${skip + 1} on, ${times} times`;
}

const short = (text: string, most: number): string =>
	text.length > most ? `${text.slice(0, most)}…` : text;

function runInWords(run: Run): string[] {
	const { id, process, work, fate, crash, startedAt, endedAt, retryOf, wants } = run;
	const asked = wants.map(({ json, name }) =>
		name === '' ? `${String(json['file'])}/${String(json['text']).slice(0, 20)}` : name,
	);
	const again = retryOf ? `, n8n's Retry of ${retryOf.id}` : '';
	const words = `${id}${again} in ${process}: ${workInWords(work)} of ${short(asked.join(', '), 200)}`;
	const end = `${id} ${fate} ${crash} and says: ${short(everything(run), 700)}`;
	return [`${startedAt} ms: ${words}`, `${endedAt} ms: ${end}`];
}

/** Everything that happened, in the order of time. */
function events({ world, runs }: Played): string[] {
	const calls = world.calls.map(
		({ number, run, route, subject, sentAt, endedAt, fate, codes, shapes }) => {
			const shaped = shapes.length > 0 ? ` [${shapes.join()}]` : '';
			const refused = codes === '' || codes === '""' ? '' : ` ${codes}`;
			const asked = short(subject.replaceAll('"', ''), 110);
			const until = endedAt === undefined ? 'never' : `${Math.round(endedAt)} ms`;
			return `${sentAt} ms: ${run} sends call ${number}, ${route} ${asked}; until ${until}: ${fate}${refused}${shaped}`;
		},
	);
	const effects = world.model.effects.map(({ at, words, call }) => {
		const by = call === undefined ? 'from outside' : `by call ${call}`;
		return `${at} ms: ${words} (${by})`;
	});
	const timed = [...runs.flatMap(runInWords), ...calls, ...effects];
	return timed.sort((left, right) => parseFloat(left) - parseFloat(right));
}

export function story(played: Played, violations: readonly Violation[]): string {
	const { history } = played;
	const lines = [
		...violations.map(({ promise, what }) => `BROKEN: ${promise}\n        ${what}`),
		`The service: ${readingsInWords(history.readings)}`,
		`Requests per Minute ${history.requestsPerMinute}, ${history.before} notices before`,
		...history.faults.map(faultInWords),
		...history.shapes.map(shapeInWords),
		...history.meanwhile.map(({ atCall, act }) => `during call ${atCall}: ${actInWords(act)}`),
		...history.steps.map((step) => {
			if (step.kind === 'wait') return `step: ${step.ms / 1000} s pass`;
			if (step.kind === 'act') return `step: ${actInWords(step.act)}`;
			const beside = step.beside ? `, and at the same time ${workInWords(step.beside)}` : '';
			return `step: ${workInWords(step.work)}${beside}, then ${step.work.again}`;
		}),
		'What happened:',
		...events(played),
	];
	return lines.join('\n');
}
