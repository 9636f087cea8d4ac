/** Answers that are too large, too deep or reveal too much: n8n stays usable, and nothing that was ordered is lost. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { brotliCompressSync, constants } from 'node:zlib';

import { hasten, realTime, shortPauses } from './time.mts';
import { runNode } from './engine.mts';
import { close, listen } from './loopback.mts';

const calls: IncomingMessage[] = [];
let answer: (call: IncomingMessage, response: ServerResponse) => void = (_call, response) =>
	response.end();
const server = createServer((call, response) => {
	calls.push(call);
	call.resume();
	answer(call, response);
});
let baseUrl = '';
beforeAll(async () => {
	shortPauses();
	baseUrl = await listen(server);
});
beforeEach(() => void (calls.length = 0));
afterAll(async () => {
	realTime();
	await close(server);
});

const keys = { publicKey: 'Demo-Public+Key', secretKey: 'Demo/Secret&Key' };

async function run(operation: string, parameters: object = {}) {
	const [resource, name] = operation.split('.');
	return await runNode({
		parameters: { resource, operation: name, ...parameters } as never,
		credential: { baseUrl, ...keys },
	});
}

function json(response: ServerResponse, text: string): void {
	response.setHeader('content-type', 'application/json');
	response.end(text);
}

test('a few bytes that unpack to more than can be read are given up at the limit, and requested once', async () => {
	const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
	const bomb = brotliCompressSync(Buffer.alloc(40 * 1_048_576, ' '), quality);
	answer = (_call, response) => {
		response.setHeader('content-encoding', 'br');
		response.end(bomb);
	};
	const { told, advice } = await run('account.get');
	expect(told).toBe('The answer has more than 32 MB and was not read.');
	expect(advice).toMatch(/^Check that the 'Base URL'/);
	expect(calls).toHaveLength(1);
});

test('an answer without end is given up at the limit, and its connection ended', async () => {
	let sent = 0;
	let isClosed = false;
	answer = (_call, response) => {
		const piece = Buffer.alloc(1_048_576, ' ');
		const more = () => {
			while (!isClosed) {
				sent++;
				if (!response.write(piece)) return;
			}
		};
		response.on('drain', more).on('close', () => (isClosed = true));
		more();
	};
	const { told } = await run('account.get');
	expect(told).toContain('more than 32 MB');
	while (!isClosed) await new Promise((resolve) => setTimeout(resolve, 20));
	expect(sent).toBeLessThan(100);
});

test('an answer that breaks off in its middle counts as no answer', async () => {
	answer = (_call, response) => {
		response.writeHead(200, { 'content-length': 100 }).write('{"resultat":"succes"');
		setTimeout(() => response.destroy(), 20);
	};
	expect((await run('account.get')).told).toMatch(/lost before its answer \(ECONNRESET\)/);
	expect(calls).toHaveLength(3);
});

test('an answer that stops in its middle is waited for as long as any other', async () => {
	hasten(75);
	answer = (_call, response) => void response.write('{"resultat":"succes",');
	const { told } = await run('account.get');
	shortPauses();
	expect(told).toBe('The service did not answer within 30 seconds. Try again later.');
	expect(calls).toHaveLength(3);
});

test('a hundred thousand codes make a message that can be read', async () => {
	const erreurs = Array.from({ length: 100_000 }, (_, at) => `err_champ_${at}_incorrect`);
	answer = (_call, response) => json(response, JSON.stringify({ resultat: 'erreur', erreurs }));
	const { told, stored } = await run('account.get');
	expect(told).toMatch(/err_champ_0_incorrect.*\. The service gives 99990 more codes\.$/);
	expect(stored.length).toBeLessThan(20_000);
});

describe('a page that shows what was sent', () => {
	const echoed = ({ headers }: IncomingMessage) =>
		[headers.application, headers.signature, keys.secretKey].join(' ');

	test.each([
		['as a page of a proxy', 502, (text: string) => `<h1>Bad gateway</h1><p>${text}</p>`],
		[
			'as a refusal',
			200,
			(text: string) => JSON.stringify({ resultat: 'erreur', erreurs: ['err_neu'], debug: text }),
		],
	])('no part of a request shown %s stays in the execution', async (_what, status, page) => {
		answer = (call, response) => {
			response.statusCode = status;
			json(response, page(`ici ${echoed(call)} fin`));
		};
		const { told, stored } = await run('account.get');
		expect(told).toMatch(/ici ••• ••• ••• fin/);
		const { signature } = calls[0]?.headers ?? {};
		const sent = [keys.publicKey, keys.secretKey, String(signature)];
		expect(sent.filter((one) => stored.includes(one))).toEqual([]);
	});

	test('no part of a request that is shown in a code stays in the execution', async () => {
		answer = (call, response) =>
			json(
				response,
				JSON.stringify({ resultat: 'erreur', erreurs: [`err_${call.headers.signature}`] }),
			);
		const { told, stored } = await run('account.get');
		expect(told).not.toBe('');
		expect(stored).not.toContain(String(calls[0]?.headers.signature));
	});
});
