/** A service that answers late or never; and executions with many orders. */
import { byId, GOES_ON, RETRIES } from './engine.mts';
import { after, elapsed } from '../simulation/clock.mts';
import { realTime, shortPauses } from './time.mts';
import { frontForTests, pdf } from './front.mts';
import { BILLED, numbered } from './notices.mts';
import { sandboxForEachTest, sandboxForTests } from './sandbox.mts';
import { LOST, refused, scriptedForTests, UNKNOWN, UNREACHABLE, type Asked } from './scripted.mts';

afterEach(() => realTime());
const soon = async () => await new Promise((resolve) => setTimeout(resolve, 5));

describe('lists of names that hang, in virtual time', () => {
	const service = scriptedForTests();
	const date_parution = '2026-12-14';
	const tarif = { totaux: { montant_ttc: 1 } };

	/** Lists never come; the rest is answered at once. */
	function hanging(answer: (call: Asked) => object): void {
		service.answer = async (call) => {
			if (call.method !== 'GET' || call.path.startsWith('/annonce/')) return answer(call);
			await after(30_000);
			return LOST;
		};
	}

	test.each([
		['quote', {}, 1],
		['order', {}, 1],
		['replace', {}, 1],
	])(
		'lists of names delay a %s with %j for two seconds at most, for each of %d',
		async (operation, more, waits) => {
			const placed = { reference: 'AL-1', date_parution, tarif, texte: 'Un avis.' };
			hanging(({ path, method }) => {
				if (path === '/annonces/statuts') return { annonces: [] };
				return method === 'POST' ? placed : refused('err_annonce_introuvable');
			});
			const reference = operation === 'replace' ? 'GONE' : undefined;
			const options = reference ? { oldNoticeAlreadyCancelled: true } : {};
			const parameters = { ...BILLED, fileReference: 'F', reference, options, ...more };
			const { json, told } = await service.run(`notice.${operation}`, parameters);
			expect(told).toBe('');
			expect(json).toHaveLength(1);
			expect(elapsed()).toBeLessThan(waits * 2_100);
		},
	);

	test('the names of flat rates delay a refused order two seconds at most', async () => {
		hanging(() => refused('err_forfait_incorrect'));
		const parameters = { ...BILLED, fileReference: 'F', forfait: byId('MOD_TRS_SIE') };
		const { told } = await service.run('notice.order', parameters);
		expect(told).toMatch(/'Flat Rate \(Forfait\)'/);
		expect(elapsed()).toBeLessThan(2_100);
	});
});

describe.each([
	['is read after 4.8 seconds', async () => await after(4_800)],
	['is lost once', async (isFirst: boolean) => await Promise.resolve(isFirst ? LOST : undefined)],
])('a list that decides what is printed or ordered, and %s', (_how, strike) => {
	const service = scriptedForTests();
	const [day, nextDay] = ['2026-12-14', '2026-12-17'];
	const tarif = { totaux: { montant_ttc: 1 } };
	const dates = (id: number, ...days: string[]) => ({
		id,
		dates: days.map((date_parution) => ({ date_parution })),
	});
	const LISTS: Readonly<Record<string, object>> = {
		'/feuilles-styles': { feuilles_styles: [{ classe: 'fs-trait', type: 'filet' }] },
		'/categories': {
			categories: [{ code: 'CONSTI', libelle: 'Constitution', classes_html: ['fs-titre'] }],
		},
		'/publications': { publications: [{ id: 11, libelle: 'La Gazette' }] },
		'/dates-parutions': { publications: [dates(12, nextDay), dates(11, '2026-12-03')] },
	};

	beforeEach(() => {
		const seen = new Set<string>();
		service.answer = async ({ path, names }) => {
			const list = LISTS[path];
			if (list) {
				const isFirst = !seen.has(path);
				seen.add(path);
				return (await strike(isFirst)) ?? list;
			}
			const old = { reference: 'AL-1', statut: 'commandee' };
			const isOld = names.includes('AL-1');
			if (path === '/annonces/statuts') return { annonces: isOld ? [old] : [] };
			if (path.endsWith('/statut')) return isOld ? old : UNKNOWN;
			return { reference: 'AL-2', date_parution: day, tarif, texte: 'Un avis.' };
		};
	});
	const run = async (operation: string, more: object) =>
		await service.run(`notice.${operation}`, { ...BILLED, fileReference: 'F', ...more });

	test('words in a paragraph that prints a rule are not ordered', async () => {
		const text = '<p>Gardé</p><p class="fs-trait">Liquidateur : M. MODÈLE</p>';
		const { told } = await run('order', { textFormat: 'html', text });
		expect(told).toContain('"Liquidateur : M. MODÈLE"');
		expect(service.orders).toEqual([]);
	});

	test('the first paragraph is ordered as a title', async () => {
		const options = { firstParagraphAsTitle: true };
		await run('order', { text: 'AVIS\n\nLa société est dissoute.', options });
		expect(service.orders.map(({ body }) => body['texte'])).toEqual([
			'<p class="fs-titre">AVIS</p><p>La société est dissoute.</p>',
		]);
	});

	test('no notice is cancelled for a day that the newspaper does not take within the last day', async () => {
		const options = { publishBy: '2026-12-14' };
		const publicationDate = byId(day);
		const { told } = await run('replace', { reference: 'AL-1', publicationDate, options });
		expect(told).toContain(`does not take notices for ${day}`);
		expect(service.deletions).toEqual([]);
	});

	test('nobody is advised to loosen a limit while a newspaper may be in time', async () => {
		const { told, advice } = await run('order', { options: { publishBy: '2026-12-05' } });
		expect(told).toMatch(/Still in time: La Gazette \(11\)|could not be looked up/);
		expect(advice).not.toContain("Change 'Publish By'");
	});
});

describe('a replacement in its second try, in virtual time', () => {
	const replacing = scriptedForTests();

	test('a replacement that has cancelled its old notice is completed without the list of days', async () => {
		const day = '2026-12-14';
		const old = { reference: 'AL-1', statut: 'commandee' };
		let sent = 0;
		replacing.answer = ({ path, method, names }) => {
			const isOld = names.includes('AL-1') && replacing.deletions.length === 0;
			if (path === '/annonces/statuts') return { annonces: isOld ? [old] : [] };
			if (path.endsWith('/statut')) return isOld ? old : UNKNOWN;
			// The order of the first try never leaves, and from then on the list is lost.
			if (path === '/dates-parutions') return sent > 0 ? LOST : { publications: [] };
			if (path === '/commande' && ++sent <= 3) return UNREACHABLE;
			if (method === 'DELETE') return { documents: [] };
			return { reference: 'AL-2', date_parution: day, tarif: { totaux: { montant_ttc: 1 } } };
		};
		const options = { publishBy: day };
		const parameters = { ...BILLED, fileReference: 'F', reference: 'AL-1', options };
		const { json } = await replacing.run(
			'notice.replace',
			{ ...parameters, publicationDate: byId(day) },
			{ settings: RETRIES },
		);
		expect(json).toEqual([expect.objectContaining({ reference: 'AL-2' })]);
		expect(replacing.deletions).toHaveLength(1);
	});
});

describe('lists that only add to what is said, and come after 4.8 seconds', () => {
	const service = scriptedForTests();
	const day = '2026-12-14';
	const dates = (id: number, ...days: string[]) => ({
		id,
		dates: days.map((date_parution) => ({ date_parution })),
	});

	beforeEach(() => {
		service.answer = async ({ path }) => {
			if (path === '/devis') return { date_parution: day, tarif: { totaux: { montant_ttc: 1 } } };
			await after(4_800);
			if (path === '/publications') return { publications: [{ id: 11, libelle: 'La Gazette' }] };
			return { publications: [dates(12, '2026-12-10', day), dates(11, '2026-12-03')] };
		};
	});

	test('newspapers that are still in time are named', async () => {
		const parameters = { ...BILLED, fileReference: 'F', options: { publishBy: '2026-12-05' } };
		const { told } = await service.run('notice.order', parameters);
		expect(told).toContain('Still in time: La Gazette (11) on 2026-12-03');
	});

	test('a quote that moves says on which days the newspaper appears', async () => {
		const parameters = { ...BILLED, publicationDate: byId('2026-12-11') };
		const { json } = await service.run('notice.quote', parameters);
		expect(String(json[0]?.avertissements)).toContain('appears on 10 or 14 December 2026');
	});
});

describe('a service that answers nothing, in virtual time', () => {
	const service = scriptedForTests();
	beforeEach(() => {
		service.answer = async () => {
			await after(30_000);
			return LOST;
		};
	});

	test('an order whose custom number is looked up at a service that answers nothing is not sent: nothing has begun', async () => {
		const items = Array.from({ length: 70 }, (_, at) => ({ number: `O-${at}` }));
		const given = { ...BILLED, fileReference: 'F', ...numbered('={{ $json.number }}') };
		const { json } = await service.run('notice.order', given, { items, settings: GOES_ON });
		expect(json.map(({ error }) => error)).toEqual(
			Array(70).fill(
				expect.stringMatching(/^F: The service did not answer .* Nothing was changed/),
			),
		);
		// One list of numbers, three times: none is requested by itself.
		expect(service.whats).toEqual(Array(3).fill('POST /annonces/statuts'));
	});

	test('an order of a run whose calls hang together is looked up, although no new calls begin', async () => {
		const items = Array.from({ length: 130 }, (_, at) => ({ file: `F-${at}` }));
		const automatic = { ...BILLED, fileReference: '={{ $json.file }}' };
		const { json } = await service.run('notice.order', automatic, { items, settings: GOES_ON });
		const orders = service.calls.filter(({ what }) => what === 'POST /commande');
		const sent = new Set(orders.map(({ body }) => body['numero_commande']));
		const lookedUp = service.calls.filter(({ path }) => path.endsWith('/statut'));
		expect(new Set(lookedUp.flatMap(({ names }) => names))).toEqual(sent);
		// What was not begun was not sent, and says so.
		const notSent = json.filter(({ error }) => /^F-\d+: Not sent/.test(String(error)));
		expect(notSent).toHaveLength(130 - sent.size);
		expect(notSent.length).toBeGreaterThan(0);
	});
});

describe('the option Timeout, in virtual time', () => {
	const service = scriptedForTests();
	const run = async (name: string, parameters: object) =>
		(await service.run(name, parameters, { settings: GOES_ON })).json[0];

	test('a call waits longer than usual where the option says so', async () => {
		service.answer = async () => {
			await after(45_000);
			return refused('err_annonce_introuvable');
		};
		const usual = await run('notice.getStatus', { reference: 'AL-1' });
		expect(usual?.error).toMatch(
			/^AL-1: The service did not answer within 30 seconds\. .* The option .Timeout. sets .*Try again later\.$/,
		);
		const longer = await run('notice.getStatus', { reference: 'AL-1', options: { timeout: 300 } });
		expect(longer).toMatchObject({ demande: 'AL-1', introuvable: true });
	});

	test('an order that the option ends is found again', async () => {
		const placed = { reference: 'AL-7', numero_commande: 'OWN-1', statut: 'a-paraitre' };
		let isThere = false;
		service.answer = async ({ what }) => {
			if (what === 'POST /annonces/statuts') return { annonces: isThere ? [placed] : [] };
			if (what.includes('statut')) return isThere ? placed : refused('err_annonce_introuvable');
			if (what !== 'POST /commande') return {};
			isThere = true;
			return await new Promise<never>(() => undefined);
		};
		const own = { ...BILLED, fileReference: 'SLOW', ...numbered('OWN-1') };
		const order = { ...own, options: { timeout: 5 } };
		expect(await run('notice.order', order)).toMatchObject({ reference: 'AL-7', recupere: true });
		expect(service.whats.filter((what) => what === 'POST /commande')).toHaveLength(1);
		expect(elapsed()).toBeLessThan(10_000);
	});
});

/** So many calls at once reach the sandbox late on a busy machine: their signatures are too old by then. */
const manyAtOnce = { disabledRules: ['timestamp-gap'] };

describe('many orders', () => {
	const sandbox = sandboxForEachTest(manyAtOnce);

	test('orders do not all fail with an account that fails for a moment', async () => {
		// All attempts of the first call fail; items beyond the first two hundred ask later.
		sandbox.fault({ kind: 'internalError', match: { path: 'client' }, times: 3 });
		const file = '={{ $json.file }}';
		const parameters = { ...BILLED, text: `=Avis ${file.slice(1)}.`, fileReference: file };
		const items = Array.from({ length: 260 }, (_, index) => ({ file: `D-${index}` }));
		const more = { items, settings: GOES_ON };
		await sandbox.run('notice.order', { ...parameters, billingMode: 'accountDefault' }, more);
		const registered = sandbox.standing().length;
		expect(registered).toBeGreaterThan(0);
		expect(registered).toBeLessThan(260);
	});
});

describe('one call', () => {
	const sandbox = sandboxForTests();
	const front = frontForTests(sandbox);
	const STATUS = { reference: 'AL-1' };
	const run = async (name: string, parameters: object = {}) =>
		(await sandbox.run(name, parameters, { settings: GOES_ON })).json[0];

	test.each([[4], [301], ['soon'], [{ a: 1 }]])(
		'no call takes a Timeout of %p',
		async (timeout) => {
			for (const name of ['notice.order', 'notice.getStatus']) {
				const given = { ...BILLED, ...STATUS, fileReference: 'F', options: { timeout } };
				expect((await run(name, given))?.error).toMatch(
					/^(F|AL-1): 'Timeout' cannot be .*5 to 300/,
				);
			}
			expect(sandbox.calls()).toEqual([]);
		},
	);

	test('a download that does not begin ends after the Timeout', async () => {
		shortPauses();
		// Sooner than the usual limits, which are 30 seconds and five minutes.
		const url = front.on('/slow', (response) => {
			const late = setTimeout(() => response.end(pdf()), 20_000);
			response.on('close', () => clearTimeout(late));
		});
		const documents = [{ type: 'attestation', numero: 'A-1', url }];
		sandbox.answer('documents', { reference: 'AL-1', documents });
		const file = await run('document.download', { ...STATUS, options: { timeout: 5 } });
		expect(file?.error).toMatch(/attestation A-1 of AL-1 could not be downloaded/);
	});
});

describe('the names in the output', () => {
	const sandbox = sandboxForTests();
	const front = frontForTests(sandbox);
	beforeEach(() => sandbox.useNewKey());
	const LISTS = ['GET /categories', 'GET /forfaits', 'GET /publications'];
	const calls = () => sandbox.calls().map((call) => call.replace(/AL-\d+/, 'AL'));

	test.each([
		['quote', 'POST /devis', {}],
		['order', 'POST /commande', { fileReference: 'F' }],
		['replace', 'POST /commande', { fileReference: 'F' }],
	])('names are read behind the call of %s, while it is under way', async (name, call, more) => {
		const reference = name === 'replace' ? await sandbox.order() : '';
		const before = sandbox.calls().length;
		const made = () => calls().slice(before);
		// Those that the order of the notice to be replaced has read are kept for some minutes.
		const lists = name === 'replace' ? [] : LISTS;
		// The call is answered once the names have been requested: if they came behind it, nothing would ever end.
		front.change = async (answer, _sent, path) => {
			const isHeld = path.endsWith(call.replace('POST ', ''));
			while (isHeld && !lists.every((one) => made().includes(one))) await soon();
			return answer;
		};
		const { json } = await sandbox.run(`notice.${name}`, { ...BILLED, reference, ...more });
		expect(json[0]?.resume).toContain('Constitution (SARL, SELARL), La ');
		expect(made().slice(made().indexOf(call)).toSorted()).toEqual([...lists, call]);
	});

	test('names are not requested for an item that is refused for its input', async () => {
		const parameters = { ...BILLED, fileReference: 'F', text: 'Un → avis' };
		for (const name of ['notice.quote', 'notice.order']) {
			await sandbox.run(name, parameters, { settings: GOES_ON });
		}
		expect(sandbox.calls()).toEqual([]);
	});
});
