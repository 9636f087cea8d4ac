/** A service that refuses a whole list, for its length, for a reference in it or because it is down: the others are read all the same. */
import { GOES_ON } from './engine.mts';
import { LOST, refused, scriptedForTests, UNREACHABLE, type Asked } from './scripted.mts';

const service = scriptedForTests();
const UNKNOWN = 'err_annonce_introuvable';
const named = (count: number) => Array.from({ length: count }, (_, at) => `N-${at}`);
const isGone = (name: string) => name.startsWith('GONE');

const notice = (reference: string) => ({
	...{ reference, statut: 'parue' },
	...{ documents: [{ type: 'attestation', numero: `A-${reference}`, url: 'https://f.example/a' }] },
	factures: [{ type: 'facture', numero: `F-${reference}`, montant_ttc: 120 }],
});

/** Answers with the notices that there are, unless a test answers the names of a call otherwise. */
function knowing(otherwise: (names: readonly string[], call: Asked) => object | undefined): void {
	service.answer = (call) => {
		const { names, path } = call;
		const other = otherwise(names, call);
		if (other) return other;
		const known = names.filter((name) => !isGone(name)).map(notice);
		if (path.startsWith('/annonces/')) return { annonces: known };
		return known[0] ?? refused(UNKNOWN);
	};
}

async function read(operation: string, names: readonly string[]) {
	const { json, told } = await service.runFor(operation, names, GOES_ON);
	const failed = json.filter((item) => item.error !== undefined);
	const missing = json.filter((item) => item.introuvable).map(({ demande }) => demande);
	return { failed, missing, read: json.length - failed.length - missing.length, told };
}

const OPERATIONS = ['notice.getStatus', 'document.getMany', 'invoice.getMany'];

describe('a list that is too long', () => {
	test.each(OPERATIONS)(
		'such a list ends %s with a failure of each item where its parts find no connection',
		async (operation) => {
			knowing(({ length }) => (length > 50 ? refused('err_body_incorrect') : UNREACHABLE));
			const { failed } = await read(operation, named(150));
			expect(failed).toHaveLength(150);
		},
	);

	test.each([
		['err_body_incorrect', 2],
		['err_references_incorrect', 7],
		['err_body_incorrect', 30],
		// One that nobody listed.
		['err_max', 60],
	])(
		'such a list, refused by %s, is read in parts of a size that is found once: %i',
		async (...row) => {
			const [code, most] = row;
			knowing(({ length }) => (length > most ? refused(code) : undefined));
			const { failed, missing, read: count } = await read('notice.getStatus', named(1_000));
			expect([failed, missing, count]).toEqual([[], [], 1_000]);
			expect(service.calls.length).toBeLessThanOrEqual(2_500 / most + 20);
		},
	);
});

describe('a reference that is unknown', () => {
	test.each([
		UNKNOWN,
		'err_reference_incorrect',
		'err_reference_inconnue',
		'err_annonces_introuvables',
		'err_references_incorrect',
	])('an unknown reference whose list is refused by %s costs none of the others', async (code) => {
		for (const operation of OPERATIONS) {
			knowing((names, { path }) => {
				if (!names.some(isGone)) return undefined;
				return refused(path.startsWith('/annonces/') ? code : UNKNOWN);
			});
			const asked = ['GONE-1', ...named(70), 'GONE-2', ...named(250).slice(70)];
			const { failed, missing, read: count } = await read(operation, asked);
			expect([failed, missing, count]).toEqual([[], ['GONE-1', 'GONE-2'], 250]);
			expect((await read(operation, ['GONE-1'])).missing).toEqual(['GONE-1']);
		}
	});

	test('an unknown reference is found among a thousand, of which every seventh is unknown', async () => {
		knowing((names) => (names.some(isGone) ? refused(UNKNOWN) : undefined));
		const asked = named(1_000).map((name, at) => (at % 7 === 0 ? `GONE-${at}` : name));
		const { failed, missing } = await read('notice.getStatus', asked);
		expect([failed, missing]).toEqual([[], asked.filter(isGone)]);
	});

	test.each([
		[1, 30],
		[3, 60],
		[100, 200],
	])('all are found with few calls: %d of a hundred, %d calls', async (count, most) => {
		const at = new Set(Array.from({ length: count }, (_, one) => Math.floor((one * 100) / count)));
		knowing((names) => (names.some(isGone) ? refused(UNKNOWN) : undefined));
		const asked = named(100).map((name, place) => (at.has(place) ? `GONE-${place}` : name));
		expect((await read('notice.getStatus', asked)).missing).toHaveLength(count);
		expect(service.calls.length).toBeLessThanOrEqual(most);
	});

	test.each<[object, 'unknown' | 'read' | 'failed']>([
		[{}, 'unknown'],
		[{ numero_commande: 'NOPE', motif: null }, 'unknown'],
		[{ statut: null }, 'unknown'],
		[{ statut: '' }, 'unknown'],
		[{ resultat: 'erreur', erreurs: [UNKNOWN] }, 'unknown'],
		[{ resultat: 'erreur', erreurs: ['err_reference_incorrect'] }, 'unknown'],
		[{ statut: 'parue' }, 'read'],
		[{ resultat: 'erreur', erreurs: ['err_internal_server'] }, 'failed'],
	])('an entry of its own costs no other reference: %j is %s', async (fields, what) => {
		const entries = [notice('N-1'), { reference: 'NOPE', ...fields }];
		knowing((_names, { path }) =>
			path.startsWith('/annonces/') ? { annonces: entries } : refused(UNKNOWN),
		);
		const { failed, missing, read: count } = await read('notice.getStatus', ['N-1', 'NOPE']);
		const wanted = { unknown: [0, 1, 1], read: [0, 0, 2], failed: [1, 0, 1] }[what];
		expect([failed.length, missing.length, count]).toEqual(wanted);
	});
});

describe('a name that comes back without a list of files', () => {
	test.each(['document.getMany', 'invoice.getMany'])(
		'such a name is unknown in %s, or a notice without files: its status says which',
		async (operation) => {
			const without = ['N-7', 'N-8'];
			service.answer = ({ names, path }) => {
				const entries = names.map((name) => {
					const known = { reference: name, ...(!isGone(name) && { statut: 'parue' }) };
					if (path.endsWith('statuts')) return known;
					return isGone(name) || without.includes(name) ? { reference: name } : notice(name);
				});
				if (path.startsWith('/annonces/')) return { annonces: entries };
				return names.some(isGone) ? refused(UNKNOWN) : entries[0]!;
			};
			const option =
				operation === 'document.getMany' ? 'returnWithoutDocuments' : 'returnWithoutInvoices';
			const asked = async (...names: string[]) => {
				const parameters = {
					reference: '={{ $json.asked }}',
					options: { [option]: true, ifNotFound: 'returnItem' },
				};
				const items = names.map((name) => ({ asked: name }));
				const { json } = await service.run(operation, parameters, { items, settings: GOES_ON });
				const said = (item: object) =>
					Object.keys(item).filter((key) => /^(introuvable|sans_|error)/.test(key));
				return json.map((item) => said(item).join());
			};
			const none = operation === 'document.getMany' ? 'sans_document' : 'sans_facture';
			expect(await asked('N-1', 'GONE-1', 'N-7', 'N-8', 'GONE-2')).toEqual([
				...['', 'introuvable', none, none, 'introuvable'],
			]);
			// The two lists, and the two names that both have only repeated.
			expect(service.calls).toHaveLength(4);
			expect(await asked('GONE-1')).toEqual(['introuvable']);
			expect(await asked('N-7')).toEqual([none]);
			const { answer } = service;
			service.answer = (call) =>
				call.path.endsWith('statuts') ? refused('err_client_inactif') : answer(call);
			expect(await asked('N-7', 'N-1')).toEqual(['error', '']);
		},
	);
});

test('the files of a suspended notice whose list is refused fail alone', async () => {
	knowing((names) => (names.includes('N-5') ? refused('err_annonce_suspendue') : undefined));
	const { failed, missing, read: count } = await read('document.getMany', named(60));
	expect([failed.length, missing, count]).toEqual([1, [], 59]);
	expect(failed[0]?.error).toContain('err_annonce_suspendue');
});

test('names are matched by reference, by order number, and in another case where no other name has that answer', async () => {
	const upper = { reference: 'R-1', numero_commande: 'A-BC', statut: 'parue' };
	const lower = { reference: 'R-2', numero_commande: 'a-bc', statut: 'suspendue' };
	const status = async (annonces: object[], ...asked: string[]) => {
		knowing((_names, { path }) =>
			path.startsWith('/annonces/') ? { annonces } : refused(UNKNOWN),
		);
		const { json } = await service.runFor('notice.getStatus', asked);
		return json.map(({ reference, introuvable }) => introuvable ?? reference);
	};
	expect(await status([lower, upper], 'a-bc', 'R-1', 'X-1')).toEqual(['R-2', 'R-1', true]);
	expect(await status([upper, lower], 'a-bc', 'A-BC')).toEqual(['R-2', 'R-1']);
	expect(await status([upper], 'A-bc', 'X-1')).toEqual(['R-1', true]);
});

describe('one moment in which a service answers nothing', () => {
	test.each([
		['lost', LOST],
		['not sent', UNREACHABLE],
	])('such a moment costs no notice whichever part of a list is %s', async (_how, moment) => {
		for (const operation of OPERATIONS) {
			let lostCall = 2;
			do {
				service.calls.length = 0;
				knowing((names) => {
					if (service.calls.length === lostCall) return moment;
					return names.length > 3 ? refused('err_body_incorrect') : undefined;
				});
				const { failed, missing, read: count } = await read(operation, named(8));
				expect([lostCall, failed, missing, count]).toEqual([lostCall, [], [], 8]);
			} while (lostCall++ < service.calls.length);
			expect(lostCall).toBeGreaterThan(4);
			// Of two notices each is a part of its own.
			knowing((names) => {
				if (service.calls.length === 7) return moment;
				return names.some(isGone) && names.length > 1 ? refused(UNKNOWN) : undefined;
			});
			service.calls.length = 0;
			const { failed, missing } = await read(operation, ['GONE', ...named(7)]);
			expect([failed, missing]).toEqual([[], ['GONE']]);
		}
	});

	test('such a moment costs no notice where it meets a whole wave of lists', async () => {
		let lost = 0;
		knowing(({ length }) =>
			length > 1 && service.calls.length > 1 && lost++ < 10 ? LOST : undefined,
		);
		const { failed, read: count } = await read('notice.getStatus', named(1_100));
		expect([failed, count]).toEqual([[], 1_100]);
		expect(service.calls).toHaveLength(21);
	});
});

describe('a service that is down', () => {
	const tooLong = refused('err_body_incorrect');
	type Down = (call: number, length: number) => object | undefined;

	test.each<[string, number, number, string, Down]>([
		['fails', 0, 60, 'err_internal_server', () => refused('err_internal_server')],
		['has a code that nobody listed', 0, 60, 'err_maintenance', () => refused('err_maintenance')],
		['refuses the keys', 0, 10, 'err_cle_inconnue', () => refused('err_cle_inconnue')],
		['dies after its first list', 100, 60, 'ECONN', (call) => (call > 1 ? LOST : undefined)],
		['dies after three lists', 300, 35, 'ECONN', (call) => (call > 3 ? LOST : undefined)],
		['takes no long list, then dies', 0, 32, '', (_, length) => (length > 50 ? tooLong : LOST)],
	])('a service that %s leaves what was read: %d, in %d calls', async (...row) => {
		const [, known, most, words, answer] = row;
		knowing(({ length }) => answer(service.calls.length, length));
		const { failed, read: count } = await read('notice.getStatus', named(1_000));
		expect([failed.length, count]).toEqual([1_000 - known, known]);
		expect(failed[0]?.error).toContain(words);
		expect(service.calls.length).toBeLessThanOrEqual(most);
	});
});

test.each([[null], [undefined], [{}], ['']])(
	'a success with %j instead of its list says nothing about the notices',
	async (annonces) => {
		service.answer = ({ path }) =>
			path.startsWith('/annonces/') ? { annonces } : refused('err_internal_server');
		for (const operation of OPERATIONS) {
			const { failed, missing } = await read(operation, named(3));
			expect([failed.length, missing]).toEqual([3, []]);
		}
	},
);

test.each([{}, { statut: null }, { statut: '' }])(
	'a notice without an order number that has no status yet, %j, is known: its own route says so',
	async (status) => {
		knowing((names, { path }) => {
			const entries = names.map((name) =>
				name.startsWith('N-') ? notice(name) : { reference: name, ...status },
			);
			if (path.startsWith('/annonces/')) return { annonces: entries };
			return names.some(isGone) ? refused(UNKNOWN) : entries[0];
		});
		for (const names of [['NEW-1'], ['NEW-1', 'NEW-2'], ['N-1', 'NEW-1', 'GONE-1']]) {
			const { failed, missing } = await read('notice.getStatus', names);
			expect([failed, missing]).toEqual([[], names.filter(isGone)]);
		}
	},
);

test('a name that a list only repeats is requested again where its answer is lost', async () => {
	let lost = 0;
	knowing((names, { path }) => {
		if (path.startsWith('/annonces/'))
			return { annonces: names.map((reference) => ({ reference })) };
		return lost++ === 0 ? refused('err_internal_server') : { reference: names[0] };
	});
	const { failed, missing } = await read('notice.getStatus', ['NEW-1', 'NEW-2']);
	expect([failed, missing]).toEqual([[], []]);
});

test('names that lists only repeat are each requested once', async () => {
	const names = named(150).map((name, at) => (at % 2 === 0 ? `GONE-${name}` : `NEW-${name}`));
	knowing((list, { path }) => {
		if (path.startsWith('/annonces/'))
			return { annonces: list.map((reference) => ({ reference })) };
		return list.some(isGone) ? refused(UNKNOWN) : { reference: list[0] };
	});
	const { failed, missing } = await read('notice.getStatus', names);
	expect([failed, missing]).toEqual([[], names.filter(isGone)]);
	expect(service.calls).toHaveLength(2 + names.length);
});

test('a short last list that cannot be read costs the others nothing', async () => {
	const bad = ['N-200', 'N-201'];
	knowing((names, { path }) => {
		if (names.some((name) => bad.includes(name))) return { text: '<html>' };
		if (!path.endsWith('documents') || !path.startsWith('/annonces/')) return undefined;
		// Whose files are none: their status says whether they exist.
		const entryOf = (name: string) => (name.endsWith('7') ? { reference: name } : notice(name));
		return { annonces: names.map(entryOf) };
	});
	const { failed } = await read('document.getMany', named(202));
	expect(failed).toHaveLength(2);
});
