/** Many notices with few calls: what one reference is refused for costs no other one, whichever way the service says it. */
import fc from 'fast-check';

import { runs } from '../../property/runs.mts';
import type { BatchRoute } from '../../../nodes/LegalNotice/notices/ask.ts';
import { fetchNotices } from '../../../nodes/LegalNotice/actions/noticeItems.ts';
import { NoticeReader } from '../../../nodes/LegalNotice/notices/reader.ts';
import { FOR_POLLS } from '../../../nodes/LegalNotice/trigger/settings.ts';
import type { ServiceClient } from '../../../nodes/LegalNotice/transport/client.ts';
import type { Answer } from '../../../nodes/LegalNotice/transport/envelope.ts';
import { ServiceFailure } from '../../../nodes/LegalNotice/errors/failures.ts';

type Found = Awaited<ReturnType<typeof fetchNotices>>;

const refused = (...codes: string[]) => new ServiceFailure('refusal', { codes });
const published = (reference: string) => ({ reference, statut: 'parue' });
const all = (references: readonly string[]): Answer => ({ annonces: references.map(published) });
const names = (count: number) => Array.from({ length: count }, (_, index) => `N-${index}`);

/** A service in memory that answers a list, or a single reference, with what a function makes of it. */
function asking(
	answer: (references: readonly string[], call: number) => Answer | ServiceFailure | Error,
) {
	const lists: Array<readonly string[]> = [];
	const client: ServiceClient = {
		environment: 'test',
		call: ({ method, path, body }) => {
			const single = path.split('/')[2] ?? '';
			const { references } = (body as { references: string[] } | undefined) ?? {
				references: [single],
			};
			lists.push(references);
			const answered = answer(references, lists.length);
			if (answered instanceof Error) return Promise.reject(answered);
			return Promise.resolve(
				method === 'GET' && 'annonces' in answered ? published(single) : answered,
			);
		},
	};
	const fetch = async (references: Iterable<string>, route: BatchRoute = 'statut') =>
		await fetchNotices(client, route, references);
	return { client, lists, fetch };
}

/** Refuses every list that has one of some references, or is longer than a maximum. */
const refusing = (
	failure: ServiceFailure,
	isBad: (reference: string) => boolean,
	maximum = Infinity,
	tooLong = failure,
) => asking((list) => (list.length > maximum ? tooLong : list.some(isBad) ? failure : all(list)));

const failed = (found: Found) =>
	[...found].flatMap(([name, one]) => (one instanceof ServiceFailure ? [name] : []));
const unknown = (found: Found) =>
	[...found].flatMap(([name, one]) => (one === undefined ? [name] : []));

test('entries without a name are how some services answer for what they do not know', async () => {
	const { fetch } = asking(() => ({ annonces: [{ statut: '' }, { statut: '' }] }));
	expect(unknown(await fetch(['N-1', 'N-2']))).toEqual(['N-1', 'N-2']);
});

test.each([
	[['N-1', 'OWN-2', 'N-3', 'NOPE', 'N-2', 'N-4']],
	[['N-1', 'N-2', 'N-3', 'N-4', 'NOPE', 'OWN-2', 'N-5']],
])('a notice under both of its names does not make the unread rest unknown: %j', async (list) => {
	const notice = { ...published('N-2'), numero_commande: 'OWN-2' };
	const { fetch } = asking((list) => {
		const answered = list.slice(0, 2);
		if (answered.includes('NOPE')) return refused(UNKNOWN);
		return { annonces: answered.map((name) => (/-2$/.test(name) ? notice : published(name))) };
	});
	const found = await fetch(list);
	expect([unknown(found), failed(found)]).toEqual([['NOPE'], []]);
});

test('a notice that is left out because it has no invoices does not make the unread rest unknown', async () => {
	const { fetch } = asking((list) => {
		const read = list.slice(0, 2);
		if (read.includes('NOPE')) return refused(UNKNOWN);
		const billed = read.filter((name) => name !== 'UNBILLED');
		return { annonces: billed.map((reference) => ({ reference, factures: [{}] })) };
	});
	const found = await fetch(['UNBILLED', 'N-1', 'NOPE', 'N-2'], 'factures');
	expect([found.get('N-2'), found.get('NOPE')]).toEqual([
		{ reference: 'N-2', factures: [{}] },
		undefined,
	]);
});

test('what a list leaves out is taken apart in the order of the list, so that a poll with little time comes to its beginning', async () => {
	const { fetch, lists } = asking((list) => {
		if (list.length === 1)
			return { annonces: list.map((reference) => ({ reference, factures: [] })) };
		const billed = list.filter((reference) => reference === 'N-2');
		const others = { reference: 'OTHER', factures: [] };
		return { annonces: [...billed.map((reference) => ({ reference, factures: [{}] })), others] };
	});
	await fetch(names(6), 'factures');
	const alone = lists.filter(({ length }) => length === 1).flat();
	expect(alone).toEqual(['N-0', 'N-1', 'N-3', 'N-4', 'N-5']);
});

test('a notice under both of its names hides no other where a service reads two of a list and leaves out the unknown', async () => {
	const notice = { ...published('N-2'), numero_commande: 'OWN-2' };
	const { fetch } = asking((list) => {
		const answered = list.slice(0, 2).filter((name) => !name.startsWith('NOPE'));
		return { annonces: answered.map((name) => (/-2$/.test(name) ? notice : published(name))) };
	});
	const found = await fetch(['N-1', 'N-2', 'NOPE-1', 'NOPE-3', 'N-4', 'OWN-2']);
	expect(unknown(found)).toEqual(['NOPE-1', 'NOPE-3']);
});

test.each([
	['err_body_incorrect', refused('err_body_incorrect')],
	['HTTP 413', new ServiceFailure('blocked', { status: 413 })],
	['HTTP 414', new ServiceFailure('blocked', { status: 414 })],
	['the plural of a listed code', refused('err_references_incorrect')],
	['a code of its own', new ServiceFailure('refusal', { status: 500, codes: ['err_max'] })],
])('a smaller maximum than ours is found by %s', async (_name, tooLong) => {
	for (const maximum of [1, 2, 7, 30, 60]) {
		const { fetch, lists } = refusing(tooLong, () => false, maximum);
		const found = await fetch(names(1_000));
		expect([found.size, ...unknown(found), ...failed(found)]).toEqual([1_000]);
		// The first list is bisected; the others are cut to the size that was found by it.
		expect(lists.length).toBeLessThanOrEqual((1.25 * 1_000 + 200) / maximum + 8);
		// No reference is asked again once it was answered.
		const answered = lists.filter(({ length }) => length <= maximum).flat();
		expect(new Set(answered).size).toBe(answered.length);
	}
});

test.each([
	['err_internal_server', refused('err_internal_server')],
	['lost connections', new ServiceFailure('noAnswer')],
])('after six answers of %s the rest is asked for in lists again', async (_name, failure) => {
	const { fetch, lists } = asking((list, call) => (call <= 6 ? failure : all(list)));
	const found = await fetch(names(1_000));
	expect([unknown(found), failed(found)]).toEqual([[], []]);
	expect(lists.length).toBeLessThan(45);
});

const trouble = fc.record({
	calls: fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 10, maxLength: 70 }),
	percent: fc.integer({ min: 10, max: 60 }),
});

test('a poll makes no more than twenty calls to find what lists fail for, however long the service is in trouble', async () => {
	await fc.assert(
		fc.asyncProperty(trouble, async ({ calls, percent }) => {
			let posts = 0;
			const { client } = asking((list, call) =>
				(calls[call] ?? 101) <= percent ? refused('err_internal_server') : all(list),
			);
			const call: ServiceClient['call'] = async (wanted) => {
				if (wanted.method === 'POST') posts++;
				return await client.call(wanted);
			};
			const rules = { ...FOR_POLLS, mayAsk: () => true };
			const reader = new NoticeReader({ ...client, call }, 'statut', rules);
			await reader.read(names(300));
			// The others are lists of the size that the service is taken to accept, beginning with three of a hundred.
			expect(posts).toBeLessThanOrEqual(3 + Math.ceil(300 / reader.size) + 20);
		}),
		runs(500),
	);
});

/** Answers the first of a list only, and leaves out what it does not know. */
const beginning = (count: number, isUnknown: (at: number) => boolean) =>
	asking((list) => {
		const read = list.slice(0, count);
		return all(read.filter((name) => !isUnknown(Number(name.slice(2)))));
	});

test.each<[string, (at: number) => boolean]>([
	['scattered over the list', (at) => at % 3 === 0],
	['at its beginning', (at) => at < 40],
	['at its end', (at) => at >= 60],
])(
	'a service that reads the beginning of a list hides no notice behind unknown ones %s',
	async (...row) => {
		const [, isUnknown] = row;
		const { fetch } = beginning(10, isUnknown);
		const missing = names(100).filter((_name, at) => isUnknown(at));
		expect(unknown(await fetch(names(100)))).toEqual(missing);
	},
);

const UNKNOWN = 'err_annonce_introuvable';
test.each([
	['err_body_incorrect', 'N-5'],
	['err_annonce_suspendue', 'N-17'],
	['xerr_annonce_introuvable', 'N-250'],
	['err_annonce_introuvable_x', 'N-3'],
	['xerr_references_absent', 'N-3'],
	['err_references_incorrect_x', 'N-3'],
])('a reference refused by %s fails alone, and no other is asked again', async (code, bad) => {
	const { fetch, lists } = refusing(refused(code), (one) => one === bad || one === 'a/1');
	const found = await fetch(names(500));
	expect([failed(found), unknown(found)]).toEqual([[bad], []]);
	expect(found.get(bad)).toMatchObject({ codes: [code] });
	expect(lists.length).toBeLessThan(40);
	const alone = fetch(['a/1']).then((one) => Promise.reject(one.get('a/1') as Error));
	await expect(alone).rejects.toMatchObject({ codes: [code] });
});

const overQuota = new ServiceFailure('quota', { codes: ['err_requetes_max'] });
test.each<[ServiceFailure, number]>([
	[refused('err_cle_inconnue'), 1],
	[refused('err_texte_absent'), 1],
	[overQuota, 1],
	[new ServiceFailure('busy'), 1],
	[new ServiceFailure('notSent'), 1],
	[new ServiceFailure('cancelled', { underWay: true }), 1],
	// Any of these may be of a notice in the list: the first list is bisected until that is past belief.
	[refused('err_internal_server'), 16],
	[new ServiceFailure('noAnswer'), 16],
	[new ServiceFailure('redirect'), 16],
	[new ServiceFailure('blocked'), 16],
	// After a time-out the own route of a notice is not asked as well.
	[new ServiceFailure('noAnswer', { timedOutMs: 9 }), 12],
])('%s concerns the call: it is passed on, after few calls', async (failure, calls) => {
	const { fetch, lists } = asking(() => failure);
	await expect(fetch(names(1_000))).rejects.toBe(failure);
	expect(lists).toHaveLength(calls);
});

test('a list of which nothing is answered, and which is refused when it is asked for from its end, is bisected', async () => {
	// It reads two of a list, and leaves out a notice of which it has nothing to say.
	const { fetch } = asking((list) => {
		const read = list.slice(0, 2);
		if (read.includes('NOPE')) return refused(UNKNOWN);
		return { annonces: read.filter((name) => !name.startsWith('EMPTY')).map(published) };
	});
	const found = await fetch(['EMPTY-1', 'EMPTY-2', 'N-3', 'NOPE']);
	expect(unknown(found)).toEqual(['EMPTY-1', 'EMPTY-2', 'NOPE']);
});

test('unknown names for which a list of their own fails keep no other notice from being read', async () => {
	const bad = Array.from({ length: 5 }, (_, index) => `2026/${index}`);
	const { fetch } = asking((list) => {
		const known = list.filter((name) => !bad.includes(name));
		return known.length > 0 ? all(known) : refused('err_internal_server');
	});
	const found = await fetch([...bad, ...names(300)]);
	expect(failed(found).filter((name) => !bad.includes(name))).toEqual([]);
	expect(found.size).toBe(305);
});

test('another refusal ends the search for the reference to blame', async () => {
	const { fetch, lists } = asking((_list, call) =>
		refused(call === 1 ? UNKNOWN : 'err_cle_inconnue'),
	);
	await expect(fetch(names(20))).rejects.toMatchObject({ codes: ['err_cle_inconnue'] });
	expect(lists.map(({ length }) => length)).toEqual([20, 10]);
});

test.each([['N-1'], ['N-1', 'N-2']])('a defect is passed on: %p', async (...references) => {
	const defect = new TypeError('defect');
	await expect(asking(() => defect).fetch(references)).rejects.toBe(defect);
});

test('references that are each refused for a reason of their own are not reported as unknown', async () => {
	const { fetch, lists } = asking((list) =>
		refused(list.length === 1 ? `err_mauvais_${list[0]}` : 'err_liste_mauvaise'),
	);
	await expect(fetch(['A', 'B'])).rejects.toMatchObject({ codes: ['err_mauvais_A'] });
	expect(lists).toEqual([['A', 'B'], ['A'], ['B']]);
});

test.each([
	[UNKNOWN, 1.5],
	['err_references_incorrect', 2],
	['err_body_incorrect', 3],
	['err_numero_inexistant', 2],
])(
	'%s: the references to blame are found for any mix, with at most %d calls for each reference',
	async (code, most) => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 2, max: 100 }),
				fc.infiniteStream(fc.integer({ min: 0, max: 99 })),
				fc.integer({ min: 1, max: 100 }),
				async (count, dice, percent) => {
					const bad = new Set(names(count).filter(() => dice.next().value < percent));
					const { fetch, lists } = refusing(refused(code), (one) => bad.has(one));
					const found = await fetch(names(count)).catch((failure: unknown) => failure);
					expect(lists.length).toBeLessThanOrEqual(Math.ceil(most * count) + 1);
					if (!(found instanceof Map)) return expect(bad.size).toBe(count);
					const blamed = [...unknown(found as Found), ...failed(found as Found)];
					expect(new Set(blamed)).toEqual(bad);
				},
			),
			runs(200),
		);
	},
);

test.each([
	[1, 30],
	[3, 60],
	[100, 131],
])('%d unknown of 100 are found with at most %d extra calls', async (count, most) => {
	const bad = new Set(
		Array.from({ length: count }, (_, at) => `N-${Math.floor((at * 100) / count)}`),
	);
	const { fetch, lists } = refusing(refused(UNKNOWN), (one) => bad.has(one));
	expect(new Set(unknown(await fetch(names(100))))).toEqual(bad);
	expect(lists.length - 1).toBeLessThanOrEqual(most);
});

test.each([2, 13, 1_000])(
	'the same refusal of every call is that of all %d, after one list was bisected',
	async (count) => {
		const { fetch, lists } = asking(() => refused('err_maintenance'));
		await expect(fetch(names(count))).rejects.toMatchObject({ codes: ['err_maintenance'] });
		expect(lists.length).toBeLessThan(Math.min(2 * count, 220));
	},
);

const erreur = (...erreurs: string[]) => ({ resultat: 'erreur', erreurs });
type Outcome = 'unknown' | 'answered' | string[];
test.each<[Answer, Outcome, Outcome]>([
	// What an entry says of a reference, on the route of statuses and on that of documents.
	[{}, 'unknown', 'answered'],
	[{ numero_commande: 'NOPE', motif: null }, 'unknown', 'answered'],
	[{ resultat: 'succes', erreurs: [] }, 'unknown', 'answered'],
	[{ documents: [] }, 'unknown', 'answered'],
	[{ statut: 'parue' }, 'answered', 'answered'],
	[{ statut: null, documents: [] }, 'unknown', 'answered'],
	[{ statut: null }, 'unknown', 'unknown'],
	[{ statut: '' }, 'unknown', 'unknown'],
	[{ resultat: 'erreur' }, 'unknown', 'unknown'],
	[{ resultat: 'erreur', statut: 'parue' }, 'unknown', 'unknown'],
	[{ erreur: 'Annonce inconnue' }, 'unknown', 'unknown'],
	[{ erreur: UNKNOWN }, 'unknown', 'unknown'],
	[{ erreurs: ['Annonce inconnue'] }, 'unknown', 'unknown'],
	[erreur(UNKNOWN), 'unknown', 'unknown'],
	[erreur('err_references_absent'), 'unknown', 'unknown'],
	[{ erreurs: [UNKNOWN], statut: null }, 'unknown', 'unknown'],
	[erreur('err_internal_server'), ['err_internal_server'], ['err_internal_server']],
	[{ erreur: { code: 'err_internal_server' } }, ['err_internal_server'], ['err_internal_server']],
	[{ erreurs: 'err_annonce_suspendue' }, ['err_annonce_suspendue'], ['err_annonce_suspendue']],
	[{ documents: [], erreurs: ['err_neu'] }, ['err_neu'], 'answered'],
	[{ statut: 'parue', documents: [], erreurs: [UNKNOWN] }, 'answered', 'answered'],
])(
	'the entry %j of a batch is %j, or %j, and costs no other entry',
	async (fields, ...outcomes) => {
		const entry = { reference: 'NOPE', ...fields };
		const { client, lists } = asking(() => ({ annonces: [published('AL-1'), entry] }));
		for (const [at, route] of (['statut', 'documents'] as const).entries()) {
			const found = await fetchNotices(client, route, ['AL-1', 'NOPE']);
			const outcome = outcomes[at] ?? [];
			expect([lists.length, found.get('AL-1')]).toEqual([at + 1, published('AL-1')]);
			if (outcome === 'unknown') expect(unknown(found)).toEqual(['NOPE']);
			else if (outcome === 'answered') expect(found.get('NOPE')).toEqual(entry);
			else expect(found.get('NOPE')).toMatchObject({ kind: 'refusal', codes: outcome });
		}
	},
);

test('what a list of one is refused for, the own route of its notice says', async () => {
	const incorrect = refused('err_body_incorrect');
	const { client } = refusing(incorrect, (one) => one === 'N-5');
	const call: ServiceClient['call'] = async (one) => {
		if (one.method === 'GET') throw refused(UNKNOWN);
		return await client.call(one);
	};
	const found = await fetchNotices({ ...client, call }, 'statut', names(20));
	expect([unknown(found), failed(found)]).toEqual([['N-5'], []]);
});

const upper = { ...published('R/1'), numero_commande: 'A/BC' };
const lower = { ...published('R/2'), numero_commande: 'a/bc' };
const numbered = { reference: 7, statut: 'parue' };
test.each<[string[], Answer[], Array<Answer | undefined>]>([
	[
		['a/bc', 'R/1', 'X/1'],
		[lower, upper],
		[lower, upper, undefined],
	],
	[['7', 'X/1'], [numbered], [numbered, undefined]],
	[
		['a/bc', 'A/BC'],
		[upper, lower],
		[lower, upper],
	],
	[['A/bc', 'X/1'], [upper], [upper, undefined]],
	[['A/BC', 'a/bc'], [upper], [upper, undefined]],
	// Asked for under both of its names it comes twice, and neither of the two is the notice of another spelling.
	[
		['R/2', 'a/bc', 'A/BC'],
		[lower, { ...lower }],
		[lower, lower, undefined],
	],
])(
	'%j are matched by reference, order number, then another case where no other name has that answer',
	async (asked, notices, matched) => {
		// Nothing is known of what the first answer leaves out.
		const { fetch } = asking((_list, call) => ({ annonces: call === 1 ? notices : [] }));
		const found = await fetch(asked);
		expect(asked.map((name) => found.get(name))).toEqual(matched);
	},
);

describe('two names that differ in case only', () => {
	const notice = { reference: 'AL-1', numero_commande: 'U-NUM', statut: 'parue' };
	/** Answers its one notice once for each call, whatever the number of its names. */
	const merging = (fold: (name: string) => string) =>
		asking((list) => ({
			annonces: list.some((name) => ['AL-1', 'U-NUM'].map(fold).includes(fold(name)))
				? [notice]
				: [],
		}));

	test.each([
		['U-NUM', 'u-Num'],
		['AL-1', 'u-num'],
		['u-num', 'U-Num', 'U-NUM'],
	])('%s and %s are one notice for a service that ignores case', async (...asked) => {
		const { fetch, lists } = merging((name) => name.toLowerCase());
		const found = await fetch([...asked, 'NOPE']);
		for (const name of asked) expect([name, found.get(name)]).toEqual([name, notice]);
		expect(unknown(found)).toEqual(['NOPE']);
		expect(lists).toHaveLength(3);
	});

	test('are two for a service that does not, also where it refuses a batch for the unknown one', async () => {
		expect([...(await merging(String).fetch(['U-NUM', 'u-Num']))]).toEqual([
			['U-NUM', notice],
			['u-Num', undefined],
		]);
		const strict = refusing(refused(UNKNOWN), (one) => one === 'n-5');
		const found = await strict.fetch([...names(12), 'n-5']);
		expect([unknown(found), failed(found)]).toEqual([['n-5'], []]);
	});

	test('of which the second could not be asked, it is not reported as unknown', async () => {
		const { fetch } = asking((_list, call) =>
			call === 1 ? { annonces: [notice] } : new ServiceFailure('busy'),
		);
		const found = await fetch(['U-NUM', 'u-Num']);
		expect([found.get('U-NUM'), failed(found)]).toEqual([notice, ['u-Num']]);
	});
});
