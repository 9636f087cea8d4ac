/** Checking and repairing texts, against the least that any check must do: one pass of an encoder or an expression. */
import { createRequire } from 'node:module';
import type * as CharsetModule from '../../nodes/LegalNotice/domain/text/charset.ts';
import type * as PrepareModule from '../../nodes/LegalNotice/domain/text/prepare.ts';
import { loadModule } from '../lib/package.mts';
import { growthExponent, medians, timePerCall } from '../lib/statistics.mts';
import { atMost, type Suite, type SuiteContext, type SuiteResult } from '../lib/suite.mts';
import { noticeText } from '../lib/work.mts';

const iconv = createRequire(import.meta.url)('iconv-lite') as {
	encode(text: string, encoding: string): Buffer;
};

function run({ quick, runs }: SuiteContext): Promise<SuiteResult> {
	const { isEncodable } = loadModule<typeof CharsetModule>('nodes/LegalNotice/domain/text/charset');
	const { prepareText } = loadModule<typeof PrepareModule>('nodes/LegalNotice/domain/text/prepare');
	const measured = (quick ? [2_000, 20_000] : [500, 2_000, 20_000, 200_000]).map((size) => {
		const clean = noticeText(size);
		// What word processors leave behind: narrow spaces, decomposed accents, odd hyphens.
		const pasted = clean.replace(
			/é| €|-/g,
			(found) => ({ é: 'e\u0301', '-': '\u2011' })[found] ?? '\u202f€',
		);
		const { html } = prepareText({ format: 'plainText', text: clean });
		// Side by side in turns, so that whatever else the machine does meets all of them.
		const turns = Array.from({ length: runs }, () => {
			const time = (work: () => unknown) => timePerCall(work, { runs: 1, forMs: quick ? 20 : 80 });
			const scan = time(() => isEncodable(clean));
			const encode = time(() => iconv.encode(clean, 'win1252'));
			return {
				scan,
				encode,
				check: time(() => prepareText({ format: 'plainText', text: clean })),
				repair: time(() => prepareText({ format: 'plainText', text: pasted })),
				reread: time(() => prepareText({ format: 'html', text: html })),
				ratio: scan / encode,
			};
		});
		return { size, ...medians(turns) };
	});
	const growth = growthExponent(measured.map(({ size, repair }) => [size, repair]));
	const usual = measured.find(({ size }) => size === 20_000);
	if (!usual) throw new Error('Nothing was measured.');
	const slowest = Math.max(usual.check, usual.repair, usual.reread);
	return Promise.resolve({
		columns:
			'characters | scan of clean text | iconv-lite encode | whole check, clean | whole check, pasted text repaired | whole check, HTML | ms for the repaired one',
		rows: measured.map(({ size, ratio: _ratio, ...times }) => [
			size,
			...Object.values(times).map((ms) => size / 1000 / ms),
			times.repair,
		]),
		note: `Whole check: read, repair, find what would be lost, compose. Its cost grows with the length to the power of ${growth.toFixed(2)}.`,
		targets: [
			atMost('Scan of 20,000 characters over iconv-lite’s encoding', usual.ratio, 1, 'x'),
			atMost('Whole check of 20,000 characters, slowest kind', slowest, 10, 'ms'),
			atMost('Growth of the check with the length (exponent)', growth, 1.15, ''),
		],
	});
}

export const text: Suite = { title: 'Checking and repairing texts', run };
