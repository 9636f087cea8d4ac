/**
 * Switches for what the specification leaves open: what a caller sees as it is, and changed. These are the ones whose
 * effect the probe's own tests would not notice (test/probe), or only in a long run; it asks about all others.
 */
import { jest } from '@jest/globals';
import type { Settings } from '../../sandbox/index.mts';
import { Quota } from '../../sandbox/quota.mts';
import { defaultSettings } from '../../sandbox/settings.mts';
import { composed, get, moved, noticed, order, ordered, p } from './bench.mts';
import { withBench, type Bench, type Look } from './bench.mts';

const url = (bench: Bench) => bench.get('/annonce/A/documents', 'documents', 0, 'url');
const link = ordered(async (bench) => {
	const { pathname } = new URL(String(await url(bench)));
	const { status, headers, text } = await bench.client.plain('GET', pathname);
	const type = /[a-z-]+(?=;|$)/.exec(String(headers['content-type']))?.[0];
	return `${status} ${type} ${String(headers.location ?? text.slice(0, 5))}`;
});
const isSameLink = ordered(async (bench) => (await url(bench)) === (await url(bench)));
/** Whether status, documents and cancellation of a suspended notice are refused. */
const suspended = noticed(
	(notices) => notices.suspend('A'),
	async (bench) => {
		const read = [await bench.get('/annonce/A/statut'), await bench.get('/annonce/A/documents')];
		return [...read, await bench.cancel('A')].map((code) => code !== '').join(' ');
	},
);
const isSlow: Look = async (bench) => {
	await bench.get('/pays');
	return Number(bench.sandbox.journal.calls()[0]?.durationMs) >= 390;
};
const otherKey: Look = async (bench) =>
	[await bench.get('/pays'), await bench.as({}).get('/pays')][1];
const ENTITIES = `${p('&#233;<br>')}\n${p('A')}`;
const PDF = '200 pdf %PDF-';
const ELSEWHERE = '302 html https://127.0.0.1:9/elsewhere.pdf';
const NONE = 'false false false';
const MOVED = { pdfLinks: 'redirectElsewhere' } as const;
const AWAY = 'https://a.example/';

type Row = {
	[Name in keyof Settings]: [Name, Settings[Name], Look, unknown, unknown, Partial<Settings>?];
}[keyof Settings];

/** Switch, another value, what is tried, what is seen before and after, other switches that it takes. */
const table: readonly Row[] = [
	['latencyMs', 400, isSlow, false, true],
	['quotaPerMinute', 0, get('/pays'), '', 'requetes_max'],
	['quotaScope', 'instance', otherKey, '', 'requetes_max', { quotaPerMinute: 1 }],
	['pdfLinks', 'expired', link, PDF, '403 html <!doc'],
	['pdfLinks', 'json', link, PDF, '200 json {"res'],
	['pdfLinks', 'redirectElsewhere', link, PDF, ELSEWHERE],
	['pdfRedirectTarget', AWAY, link, ELSEWHERE, `302 html ${AWAY}`, MOVED],
	['linkTokens', 'fresh', isSameLink, true, false],
	['suspendedNotice', 'notCancellable', suspended, NONE, 'false false true'],
	['exceptionalClosings', [moved], order({}, 'date_parution'), '2026-11-26', '2026-12-03'],
	['composedText', 'entities', composed('<p>é<br/></p><p>A</p>'), p('é<br/>') + p('A'), ENTITIES],
];

test.each(table)('%s: %j', async (name, value, look, before, after, settings = {}) => {
	expect(await withBench({ settings }, look)).toEqual(before);
	expect(await withBench({ settings: { ...settings, [name]: value } }, look)).toEqual(after);
});

test.each<[Partial<Settings>, string]>([
	[{ refusedCallsCount: false }, 'yes yes no no yes yes'],
	[{ quotaWindow: 'fixed' }, 'yes yes yes yes no yes'],
	[{}, 'yes yes no no no no'],
	[{ quotaWindowSeconds: 30 }, 'yes yes no yes yes yes'],
])('two calls a minute: %j admits %s', (changed, admitted) => {
	const quota = new Quota();
	const settings = { ...defaultSettings(), quotaPerMinute: 2, ...changed };
	const clock = jest.spyOn(performance, 'now');
	const seen = [40, 50, 61, 90, 100.5, 120].map((second) => {
		clock.mockReturnValue(second * 1000);
		return quota.admit('key', settings) ? 'yes' : 'no';
	});
	clock.mockRestore();
	expect(seen.join(' ')).toBe(admitted);
});

test('a switch or a value that does not exist is refused, and nothing is changed then', async () => {
	await withBench({}, async ({ client }) => {
		const wrong = JSON.stringify({ forfaitsRoute: 'missing', batchOrder: 'sorted' });
		const { json } = await client.plain('POST', '/_sandbox/settings', wrong);
		expect(json.error).toBe('"batchOrder" accepts asAsked, shuffled, not "sorted".');
		expect((await client.get('/forfaits')).status).toBe(200);
		const unknown = await client.plain('POST', '/_sandbox/settings', '{"latency":3}');
		expect(unknown).toMatchObject({
			status: 400,
			json: { error: 'There is no switch named "latency".' },
		});
	});
});
