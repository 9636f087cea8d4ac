import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { Client, sarlOrder } from '../sandbox/client.mts';
import { Poller, type Keeping } from './poll.mts';

jest.setTimeout(180_000);

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startSandbox({ settings: { quotaPerMinute: 1_000_000 } });
});

afterEach(async () => {
	await sandbox.close();
});

/** Every file of tests shares one limiter per key: each test has a key of its own. */
function account() {
	const keys = sandbox.createKey();
	return { baseUrl: sandbox.url, ...keys, requestsPerMinute: 1_000_000 };
}

async function orderMany(
	credential: ReturnType<typeof account>,
	count: number,
	prefix = 'N',
): Promise<string[]> {
	const client = new Client(sandbox.url, credential);
	const numbers = Array.from(
		{ length: count },
		(_value, index) => `${prefix}-${String(index).padStart(5, '0')}`,
	);
	const references: string[] = [];
	for (let at = 0; at < count; at += 50) {
		const answers = await Promise.all(
			numbers
				.slice(at, at + 50)
				.map((number) => client.post('/commande', { ...sarlOrder, numero_commande: number })),
		);
		references.push(...answers.map(({ json }) => String(json.reference)));
	}
	await client.close();
	return references;
}

function poller(
	credential: ReturnType<typeof account>,
	references: readonly string[],
	more: { keeping?: Keeping; budgetMs?: number; parameters?: object } = {},
): Poller {
	const { parameters, ...others } = more;
	return new Poller({
		credential,
		...others,
		parameters: {
			events: ['statusChanged'],
			references: references.join('\n'),
			firstSight: 'none',
			options: {},
			...parameters,
		},
	});
}

/** References that the stored state knows. */
const seenBy = (watch: Poller) =>
	((JSON.parse(watch.stored) as { seen?: string }).seen ?? '').split(' ').filter(Boolean).length;

const calls = (path = '/annonce') =>
	sandbox.journal
		.calls()
		.filter((call) => call.path.includes(path) && !call.path.endsWith('/commande'));

describe('a list of 10,000', () => {
	it('is polled within the budget of the durable poller at 50 ms latency, with one call per hundred', async () => {
		const credential = account();
		const references = await orderMany(
			credential,
			5_000,
			'DOSSIER-LONG-2026-SERVICE-JURIDIQUE-0000',
		);
		const numbers = sandbox.journal.orders().map(({ numero_commande: number }) => number ?? '');
		const list = [...references, ...numbers];
		expect(list).toHaveLength(10_000);
		sandbox.settings({ latencyMs: 50 });
		const watch = poller(credential, list, { keeping: 'cursors' });
		sandbox.journal.clear();
		await watch.poll();
		expect(calls()).toHaveLength(100);
		expect(Buffer.byteLength(watch.stored) / list.length).toBeLessThan(40);
		for (const reference of references) sandbox.notices.publish(reference);
		const startedAt = Date.now();
		const items = await watch.poll();
		expect(Date.now() - startedAt).toBeLessThan(36_000 * 0.6);
		// Listed under both of its names, a notice changes once.
		expect(items).toHaveLength(5_000);
		expect(await watch.poll()).toEqual([]);
		expect(watch.logged).toEqual([]);
	});

	it.each([
		['a hundred', null, 1],
		['fifty', 50, 1],
	])(
		'is read within the calls of a minute and the time of the durable poller, %s in one call',
		async (_name, batchMaximum, mostPolls) => {
			const credential = { ...account(), requestsPerMinute: 300 };
			const references = await orderMany({ ...credential, requestsPerMinute: 1_000_000 }, 5_000);
			const numbers = sandbox.journal.orders().map(({ numero_commande: number }) => number ?? '');
			const watch = poller(credential, [...references, ...numbers], { keeping: 'cursors' });
			// The calls with which the notices were ordered count in the same minute.
			const spent = sandbox.journal.calls().length;
			sandbox.settings({ latencyMs: 50, quotaPerMinute: spent + 300, batchMaximum });
			const startedAt = Date.now();
			let polls = 0;
			for (; polls < 5 && seenBy(watch) < 10_000; polls++) await watch.poll();
			expect(polls).toBeLessThanOrEqual(mostPolls);
			expect(Date.now() - startedAt).toBeLessThan(36_000);
			expect(watch.logged).toEqual([]);
		},
	);

	it('says at activation what it costs', async () => {
		const watch = poller(
			account(),
			Array.from({ length: 4_000 }, (_value, index) => `X-${index}`),
		);
		watch.parameters = { ...watch.parameters, events: ['published', 'newDocument'] };
		await watch.activate();
		expect(watch.logged[0]).toMatch(/Watching 4000 notices takes 80 calls at each poll/);
	});
});

describe('a poll that runs out of time', () => {
	it.each(['classic', 'scheduler', 'cursors'] as const)(
		'goes on where it stopped and starves nothing, state kept %s',
		async (keeping) => {
			const credential = account();
			const references = await orderMany(credential, 120);
			sandbox.settings({ batchMaximum: 2 });
			const watch = poller(credential, references, { keeping, budgetMs: 1_500 });
			await watch.activate();
			await watch.poll();
			sandbox.settings({ latencyMs: 250 });
			for (const reference of references) sandbox.notices.publish(reference);
			const told: unknown[] = [];
			let polls = 0;
			for (; polls < 30 && told.length < references.length; polls++) {
				const startedAt = Date.now();
				told.push(...(await watch.poll()).map(({ reference }) => reference));
				expect(Date.now() - startedAt).toBeLessThan(1_500);
			}
			expect(polls).toBeGreaterThan(1);
			expect([...told].sort()).toEqual([...references].sort());
		},
	);
});

describe('between polls that tell nothing', () => {
	it.each(['classic', 'scheduler', 'cursors'] as const)(
		'misses and intervals go on being counted, state kept %s',
		async (keeping) => {
			const credential = account();
			const [reference = '', gone = ''] = await orderMany(credential, 2);
			const watch = poller(credential, [reference, gone], {
				keeping,
				parameters: { events: ['published', 'notFound'] },
			});
			await watch.activate();
			await watch.poll();
			sandbox.notices.cancel(gone);
			const polls: string[][] = [];
			for (let poll = 0; poll < 6; poll++) {
				polls.push((await watch.poll()).map(({ evenement }) => String(evenement)));
			}
			expect(polls.flat()).toEqual(['notFound']);
			expect(polls.findIndex((told) => told.length > 0)).toBe(3);
		},
	);

	it.each(['classic', 'scheduler', 'cursors'] as const)(
		'a change right after activation is told by the first poll on schedule, state kept %s',
		async (keeping) => {
			const credential = account();
			const [reference = ''] = await orderMany(credential, 1);
			const watch = poller(credential, [reference], { keeping });
			await watch.activate();
			sandbox.notices.publish(reference);
			expect(await watch.poll()).toEqual([
				expect.objectContaining({ ancien_statut: 'a-paraitre', statut: 'parue' }),
			]);
			expect(await watch.poll()).toEqual([]);
		},
	);

	it('a trigger that is renamed sees its notices for the first time', async () => {
		const credential = account();
		const [reference = ''] = await orderMany(credential, 1);
		const watch = poller(credential, [reference], {
			parameters: { firstSight: 'publishedOrSuspended' },
		});
		await watch.activate();
		sandbox.notices.publish(reference);
		expect(await watch.poll()).toHaveLength(1);
		watch.nodeName = 'Renamed';
		await watch.activate('update');
		expect(watch.executions).toHaveLength(2);
		expect(watch.executions[1]?.[0]?.json).toMatchObject({ reference, ancien_statut: null });
	});
});

describe('polls that overlap', () => {
	it('tell a change once and keep the state whole', async () => {
		const credential = account();
		const references = await orderMany(credential, 3);
		const watch = poller(credential, references);
		await watch.activate();
		for (const reference of references) sandbox.notices.publish(reference);
		sandbox.settings({ latencyMs: 150 });
		await Promise.all([watch.tick(), watch.tick(), watch.tick()]);
		expect(watch.executions.flat()).toHaveLength(3);
		expect(await watch.poll()).toEqual([]);
	});
});

describe('at activation', () => {
	it('a wrong key fails it', async () => {
		const watch = poller({ ...account(), secretKey: 'demo-secret-wrong' }, ['N-1']);
		await expect(watch.activate()).rejects.toThrow(/secret key does not belong/);
	});

	it.each([
		['no reference', { references: ' ' }, "'References to Watch' holds no reference."],
		['no event', { events: [] }, "'Trigger On' is empty."],
	])('%s fails it', async (_name, parameters, sentence) => {
		const watch = poller(account(), ['N-1'], { parameters });
		await expect(watch.activate()).rejects.toThrow(sentence);
	});

	it.each([
		['is away', { kind: 'dropBefore' }],
		['is in trouble', { kind: 'codes', codes: ['err_internal_server'] }],
		['shows a maintenance page', { kind: 'status', status: 503 }],
	] as const)(
		'a service that %s does not, and what happened meanwhile is told later',
		async (_name, fault) => {
			const credential = account();
			const [reference = ''] = await orderMany(credential, 1);
			const watch = poller(credential, [reference], {
				parameters: { firstSight: 'publishedOrSuspended' },
			});
			sandbox.fault({
				...fault,
				...('codes' in fault ? { codes: [...fault.codes] } : {}),
				times: 99,
			} as never);
			await watch.activate();
			expect(watch.executions).toEqual([]);
			expect(watch.logged.join('\n')).toContain('made up for at the next one');
			await expect(watch.poll()).rejects.toMatchObject({
				failure: { cause: 'temporarily-unavailable' },
			});
			await sandbox.close();
			await expect(watch.poll()).rejects.toMatchObject({
				failure: { cause: 'temporarily-unavailable' },
			});
			sandbox = await startSandbox();
		},
	);
});

describe('a poll that fails', () => {
	it.each([
		['credential-invalid', { kind: 'codes', codes: ['err_cle_inconnue'] }],
		['credential-invalid', { kind: 'codes', codes: ['err_client_inactif'] }],
		['configuration-invalid', { kind: 'redirect', location: 'https://elsewhere.example/' }],
		['temporarily-unavailable', { kind: 'html' }],
		['quota-exhausted', { kind: 'quota' }],
	] as const)('declares %s, loses nothing, and keeps secrets to itself', async (cause, fault) => {
		const credential = account();
		const [reference = ''] = await orderMany(credential, 1);
		const watch = poller(credential, [reference], { keeping: 'cursors', budgetMs: 4_000 });
		await watch.poll();
		sandbox.notices.publish(reference);
		sandbox.fault({ ...fault, times: 99 } as never);
		const before = watch.stored;
		await expect(watch.poll()).rejects.toMatchObject({ failure: { cause } });
		expect(watch.stored).toBe(before);
		const shown = JSON.stringify([watch.errors, watch.logged, watch.errors.map(String)]);
		expect(shown).not.toContain(credential.secretKey);
		if (cause === 'quota-exhausted') {
			expect(watch.errors[0]?.message).toMatch(/Watching 1 notice takes 1 call at each poll/);
			return;
		}
		await sandboxWithoutFaults();
		expect(await watch.poll()).toEqual([expect.objectContaining({ reference, statut: 'parue' })]);
	});

	it('in part tells what it read, and the rest next time', async () => {
		const credential = account();
		const references = await orderMany(credential, 250);
		const watch = poller(credential, references, { keeping: 'cursors' });
		await watch.poll();
		for (const reference of references) sandbox.notices.publish(reference);
		sandbox.fault({ kind: 'codes', codes: ['err_cle_inconnue'], skip: 2, times: 1 });
		const told = (await watch.poll()).map(({ reference }) => reference);
		expect(told.length).toBeGreaterThanOrEqual(50);
		expect(told.length).toBeLessThan(250);
		expect(watch.logged.join('\n')).toContain('Part of the notices could not be read this time.');
		const later = (await watch.poll()).map(({ reference }) => reference);
		expect([...told, ...later].sort()).toEqual([...references].sort());
	});

	it('for one kind of events only tells the others, and does not keep that to itself', async () => {
		const credential = account();
		const [reference = ''] = await orderMany(credential, 1);
		const watch = poller(credential, [reference], {
			parameters: { events: ['statusChanged', 'newInvoice'] },
		});
		await watch.activate();
		sandbox.fault({
			kind: 'codes',
			codes: ['err_client_inactif'],
			match: { path: 'factures' },
			times: 99,
		});
		await expect(watch.poll()).rejects.toMatchObject({ failure: { cause: 'credential-invalid' } });
		sandbox.notices.publish(reference);
		sandbox.notices.invoice(reference);
		expect(await watch.poll()).toEqual([expect.objectContaining({ evenement: 'statusChanged' })]);
		await sandboxWithoutFaults();
		expect(await watch.poll()).toEqual([expect.objectContaining({ evenement: 'newInvoice' })]);
	});

	async function sandboxWithoutFaults(): Promise<void> {
		await fetch(`${sandbox.origin}/_sandbox/faults`, { method: 'DELETE' });
	}
});

describe('a service that slips', () => {
	it('and answers once with an empty list has its notices back at the next poll', async () => {
		const credential = account();
		const references = await orderMany(credential, 220);
		const watch = poller(credential, references, {
			parameters: { events: ['statusChanged', 'notFound'] },
		});
		await watch.activate();
		for (const reference of references) sandbox.notices.publish(reference);
		sandbox.fault({ kind: 'wrongShape', body: '{"resultat":"succes","annonces":[]}', times: 3 });
		expect(await watch.poll()).toEqual([]);
		sandbox.journal.clear();
		expect(await watch.poll()).toHaveLength(220);
		expect(calls()).toHaveLength(3);
	});

	it('over one notice does not keep its neighbours from being read', async () => {
		const credential = account();
		const references = await orderMany(credential, 60);
		const poison = references[41] ?? '';
		const front = createServer((request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				const body = Buffer.concat(chunks);
				if (body.includes(poison) || request.url?.includes(poison)) {
					response.end('{"resultat":"erreur","erreurs":["err_internal_server"]}');
					return;
				}
				void fetch(`${sandbox.origin}${request.url ?? ''}`, {
					method: request.method ?? 'GET',
					headers: headersOf(request.headers),
					...(body.length > 0 ? { body } : {}),
				}).then(async (answer) => response.end(await answer.text()));
			});
		});
		await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
		const address = front.address() as AddressInfo;
		const through = { ...credential, baseUrl: `http://127.0.0.1:${address.port}` };
		const others = await orderMany(credential, 200, 'O');
		const watch = poller(through, [...others, ...references], { keeping: 'cursors' });
		await watch.poll();
		for (const reference of references) sandbox.notices.publish(reference);
		const told: unknown[] = [];
		for (let poll = 0; poll < 3; poll++)
			told.push(...(await watch.poll()).map(({ reference }) => reference));
		expect([...told].sort()).toEqual(references.filter((reference) => reference !== poison).sort());
		front.closeAllConnections();
		front.close();
	});

	function headersOf(
		headers: Record<string, string | string[] | undefined>,
	): Record<string, string> {
		const names = ['application', 'timestamp', 'signature', 'content-type'];
		return Object.fromEntries(
			names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
		) as Record<string, string>;
	}
});

describe('files that cannot be had', () => {
	it('hold their event back, then it comes without them', async () => {
		const credential = account();
		const [reference = ''] = await orderMany(credential, 1);
		const watch = poller(credential, [reference], {
			keeping: 'cursors',
			parameters: { events: ['published'], options: { downloadFiles: true } },
		});
		await watch.poll();
		sandbox.notices.publish(reference);
		sandbox.settings({ pdfLinks: 'html' });
		for (let tries = 1; tries <= 4; tries++) expect(await watch.poll()).toEqual([]);
		expect(watch.logged.join('\n')).toMatch(/instead of a PDF/);
		expect(await watch.poll()).toEqual([
			expect.objectContaining({
				reference,
				fichiers_manquants: expect.arrayContaining([
					{
						type: 'attestation',
						numero: expect.any(String) as unknown,
						raison: expect.stringContaining('instead of a PDF') as unknown,
					},
				]) as unknown,
			}),
		]);
		expect(await watch.poll()).toEqual([]);
	});

	it('come with their event when they can be had again', async () => {
		const credential = account();
		const [reference = ''] = await orderMany(credential, 1);
		const watch = poller(credential, [reference], {
			parameters: { events: ['published'], options: { downloadFiles: true } },
		});
		await watch.activate();
		sandbox.notices.publish(reference);
		sandbox.settings({ pdfLinks: 'json' });
		expect(await watch.poll()).toEqual([]);
		sandbox.settings({ pdfLinks: 'plain' });
		expect(await watch.poll()).toHaveLength(1);
		expect(watch.executions[0]?.[0]?.binary).toHaveProperty('attestation');
	});
});
