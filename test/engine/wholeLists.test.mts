/** A service that fails over a whole list, for one notice in it or for its length: the others are read all the same. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

import { setTimings } from '../../nodes/LegalNotice/transport/timings.ts';
import { runNode } from './engine.mts';
import { close, listen } from './loopback.mts';
import { Poller } from './poll.mts';

type Answer = (response: ServerResponse) => void;

const json = (fields: object, status = 200) => {
	return (response: ServerResponse) => {
		response.writeHead(status, { 'content-type': 'application/json' });
		response.end(JSON.stringify(fields));
	};
};
const page = (status: number) => (response: ServerResponse) => {
	response.writeHead(status, { 'content-type': 'text/html' });
	response.end('<h1>Fatal error</h1>');
};
const erreur = (...erreurs: string[]) => json({ resultat: 'erreur', erreurs });
const internal = erreur('err_internal_server');
const unknown = erreur('err_annonce_introuvable');
const closed: Answer = (response) => void response.destroy();

const FIELDS = { statuts: 'statut', documents: 'documents', factures: 'factures' } as const;
const notice = (reference: string) => ({
	...{ reference, statut: 'parue' },
	...{ documents: [{ type: 'attestation', numero: `A-${reference}`, url: 'https://f.example/a' }] },
	factures: [{ type: 'facture', numero: `F-${reference}`, montant_ttc: 120 }],
});

/** The lists that were asked for, and the notices over their own routes. */
const lists: string[][] = [];
const singles: string[] = [];
let isKnown: (name: string) => boolean;
/** How a list is answered otherwise than with its notices, or a single notice, which comes as a list of one. */
let otherwise: (list: readonly string[], isSingle: boolean) => Answer | undefined;

async function answer(call: IncomingMessage, response: ServerResponse): Promise<void> {
	const sent = await text(call);
	const [, route = '', field = ''] =
		/\/annonces?\/([^/]+)(?:\/([^/]+))?$/.exec(call.url ?? '') ?? [];
	const isSingle = field !== '';
	const list = isSingle ? [route] : (JSON.parse(sent) as { references: string[] }).references;
	if (isSingle) singles.push(route);
	else lists.push(list);
	const other = otherwise(list, isSingle);
	if (other) return other(response);
	const known = list.filter(isKnown).map(notice);
	const own = isSingle ? field : FIELDS[route as keyof typeof FIELDS];
	const entries = known.map((one) => ({ reference: one.reference, [own]: one[own as 'statut'] }));
	if (!isSingle) return json({ resultat: 'succes', annonces: entries })(response);
	const [only] = entries;
	return (only ? json({ resultat: 'succes', ...only }) : unknown)(response);
}

const server = createServer((call, response) => void answer(call, response));
const credential = { baseUrl: '', ...{ publicKey: 'k', secretKey: 's' }, requestsPerMinute: 1e6 };
beforeAll(async () => {
	credential.baseUrl = await listen(server);
	setTimings({ beforeRepeatMs: 1 });
});
beforeEach(() => {
	lists.length = 0;
	singles.length = 0;
	isKnown = (name) => !name.startsWith('GONE');
	otherwise = () => undefined;
});
afterAll(async () => {
	setTimings();
	await close(server);
});

const names = (count: number) => Array.from({ length: count }, (_, at) => `N-${at}`);
const isGone = (name: string) => name.startsWith('GONE');

async function run(name: string, asked: readonly string[]) {
	const [resource = '', operation = ''] = name.split('.');
	const items = asked.map((one) => ({ asked: one }));
	const parameters = { resource, operation, reference: '={{ $json.asked }}' };
	const settings = { onError: 'continueRegularOutput' } as const;
	const ran = await runNode({ parameters, credential, items, settings });
	const failed = ran.json.filter((item) => item.error !== undefined);
	const missing = ran.json.filter((item) => item.introuvable).map(({ demande }) => demande);
	return { failed, missing, read: ran.json.length - failed.length - missing.length };
}

const OPERATIONS = ['notice.getStatus', 'document.getMany', 'invoice.getMany'];
const failing: ReadonlyArray<readonly [string, Answer]> = [
	['err_internal_server', internal],
	['a page', page(500)],
	['HTTP 404', page(404)],
	['a closed connection', closed],
];

describe.each(failing)('a service that answers a list with %s', (_how, fail) => {
	test.each(OPERATIONS)('for an unknown notice has %s know all others', async (operation) => {
		otherwise = (list, isSingle) => (!isSingle && list.some(isGone) ? fail : undefined);
		const live = names(250);
		const asked = ['GONE-1', ...live.slice(0, 70), 'GONE-2', ...live.slice(70)];
		const { failed, missing, read } = await run(operation, asked);
		expect({ failed, missing, read }).toEqual({
			...{ failed: [], missing: ['GONE-1', 'GONE-2'], read: 250 },
		});
		expect(lists.length + singles.length).toBeLessThan(50);
	});

	test('only where it knows none of the list has the one that an answer leaves out known as such', async () => {
		otherwise = (list, isSingle) => (!isSingle && list.every(isGone) ? fail : undefined);
		const { failed, missing, read } = await run('notice.getStatus', [...names(9), 'GONE-1']);
		expect({ failed, missing, read }).toEqual({ failed: [], missing: ['GONE-1'], read: 9 });
	});

	test('for every seventh notice, of a thousand, costs none of the others', async () => {
		otherwise = (list, isSingle) => (!isSingle && list.some(isGone) ? fail : undefined);
		const asked = names(1_000).map((name, at) => (at % 7 === 0 ? `GONE-${at}` : name));
		const { failed, missing } = await run('notice.getStatus', asked);
		expect([failed, missing]).toEqual([[], asked.filter(isGone)]);
	});

	test('for its length is asked for less', async () => {
		otherwise = (list) => (list.length > 20 ? fail : undefined);
		const { failed, missing, read } = await run('notice.getStatus', names(1_000));
		expect({ failed, missing, read }).toEqual({ failed: [], missing: [], read: 1_000 });
		expect(lists.length).toBeLessThan(150);
	});

	test('for an unknown notice behind the beginning that it answers of others costs none', async () => {
		const firstOf = (list: readonly string[]) => list.slice(0, 7);
		otherwise = (list, isSingle) => {
			if (isSingle) return undefined;
			const annonces = firstOf(list).map((reference) => ({ reference, statut: 'parue' }));
			return firstOf(list).some(isGone) ? fail : json({ resultat: 'succes', annonces });
		};
		const asked = [...names(12), 'GONE-1', 'N-12'];
		const { failed, missing, read } = await run('notice.getStatus', asked);
		expect({ failed, missing, read }).toEqual({ failed: [], missing: ['GONE-1'], read: 13 });
	});

	test('that is all a cancelled notice shows to a poll has it told as gone', async () => {
		const live = names(30);
		const watch = new Poller({
			...{ credential, keeping: 'cursors' },
			parameters: {
				...{ events: ['notFound'], references: [...live, 'N-30'].join(), firstSight: 'none' },
				options: {},
			},
		});
		await watch.poll();
		isKnown = (name) => name !== 'N-30';
		otherwise = (list, isSingle) => (!isSingle && list.includes('N-30') ? fail : undefined);
		const told = [...(await watch.poll()), ...(await watch.poll()), ...(await watch.poll())];
		expect(told).toMatchObject([{ evenement: 'notFound', demande: 'N-30' }]);
	});
});

describe('a service that is down', () => {
	test.each([100, 1_000])(
		'with an internal fault, costs few calls for %d notices',
		async (count) => {
			otherwise = () => internal;
			const { failed } = await run('notice.getStatus', names(count));
			expect(failed).toHaveLength(count);
			expect(failed[0]?.error).toContain('err_internal_server');
			expect(lists.length + singles.length).toBeLessThanOrEqual(27);
		},
	);

	test('from the second of ten lists on, costs a few more, and what was read stays read', async () => {
		otherwise = () => (lists.length > 1 ? internal : undefined);
		const { failed, read } = await run('notice.getStatus', names(1_000));
		expect([failed.length, read]).toEqual([900, 100]);
		// Nine lists, each sent three times, and the parts of one.
		expect(lists.length + singles.length).toBeLessThanOrEqual(1 + 27 + 25);
	});

	test('and lets calls time out, is given up after five', async () => {
		setTimings({ beforeRepeatMs: 1, answerMs: 200 });
		otherwise = () => () => undefined;
		const { failed } = await run('notice.getStatus', names(1_000));
		setTimings({ beforeRepeatMs: 1 });
		expect(failed).toHaveLength(1_000);
		expect(lists.length + singles.length).toBe(5);
	});
});

test('a notice that fails over its own route as well fails alone, for what its list failed for', async () => {
	otherwise = (list, isSingle) => {
		if (!list.includes('N-7')) return undefined;
		return isSingle ? page(502) : internal;
	};
	const { failed, read } = await run('notice.getStatus', names(1_000));
	expect([failed.length, read]).toEqual([1, 999]);
	expect(failed[0]?.error).toContain('err_internal_server');
});
