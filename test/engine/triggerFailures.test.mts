import { jest } from '@jest/globals';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimings } from '../../nodes/LegalNotice/transport/timings.ts';
import { Stage } from './triggerStage.mts';

jest.setTimeout(60_000);

const stage = new Stage();
beforeAll(() => setTimings({ beforeRepeatMs: 10 }));
beforeEach(() => stage.open());
afterEach(() => stage.close());

describe('at activation', () => {
	it('a wrong key fails it', async () => {
		const watch = stage.watch({ ...stage.account(), secretKey: 'demo-secret-wrong' }, ['N-1']);
		await expect(watch.activate()).rejects.toThrow(/secret key does not belong/);
	});

	it.each([
		['no reference', { references: ' ' }, "'References to Watch' is empty."],
		['no event', { events: [] }, "'Trigger On' is empty."],
	])('%s fails it', async (_name, parameters, sentence) => {
		const watch = stage.watch(stage.account(), ['N-1'], { parameters });
		await expect(watch.activate()).rejects.toThrow(sentence);
	});

	it.each([
		['is away', { kind: 'dropBefore' }],
		['is in trouble', { kind: 'codes', codes: ['err_internal_server'] }],
		['shows a maintenance page', { kind: 'status', status: 503 }],
		['is hidden by a page that refuses', { kind: 'status', status: 403 }],
		['is hidden by a page that finds nothing', { kind: 'status', status: 404 }],
		['says a word that nobody listed', { kind: 'codes', codes: ['err_maintenance'] }],
	] as const)(
		'a service that %s does not, and what happened meanwhile is told later',
		async (_name, fault) => {
			const credential = stage.account();
			const [reference = ''] = await stage.order(credential, 1);
			const watch = stage.watch(credential, [reference], {
				parameters: { firstSight: 'publishedOrSuspended' },
			});
			stage.sandbox.fault({
				...fault,
				...('codes' in fault ? { codes: [...fault.codes] } : {}),
				times: 99,
			} as never);
			await watch.activate();
			expect(watch.executions).toEqual([]);
			expect(watch.logged.join('\n')).toContain('The first poll failed; the next one tries again.');
			await expect(watch.poll()).rejects.toMatchObject({
				failure: { cause: 'temporarily-unavailable' },
			});
			await stage.sandbox.close();
			await expect(watch.poll()).rejects.toMatchObject({
				failure: { cause: 'temporarily-unavailable' },
			});
			await stage.open();
		},
	);
});

describe('a poll that fails', () => {
	it.each([
		['credential-invalid', { kind: 'codes', codes: ['err_cle_inconnue'] }],
		['credential-invalid', { kind: 'codes', codes: ['err_client_inactif'] }],
		['configuration-invalid', { kind: 'redirect', location: 'https://elsewhere.example/' }],
		['temporarily-unavailable', { kind: 'html' }],
		['temporarily-unavailable', { kind: 'status', status: 404 }],
		['temporarily-unavailable', { kind: 'codes', codes: ['err_maintenance'] }],
		['temporarily-unavailable', { kind: 'codes', codes: ['err_annonce_commandee'] }],
		['quota-exhausted', { kind: 'quota' }],
	] as const)('declares %s, loses nothing, and keeps secrets to itself', async (cause, fault) => {
		const credential = stage.account();
		const [reference = ''] = await stage.order(credential, 1);
		const watch = stage.watch(credential, [reference], { keeping: 'cursors', budgetMs: 4_000 });
		await watch.poll();
		stage.sandbox.notices.publish(reference);
		stage.sandbox.fault({ ...fault, times: 99 } as never);
		const before = watch.stored;
		await expect(watch.poll()).rejects.toMatchObject({ failure: { cause } });
		expect(watch.stored).toBe(before);
		const shown = JSON.stringify([watch.errors, watch.logged, watch.errors.map(String)]);
		expect(shown).not.toContain(credential.secretKey);
		if (cause === 'quota-exhausted') {
			expect(watch.errors[0]?.message).toMatch(/calls a minute of this key are used up/);
			return;
		}
		await stage.withoutFaults();
		expect(await watch.poll()).toEqual([expect.objectContaining({ reference, statut: 'parue' })]);
	});

	it('in part tells what it read, and the rest next time', async () => {
		const credential = stage.account();
		const references = await stage.order(credential, 250);
		const watch = stage.watch(credential, references, { keeping: 'cursors' });
		await watch.poll();
		for (const reference of references) stage.sandbox.notices.publish(reference);
		stage.sandbox.fault({ kind: 'codes', codes: ['err_cle_inconnue'], skip: 2, times: 1 });
		const told = (await watch.poll()).map(({ reference }) => reference);
		expect(told.length).toBeGreaterThanOrEqual(50);
		expect(told.length).toBeLessThan(250);
		expect(watch.logged.join('\n')).toContain('Part of the notices could not be read this time.');
		const later = (await watch.poll()).map(({ reference }) => reference);
		expect([...told, ...later].sort()).toEqual([...references].sort());
	});

	it('for one kind of events only tells the others, and does not keep that to itself', async () => {
		const credential = stage.account();
		const [reference = ''] = await stage.order(credential, 1);
		const watch = stage.watch(credential, [reference], {
			parameters: { events: ['statusChanged', 'newInvoice'] },
		});
		await watch.activate();
		stage.sandbox.fault({
			kind: 'codes',
			codes: ['err_client_inactif'],
			match: { path: 'factures' },
			times: 99,
		});
		await expect(watch.poll()).rejects.toMatchObject({ failure: { cause: 'credential-invalid' } });
		stage.sandbox.notices.publish(reference);
		stage.sandbox.notices.invoice(reference);
		expect(await watch.poll()).toEqual([expect.objectContaining({ evenement: 'statusChanged' })]);
		await stage.withoutFaults();
		expect(await watch.poll()).toEqual([expect.objectContaining({ evenement: 'newInvoice' })]);
	});
});

describe('a service that slips', () => {
	it('and answers once with an empty list has its notices back at the next poll', async () => {
		const credential = stage.account();
		const references = await stage.order(credential, 220);
		const watch = stage.watch(credential, references, {
			parameters: { events: ['statusChanged', 'notFound'] },
		});
		await watch.activate();
		for (const reference of references) stage.sandbox.notices.publish(reference);
		stage.sandbox.fault({
			kind: 'wrongShape',
			body: '{"resultat":"succes","annonces":[]}',
			times: 3,
		});
		await expect(watch.poll()).rejects.toThrow('none of 220 notices');
		stage.sandbox.journal.clear();
		expect(await watch.poll()).toHaveLength(220);
		expect(stage.calls()).toHaveLength(3);
	});

	it('over one notice does not keep its neighbours from being read', async () => {
		const credential = stage.account();
		const references = await stage.order(credential, 60);
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
				void fetch(`${stage.sandbox.origin}${request.url ?? ''}`, {
					method: request.method ?? 'GET',
					headers: headersOf(request.headers),
					...(body.length > 0 ? { body } : {}),
				}).then(async (answer) => response.end(await answer.text()));
			});
		});
		await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
		const address = front.address() as AddressInfo;
		const through = { ...credential, baseUrl: `http://127.0.0.1:${address.port}` };
		const others = await stage.order(credential, 200, 'O');
		const watch = stage.watch(through, [...others, ...references], { keeping: 'cursors' });
		await watch.poll();
		for (const reference of references) stage.sandbox.notices.publish(reference);
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
