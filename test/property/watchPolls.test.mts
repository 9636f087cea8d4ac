import { jest } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { setTimings } from '../../nodes/LegalNotice/transport/timings.ts';
import { KEEPINGS, type Keeping } from '../engine/poll.mts';
import { runs } from './runs.mts';
import { Service, type Notice, type Route, type Trouble } from './watchService.mts';

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
const SIGHTS = ['none', 'current', 'publishedOrSuspended'] as const;
type FirstSight = (typeof SIGHTS)[number];

const reference = fc.constantFrom(...REFERENCES);
const references = fc.tuple(reference);
const route = fc.constantFrom<Route>('statuts', 'documents', 'factures');
const is = <Kind extends string>(kind: Kind) => fc.constant(kind);
/** Troubles that pass by themselves; others keep a workflow from becoming active. */
const passing: fc.Arbitrary<Trouble> = fc.oneof(
	{ weight: 4, arbitrary: fc.constant<Trouble>({ kind: 'none' }) },
	fc.record({ kind: is('down'), route }),
	fc.record({ kind: is('poison'), references }),
	fc.record({ kind: is('poison'), references, route }),
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
	known = new Map<string, Known>();
	/** What of it n8n has stored. */
	saved = this.known;
	private readonly contents = new Map<string, string>();
	private readonly firstSight: FirstSight;

	constructor(firstSight: FirstSight) {
		this.firstSight = firstSight;
	}

	/** Compares what was reported with what had to be, and keeps books. */
	check(list: readonly string[], service: Service, items: readonly IDataObject[]): void {
		const expected: string[] = [];
		// What has left the list is forgotten, once anything could be read.
		const isForgotten = (name: string) => service.read.length > 0 && !list.includes(name);
		const next = new Map([...this.known].filter(([name]) => !isForgotten(name)));
		for (const name of new Set(service.read.map((one) => one.reference))) {
			const read = service.read.filter((one) => one.reference === name);
			const routes = new Set(read.map((one) => one.route));
			const [{ notice } = {}] = read;
			const known = this.known.get(name) ?? {};
			if (notice) next.set(name, this.after(notice, known, routes, expected));
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
		if (routes.has('statuts')) {
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
}

/** An item in short, by notice: an invoice of several notices is one of each. */
function inShort(item: IDataObject): string[] {
	const { reference: name, statut, motif } = item;
	const numbered = (item.document ?? item.facture) as IDataObject | undefined;
	if (!numbered) return [`${String(name)} ${String(statut)} ${String(motif)}`];
	const names = (item.references_demandees ?? [name]) as string[];
	return names.map((one) => `${one} ${String(numbered.numero)}`);
}

const combinations = KEEPINGS.flatMap((keeping) =>
	SIGHTS.map((sight) => [keeping, sight] as const),
);

test.each(combinations)(
	'polls report every difference at least once, and once while the process lives; state kept %s, first sight %s',
	async (keeping, firstSight) => {
		const steps = fc.array(step, { minLength: 5, maxLength: 40 });
		const property = fc.asyncProperty(steps, (some) => play(keeping, firstSight, some));
		await fc.assert(property, runs(60));
	},
);

async function play(keeping: Keeping, firstSight: FirstSight, steps: readonly Step[]) {
	const service = new Service(REFERENCES);
	const watch = service.watch(keeping);
	const books = new Bookkeeper(firstSight);
	let list = NAMES;
	let files = 0;

	/** A poll that fails reports nothing, and what it found is found again. */
	async function make(begin: () => Promise<IDataObject[]>, trouble?: Trouble) {
		watch.parameters = { events: EVENTS, references: list, firstSight, options: {} };
		service.begin(trouble);
		const before = watch.stored;
		try {
			books.check(list, service, await begin());
		} catch (thrown) {
			if (!(thrown instanceof Error && 'failure' in thrown)) throw thrown;
			return;
		}
		if (watch.stored !== before) books.saved = books.known;
	}

	const activate = async () => await watch.activate();
	await make(activate);
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
			await make(async () => await watch.poll(), now.trouble);
		} else if (now.kind === 'publish') {
			list = now.list;
			if (keeping === 'classic') books.saved = books.known;
			await make(activate, now.trouble);
		} else {
			const before = watch.stored;
			service.begin();
			if (now.lost) await watch.tick();
			watch.stored = before;
			watch.kill();
			books.known = books.saved;
			if (keeping === 'classic') await make(activate);
		}
	}
}
