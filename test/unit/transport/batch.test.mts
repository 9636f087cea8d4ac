import fc from 'fast-check';

import { runs } from '../../property/runs.mts';
import type { Answer } from '../../../nodes/LegalNotice/transport/envelope.ts';
import {
	fetchNotices,
	matchNotices,
	type Found,
} from '../../../nodes/LegalNotice/transport/batch.ts';
import type { ServiceCall, ServiceClient } from '../../../nodes/LegalNotice/transport/client.ts';
import { ServiceFailure } from '../../../nodes/LegalNotice/transport/failures.ts';

interface Behaviour {
	/** What an unknown reference does to a batch. */
	unknown: 'omit' | 'refuse';
	/** Most references that a batch may have. */
	maximum?: number;
	tooLarge?: ServiceFailure;
	known: (reference: string) => boolean;
	/** The code for an unknown reference. */
	unknownCode?: string;
	/** References that spoil the body of the call. */
	illFormed?: (reference: string) => boolean;
	suspended?: (reference: string) => boolean;
}

/** A service of one route, in memory, that counts what it is asked. */
function service(behaviour: Behaviour) {
	const batches: string[][] = [];
	const paths: string[] = [];
	const refuse = (code: string) => new ServiceFailure('refusal', { codes: [code] });
	const entry = (reference: string) => ({ reference, statut: 'parue' });
	const client: ServiceClient = {
		environment: 'test',
		call: ({ method, path, body }: ServiceCall) => {
			paths.push(`${method} ${path}`);
			if (method === 'GET') {
				const reference = path.split('/')[2] ?? '';
				return behaviour.known(reference)
					? Promise.resolve(entry(reference))
					: Promise.reject(refuse(behaviour.unknownCode ?? 'err_annonce_introuvable'));
			}
			const { references } = body as { references: string[] };
			batches.push(references);
			if (references.length > (behaviour.maximum ?? Infinity)) {
				return Promise.reject(behaviour.tooLarge ?? refuse('err_body_incorrect'));
			}
			if (references.some((reference) => behaviour.illFormed?.(reference))) {
				return Promise.reject(refuse('err_body_incorrect'));
			}
			if (references.some((reference) => behaviour.suspended?.(reference))) {
				return Promise.reject(refuse('err_annonce_suspendue'));
			}
			const known = references.filter(behaviour.known);
			if (behaviour.unknown === 'refuse' && known.length < references.length) {
				return Promise.reject(refuse(behaviour.unknownCode ?? 'err_annonce_introuvable'));
			}
			return Promise.resolve({ annonces: known.map(entry).reverse() });
		},
	};
	return { client, batches, paths };
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `N-${index}`);

test('one plain reference goes over its own route, one that needs encoding in a body', async () => {
	const { client, paths } = service({ unknown: 'omit', known: () => true });
	await fetchNotices(client, 'statut', ['N-1']);
	await fetchNotices(client, 'factures', ['N-1']);
	await fetchNotices(client, 'documents', ['2026/001']);
	expect(paths).toEqual([
		'GET /annonce/N-1/statut',
		'GET /annonce/N-1/factures',
		'POST /annonces/documents',
	]);
});

test('a thousand references take ten calls, each reference asked once', async () => {
	const { client, batches } = service({ unknown: 'omit', known: () => true });
	const found = await fetchNotices(client, 'statut', [...names(1_000), ...names(1_000)]);
	expect(batches).toHaveLength(10);
	expect(found.size).toBe(1_000);
});

test('nothing is asked for nothing', async () => {
	const { client, paths } = service({ unknown: 'omit', known: () => true });
	expect((await fetchNotices(client, 'statut', [])).size).toBe(0);
	expect(paths).toEqual([]);
});

test.each([
	['err_body_incorrect', new ServiceFailure('refusal', { codes: ['err_body_incorrect'] })],
	['HTTP 413', new ServiceFailure('blocked', { status: 413 })],
	['a code of its own', new ServiceFailure('refusal', { codes: ['err_references_max'] })],
	[
		'HTTP 500 with a code of its own',
		new ServiceFailure('refusal', { status: 500, codes: ['err_references_max'] }),
	],
	[
		'the plural of a listed code',
		new ServiceFailure('refusal', { codes: ['err_references_incorrect'] }),
	],
])('a smaller maximum than ours is found when it is told by %s', async (_name, tooLarge) => {
	const { client, batches } = service({
		unknown: 'omit',
		maximum: 30,
		tooLarge,
		known: () => true,
	});
	const found = await fetchNotices(client, 'statut', names(1_000));
	expect([...found.values()].every((answer) => answer !== undefined)).toBe(true);
	expect(batches.length).toBeLessThan(150);
});

test.each([
	'err_annonce_introuvable',
	'err_annonces_introuvables',
	'err_reference_incorrect',
	'err_reference_absent',
	'err_reference_inconnue',
	'err_references_incorrect',
	'err_references_incorrectes',
])(
	'a reference that is unknown is told as that, and spoils no other, by the code %s',
	async (unknownCode) => {
		const known = (reference: string) => !['N-3', 'N-70', 'D/1'].includes(reference);
		const { client } = service({ unknown: 'refuse', unknownCode, known });
		const found = await fetchNotices(client, 'statut', names(120));
		const missing = [...found].filter(([, answer]) => answer === undefined).map(([name]) => name);
		expect(missing).toEqual(['N-3', 'N-70']);
		expect([...found.values()].filter((answer) => answer instanceof ServiceFailure)).toEqual([]);
		for (const alone of ['N-3', 'D/1']) {
			expect((await fetchNotices(client, 'statut', [alone])).get(alone)).toBeUndefined();
		}
	},
);

test('whatever the maximum, no reference is asked again once it was answered', async () => {
	for (let maximum = 1; maximum <= 60; maximum++) {
		const { client, batches } = service({ unknown: 'omit', maximum, known: () => true });
		const found = await fetchNotices(client, 'statut', names(250));
		expect([...found.values()].filter((answer) => answer === undefined)).toEqual([]);
		const answered = batches.filter(({ length }) => length <= maximum).flat();
		expect(answered.length).toBe(250);
		// A maximum costs the calls that find it, and at most two and a half times the fewest calls possible.
		expect(batches.length).toBeLessThanOrEqual(2.5 * Math.ceil(250 / maximum) + 7);
	}
});

test('a reference that the service does not take fails alone, and the others are asked as before', async () => {
	const illFormed = (reference: string) => ['N-5', 'N-250'].includes(reference);
	const { client, batches } = service({ unknown: 'omit', illFormed, known: () => true });
	const found = await fetchNotices(client, 'statut', names(500));
	const failed = [...found].filter(([, answer]) => answer instanceof ServiceFailure);
	expect(failed.map(([name]) => name)).toEqual(['N-5', 'N-250']);
	expect([...found.values()].filter((answer) => answer === undefined)).toEqual([]);
	expect(batches.length).toBeLessThan(60);
});

test('a refusal that concerns the call, not its references, is passed on without splitting', async () => {
	const paths: string[] = [];
	const client: ServiceClient = {
		environment: 'test',
		call: ({ path }) => {
			paths.push(path);
			return Promise.reject(new ServiceFailure('refusal', { codes: ['err_cle_inconnue'] }));
		},
	};
	await expect(fetchNotices(client, 'statut', names(50))).rejects.toMatchObject({
		codes: ['err_cle_inconnue'],
	});
	expect(paths).toHaveLength(1);
});

test('a body that is refused even for one reference is passed on', async () => {
	const { client } = service({ unknown: 'omit', maximum: 0, known: () => true });
	await expect(fetchNotices(client, 'statut', ['a/1', 'a/2'])).rejects.toMatchObject({
		codes: ['err_body_incorrect'],
	});
});

test.each([{}, { reference: '' }, { reference: null }])(
	'a success that names no notice says nothing of the one that was asked: %p',
	async (answer) => {
		const client: ServiceClient = {
			environment: 'test',
			call: () => Promise.resolve({ resultat: 'succes', ...answer }),
		};
		await expect(fetchNotices(client, 'statut', ['N-1'])).rejects.toMatchObject({
			kind: 'notTheService',
			facts: { missing: 'reference' },
		});
	},
);

test('a reference that the service writes as a number is one', async () => {
	const client: ServiceClient = {
		environment: 'test',
		call: () => Promise.resolve({ reference: 7 }),
	};
	expect((await fetchNotices(client, 'statut', ['7'])).get('7')).toEqual({ reference: 7 });
});

test.each([['N-1'], ['N-1', 'N-2']])('a defect is passed on: %p', async (...references) => {
	const defect = new TypeError('defect');
	const client: ServiceClient = { environment: 'test', call: () => Promise.reject(defect) };
	await expect(fetchNotices(client, 'statut', references)).rejects.toBe(defect);
});

test('a single reference that needs a body and is unknown or suspended is told as that', async () => {
	const { client } = service({ unknown: 'refuse', known: () => false });
	const unknown = await fetchNotices(client, 'statut', ['2026/001']);
	expect([...unknown]).toEqual([['2026/001', undefined]]);
	const suspended = service({ unknown: 'omit', known: () => true, suspended: () => true });
	const found = await fetchNotices(suspended.client, 'statut', ['2026/001']);
	expect(found.get('2026/001')).toMatchObject({ codes: ['err_annonce_suspendue'] });
});

describe('while the references to blame are searched', () => {
	/** Refuses the first batch for a reference, whatever follows as told. */
	function searching(next: (references: string[], call: number) => Answer | ServiceFailure) {
		const sizes: number[] = [];
		const client: ServiceClient = {
			environment: 'test',
			call: ({ body }: ServiceCall) => {
				const { references } = body as { references: string[] };
				sizes.push(references.length);
				const refused = new ServiceFailure('refusal', { codes: ['err_annonce_introuvable'] });
				const result = sizes.length === 1 ? refused : next(references, sizes.length);
				return result instanceof ServiceFailure ? Promise.reject(result) : Promise.resolve(result);
			},
		};
		return { client, sizes };
	}
	const all = (references: string[]) => ({
		annonces: references.map((reference) => ({ reference })),
	});

	test('another refusal ends the search', async () => {
		const { client, sizes } = searching(
			() => new ServiceFailure('refusal', { codes: ['err_cle_inconnue'] }),
		);
		await expect(fetchNotices(client, 'statut', names(20))).rejects.toMatchObject({
			codes: ['err_cle_inconnue'],
		});
		expect(sizes).toEqual([20, 10, 10]);
	});

	test('a part that turns out too large is asked for in smaller ones', async () => {
		const tooLarge = new ServiceFailure('blocked', { status: 413 });
		const { client, sizes } = searching((references) =>
			references.length > 2 ? tooLarge : all(references),
		);
		const found = await fetchNotices(client, 'statut', names(20));
		expect([...found.values()].every((answer) => answer !== undefined)).toBe(true);
		expect(sizes.length).toBeLessThan(30);
		const never = searching(() => tooLarge);
		await expect(fetchNotices(never.client, 'statut', names(20))).rejects.toBe(tooLarge);
		expect(never.sizes.length).toBeLessThan(40);
	});
});

test('a suspended notice that spoils a batch fails alone', async () => {
	const { client } = service({
		unknown: 'omit',
		known: () => true,
		suspended: (reference) => reference === 'N-17',
	});
	const found = await fetchNotices(client, 'documents', names(40));
	expect(found.get('N-17')).toBeInstanceOf(ServiceFailure);
	expect(found.get('N-18')).toMatchObject({ reference: 'N-18' });
});

test('a service that answers no batch at all is not asked for ever', async () => {
	const tooLarge = new ServiceFailure('noAnswer');
	const { client, batches } = service({ unknown: 'omit', maximum: 0, tooLarge, known: () => true });
	await expect(fetchNotices(client, 'statut', names(1_000))).rejects.toMatchObject({
		kind: 'noAnswer',
	});
	expect(batches).toHaveLength(10);
});

test.each([1, 3, 10])('list %i of ten cannot be read: the others are', async (lost) => {
	let calls = 0;
	const client: ServiceClient = {
		environment: 'test',
		call: ({ body }) =>
			++calls === lost
				? Promise.reject(new ServiceFailure('notTheService', { status: 502 }))
				: Promise.resolve({
						annonces: (body as { references: string[] }).references.map((reference) => ({
							reference,
						})),
					}),
	};
	const found = await fetchNotices(client, 'statut', names(1_000));
	const failed = [...found.values()].filter((answer) => answer instanceof ServiceFailure);
	expect([found.size, failed.length, calls]).toEqual([1_000, 100, 10]);
	expect(failed[0]).toMatchObject({ kind: 'notTheService', facts: { status: 502 } });
});

test.each([
	['none', {}],
	['null', { annonces: null }],
])('a list that is %s has no notice', async (_name, answer) => {
	const client: ServiceClient = {
		environment: 'test',
		call: () => Promise.resolve({ resultat: 'succes', ...answer }),
	};
	expect(await fetchNotices(client, 'statut', ['a/1', 'a/2'])).toEqual(
		new Map([
			['a/1', undefined],
			['a/2', undefined],
		]),
	);
});

test('an answer without the list is not the service’s', async () => {
	const client: ServiceClient = {
		environment: 'test',
		call: () => Promise.resolve({ resultat: 'succes', annonces: 'x' }),
	};
	await expect(fetchNotices(client, 'statut', ['a/1'])).rejects.toMatchObject({
		kind: 'notTheService',
	});
});

describe('unknown references that refuse a whole batch', () => {
	const bad = (count: number, of: number) => {
		const step = of / count;
		const set = new Set(
			Array.from({ length: count }, (_, index) => `N-${Math.floor(index * step)}`),
		);
		return (reference: string) => !set.has(reference);
	};
	const extraCalls = async (count: number, known: (reference: string) => boolean) => {
		const { client, batches } = service({ unknown: 'refuse', known });
		const found = await fetchNotices(client, 'statut', names(count));
		for (const [reference, answer] of found) expect(answer !== undefined).toBe(known(reference));
		return batches.length - 1;
	};

	test.each([
		[1, 30],
		[3, 60],
		[100, 131],
	])('%d of 100 are found with at most %d extra calls', async (count, most) => {
		expect(await extraCalls(100, bad(count, 100))).toBeLessThanOrEqual(most);
	});

	test('are found for any mix, with at most half as many calls more than the batch has references', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 2, max: 100 }),
				fc.infiniteStream(fc.boolean()),
				async (count, coins) => {
					const unknown = new Set(names(count).filter(() => coins.next().value === true));
					if (unknown.size === 0) return;
					const extra = await extraCalls(count, (reference) => !unknown.has(reference));
					expect(extra).toBeLessThanOrEqual(Math.ceil(1.5 * count));
				},
			),
			runs(300),
		);
	});
});

describe('references that refuse a whole batch with a code that may mean its length', () => {
	test.each(['err_references_incorrect', 'err_body_incorrect', 'err_numero_inexistant'])(
		'%s: they are found for any mix, with at most two calls for each reference',
		async (code) => {
			await fc.assert(
				fc.asyncProperty(
					fc.integer({ min: 2, max: 100 }),
					fc.infiniteStream(fc.integer({ min: 0, max: 99 })),
					fc.integer({ min: 1, max: 80 }),
					async (count, dice, percent) => {
						const bad = new Set(names(count).filter(() => dice.next().value < percent));
						const { client, batches } = service({
							unknown: 'refuse',
							known: (reference) => !bad.has(reference),
							unknownCode: code,
						});
						const asked = fetchNotices(client, 'statut', names(count));
						const found = await asked.catch((failure: unknown) => failure);
						expect(batches.length).toBeLessThan(2 * count);
						expect(found instanceof Map || bad.size === count).toBe(true);
						if (!(found instanceof Map)) return;
						for (const [reference, answer] of found as Found) {
							expect(answer === undefined || answer instanceof ServiceFailure).toBe(
								bad.has(reference),
							);
						}
					},
				),
				runs(200),
			);
		},
	);

	test('a list too long for the service is cut as before, also after such a code', async () => {
		const bad = new Set(['N-3']);
		const { client, batches } = service({
			unknown: 'refuse',
			known: (reference) => !bad.has(reference),
			unknownCode: 'err_references_incorrect',
			maximum: 40,
			tooLarge: new ServiceFailure('refusal', { codes: ['err_body_incorrect'] }),
		});
		const found = await fetchNotices(client, 'statut', names(400));
		expect([...found].filter(([, answer]) => answer === undefined).map(([name]) => name)).toEqual([
			'N-3',
		]);
		expect(batches.length).toBeLessThan(40);
	});
});

describe('a code that every call gets', () => {
	/** Refuses what is asked with a code, unless it says otherwise. */
	function refusing(code: string, answers: (references: readonly string[]) => boolean) {
		const batches: Array<readonly string[]> = [];
		const client: ServiceClient = {
			environment: 'test',
			call: ({ body }: ServiceCall) => {
				const { references } = body as { references: string[] };
				batches.push(references);
				return answers(references)
					? Promise.resolve({ annonces: references.map((reference) => ({ reference })) })
					: Promise.reject(new ServiceFailure('refusal', { codes: [code] }));
			},
		};
		return { client, batches };
	}

	test.each([
		['err_maintenance', 100],
		['err_maintenance', 1_000],
		['err_maintenance', 13],
		['err_maintenance', 2],
		['err_body_incorrect', 100],
		['err_internal_server', 100],
	])('%s is the refusal of all %d after one list was looked through', async (code, count) => {
		const { client, batches } = refusing(code, () => false);
		await expect(fetchNotices(client, 'statut', names(count))).rejects.toMatchObject({
			codes: [code],
		});
		expect(batches.length).toBeLessThan(Math.min(2 * count, 220));
	});

	test.each([
		['one in three', (index: number) => index % 3 === 0],
		['the first half', (index: number) => index < 50],
		['all but the last four', (index: number) => index < 96],
	])('for references that it does not know, %s, spoils no other', async (_which, isUnknown) => {
		const unknown = new Set(names(100).filter((_name, index) => isUnknown(index)));
		const { client, batches } = refusing(
			'err_numero_inexistant',
			(references) => !references.some((reference) => unknown.has(reference)),
		);
		const found = await fetchNotices(client, 'statut', names(100));
		for (const [reference, answer] of found) {
			expect(answer instanceof ServiceFailure).toBe(unknown.has(reference));
		}
		expect(found.size).toBe(100);
		expect(batches.length).toBeLessThan(200);
	});

	test('that says that references are unknown is believed, also of all', async () => {
		const { client } = refusing('err_references_incorrect', () => false);
		const found = await fetchNotices(client, 'statut', names(100));
		expect([...found.values()].filter((answer) => answer !== undefined)).toEqual([]);
		expect(found.size).toBe(100);
	});
});

describe('a list whose answer was lost', () => {
	/** A service that answers no list with the reference N-150, and one that never answers anything. */
	const losing = (isLost: (references: readonly string[]) => boolean) => {
		const sizes: number[] = [];
		const client: ServiceClient = {
			environment: 'test',
			call: ({ body }: ServiceCall) => {
				const { references } = body as { references: string[] };
				sizes.push(references.length);
				return isLost(references)
					? Promise.reject(new ServiceFailure('noAnswer', { networkCode: 'ETIMEDOUT' }))
					: Promise.resolve({ annonces: references.map((reference) => ({ reference })) });
			},
		};
		return { client, sizes };
	};

	test('costs its own references, and is asked for once', async () => {
		const { client, sizes } = losing((references) => references.includes('N-150'));
		const found = await fetchNotices(client, 'statut', names(300));
		const failed = [...found].filter(([, answer]) => answer instanceof ServiceFailure);
		expect(failed.map(([name]) => name)).toEqual(names(200).slice(100));
		expect(sizes).toEqual([100, 100, 100]);
	});
});

describe('answers are matched', () => {
	test('by reference and by order number, whatever their order', () => {
		const a = { reference: 'R1', numero_commande: 'C1' };
		const b = { reference: 'R2', numero_commande: 'C2' };
		expect(matchNotices(['C2', 'R1', 'X'], [b, a])).toEqual(
			new Map([
				['R1', a],
				['C2', b],
			]),
		);
	});
	test('without regard to case only where nothing matches exactly', () => {
		const upper = { reference: 'R1', numero_commande: 'ABC' };
		const lower = { reference: 'R2', numero_commande: 'abc' };
		expect(matchNotices(['abc', 'ABC'], [upper, lower])).toEqual(
			new Map([
				['abc', lower],
				['ABC', upper],
			]),
		);
		expect(matchNotices(['Abc'], [{ reference: 'R3', numero_commande: 'ABC' }]).size).toBe(1);
		expect(matchNotices(['ABC', 'abc'], [upper]).get('abc')).toBeUndefined();
	});
	test('also when the service sends numbers', () => {
		const notice = { reference: 481029 };
		expect(matchNotices(['481029'], [notice]).get('481029')).toBe(notice);
	});
});
