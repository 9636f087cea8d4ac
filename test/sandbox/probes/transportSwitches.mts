import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import type { Bench } from '../bench.mts';
import { at, P } from '../client.mts';
import type { SwitchProbes } from './switch.mts';

/** Codes of that many calls, one after the other. */
async function calls({ client }: Bench, count: number): Promise<string[]> {
	const codes: string[] = [];
	for (let i = 0; i < count; i += 1) codes.push(...(await client.get('/client')).codes);
	return codes;
}

async function exceededAfter(bench: Bench, pauseMs: number): Promise<number> {
	await wait(pauseMs);
	return (await calls(bench, 2)).length;
}

const short = { quotaPerMinute: 2, quotaWindowSeconds: 1 };

async function link(bench: Bench): Promise<[number, string]> {
	const reference = await bench.ordered();
	const { json } = await bench.client.get(`/annonce/${reference}/documents`);
	const answer = await request(String(at(json, 'documents', 0, 'url')));
	const text = await answer.body.text();
	return [answer.statusCode, String(answer.headers.location ?? text.slice(0, 5))];
}

/** Switches of the wire: latency, quota, signature, clock, encoding, links. */
export const transportSwitches: SwitchProbes = {
	latencyMs: {
		before: false,
		change: { latencyMs: 400 },
		after: true,
		run: async ({ client }) => {
			// The first call also opens the connection.
			await client.get('/client');
			const start = performance.now();
			await client.get('/client');
			return performance.now() - start >= 390;
		},
	},
	quotaPerMinute: {
		before: 0,
		change: { quotaPerMinute: 2 },
		after: 1,
		run: async (bench) => (await calls(bench, 3)).length,
	},
	quotaWindow: {
		// Over two fixed windows of a second the same calls fit which one sliding window refuses.
		options: { settings: { quotaPerMinute: 2, quotaWindowSeconds: 1 } },
		before: 2,
		change: { quotaWindow: 'fixed' },
		after: 0,
		run: async (bench) => {
			await wait(1000 - (performance.now() % 1000) + 500);
			await calls(bench, 2);
			await wait(1000 - (performance.now() % 1000) + 20);
			return (await calls(bench, 2)).length;
		},
	},
	quotaWindowSeconds: {
		options: { settings: { quotaPerMinute: 2 } },
		before: 1,
		change: { quotaWindowSeconds: 0.1 },
		after: 0,
		run: async (bench) => {
			await calls(bench, 2);
			await wait(150);
			return (await calls(bench, 1)).length;
		},
	},
	quotaScope: {
		options: { settings: { quotaPerMinute: 2 } },
		before: [],
		change: { quotaScope: 'instance' },
		after: ['err_requetes_max'],
		run: async (bench) => {
			await calls(bench, 2);
			const keys = bench.sandbox.createKey();
			return (await bench.client.get('/client', { keys })).codes;
		},
	},
	refusedCallsCount: {
		// Two calls that were refused half a second ago still fill the window, unless they do not count.
		options: { settings: short },
		before: 2,
		change: { refusedCallsCount: false },
		after: 0,
		run: async (bench) => {
			await calls(bench, 2);
			await wait(500);
			await calls(bench, 2);
			return exceededAfter(bench, 600);
		},
	},
	bodyMaximum: {
		before: [],
		change: { bodyMaximum: 1000 },
		after: ['err_body_incorrect'],
		run: async (bench) => (await bench.quote({ texte: `<p>${'a'.repeat(1000)}</p>` })).codes,
	},
	signedPath: {
		before: [['err_annonce_introuvable'], ['err_signature_calculee']],
		change: { signedPath: 'decoded' },
		after: [['err_signature_calculee'], ['err_annonce_introuvable']],
		run: async ({ client }) => {
			const path = '/annonce/a%20b/statut';
			const encoded = await client.get(path);
			const decoded = await client.get(path, { signedPath: `${P}/annonce/a b/statut` });
			return [encoded.codes, decoded.codes];
		},
	},
	signatureCase: {
		before: ['err_signature_calculee'],
		change: { signatureCase: 'lower' },
		after: ['err_signature_incorrect'],
		run: async ({ client }) => {
			const headers = { signature: 'A'.repeat(64) };
			return (await client.get('/client', { headers })).codes;
		},
	},
	dateHeader: {
		before: true,
		change: { dateHeader: false },
		after: false,
		run: async ({ client }) => 'date' in (await client.get('/client')).headers,
	},
	clockSkewSeconds: {
		before: [[], 0],
		change: { clockSkewSeconds: 90 },
		after: [['err_timestamp_controle'], 90],
		run: async ({ client }) => {
			const { codes, headers } = await client.get('/client');
			const ahead = (Date.parse(String(headers.date)) - Date.now()) / 1000;
			return [codes, Math.round(ahead / 10) * 10 || 0];
		},
	},
	responseEncoding: {
		before: undefined,
		change: { responseEncoding: 'gzip' },
		after: 'gzip',
		run: async ({ client }) => {
			const headers = { 'accept-encoding': 'gzip' };
			return (await client.get('/client', { headers })).headers['content-encoding'];
		},
	},
	pdfLinks: {
		before: [200, '%PDF-'],
		change: { pdfLinks: 'expired' },
		after: [403, '<!doc'],
		run: link,
	},
	pdfRedirectTarget: {
		options: { settings: { pdfLinks: 'redirectElsewhere' } },
		before: [302, 'https://127.0.0.1:9/elsewhere.pdf'],
		change: { pdfRedirectTarget: 'https://127.0.0.1:9/b.pdf' },
		after: [302, 'https://127.0.0.1:9/b.pdf'],
		run: link,
	},
	requestForm: {
		before: [[], []],
		change: { requestForm: 'refused' },
		after: [['err_body_incorrect'], []],
		run: async ({ client }) => {
			const untyped = { headers: { 'content-type': 'text/plain' } };
			return [
				(await client.post('/contact', {}, untyped)).codes,
				(await client.post('/contact', {})).codes,
			];
		},
	},
};
