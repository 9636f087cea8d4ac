/** An order or a replacement whose calls get lost, are refused, or are answered in part: what is sent then, and what is reported. */
import { after, BEGINNING } from '../simulation/clock.mts';
import { byId, GOES_ON, RETRIES } from './engine.mts';
import { BILLED, numbered } from './notices.mts';
import { LOST, refused, scriptedForTests, UNKNOWN, type Asked } from './scripted.mts';

const service = scriptedForTests();
const QUOTE = {
	date_parution: '2026-12-14',
	texte: '<p>Un avis.</p>',
	tarif: { totaux: { montant_ttc: '147.00' } },
};
const PLACED = { reference: 'AL-7', numero_commande: 'OWN-1', statut: 'a-paraitre' };
const own = { ...BILLED, fileReference: 'F', ...numbered('OWN-1') };

/** Lists have no names, and a number is unknown until its order has been registered. */
function withOrders(
	ordered: (times: number) => { done: boolean; answer: object },
	notice: object = PLACED,
) {
	let isThere = false;
	let times = 0;
	service.answer = ({ what, path, names: [numero_commande] }: Asked) => {
		if (what === 'POST /commande') {
			const { done, answer } = ordered(++times);
			isThere ||= done;
			return answer;
		}
		if (path === '/devis') return QUOTE;
		if (path === '/annonces/statuts') return { annonces: isThere ? [notice] : [] };
		if (!path.startsWith('/annonce/')) return {};
		return isThere ? { numero_commande, ...notice } : UNKNOWN;
	};
}

/** The answer to the first order is lost, and so is the first look-up behind it, however often it is repeated. */
function loseLookUp(ordered: Parameters<typeof withOrders>[0], notice?: object) {
	withOrders((times) => (times > 1 ? ordered(times) : { done: true, answer: LOST }), notice);
	const { answer } = service;
	let lost = 0;
	service.answer = (call) => {
		const isLost = service.orders.length > 0 && call.what.includes('statut') && ++lost <= 3;
		return isLost ? LOST : answer(call);
	};
	return answer;
}
const TAKEN = () => ({ done: true, answer: refused('err_annonce_commandee') });

describe('an order', () => {
	test('an order that is lost and not registered is sent again two seconds later, after its number was looked up', async () => {
		withOrders((times) => ({ done: times > 1, answer: times > 1 ? PLACED : LOST }));
		const { json, told } = await service.run('notice.order', own);
		expect(told).toBe('');
		expect(json).toMatchObject([{ reference: 'AL-7' }]);
		const [first, second, ...more] = service.orders;
		expect(more).toEqual([]);
		expect(Number(second?.at) - Number(first?.at)).toBeGreaterThanOrEqual(2_000);
		const between = service.calls.slice(service.calls.indexOf(first!) + 1);
		expect(between.some(({ names }) => names.includes('OWN-1'))).toBe(true);
	});

	test.each([
		['', PLACED],
		[0, PLACED],
		// Known by both its names, a notice may have no status yet.
		[null, { ...PLACED, statut: null }],
	])(
		'an order that is answered with %j for a reference is looked up, and comes out with its own',
		async (reference, notice) => {
			withOrders(() => ({ done: true, answer: { ...PLACED, reference } }), notice);
			const { json } = await service.run('notice.order', own);
			expect(json).toMatchObject([{ reference: 'AL-7', recupere: true }]);
			expect(service.orders).toHaveLength(1);
		},
	);

	test('an order is reported as unknown where all three attempts are lost', async () => {
		withOrders(() => ({ done: false, answer: LOST }));
		const { json, told } = await service.run('notice.order', own);
		expect(json).toEqual([]);
		expect(told).toContain(
			'It is not known whether the notice with order number OWN-1 was ordered',
		);
		expect(service.orders).toHaveLength(3);
	});

	const PASSES = 'Try again later.';
	test.each([
		['existing ones are errors', 'fail', ''],
		['existing ones are returned', 'returnExisting', PASSES],
	])(
		'an order that stays unknown says whether time fixes it, and how its notice is found, where %s',
		async (_what, ifAlreadyOrdered, end) => {
			const answers = loseLookUp(TAKEN);
			const given = { ...own, options: { ifAlreadyOrdered } };
			const { told, advice } = await service.run('notice.order', given);
			expect(told).toContain('It is not known whether the notice');
			expect(told.endsWith(PASSES)).toBe(end === PASSES);
			expect(advice.startsWith("Set the option 'If Already Ordered' to Return Existing")).toBe(
				end === '',
			);
			service.answer = answers;
			const unchanged = await service.run('notice.order', given);
			expect(unchanged.told === '').toBe(end === PASSES);
			const options = { ifAlreadyOrdered: 'returnExisting' };
			const advised = await service.run('notice.order', { ...given, options });
			expect(advised.json).toMatchObject([{ reference: 'AL-7', existant: true }]);
		},
	);

	test('an order says what was looked up where its second attempt is refused, and is ordered by the next run', async () => {
		let isRefused = true;
		withOrders((times) => {
			if (times === 1) return { done: false, answer: LOST };
			return { done: !isRefused, answer: isRefused ? refused('err_texte_incorrect') : PLACED };
		});
		const { told, advice } = await service.run('notice.order', own);
		expect(told).toMatch(
			/^F: The answer to the first attempt was lost\. Two seconds later, the notice with order number OWN-1 was not found, and the next attempt failed: .*\(err_texte_incorrect\)/,
		);
		expect(`${told} ${advice}`).not.toContain('not known');
		isRefused = false;
		expect((await service.run('notice.order', own)).json).toMatchObject([{ existant: false }]);
	});

	test('an order that is lost is completed although another item stops the execution meanwhile', async () => {
		let attempts = 0;
		service.answer = async ({ what, body }) => {
			if (what !== 'POST /commande') return what.includes('statut') ? UNKNOWN : {};
			if (body['numero_commande'] === 'OWN-1') return ++attempts === 1 ? LOST : PLACED;
			// The other one is in its pause by then.
			await after(500);
			return refused('err_client_inactif');
		};
		const { told } = await service.run(
			'notice.order',
			{ ...own, orderNumber: '={{ $json.number }}' },
			{ items: [{ number: 'OWN-1' }, { number: 'OWN-2' }] },
		);
		expect(told).toContain('1 notice IS ordered: AL-7 (F).');
		expect(service.orders).toHaveLength(3);
	});

	test('an order without a number is never sent twice, and says what a retry would do', async () => {
		withOrders(() => ({ done: true, answer: LOST }));
		const unnumbered = { ...own, orderNumberMode: 'none' };
		const { told, advice } = await service.run('notice.order', unnumbered, { settings: RETRIES });
		expect(told).toMatch(/not known|unknown/);
		expect(advice).toContain("before you run this again or use n8n's Retry");
		expect(`${told} ${advice}`).not.toMatch(/Nothing was (changed|sent)/);
		expect(service.orders).toHaveLength(1);
	});

	test('an order without a number that is lost beside others says that a second run orders those twice', async () => {
		service.answer = ({ what, body }) => {
			if (what !== 'POST /commande') return {};
			return body.dossier === 'D-3' ? LOST : { ...PLACED, reference: `AL-${body.dossier}` };
		};
		const unnumbered = { ...own, orderNumberMode: 'none', fileReference: '={{ $json.file }}' };
		const items = ['D-1', 'D-2', 'D-3'].map((file) => ({ file }));
		const { told, advice } = await service.run('notice.order', unnumbered, { items });
		expect(told).toMatch(
			/^D-3: It is not known whether .* 2 notices ARE ordered: AL-D-1 \(D-1\), AL-D-2 \(D-2\)\. Before you run it again, remove what is ordered: without an order number it would be ordered twice\.$/,
		);
		expect(advice).toMatch(/^Check at the service whether the notice exists/);
		expect(`${told} ${advice}`).not.toContain('nothing twice');
	});

	test.each(['returnExisting', 'fail', 'automatic'])(
		'an order that was lost is found, and the item says so, where existing ones come to %s',
		async (ifAlreadyOrdered) => {
			withOrders(() => ({ done: true, answer: LOST }));
			const given = { ...own, options: { ifAlreadyOrdered } };
			const { json } = await service.run('notice.order', given);
			const words = 'la réponse du service n’a pas été reçue, mais l’annonce a été retrouvée';
			const resume = expect.stringContaining(words) as unknown;
			expect(json).toMatchObject([{ reference: 'AL-7', recupere: true, resume }]);
			expect(service.orders).toHaveLength(1);
		},
	);

	test('a status that names no notice is no proof that an order exists', async () => {
		withOrders(() => ({ done: false, answer: LOST }));
		const { answer } = service;
		service.answer = (call) => (call.path.endsWith('/statut') ? {} : answer(call));
		const automatic = { ...own, orderNumberMode: 'automatic' };
		const { told, advice } = await service.run('notice.order', automatic);
		expect(`${told} ${advice}`).toMatch(
			/not known whether the notice for the file F was ordered.*"reference"/,
		);
		expect(service.orders).toHaveLength(1);
	});

	test('a number that is registered but cannot be looked up is reported, and a later run finds it', async () => {
		const automatic = { ...BILLED, fileReference: 'F' };
		withOrders(TAKEN, { reference: 'AL-7', statut: 'a-paraitre' });
		const { answer } = service;
		service.answer = (call) => (call.path.endsWith('/statut') ? LOST : answer(call));
		const { told } = await service.run('notice.order', automatic);
		expect(told).toMatch(
			/notice for the file F is registered already, but the node could not look/,
		);
		service.answer = answer;
		const { json } = await service.run('notice.order', automatic);
		expect(json).toMatchObject([{ reference: 'AL-7', existant: true }]);
	});

	test('a number that another run takes in between is refused, where that is an error, also where its notice cannot be looked up', async () => {
		withOrders(TAKEN);
		const { answer } = service;
		service.answer = (call) =>
			service.orders.length > 0 && call.what.includes('statut') ? LOST : answer(call);
		const { told, advice } = await service.run('notice.order', own);
		expect(`${told} ${advice}`).toMatch(
			/"OWN-1" is already registered.*set the option 'If Already Ordered'/,
		);
	});

	test.each([
		[{ maximumTotal: 1 }, ''],
		[{ ifAlreadyOrdered: 'fail' }, 'already registered'],
		[{ maximumTotal: 1, ifAlreadyOrdered: 'fail' }, 'already registered'],
	])(
		'a notice that exists is returned also under a guard, and is an error where that is chosen: %j',
		async (...row) => {
			const [options, words] = row;
			const answer = { reference: 'AL-7', statut: 'a-paraitre' };
			withOrders((times) => (times > 1 ? TAKEN() : { done: true, answer }), answer);
			const automatic = { ...BILLED, fileReference: 'F' };
			await service.run('notice.order', automatic);
			const { told, advice, json } = await service.run('notice.order', { ...automatic, options });
			expect(told).toContain(words);
			expect(json).toMatchObject(words === '' ? [{ reference: 'AL-7', existant: true }] : []);
			if (words !== '')
				expect(advice).toContain("set 'Order Number Mode' to Custom and give another");
		},
	);

	test('an order under a guard whose quote stops it says that nobody could look whether an earlier run has placed it', async () => {
		const options = { maximumTotal: 1 };
		const automatic = { ...BILLED, fileReference: 'F', options };
		withOrders(TAKEN, { reference: 'AL-7', statut: 'a-paraitre' });
		const { answer } = service;
		service.answer = (call) => (call.what.includes('statut') ? LOST : answer(call));
		const { told, advice } = await service.run('notice.order', automatic);
		expect(`${told} ${advice}`.replaceAll('\n', ' ')).toMatch(
			/above the 'Maximum Total'.* Nothing was ordered now\. Whether it was ordered before could not be looked up\. Run it again to have it looked up\. If it was not ordered: Raise 'Maximum Total'/,
		);
		expect(service.orders).toEqual([]);
	});
});

describe('the second try finds what the first one has ordered although', () => {
	const ofTheMoment = (text: string) => `={{ '${text}' + $now.toFormat('HHmmssSSS') }}`;
	const closing = { maximumTotal: 900, ifDateMoves: 'fail' };
	test.each([
		['nothing is different', {}],
		['its number is made of the time', { orderNumber: ofTheMoment('OWN-') }],
		[
			'its text is made of the time',
			{ orderNumberMode: 'automatic', text: ofTheMoment('Avis du ') },
		],
		['its date has closed since', { options: closing }],
	])('%s', async (_what, more) => {
		const answers = loseLookUp(TAKEN, { reference: 'AL-7', statut: 'a-paraitre' });
		const lookingUp = service.answer;
		let quotes = 0;
		service.answer = (call) => {
			if (call.path !== '/devis') return lookingUp(call);
			return ++quotes > 1 ? refused('err_bouclage_depasse') : answers(call);
		};
		const { json, told } = await service.run(
			'notice.order',
			{ ...own, ...more },
			{ settings: RETRIES },
		);
		expect(told).toBe('');
		expect(json).toMatchObject([{ reference: 'AL-7', recupere: true, existant: false }]);
	});

	test('numbers that depend on the time have become equal', async () => {
		const placed = new Map<unknown, object>();
		let lost = 0;
		service.answer = async ({ what, names: [name], body }) => {
			if (what === 'POST /commande') {
				const number = body['numero_commande'];
				placed.set(number, { ...PLACED, reference: `AL-${placed.size}`, numero_commande: number });
				await after(3_600_000);
				return LOST;
			}
			if (what === 'POST /annonces/statuts') return { annonces: [] };
			if (placed.size === 2 && ++lost <= 6) return LOST;
			return placed.get(name) ?? UNKNOWN;
		};
		const orderNumber = `={{ $now.toMillis() < ${BEGINNING + 1_000} ? 'OWN-' + $json.file : 'OWN' }}`;
		const items = [{ file: 'D-0' }, { file: 'D-1' }];
		const given = { ...own, orderNumber, options: { timeout: 300 } };
		const { told, json } = await service.run('notice.order', given, { items, settings: RETRIES });
		expect(told).toBe('');
		expect(json.map(({ reference }) => reference)).toEqual(['AL-0', 'AL-1']);
		expect(service.orders).toHaveLength(2);
	});
});

test('a stop names each notice that may be ordered with 200 characters of its file: only a person can find out, and a second run orders it twice', async () => {
	const files = Array.from({ length: 60 }, (_, at) => `F-${at + 1}-`.padEnd(9_000, 'x'));
	service.answer = async ({ what, body }) => {
		if (what !== 'POST /commande') return {};
		await after(100);
		return body['dossier'] === files[0] ? refused('err_forfait_inconnu') : LOST;
	};
	const given = { ...own, orderNumberMode: 'none', fileReference: '={{ $json.file }}' };
	const items = files.map((file) => ({ file }));
	const { told } = await service.run('notice.order', given, { items });
	const named = told.match(/F-\d+-x*(?=, not known whether ordered)/g) ?? [];
	const [, ...lost] = service.orders.map(({ body }) => String(body['dossier']).slice(0, 200));
	expect(lost.length).toBeGreaterThan(25);
	expect(named.toSorted()).toEqual(lost.toSorted());
});

describe('an answer that leaves something out', () => {
	const DATES = { date_parution: '2026-12-08', date_bouclage: '2026-12-05 10:00:00' };
	const TARIF = { totaux: { montant_ht: 100, montant_tva: 20, montant_ttc: 120 } };

	test.each([
		[{ ...DATES, tarif: TARIF }, undefined, true],
		[{ ...DATES, tarif: null }, ['tarif'], true],
		[{ ...DATES, tarif: {} }, ['tarif'], true],
		// It means no date: no answer said whether the date stayed.
		[{ ...DATES, date_parution: '0000-00-00', tarif: TARIF }, ['date_parution'], undefined],
		[{}, ['date_parution', 'date_bouclage', 'tarif'], undefined],
	])('an order says what is not known: %j', async (more, unknown, hasMoved) => {
		// Also where the answer does not repeat its number.
		withOrders(() => ({ done: true, answer: { reference: 'AL-7', ...more } }));
		const publicationDate = byId('2026-12-01');
		const { json } = await service.run('notice.order', { ...own, publicationDate });
		const named = { reference: 'AL-7', numero_commande: 'OWN-1' };
		expect(json).toMatchObject([{ ...named, date_demandee: '2026-12-01' }]);
		expect(json[0]?.inconnu).toEqual(unknown);
		expect(json[0]?.date_modifiee).toBe(hasMoved);
	});

	test.each(['0001-01-01', '0000-00-00', '-0001-11-30', '1970-01-01'])(
		'an order and a quote whose dates are %s show no date, and no move to it',
		async (none) => {
			const dates = { date_parution: none, date_bouclage: `${none} 00:00:00` };
			service.answer = ({ path, body: { texte } }) => {
				if (path === '/devis') return { ...QUOTE, texte, ...dates };
				if (path === '/commande') return { ...PLACED, tarif: TARIF, ...dates };
				return path.startsWith('/annonce/') ? UNKNOWN : {};
			};
			for (const operation of ['order', 'quote']) {
				const { json } = await service.run(`notice.${operation}`, {
					...own,
					publicationDate: byId('2026-12-01'),
					options: { includePreview: true },
				});
				const [item = {}] = json;
				expect(item).toMatchObject({ ...dates, date_demandee: '2026-12-01' });
				for (const name of ['date_modifiee', 'date_parution_iso', 'date_bouclage_iso']) {
					expect(item).not.toHaveProperty(name);
				}
				expect(item.resume).not.toMatch(/parution (demandée )?le|bouclage le|avant le/);
				const preview = String(item.epreuve_html).replace(/<[^>]*>|\s+/g, ' ');
				expect(preview).toMatch(/Parution : +le service ne l’indique pas/);
				expect(preview).toMatch(/\(bouclage\) : +le service ne l’indique pas/);
				if (operation === 'quote') continue;
				expect(item.inconnu).toEqual(['date_parution', 'date_bouclage']);
				expect(item.resume).toMatch(/non communiqués par le service.: date de parution, bouclage$/);
			}
		},
	);

	test.each<[object, object, object]>([
		[{ date_parution: null }, { ifDateMoves: 'fail' }, { publicationDate: byId('2026-12-13') }],
		[{}, { ifDateMoves: 'fail' }, { publicationDate: byId('2026-12-13') }],
		[{ texte: null }, { ifTextChanges: 'fail' }, {}],
		[{ texte: '<p>Un.</p>' }, { ifTextChanges: 'fail' }, {}],
		[{ tarif: {} }, { maximumTotal: 100 }, {}],
		[{}, { maximumTotal: 146.99 }, {}],
	])('an incomplete or unwanted quote stops an order: %j, %j', async (more, options, others) => {
		service.answer = ({ path }) => {
			if (path === '/devis') return { ...QUOTE, ...more };
			if (path === '/annonces/statuts') return { annonces: [] };
			return path.startsWith('/annonce/') ? UNKNOWN : {};
		};
		const { json, told } = await service.run('notice.order', { ...own, ...others, options });
		expect([json, service.orders]).toEqual([[], []]);
		expect(told).toContain('Nothing was ordered');
	});
});

describe('a replacement', () => {
	const OLD = { reference: 'OLD-1', statut: 'a-paraitre' };

	/** Answers each step in the ordinary way, but for those that a test answers. */
	const replace = async (otherwise: Record<string, object>) => {
		let isThere = true;
		service.answer = ({ what, path, names }: Asked) => {
			const other = otherwise[what];
			if (other !== undefined) return other;
			if (what.startsWith('DELETE')) {
				isThere = false;
				return { reference: 'OLD-1', documents: [{ type: 'avoir' }] };
			}
			if (path === '/annonces/statuts') {
				return { annonces: isThere && names.includes('OLD-1') ? [OLD] : [] };
			}
			if (path.startsWith('/annonce/')) return UNKNOWN;
			return what === 'POST /commande' ? PLACED : QUOTE;
		};
		return await service.run('notice.replace', { ...own, reference: 'OLD-1', text: 'Corrigé.' });
	};
	test.each<[string, string, object, number, string[]]>([
		['the new number cannot be looked up', 'GET /annonce/OWN-1/statut', LOST, 0, []],
		[
			'the cancellation is refused',
			'DELETE /annonce/OLD-1',
			refused('err_client_inactif'),
			1,
			['err_client_inactif'],
		],
		[
			'it stops half way, with a credit note without a number',
			'POST /commande',
			refused('err_client_inactif'),
			2,
			['OLD-1', 'credit note', 'OWN-1', 'cancelled'],
		],
	])('a replacement goes no further where %s', async (_why, what, answer, binding, words) => {
		const { json, told } = await replace({ [what]: answer });
		const made = [...service.deletions, ...service.orders];
		expect([json, made.length]).toEqual([[], binding]);
		expect(told).not.toBe('');
		for (const one of words) expect(told).toContain(one);
	});

	test('a replacement whose date closes is quoted and ordered for the next one, also where a used-up quota has stopped new work', async () => {
		const PATIENCE_MS = 600_000;
		const later = async (answer: object) => {
			await after(25_000);
			return answer;
		};
		const DATES = {
			id: 12,
			dates: [{ date_parution: '2026-12-14' }, { date_parution: '2026-12-21' }],
		};
		let hasGivenUp = false;
		let isThere = true;
		service.answer = async ({ what, names, at, body }) => {
			// The other notice is looked up until its item gives up; this one begins a good minute later.
			if (names.includes('OLD-2')) {
				hasGivenUp ||= at > PATIENCE_MS;
				return refused('err_requetes_max');
			}
			if (what === 'POST /annonces/statuts') return await later({ annonces: isThere ? [OLD] : [] });
			if (what === 'POST /devis') {
				return await later({ ...QUOTE, date_parution: body.date_parution });
			}
			if (what.startsWith('DELETE')) {
				isThere = false;
				return await later({ reference: 'OLD-1', documents: [] });
			}
			if (what === 'GET /dates-parutions') return { publications: [DATES] };
			if (what !== 'POST /commande') return what.includes('statut') ? UNKNOWN : {};
			if (!hasGivenUp) return refused('err_requetes_max');
			return body.date_parution === '2026-12-14' ? refused('err_bouclage_depasse') : PLACED;
		};
		const given = {
			...own,
			reference: '={{ $json.asked }}',
			orderNumber: '={{ $json.number }}',
			publicationDate: byId('2026-12-14'),
		};
		const items = [
			{ asked: 'OLD-1', number: 'OWN-1' },
			{ asked: 'OLD-2', number: 'OWN-2' },
		];
		const { json } = await service.run('notice.replace', given, { items, settings: GOES_ON });
		expect(json[1]?.error).toContain('still used up');
		expect(json[0]).toMatchObject({ reference: 'AL-7', ancienne_reference: 'OLD-1' });
		const quoted = service.calls.filter(({ what }) => what === 'POST /devis');
		expect(quoted.map(({ body }) => body.date_parution)).toEqual(['2026-12-14', '2026-12-21']);
	});
});
