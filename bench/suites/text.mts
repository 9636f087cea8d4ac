/** Checking and repairing texts. */
import type * as PrepareModule from '../../nodes/LegalNotice/domain/text/prepare.ts';
import { loadModule } from '../lib/package.mts';
import { growthExponent, medians, timePerCall } from '../lib/statistics.mts';
import { atMost, type Suite, type SuiteContext, type SuiteResult } from '../lib/suite.mts';
import { noticeText } from '../lib/work.mts';

function run({ quick, runs }: SuiteContext): Promise<SuiteResult> {
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
			return {
				check: time(() => prepareText({ format: 'plainText', text: clean })),
				repair: time(() => prepareText({ format: 'plainText', text: pasted })),
				reread: time(() => prepareText({ format: 'html', text: html })),
			};
		});
		return { size, ...medians(turns) };
	});
	const growth = growthExponent(measured.map(({ size, repair }) => [size, repair]));
	const usual = measured.find(({ size }) => size === 20_000);
	if (!usual) throw new Error('Nothing was measured.');
	const slowest = Math.max(usual.check, usual.repair, usual.reread);
	return Promise.resolve({
		columns: 'characters | plain text | pasted text, repaired | HTML | ms for the repaired one',
		rows: measured.map(({ size, ...times }) => [
			size,
			...Object.values(times).map((ms) => size / 1000 / ms),
			times.repair,
		]),
		note: `Million characters a second: read, repair, find what would be lost, compose. The time grows with the length to the power of ${growth.toFixed(2)}.`,
		targets: [
			atMost('Check of 20,000 characters, slowest kind', slowest, 10, 'ms'),
			atMost('Growth with the length (exponent)', growth, 1.15, ''),
		],
	});
}

export const text: Suite = { title: 'Checking and repairing texts', run };
