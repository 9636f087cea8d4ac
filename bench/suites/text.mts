/** Checking and repairing texts, against the least that any check must do: one pass of an encoder or an expression. */
import { createRequire } from 'node:module';
import type * as CharsetModule from '../../nodes/LegalNotice/domain/text/charset.ts';
import type * as PrepareModule from '../../nodes/LegalNotice/domain/text/prepare.ts';
import { noticeText, pastedText } from '../lib/notices.mts';
import { loadModule } from '../lib/package.mts';
import type { Cell, Suite, SuiteContext, SuiteResult } from '../lib/result.mts';
import { growthExponent, median, timePerCall } from '../lib/statistics.mts';

const iconv = createRequire(import.meta.url)('iconv-lite') as {
	encode(text: string, encoding: string): Buffer;
};
const PLAIN_EXPRESSION = /^[\t\n\r\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;

const megabytesPerSecond = (characters: number, ms: number): number => characters / 1000 / ms;

function run({ quick, runs }: SuiteContext): Promise<SuiteResult> {
	const charset = loadModule<typeof CharsetModule>('nodes/LegalNotice/domain/text/charset');
	const text = loadModule<typeof PrepareModule>('nodes/LegalNotice/domain/text/prepare');
	const timing = quick ? { runs: 3, forMs: 20 } : { runs: Math.max(runs, 7), forMs: 80 };
	const sizes = quick ? [2_000, 20_000] : [500, 2_000, 20_000, 200_000];
	const rows: Cell[][] = [];
	const checks: Array<{ work: number; cost: number }> = [];
	let scanAgainstEncoder = NaN;
	let wholeCheckMs = NaN;
	for (const size of sizes) {
		const clean = noticeText(size);
		const pasted = pastedText(size);
		// Side by side in turns, so that whatever else the machine does meets both.
		const turns = Array.from({ length: timing.runs }, () => ({
			scan: timePerCall(() => charset.isEncodable(clean), { runs: 1, forMs: timing.forMs }),
			encode: timePerCall(() => iconv.encode(clean, 'win1252'), { runs: 1, forMs: timing.forMs }),
			expression: timePerCall(() => PLAIN_EXPRESSION.test(clean), {
				runs: 1,
				forMs: timing.forMs,
			}),
		}));
		const scan = median(turns.map((turn) => turn.scan));
		const encode = median(turns.map((turn) => turn.encode));
		const expression = median(turns.map((turn) => turn.expression));
		const check = timePerCall(() => text.prepareText({ format: 'plainText', text: clean }), timing);
		const repair = timePerCall(
			() => text.prepareText({ format: 'plainText', text: pasted }),
			timing,
		);
		const html = text.prepareText({ format: 'plainText', text: clean }).html;
		const reread = timePerCall(() => text.prepareText({ format: 'html', text: html }), timing);
		checks.push({ work: size, cost: repair });
		if (size === 20_000) {
			scanAgainstEncoder = median(turns.map((turn) => turn.scan / turn.encode));
			wholeCheckMs = Math.max(check, repair, reread);
		}
		const speed = (ms: number): number => megabytesPerSecond(size, ms);
		rows.push([size, ...[scan, encode, expression, check, repair, reread].map(speed), repair]);
	}
	return Promise.resolve({
		tables: [
			{
				title: 'Text: million characters a second, by length of the notice',
				columns: [
					'characters',
					'scan of clean text',
					'iconv-lite encode',
					'plain regular expression',
					'whole check, clean',
					'whole check, pasted text repaired',
					'whole check, HTML',
					'ms for the repaired one',
				],
				rows,
				note: `Whole check: read, repair, find what would be lost, compose. Its cost grows with the length to the power of ${growthExponent(checks).toFixed(2)}.`,
			},
		],
		targets: [
			{
				name: 'Windows-1252 scan of clean text against iconv-lite’s encoding, 20,000 characters',
				measured: scanAgainstEncoder,
				limit: 1,
				kind: 'atMost',
				unit: 'x',
			},
			{
				name: 'Whole check of a 20,000-character notice (slowest kind)',
				measured: wholeCheckMs,
				limit: 10,
				kind: 'atMost',
				unit: 'ms',
			},
			{
				name: 'Growth of the check with the length (exponent)',
				measured: growthExponent(checks),
				limit: 1.15,
				kind: 'atMost',
				unit: '',
			},
		],
	});
}

export const text: Suite = { name: 'text', title: 'Checking and repairing texts', run };
