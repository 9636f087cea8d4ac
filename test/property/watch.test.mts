import fc from 'fast-check';

import { runs } from './runs.mts';
import { Watch, file, settings, status, type Read } from '../unit/watch/watching.mts';

/**
 * A newspaper that does what it likes, a network that fails when it likes, an n8n that is killed when it likes, a
 * person who edits the list. Beside the watch stands a reader who only ever sees the events, and has to know the
 * truth from them.
 */
const REFERENCES = ['AL-1', 'AL-2', 'D-3', 'D-4', 'D-5'];
const STATUSES = ['a-paraitre', 'parue', 'suspendue', 'en-controle'];
const REASONS = [null, 'Pièce manquante', 'x'.repeat(600)];

const reference = fc.constantFrom(...REFERENCES);
const step = fc.oneof(
	{
		weight: 5,
		arbitrary: fc.record({
			kind: fc.constant('change' as const),
			reference,
			status: fc.constantFrom(...STATUSES),
			reason: fc.constantFrom(...REASONS),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('document' as const),
			reference,
			type: fc.constantFrom('attestation', 'justificatif', 'facture', 'avoir'),
		}),
	},
	{
		weight: 6,
		arbitrary: fc.record({
			kind: fc.constant('poll' as const),
			statuses: fc.subarray(REFERENCES),
			documents: fc.subarray(REFERENCES),
			saved: fc.boolean(),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('list' as const),
			list: fc.subarray(REFERENCES, { minLength: 1 }),
		}),
	},
);

describe('the watch, whatever happens', () => {
	it('tells every difference at least once, and exactly once while the process lives', () => {
		fc.assert(
			fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
				const watch = new Watch(
					[...REFERENCES],
					settings({
						events: ['statusChanged', 'published', 'reasonChanged', 'newDocument'],
						firstSight: 'current',
					}),
				);
				const truth = new Map(
					REFERENCES.map((name) => [name, status(name, 'a-paraitre')] as const),
				);
				const papers = new Map(REFERENCES.map((name) => [name, [file('attestation', 'A-1')]]));
				let saved = watch.stored;
				let known = new Map<string, string>();
				let savedKnown = known;
				let inbox = new Map<string, number>();
				const everything = new Map<string, string>();

				for (const now of steps) {
					if (now.kind === 'change') {
						truth.set(now.reference, status(now.reference, now.status, now.reason));
					} else if (now.kind === 'document') {
						const list = papers.get(now.reference) ?? [];
						list.push(file(now.type, `${now.type}-${list.length}`));
					} else if (now.kind === 'list') {
						watch.list = now.list;
						for (const name of REFERENCES) {
							if (!now.list.includes(name)) forget(name);
						}
						// The reference leaves the state at the next poll.
						watch.poll({});
					} else if (now.kind === 'restart') {
						// What was saved before the list was edited still knows what left the list and came back.
						watch.stored = saved;
						known = new Map(savedKnown);
						for (const name of REFERENCES) if (!watch.list.includes(name)) forget(name);
						watch.poll({});
						inbox = new Map();
					} else {
						const read = readingOf(now);
						const lost = watch.look(read);
						const { events } = watch.poll(read);
						// What was told and lost before it was saved is told again, under the same identifier.
						expect(lost.events.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
						for (const event of events) {
							const { asked, status: now, reason, document } = event;
							const content = JSON.stringify(document ? [asked, document] : [asked, now, reason]);
							expect(everything.get(event.id) ?? content).toBe(content);
							everything.set(event.id, content);
							inbox.set(event.id, (inbox.get(event.id) ?? 0) + 1);
							if (event.document)
								known.set(`${event.asked} ${String(event.document.numero)}`, 'told');
							else known.set(event.asked, JSON.stringify([event.status, event.reason]));
						}
						for (const count of inbox.values()) expect(count).toBe(1);
						for (const [name, found] of Object.entries(read.statuses ?? {})) {
							if (typeof found === 'string' || !watch.list.includes(name)) continue;
							expect(known.get(name)).toBe(JSON.stringify([found.status, found.reason]));
						}
						for (const [name, found] of Object.entries(read.documents ?? {})) {
							if (typeof found === 'string' || !watch.list.includes(name)) continue;
							for (const { number } of found) expect(known.get(`${name} ${number}`)).toBe('told');
						}
						// Classic n8n writes the state when something is told; otherwise it may stay in memory.
						if (events.length > 0 || now.saved) {
							saved = watch.stored;
							savedKnown = new Map(known);
						}
					}
				}

				function readingOf(poll: { statuses: string[]; documents: string[] }): Read {
					return {
						statuses: Object.fromEntries(
							poll.statuses.map((name) => [name, truth.get(name) ?? 'missing']),
						),
						documents: Object.fromEntries(
							poll.documents.map((name) => [name, [...(papers.get(name) ?? [])]]),
						),
					};
				}

				function forget(name: string): void {
					known = new Map(
						[...known].filter(([key]) => key !== name && !key.startsWith(`${name} `)),
					);
					inbox = new Map();
				}
			}),
			runs(400),
		);
	});

	it('remembers through its JSON exactly what it knew', () => {
		fc.assert(
			fc.property(
				fc.array(
					fc.record({
						reference,
						status: fc.string(),
						reason: fc.option(fc.string({ minLength: 1 })),
					}),
				),
				(readings) => {
					const watch = new Watch(
						[...REFERENCES],
						settings({ events: ['statusChanged', 'reasonChanged'] }),
					);
					for (const { reference: name, status: statut, reason } of readings) {
						watch.poll({ statuses: { [name]: status(name, statut, reason) } });
						const again = watch.poll({ statuses: { [name]: status(name, statut, reason) } });
						expect(again.events).toEqual([]);
						expect(JSON.stringify(again.state.since)).toBe(JSON.stringify(watch.state.since));
					}
				},
			),
			runs(200),
		);
	});
});
