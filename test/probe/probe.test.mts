import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Keys } from '../../probe/host.mts';
import { settingsLike } from '../../probe/like.mts';
import { questions } from '../../probe/questions.mts';
import { definitions } from '../../sandbox/settings.mts';
import { differences, probed, someSettings } from './switches.mts';

test('every switch of the sandbox is asked about, but for data and the address of a redirect', () => {
	const asked = questions.map(({ setting }) => setting);
	const others = Object.keys(definitions).filter((name) => !asked.some((one) => one === name));
	expect(others).toEqual(['exceptionalClosings', 'pdfRedirectTarget']);
});

const PAGE = 'the address of a page';

/** In seven rows every value of every switch occurs; any of them together stand in the long run. */
const rows = [0, 1, 2, 3, 4, 5, 6].map((row) => someSettings((count) => row % count));

test.each(rows)('reports all switches: %#', async (settings) => {
	await probed(settings, (ran, sandbox) => {
		expect(differences(settings, ran)).toEqual([]);
		expect([ran.left, ran.stopped]).toEqual([[], false]);
		const orders = sandbox.journal.orders().filter(({ dossier }) => dossier === 'SONDE');
		expect(orders.length).toBeGreaterThan(0);
		expect(orders.length).toBeLessThanOrEqual(5);
		expect(orders.filter(({ cancelled }) => !cancelled)).toEqual([]);
		expect(sandbox.journal.calls().length).toBeLessThanOrEqual(150);
	});
});

test.each<[string, Partial<Keys>, RegExp]>([
	['a wrong secret key', { secretKey: 'x' }, /^The secret key does not belong to this public key/],
	['a wrong public key', { publicKey: 'x' }, /^The service does not know this public key/],
	['a page of something else', { baseUrl: PAGE }, /^The address answers, but not as the legal/],
	['a service that is away', { baseUrl: 'http://127.0.0.1:9' }, /ECONNREFUSED.*Nothing was sent/],
	['no encryption', { baseUrl: 'http://example.com' }, /^The base URL .* is not encrypted/],
])('ends in the sentence of the credential test: %s', async (_case, change, sentence) => {
	const server = createServer((_request, response) => response.end('<h1>Bonjour</h1>'));
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const page = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const wrong = { ...change, ...(change.baseUrl === PAGE && { baseUrl: page }) };
	await expect(probed({}, () => undefined, { orders: false }, wrong)).rejects.toThrow(sentence);
	server.close();
});

test('the sandbox is switched as a report says, but for values that it does not have', () => {
	const answers = {
		...{ unknownReference: 'refused', closedDate: 'refused', reusedNumber: 'accepted' },
		...{ largestBatch: 0, bodyMaximum: 2000, signedPath: 'decoded', clockOffsetSeconds: 3 },
		...{ reservedCategories: 'open', unknownReferenceCode: 'err_new', quotaPerMinute: null },
	};
	expect(settingsLike(JSON.stringify({ answers }))).toEqual({
		settings: {
			...{ unknownReferences: 'refuse', orderMissedDate: 'refuse', cancelledNumberReusable: true },
			...{ batchMaximum: null, bodyMaximum: 2000, signedPath: 'decoded', clockSkewSeconds: 3 },
		},
		account: { reserved: true },
		left: ['unknownReferenceCode err_new'],
	});
	expect(() => settingsLike('{}')).toThrow('no probe-report.json');
});
