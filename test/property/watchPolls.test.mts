import { jest } from '@jest/globals';
import fc from 'fast-check';

import { runs } from './runs.mts';
import type { IDataObject } from 'n8n-workflow';
import { setTimings } from '../../nodes/LegalNotice/transport/timings.ts';
import type { Keeping } from '../engine/poll.mts';
import { Service, World, type Notice, type Route, type Trouble } from './watchWorld.mts';

jest.setTimeout(120_000 + 100 * runs(60).numRuns);
beforeAll(() => setTimings({ beforeRepeatMs: 0 }));
afterAll(() => setTimings());

/**
 * Whole polls, with a newspaper that does what it likes, a network that fails when it likes, an n8n that is killed when
 * it likes and a person who edits the list. Beside the trigger
 * stands a bookkeeper who knows what the service answered and what n8n has stored, and from that what has to be told.
 */
const REFERENCES = ['AL-1', 'AL-2', 'AL-3', 'AL-4'];
const NAMES = [...REFERENCES, 'INCONNUE'];
const STATUSES = ['a-paraitre', 'parue', 'suspendue', 'en-controle', 'x'.repeat(500)];
const EVENTS = ['published', 'statusChanged', 'reasonChanged', 'newDocument', 'newInvoice'];
type FirstSight = 'none' | 'current' | 'publishedOrSuspended';

const reference = fc.constantFrom(...REFERENCES);
const route = fc.constantFrom<Route>('statut', 'documents', 'factures');
/** Troubles that pass by themselves; others keep a workflow from becoming active. */
const passing: fc.Arbitrary<Trouble> = fc.oneof(
	{ weight: 4, arbitrary: fc.constant<Trouble>({ kind: 'none' }) },
	fc.record({ kind: fc.constant('down' as const), route }),
	fc.record({ kind: fc.constant('poison' as const), reference }),
	fc.record({ kind: fc.constant('poison' as const), reference, route }),
	fc.record({ kind: fc.constant('empty' as const), reference }),
	fc.record({ kind: fc.constant('lost' as const) }),
);
const trouble: fc.Arbitrary<Trouble> = fc.oneof(
	{ weight: 6, arbitrary: passing },
	fc.record({ kind: fc.constant('cut' as const), after: fc.integer({ min: 0, max: 8 }) }),
);
const step = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constant('change' as const),
			reference,
			statut: fc.constantFrom(...STATUSES),
			motif: fc.constantFrom(null, 'Pièce manquante', 'é'.repeat(600)),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('file' as const),
			references: fc.subarray(REFERENCES, { minLength: 1, maxLength: 2 }),
			type: fc.constantFrom('attestation', 'facture', 'avoir'),
		}),
	},
	{ weight: 6, arbitrary: fc.record({ kind: fc.constant('poll' as const), trouble }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('kill' as const), lost: fc.boolean() }) },
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('publish' as const),
			list: fc.subarray(NAMES, { minLength: 1 }),
			trouble: passing,
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({ kind: fc.constant('size' as const), size: fc.constantFrom(2, 100) }),
	},
);

/** What is remembered under one name. */
interface Known {
	status?: string;
	documents?: Set<string>;
	factures?: Set<string>;
}

class Bookkeeper {
	private known = new Map<string, Known>();
	private saved = new Map<string, Known>();
	private readonly contents = new Map<string, string>();
	private readonly firstSight: FirstSight;

	constructor(firstSight: FirstSight) {
		this.firstSight = firstSight;
	}

	/** Compares what was told with what had to be, and keeps books. */
	check(list: readonly string[], service: Service, items: readonly IDataObject[]): void {
		const expected: string[] = [];
		const next = new Map(
			list.flatMap((name) => {
				const known = this.known.get(name);
				return known ? [[name, known] as const] : [];
			}),
		);
		const notices = new Map(service.read.map(({ notice }) => [notice.reference, notice]));
		for (const [name, notice] of notices) {
			const routes = new Set(
				service.read.filter((one) => one.notice.reference === name).map((one) => one.route),
			);
			const names = list.filter((one) => [notice.reference, notice.numero_commande].includes(one));
			const before = names.map((one) => this.known.get(one)).find((one) => one) ?? {};
			const after = this.after(notice, before, routes, expected);
			for (const one of names) next.set(one, after);
		}
		expect(items.flatMap(told).sort()).toEqual(expected.sort());
		for (const item of items) {
			const { evenement_id: id, facture, document, reference: name, statut, motif } = item;
			// A document is the same one, whatever the status of its notice has become.
			const content = JSON.stringify(facture ?? document ?? [name, statut, motif]);
			expect(this.contents.get(String(id)) ?? content).toBe(content);
			this.contents.set(String(id), content);
		}
		this.known = next;
	}

	private after(notice: Notice, before: Known, routes: Set<Route>, expected: string[]): Known {
		const after = { ...before };
		const status = JSON.stringify([notice.statut, notice.motif]);
		if (routes.has('statut')) {
			const isNews = before.status === undefined ? this.isNews(notice.statut) : true;
			if (isNews && before.status !== status) expected.push(`${notice.reference} ${status}`);
			after.status = status;
		}
		for (const field of ['documents', 'factures'] as const) {
			if (!routes.has(field)) continue;
			const statut =
				after.status === undefined ? undefined : (JSON.parse(after.status) as string[])[0];
			const first = before[field] === undefined;
			if (first && this.firstSight === 'publishedOrSuspended' && statut === undefined) continue;
			const known = before[field] ?? new Set();
			const files = notice[field].filter(
				({ type }) => field === 'factures' || type === 'attestation',
			);
			for (const { numero } of files) {
				const isNews = first ? this.isNews(statut) : !known.has(String(numero));
				if (isNews) expected.push(`${notice.reference} ${String(numero)}`);
			}
			after[field] = new Set([...known, ...files.map(({ numero }) => String(numero))]);
		}
		return after;
	}

	private isNews(statut: string | undefined): boolean {
		if (this.firstSight === 'publishedOrSuspended')
			return statut === 'parue' || statut === 'suspendue';
		return this.firstSight === 'current';
	}

	save(): void {
		this.saved = this.known;
	}

	/** n8n is gone, and with it what it had not stored. */
	lose(): void {
		this.known = this.saved;
	}
}

/** An item in short, by notice: an invoice of several notices tells of each. */
function told(item: IDataObject): string[] {
	const file = (item.document ?? item.facture) as IDataObject | undefined;
	if (!file) return [`${String(item.reference)} ${JSON.stringify([item.statut, item.motif])}`];
	const asked = (item.references_demandees ?? [item.reference]) as string[];
	const references = asked.map((name) => name.replace('D-', 'AL-'));
	return [...new Set(references)].map((name) => `${name} ${String(file.numero)}`);
}

function newspaper(): Service {
	return new Service(
		REFERENCES.map((name) => ({
			reference: name,
			numero_commande: name.replace('AL-', 'D-'),
			statut: 'a-paraitre',
			motif: null,
			documents: [],
			factures: [],
		})),
	);
}

describe.each(['classic', 'scheduler', 'cursors'] as const)('polls, state kept %s', (keeping) => {
	it.each(['none', 'current', 'publishedOrSuspended'] as const)(
		'tell every difference at least once, and once while the process lives; first sight %s',
		async (firstSight) => {
			await fc.assert(
				fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
					await play(keeping, firstSight, steps);
				}),
				runs(60),
			);
		},
	);
});

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

async function play(
	keeping: Keeping,
	firstSight: FirstSight,
	steps: readonly Step[],
): Promise<void> {
	const service = newspaper();
	const world = new World(keeping, service);
	const books = new Bookkeeper(firstSight);
	let list = NAMES;
	let files = 0;

	/** A poll that fails tells nothing, and what it found is found again. */
	async function make(trouble: Trouble, begin: () => Promise<IDataObject[]>): Promise<void> {
		world.parameters = { events: EVENTS, references: list, firstSight, options: {} };
		service.begin(trouble);
		try {
			const items = await begin();
			if (world.failed) expect(items).toEqual([]);
			else books.check(list, service, items);
		} catch (thrown) {
			if (!(thrown instanceof Error && 'failure' in thrown)) throw thrown;
			return;
		}
		if (world.stored) books.save();
	}

	const activate = async (trouble: Trouble = { kind: 'none' }) =>
		await make(trouble, async () => await world.activate());
	await activate();
	for (const now of steps) {
		if (now.kind === 'change') {
			const notice = service.notices.find((one) => one.reference === now.reference);
			Object.assign(notice ?? {}, { statut: now.statut, motif: now.motif });
		} else if (now.kind === 'file') {
			const file = { type: now.type, numero: `${now.type}-${++files}` };
			for (const notice of service.notices) {
				if (!now.references.includes(notice.reference)) continue;
				notice.documents.push(file);
				if (now.type !== 'attestation') notice.factures.push(file);
			}
		} else if (now.kind === 'size') {
			service.batchMaximum = now.size;
		} else if (now.kind === 'poll') {
			await make(now.trouble, async () => await world.tick());
		} else if (now.kind === 'publish') {
			list = now.list;
			if (keeping === 'classic') books.save();
			await activate(now.trouble);
		} else {
			service.begin({ kind: 'none' });
			if (now.lost) await world.tick(true);
			world.kill();
			books.lose();
			if (keeping === 'classic') await activate();
		}
	}
}
