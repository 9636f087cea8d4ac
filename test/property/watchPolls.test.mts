import { jest } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { setTimings } from '../../nodes/LegalNotice/transport/timings.ts';
import type { Keeping } from '../engine/poll.mts';
import { runs } from './runs.mts';
import { Service, World, type Notice, type Route, type Trouble } from './watchWorld.mts';

jest.setTimeout(120_000 + 100 * runs(60).numRuns);
beforeAll(() => setTimings({ beforeRepeatMs: 0 }));
afterAll(() => setTimings());

/**
 * Whole polls, with a newspaper that does what it likes, a network that fails when it likes, an n8n that is killed when
 * it likes and a person who edits the list. Beside the trigger stands a bookkeeper who knows what the service answered
 * and what n8n has stored, and from that what has to be reported.
 */
const REFERENCES = ['AL-1', 'AL-2', 'AL-3', 'AL-4'];
const NAMES = [...REFERENCES, 'INCONNUE'];
const STATUSES = ['a-paraitre', 'parue', 'suspendue', 'en-controle', 'x'.repeat(500)];
const EVENTS = ['published', 'statusChanged', 'reasonChanged', 'newDocument', 'newInvoice'];
type FirstSight = 'none' | 'current' | 'publishedOrSuspended';

const reference = fc.constantFrom(...REFERENCES);
const route = fc.constantFrom<Route>('statut', 'documents', 'factures');
const is = <Kind extends string>(kind: Kind) => fc.constant(kind);
/** Troubles that pass by themselves; others keep a workflow from becoming active. */
const passing: fc.Arbitrary<Trouble> = fc.oneof(
	{ weight: 4, arbitrary: fc.constant<Trouble>({ kind: 'none' }) },
	fc.record({ kind: is('down'), route }),
	fc.record({ kind: is('poison'), reference }),
	fc.record({ kind: is('poison'), reference, route }),
	fc.record({ kind: is('empty'), reference }),
	fc.record({ kind: is('lost') }),
);
const trouble: fc.Arbitrary<Trouble> = fc.oneof(
	{ weight: 6, arbitrary: passing },
	fc.record({ kind: is('cut'), after: fc.integer({ min: 0, max: 8 }) }),
);
const change = fc.record({
	kind: is('change'),
	reference,
	statut: fc.constantFrom(...STATUSES),
	motif: fc.constantFrom(null, 'Pièce manquante', 'é'.repeat(600)),
});
const file = fc.record({
	kind: is('file'),
	references: fc.subarray(REFERENCES, { minLength: 1, maxLength: 2 }),
	type: fc.constantFrom('attestation', 'facture', 'avoir'),
});
const step = fc.oneof(
	{ weight: 4, arbitrary: change },
	{ weight: 2, arbitrary: file },
	{ weight: 6, arbitrary: fc.record({ kind: is('poll'), trouble }) },
	fc.record({ kind: is('kill'), lost: fc.boolean() }),
	fc.record({ kind: is('publish'), list: fc.subarray(NAMES, { minLength: 1 }), trouble: passing }),
	fc.record({ kind: is('size'), size: fc.constantFrom(2, 100) }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** What is remembered of one notice. */
interface Known {
	status?: { statut: string; motif: string | null };
	documents?: ReadonlySet<string>;
	factures?: ReadonlySet<string>;
}

class Bookkeeper {
	private known = new Map<string, Known>();
	private saved = new Map<string, Known>();
	private readonly contents = new Map<string, string>();
	private readonly firstSight: FirstSight;

	constructor(firstSight: FirstSight) {
		this.firstSight = firstSight;
	}

	/** Compares what was reported with what had to be, and keeps books. */
	check(list: readonly string[], service: Service, items: readonly IDataObject[]): void {
		const expected: string[] = [];
		// What has left the list is forgotten.
		const next = new Map([...this.known].filter(([name]) => list.includes(name)));
		const notices = new Map(service.read.map(({ notice }) => [notice.reference, notice]));
		for (const [name, notice] of notices) {
			const read = service.read.filter((one) => one.notice.reference === name);
			const routes = new Set(read.map((one) => one.route));
			next.set(name, this.after(notice, this.known.get(name) ?? {}, routes, expected));
		}
		expect(items.flatMap(inShort).sort()).toEqual(expected.sort());
		for (const { evenement_id: id, facture, document, reference: name, statut, motif } of items) {
			// A document is the same one, whatever the status of its notice has become.
			const content = JSON.stringify(facture ?? document ?? [name, statut, motif]);
			expect(this.contents.get(String(id)) ?? content).toBe(content);
			this.contents.set(String(id), content);
		}
		this.known = next;
	}

	private after(notice: Notice, before: Known, routes: Set<Route>, expected: string[]): Known {
		const { reference: name, statut, motif } = notice;
		const after = { ...before };
		if (routes.has('statut')) {
			after.status = { statut, motif };
			const isSame = JSON.stringify(before.status) === JSON.stringify(after.status);
			const isNews = before.status !== undefined || this.isNews(statut);
			if (isNews && !isSame) expected.push(`${name} ${statut} ${String(motif)}`);
		}
		for (const field of ['documents', 'factures'] as const) {
			const first = before[field] === undefined;
			const isDecided = this.firstSight !== 'publishedOrSuspended' || after.status !== undefined;
			if (!routes.has(field) || (first && !isDecided)) continue;
			const numbers = notice[field]
				.filter(({ type }) => field === 'factures' || type === 'attestation')
				.map(({ numero }) => String(numero));
			for (const number of numbers) {
				const isNews = first ? this.isNews(after.status?.statut) : !before[field]?.has(number);
				if (isNews) expected.push(`${name} ${number}`);
			}
			after[field] = new Set([...(before[field] ?? []), ...numbers]);
		}
		return after;
	}

	private isNews(statut: string | undefined): boolean {
		if (this.firstSight !== 'publishedOrSuspended') return this.firstSight === 'current';
		return statut === 'parue' || statut === 'suspendue';
	}

	save(): void {
		this.saved = this.known;
	}

	/** n8n is gone, and with it what it had not stored. */
	lose(): void {
		this.known = this.saved;
	}
}

/** An item in short, by notice: an invoice of several notices is one of each. */
function inShort(item: IDataObject): string[] {
	const { reference: name, statut, motif } = item;
	const numbered = (item.document ?? item.facture) as IDataObject | undefined;
	if (!numbered) return [`${String(name)} ${String(statut)} ${String(motif)}`];
	const names = (item.references_demandees ?? [name]) as string[];
	return names.map((one) => `${one} ${String(numbered.numero)}`);
}

describe.each(['classic', 'scheduler', 'cursors'] as const)('polls, state kept %s', (keeping) => {
	it.each(['none', 'current', 'publishedOrSuspended'] as const)(
		'report every difference at least once, and once while the process lives; first sight %s',
		async (firstSight) => {
			const steps = fc.array(step, { minLength: 5, maxLength: 40 });
			const property = fc.asyncProperty(
				steps,
				async (some) => await play(keeping, firstSight, some),
			);
			await fc.assert(property, runs(60));
		},
	);
});

async function play(
	keeping: Keeping,
	firstSight: FirstSight,
	steps: readonly Step[],
): Promise<void> {
	const service = new Service(REFERENCES);
	const world = new World(keeping, service);
	const books = new Bookkeeper(firstSight);
	let list = NAMES;
	let files = 0;

	/** A poll that fails reports nothing, and what it found is found again. */
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
			const added = { type: now.type, numero: `${now.type}-${++files}` };
			for (const notice of service.notices) {
				if (!now.references.includes(notice.reference)) continue;
				notice.documents.push(added);
				if (now.type !== 'attestation') notice.factures.push(added);
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
			service.begin();
			if (now.lost) await world.tick(true);
			world.kill();
			books.lose();
			if (keeping === 'classic') await activate();
		}
	}
}
