/** Many notices with few calls: what one reference is refused for costs no other one, whichever way the service says it. */
import fc from 'fast-check';

import { runs } from '../../property/runs.mts';
import {
	fetchNotices,
	matchNotices,
	type Found,
} from '../../../nodes/LegalNotice/transport/batch.ts';
import type { ServiceClient } from '../../../nodes/LegalNotice/transport/client.ts';
import type { Answer } from '../../../nodes/LegalNotice/transport/envelope.ts';
import { ServiceFailure } from '../../../nodes/LegalNotice/transport/failures.ts';
import { statusOutcome } from '../../../nodes/LegalNotice/trigger/answers.ts';

const refused = (...codes: string[]) => new ServiceFailure('refusal', { codes });
const published = (reference: string) => ({ reference, statut: 'parue' });
const all = (references: readonly string[]): Answer => ({ annonces: references.map(published) });
const names = (count: number) => Array.from({ length: count }, (_, index) => `N-${index}`);

/** A service in memory that answers a list, or a single reference, with what a function makes of it. */
function asking(
	answer: (references: readonly string[], call: number) => Answer | ServiceFailure | Error,
) {
	const lists: Array<readonly string[]> = [];
	const paths: string[] = [];
	const client: ServiceClient = {
		environment: 'test',
		call: ({ method, path, body }) => {
			paths.push(`${method} ${path}`);
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
	const fetch = async (references: Iterable<string>) =>
		await fetchNotices(client, 'statut', references);
	return { client, lists, paths, fetch };
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

test('one plain reference goes over its own route, one that needs encoding in a body', async () => {
	const { client, paths } = asking(all);
	await fetchNotices(client, 'statut', ['N-1']);
	await fetchNotices(client, 'factures', ['N-1', 'N-1']);
	await fetchNotices(client, 'documents', ['2026/001']);
	await fetchNotices(client, 'statut', ['2026/001']);
	expect(paths).toEqual([
		...['GET /annonce/N-1/statut', 'GET /annonce/N-1/factures'],
		...['POST /annonces/documents', 'POST /annonces/statuts'],
	]);
});

test('a thousand references take ten calls, each reference asked once', async () => {
	const { fetch, lists } = asking((list) => ({ annonces: list.map(published).reverse() }));
	expect(await fetch([...names(1_000), ...names(1_000)])).toEqual(
		new Map(names(1_000).map((name) => [name, published(name)])),
	);
	expect(lists.map(({ length }) => length)).toEqual(Array.from({ length: 10 }, () => 100));
});

test('nothing is asked for nothing', async () => {
	const { fetch, paths } = asking(all);
	expect((await fetch([])).size).toBe(0);
	expect(paths).toEqual([]);
});

test.each([
	['err_body_incorrect', refused('err_body_incorrect')],
	['HTTP 413', new ServiceFailure('blocked', { status: 413 })],
	['HTTP 414', new ServiceFailure('blocked', { status: 414 })],
	['a code of its own', refused('err_references_max')],
	[
		'HTTP 500 with a code of its own',
		new ServiceFailure('refusal', { status: 500, codes: ['err_references_max'] }),
	],
	['the plural of a listed code', refused('err_references_incorrect')],
])('a smaller maximum than ours is found when it is told by %s', async (_name, tooLong) => {
	for (const maximum of [1, 2, 7, 30, 60]) {
		const { fetch, lists } = refusing(tooLong, () => false, maximum);
		const found = await fetch(names(250));
		expect([found.size, ...unknown(found), ...failed(found)]).toEqual([250]);
		// Two and a half times the fewest calls possible.
		expect(lists.length).toBeLessThanOrEqual(2.5 * Math.ceil(250 / maximum) + 7);
		// No reference is asked again once it was answered.
		const answered = lists.filter(({ length }) => length <= maximum).flat();
		expect(new Set(answered).size).toBe(answered.length);
	}
});

test.each([
	...[
		'err_annonce_introuvable',
		'err_annonces_introuvables',
		'err_reference_incorrect',
		'err_reference_absent',
	],
	...['err_reference_inconnue', 'err_references_incorrectes', 'err_references_incorrect'],
])(
	'a reference that is unknown is told as that, and spoils no other, by the code %s',
	async (code) => {
		const { fetch } = refusing(refused(code), (one) => ['N-3', 'N-70', 'D/1'].includes(one));
		const found = await fetch(names(120));
		expect([unknown(found), failed(found)]).toEqual([['N-3', 'N-70'], []]);
		for (const alone of ['N-3', 'D/1']) expect((await fetch([alone])).get(alone)).toBeUndefined();
		// Believed also of all.
		const none = refusing(refused(code), () => true);
		expect(unknown(await none.fetch(names(100)))).toHaveLength(100);
	},
);

test.each([
	'xerr_annonce_introuvable',
	'err_annonce_introuvable_x',
	'err_references_incorrect_x',
	'xerr_references_absent',
])('%s is no word of unknown references', async (code) => {
	const { fetch } = refusing(refused(code), (one) => one === 'N-3');
	expect(failed(await fetch(names(9)))).toEqual(['N-3']);
});

test.each([
	['err_body_incorrect', 'N-5'],
	['err_annonce_suspendue', 'N-17'],
	['err_neu', 'N-250'],
])(
	'a reference refused by %s fails alone, and the others are asked as before',
	async (code, bad) => {
		const { fetch, lists } = refusing(refused(code), (one) => one === bad || one === 'a/1');
		const found = await fetch(names(500));
		expect([failed(found), unknown(found)]).toEqual([[bad], []]);
		expect(found.get(bad)).toMatchObject({ codes: [code] });
		expect(lists.length).toBeLessThan(40);
		const alone = (
			await fetch(['a/1']).catch((failure: unknown) => new Map([['a/1', failure]]))
		).get('a/1');
		expect(alone).toMatchObject({ codes: [code] });
	},
);

test.each([
	['err_cle_inconnue', 1],
	['err_texte_absent', 1],
	['err_requetes_max', 1],
	['err_internal_server', 10],
])(
	'a refusal that concerns the call, not its references, is passed on without bisecting: %s',
	async (code, calls) => {
		const failure =
			code === 'err_requetes_max' ? new ServiceFailure('quota', { codes: [code] }) : refused(code);
		const { fetch, lists } = asking(() => failure);
		await expect(fetch(names(1_000))).rejects.toBe(failure);
		expect(lists).toHaveLength(calls);
	},
);

test('another refusal ends the search for the reference to blame', async () => {
	const { fetch, lists } = asking((_list, call) =>
		refused(call === 1 ? 'err_annonce_introuvable' : 'err_cle_inconnue'),
	);
	await expect(fetch(names(20))).rejects.toMatchObject({ codes: ['err_cle_inconnue'] });
	expect(lists.map(({ length }) => length)).toEqual([20, 10, 10]);
});

test('a part that turns out too large is asked for in smaller ones', async () => {
	const tooLarge = new ServiceFailure('blocked', { status: 413 });
	const { fetch, lists } = asking((list, call) =>
		call === 1 ? refused('err_annonce_introuvable') : list.length > 2 ? tooLarge : all(list),
	);
	expect(unknown(await fetch(names(20)))).toEqual([]);
	expect(lists.length).toBeLessThan(30);
	const never = asking((_list, call) =>
		call === 1 ? refused('err_annonce_introuvable') : tooLarge,
	);
	await expect(never.fetch(names(20))).rejects.toBe(tooLarge);
	expect(never.lists.length).toBeLessThan(40);
});

test.each([['N-1'], ['N-1', 'N-2']])('a defect is passed on: %p', async (...references) => {
	const defect = new TypeError('defect');
	await expect(asking(() => defect).fetch(references)).rejects.toBe(defect);
});

test.each([{}, { reference: '' }, { reference: null }])(
	'a success that names no notice says nothing of the one that was asked: %p',
	async (answer) => {
		const told = { kind: 'notTheService', facts: { missing: 'reference' } };
		await expect(
			asking(() => ({ resultat: 'succes', ...answer })).fetch(['N-1']),
		).rejects.toMatchObject(told);
	},
);

test('a reference that the service writes as a number is one', async () => {
	expect((await asking(() => ({ reference: 7 })).fetch(['7'])).get('7')).toEqual({ reference: 7 });
	const notice = { reference: 481029 };
	expect(matchNotices(['481029'], [notice]).get('481029')).toBe(notice);
});

test('an answer without the list is not the service’s', async () => {
	await expect(asking(() => ({ annonces: 'x' })).fetch(['a/1'])).rejects.toMatchObject({
		kind: 'notTheService',
	});
	expect(unknown(await asking(() => ({ annonces: null })).fetch(['a/1', 'a/2']))).toHaveLength(2);
});

describe('a list whose answer was lost', () => {
	const broken = new ServiceFailure('notTheService', { status: 502 });

	test.each([1, 3, 10])(
		'costs its own references, and is asked for once: list %i of ten',
		async (lost) => {
			const { fetch, lists } = asking((list, call) => (call === lost ? broken : all(list)));
			const found = await fetch(names(1_000));
			expect(failed(found)).toEqual(names(1_000).slice(100 * (lost - 1), 100 * lost));
			expect([found.get(`N-${100 * lost - 1}`), lists.length]).toEqual([broken, 10]);
		},
	);

	test.each(['noAnswer', 'redirect', 'blocked'] as const)(
		'like all others, is no reason to ask for ever: %s',
		async (kind) => {
			const { fetch, lists } = asking(() => new ServiceFailure(kind));
			await expect(fetch(names(1_000))).rejects.toMatchObject({ kind });
			expect(lists).toHaveLength(10);
		},
	);

	test('while the unknown reference is searched costs no other part', async () => {
		const { fetch } = asking((list, call) =>
			call === 4 ? broken : list.includes('N-9') ? refused('err_annonce_introuvable') : all(list),
		);
		const found = await fetch(names(20));
		const lost = failed(found);
		expect(lost.length).toBeLessThan(10);
		for (const name of names(20).filter((one) => !lost.includes(one) && one !== 'N-9')) {
			expect(found.get(name)).toEqual(published(name));
		}
	});
});

test('references that are each refused for a reason of their own are not told as unknown', async () => {
	const { fetch, lists } = asking((list) =>
		refused(list.length === 1 ? `err_mauvais_${list[0]}` : 'err_liste_mauvaise'),
	);
	await expect(fetch(['A', 'B'])).rejects.toMatchObject({ codes: ['err_mauvais_A'] });
	expect(lists).toEqual([['A', 'B'], ['A'], ['B']]);
	const some = asking((list) => {
		const bad = list.find((one) => !['N-3', 'N-8'].includes(one));
		return bad === undefined
			? all(list)
			: refused(list.length === 1 ? `err_mauvais_${bad}` : 'err_liste_mauvaise');
	});
	const found = await some.fetch(names(12));
	expect(failed(found)).toEqual(names(12).filter((one) => !['N-3', 'N-8'].includes(one)));
});

test.each([
	['err_annonce_introuvable', 1.5],
	['err_references_incorrect', 2],
	['err_body_incorrect', 2],
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
	const { fetch, lists } = refusing(refused('err_annonce_introuvable'), (one) => bad.has(one));
	expect(new Set(unknown(await fetch(names(100))))).toEqual(bad);
	expect(lists.length - 1).toBeLessThanOrEqual(most);
});

test('a list too long for the service is cut as before, also after a code that may mean its length', async () => {
	const { fetch, lists } = refusing(
		refused('err_references_incorrect'),
		(one) => one === 'N-3',
		40,
		refused('err_body_incorrect'),
	);
	expect(unknown(await fetch(names(400)))).toEqual(['N-3']);
	expect(lists.length).toBeLessThan(40);
});

test.each([
	['err_maintenance', 2],
	['err_maintenance', 13],
	['err_maintenance', 1_000],
	['err_body_incorrect', 100],
])(
	'%s for every call is the refusal of all %d after one list was looked through',
	async (code, count) => {
		const { fetch, lists } = asking(() => refused(code));
		await expect(fetch(names(count))).rejects.toMatchObject({ codes: [code] });
		expect(lists.length).toBeLessThan(Math.min(2 * count, 220));
	},
);

describe('an entry of a batch that is a refusal of its own', () => {
	const read = async (entry: Answer) => {
		const asked = ['AL-1', 'NOPE', 'AL-2'];
		const { fetch, lists } = asking((list) => ({
			annonces: list.map((reference) =>
				reference === 'NOPE' ? { reference, ...entry } : published(reference),
			),
		}));
		const found = await fetch(asked);
		expect(lists).toEqual([asked]);
		expect(['AL-1', 'AL-2'].map((name) => found.get(name))).toEqual(
			['AL-1', 'AL-2'].map(published),
		);
		expect(found.has('NOPE')).toBe(true);
		return found.get('NOPE');
	};

	test.each([
		{ resultat: 'erreur', erreurs: ['err_annonce_introuvable'] },
		{ resultat: 'erreur', erreurs: ['err_references_absent'] },
		{ resultat: 'erreur', erreurs: 'err_reference_inconnue' },
		{ erreurs: ['err_annonce_introuvable'], statut: null },
	])('%j says that the notice is unknown', async (entry) => {
		expect(await read(entry)).toBeUndefined();
	});

	test('is the status of a notice that is refused as suspended', async () => {
		const found = await read({ resultat: 'erreur', erreurs: ['err_annonce_suspendue'] });
		expect(statusOutcome(found, 'NOPE')).toMatchObject({ status: 'suspendue' });
	});

	test.each([
		[{ resultat: 'erreur', erreurs: ['err_internal_server'] }, ['err_internal_server']],
		[{ resultat: 'erreur', statut: 'parue' }, []],
	])('%j concerns just this notice, with its code', async (entry, codes) => {
		expect(await read(entry)).toMatchObject({ kind: 'refusal', codes });
	});

	test.each([
		{ statut: 'parue', erreurs: [] },
		{ resultat: 'succes' },
		{ statut: 'parue', erreurs: ['err_annonce_introuvable'] },
		{ documents: [], erreurs: ['err_neu'] },
		{ factures: [], erreurs: ['err_neu'] },
	])('is not %j: that answers', async (entry) => {
		expect(await read(entry)).toEqual({ reference: 'NOPE', ...entry });
	});
});

test('answers are matched by reference and by order number, whatever their order', () => {
	const a = { reference: 'R1', numero_commande: 'C1' };
	const b = { reference: 'R2', numero_commande: 'C2' };
	expect(matchNotices(['C2', 'R1', 'X', ''], [b, a, {}])).toEqual(
		new Map<string, object>([
			['R1', a],
			['C2', b],
			['', {}],
		]),
	);
});

test('without regard to case answers are matched only where nothing matches exactly', () => {
	const upper = { reference: 'R1', numero_commande: 'ABC' };
	const lower = { reference: 'R2', numero_commande: 'abc' };
	expect(matchNotices(['abc', 'ABC'], [upper, lower])).toEqual(
		new Map([
			['abc', lower],
			['ABC', upper],
		]),
	);
	expect(matchNotices(['Abc'], [upper]).size).toBe(1);
	expect(matchNotices(['ABC', 'abc'], [upper]).get('abc')).toBeUndefined();
});

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
		['u-Num', 'U-NUM'],
		['AL-1', 'u-num'],
		['u-num', 'U-Num', 'U-NUM'],
	])('%s and %s are one notice for a service that ignores case', async (...asked) => {
		const { fetch, lists } = merging((name) => name.toLowerCase());
		const found = await fetch([...asked, 'NOPE']);
		for (const name of asked) expect([name, found.get(name)]).toEqual([name, notice]);
		expect(unknown(found)).toEqual(['NOPE']);
		expect(lists).toHaveLength(2);
		expect(lists[1]).not.toContain('NOPE');
	});

	test('are two for a service that does not: the other is unknown', async () => {
		const found = await merging(String).fetch(['U-NUM', 'u-Num']);
		expect([...found]).toEqual([
			['U-NUM', notice],
			['u-Num', undefined],
		]);
	});

	test('are two for a service that refuses a batch for the unknown one', async () => {
		const asked = [...names(12), 'n-5'];
		const found = await refusing(refused('err_annonce_introuvable'), (one) => one === 'n-5').fetch(
			asked,
		);
		expect([unknown(found), failed(found), found.get('N-5')]).toEqual([
			['n-5'],
			[],
			published('N-5'),
		]);
	});

	test('of which the second could not be asked, it is not told as unknown', async () => {
		const { fetch } = asking((_list, call) =>
			call === 1 ? { annonces: [notice] } : new ServiceFailure('busy'),
		);
		const found = await fetch(['U-NUM', 'u-Num']);
		expect([found.get('U-NUM'), failed(found)]).toEqual([notice, ['u-Num']]);
	});
});

test('an answer that names no notice is of the one that was asked', () => {
	const unnamed = { reference: 'N-1', orderNumber: null };
	for (const names of [{}, { reference: ' ', numero_commande: '' }]) {
		expect(statusOutcome({ statut: 'parue', ...names }, 'N-1')).toMatchObject(unnamed);
	}
	const named = { statut: 'parue', reference: 'AL-7', numero_commande: 'N-1' };
	expect(statusOutcome(named, 'N-1')).toMatchObject({ reference: 'AL-7', orderNumber: 'N-1' });
});
