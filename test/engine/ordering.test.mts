/** What is ordered is what was checked, and what is read for many items is read once: call by call, at a service written down here. */
import type { IDataObject } from 'n8n-workflow';
import { during } from '../simulation/clock.mts';
import { byId, GOES_ON } from './engine.mts';
import { BILLED, numbered } from './notices.mts';
import { LOST, refused, scriptedForTests, UNKNOWN, type Asked } from './scripted.mts';

const service = scriptedForTests();
const CLOSED = refused('err_bouclage_depasse');
const [TODAY, TOMORROW, LATER] = ['2026-12-03', '2026-12-04', '2026-12-05'];
const own = { ...BILLED, fileReference: 'F' };
const days = () => service.orders.map(({ body }) => body['date_parution']);
const later = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));
const count = (what: string) => service.whats.filter((one) => one === what).length;

/** A newspaper that appears on three days, and has closed for the first one when the order comes. */
function closing(prices: Record<string, number>, answer: (call: Asked) => object | undefined) {
	service.answer = (call) => {
		const { path, body } = call;
		const day = String(body['date_parution'] ?? TODAY);
		const dated = { date_parution: day, tarif: { totaux: { montant_ttc: prices[day] ?? 1 } } };
		const given = answer(call);
		if (given) return given;
		if (path === '/devis') return { ...dated, texte: body['texte'] };
		if (path === '/commande' && day === TODAY) return CLOSED;
		if (path === '/commande') return { ...dated, reference: 'AL-1' };
		if (path === '/dates-parutions') {
			const dates = [TODAY, TOMORROW, LATER].map((date_parution) => ({ date_parution }));
			return { publications: [{ id: 12, dates }] };
		}
		return path.startsWith('/annonce/') ? UNKNOWN : {};
	};
}

describe('the ordered day is the quoted day', () => {
	const guarded = { ...own, options: { maximumTotal: 300 } };

	test.each<[object, RegExp]>([
		[{ maximumTotal: 300 }, /463\.20 € .*above the 'Maximum Total'.*Nothing was ordered/],
		[{ ifTextChanges: 'fail' }, /words are missing from the text.*Nothing was ordered/],
		[{ publishBy: TODAY }, /appear on 2026-12-04, later than 'Publish By'.*Nothing was ordered/],
	])('a next day that is not wanted is not ordered: %j', async (options, sentence) => {
		const prices = { [TODAY]: 231.6, [TOMORROW]: 463.2 };
		closing(prices, ({ path, body }) => {
			if (path !== '/devis' || body['date_parution'] !== TOMORROW) return undefined;
			const tarif = { totaux: { montant_ttc: prices[TOMORROW] } };
			return { date_parution: TOMORROW, texte: '<p>Un.</p>', tarif };
		});
		const { told, json } = await service.run('notice.order', { ...own, options });
		expect(told).toMatch(sentence);
		expect([json, days()]).toEqual([[], [TODAY]]);
	});

	test.each([
		['refused', CLOSED],
		['moved', { date_parution: LATER, tarif: {} }],
	])(
		'a next day whose quote is %s is ordered for the day of the last quote',
		async (_how, next) => {
			closing({}, ({ path, body }) =>
				path === '/devis' && body['date_parution'] === TOMORROW ? next : undefined,
			);
			const options = { ifTextChanges: 'warn' };
			const { told, json } = await service.run('notice.order', { ...own, options });
			expect([told, days()]).toEqual(['', [TODAY, LATER]]);
			expect(json).toMatchObject([{ date_parution: expect.stringContaining(LATER) as string }]);
		},
	);

	test('nothing is ordered unquoted where the next quote is lost', async () => {
		closing({}, ({ path, body }) =>
			path === '/devis' && body['date_parution'] === TOMORROW ? LOST : undefined,
		);
		const { told } = await service.run('notice.order', guarded);
		expect(told).toMatch(/has closed, and the next one, 2026-12-04, could not be quoted/);
		expect(days()).toEqual([TODAY]);
	});
});

describe('for many items', () => {
	const items = (length: number): IDataObject[] =>
		Array.from({ length }, (_, at) => ({ number: `OWN-${at}`, old: `AL-${at}`, file: `F-${at}` }));
	const placed = ({ body }: Asked) => ({
		...{ reference: `NEW-${String(body['numero_commande'])}`, date_parution: TODAY },
		...{ tarif: { totaux: { montant_ttc: 1 } }, texte: body['texte'] },
	});

	test('two hundred custom numbers are looked up in four calls', async () => {
		service.answer = (call) =>
			call.path === '/annonces/statuts' ? { annonces: [] } : placed(call);
		const given = { ...own, ...numbered('={{ $json.number }}') };
		const { json } = await service.run('notice.order', given, { items: items(200) });
		expect(json).toHaveLength(200);
		expect(service.orders).toHaveLength(200);
		expect(count('POST /annonces/statuts')).toBeLessThanOrEqual(8);
		expect(service.calls.filter(({ path }) => path.endsWith('/statut'))).toEqual([]);
	});

	test('lists of names that hang cost no order, and do not count as a service that is down', async () => {
		service.answer = async (call) => {
			if (call.method !== 'GET') return placed(call);
			await new Promise((resolve) => setTimeout(resolve, 30_000));
			return LOST;
		};
		const parameters = { ...own, fileReference: '={{ $json.file }}' };
		const more = { items: items(130), settings: GOES_ON };
		const { json } = await service.run('notice.order', parameters, more);
		expect(json.filter(({ error }) => error !== undefined)).toEqual([]);
		expect(service.orders).toHaveLength(130);
	});

	test('names delay no order at a rate of one a minute, nor the look-up of one whose answer was lost', async () => {
		const sent: Asked[] = [];
		service.answer = (call) => {
			if (call.what === 'POST /commande') return sent.push(call) === 1 ? LOST : placed(call);
			const [number] = call.names;
			const known = sent.find(({ body }) => body['numero_commande'] === number);
			return known ? { ...placed(known), numero_commande: number, statut: 'parue' } : UNKNOWN;
		};
		const key = { publicKey: 'slow-key', secretKey: 'secret', requestsPerMinute: 1 };
		const parameters = { ...own, fileReference: '={{ $json.file }}' };
		const { json, told } = await service.run('notice.order', parameters, {
			items: items(2),
			credential: { baseUrl: 'https://service.example', ...key },
		});
		expect(told).toBe('');
		expect(json.map(({ recupere }) => recupere)).toEqual([true, false]);
		// The order is reported with codes where names would have to wait for another minute.
		const statuses = /(?<=GET \/annonce\/).*(?=\/statut)/;
		const made = service.whats.map((what) => what.replace(statuses, 'N'));
		expect(made).toEqual(['POST /commande', 'POST /commande', 'GET /annonce/N/statut']);
		expect(json[0]?.resume).toContain('CONSTI (SARL), publication 12');
	});

	type Listing = (known: object[], unknown: string[]) => object;

	/** A service that registers each number once. @returns runs orders there */
	function registering(listed: Listing) {
		const registered = new Map<string, object>();
		const status = (name: string) => registered.get(name) ?? UNKNOWN;
		service.answer = async (call) => {
			await new Promise((resolve) => setTimeout(resolve, 200));
			const { what, names, body } = call;
			const number = String(body['numero_commande']);
			if (what === 'POST /commande' && registered.has(number)) {
				return refused('err_annonce_commandee');
			}
			if (what === 'POST /commande') {
				const order = { ...placed(call), numero_commande: number };
				registered.set(number, { ...order, statut: 'a-paraitre' });
				return order;
			}
			const known = names.flatMap((name) => registered.get(name) ?? []);
			const unknown = names.filter((name) => !registered.has(name));
			if (what === 'POST /annonces/statuts') return listed(known, unknown);
			return what.endsWith('/statut') ? status(names[0] ?? '') : {};
		};
		const run = async (count: number) => {
			service.calls.length = 0;
			const parameters = { ...own, fileReference: '={{ $json.file }}' };
			const { json } = await service.run('notice.order', parameters, { items: items(count) });
			return { json, calls: service.calls.length };
		};
		return { registered, run };
	}

	test.each<[string, Listing]>([
		['are left out', (known) => ({ annonces: known })],
		['spoil their list', (known, unknown) => (unknown.length > 0 ? UNKNOWN : { annonces: known })],
		[
			'are refused by an entry',
			(known, unknown) => ({
				annonces: [...known, ...unknown.map((reference) => ({ reference, ...UNKNOWN }))],
			}),
		],
	])(
		'two hundred orders take at most 1.1 calls each, and half a call when they are run again, where unknown ones %s',
		async (_how, listed) => {
			const { registered, run } = registering(listed);
			const first = await run(200);
			expect(first.json.filter(({ existant }) => existant === false)).toHaveLength(200);
			expect(first.calls).toBeLessThanOrEqual(220);
			const second = await run(200);
			expect(second.calls).toBeLessThanOrEqual(100);
			expect(second.json.map(({ reference }) => reference)).toEqual(
				first.json.map(({ reference }) => reference),
			);
			expect(second.json.every(({ existant }) => existant === true)).toBe(true);
			expect(registered.size).toBe(200);
		},
	);

	test('orders of a run that was broken off are returned, and the rest takes a call each, with few more', async () => {
		const { run } = registering((known) => ({ annonces: known }));
		await run(9);
		const { json, calls } = await run(69);
		expect(json.map(({ existant }) => existant)).toEqual(json.map((_, index) => index < 9));
		expect(calls).toBeLessThanOrEqual(76);
	});

	test('contacts and dates are read once for all replacements', async () => {
		closing({}, (call) => {
			const { path, names, method } = call;
			const [reference = ''] = names;
			if (path === '/annonces/statuts') return { annonces: [{ reference, statut: 'a-paraitre' }] };
			if (method === 'DELETE') return { reference };
			if (path === '/contacts') return { contacts: [{ id: 5 }] };
			return path === '/commande' ? placed(call) : undefined;
		});
		const replacing = {
			...{ ...own, fileReference: '={{ $json.file }}', reference: '={{ $json.old }}' },
			...{ publicationDate: byId(TODAY), options: { contact: byId(5) } },
		};
		const { json, told } = await service.run('notice.replace', replacing, { items: items(20) });
		expect([told, json.length]).toEqual(['', 20]);
		expect([count('GET /contacts'), count('GET /dates-parutions')]).toEqual([1, 1]);
	});

	test('a second run of one order with a chosen billing is one call, for ten minutes', async () => {
		const names = (path: string) => {
			if (path === '/publications') return { publications: [{ id: 12, libelle: 'La Gazette' }] };
			return { categories: [], forfaits: [] };
		};
		service.answer = (call) => (call.method === 'GET' ? names(call.path) : placed(call));
		const key = { publicKey: 'one-key', secretKey: 'secret' };
		const credential = { baseUrl: 'https://service.example', ...key };
		const run = async (file: string) => {
			service.calls.length = 0;
			const { json } = await service.run(
				'notice.order',
				{ ...own, fileReference: file },
				{ credential },
			);
			expect(json[0]?.resume).toContain('La Gazette');
			return service.whats.toSorted();
		};
		const LISTS = ['GET /categories', 'GET /forfaits', 'GET /publications'];
		expect(await run('A')).toEqual([...LISTS, 'POST /commande']);
		expect(await run('B')).toEqual(['POST /commande']);
		await during(later(600_000), 600_001);
		expect(await run('C')).toEqual([...LISTS, 'POST /commande']);
	});

	test('contacts are created together, and those of one e-mail one after the other', async () => {
		service.answer = async ({ method, body }) => {
			await later(200);
			return method === 'GET' ? { contacts: [] } : { id: String(body['email']) };
		};
		const emails = ['a@x.test', 'b@x.test', 'A@x.test', 'c@x.test'];
		const items = emails.map((email) => ({ email }));
		const parameters = { email: '={{ $json.email }}' };
		const { told } = await service.run('contact.createOrGet', parameters, { items });
		expect(told).toBe('');
		const made = service.calls.map(({ body, at }) => [body['email'], Math.floor(at / 200)]);
		expect(made).toEqual([
			[undefined, 0],
			['a@x.test', 1],
			['b@x.test', 1],
			['c@x.test', 1],
			['A@x.test', 2],
		]);
	});

	test('one order requests all that it needs beside its quote at the moment of the quote', async () => {
		service.answer = async (call) => {
			await later(200);
			if (call.path === '/client') return { numero_compte: 1, mode_facturation: 'prescripteur' };
			return call.method === 'GET' ? {} : placed(call);
		};
		const options = { includePreview: true, ifTextChanges: 'warn' };
		const billing = { billingMode: 'accountDefault' };
		const { told } = await service.run('notice.order', { ...own, ...billing, options });
		expect(told).toBe('');
		// A preview takes one step: its lists are requested together, behind the order.
		const LISTS = ['/departements', '/feuilles-styles', '/forfaits', '/publications'];
		const madeAt = (step: number) =>
			service.calls.filter(({ at }) => Math.floor(at / 200) === step).map(({ path }) => path);
		expect(madeAt(0).toSorted()).toEqual(['/client', '/devis']);
		expect(madeAt(1).toSorted()).toEqual(['/categories', '/commande', ...LISTS]);
		expect(service.calls).toHaveLength(8);
	});
});
