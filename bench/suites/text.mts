/** Checking and repairing texts. */
import type * as PrepareModule from '../../nodes/LegalNotice/reading/text/prepare.ts';
import { loadModule } from '../lib/package.mts';
import { atMost, medians, type SuiteContext, type SuiteResult } from '../lib/suite.mts';
import { noticeText } from '../lib/work.mts';

const USUAL = 20_000;

/** Milliseconds of processor for one call, which other work on the machine does not lengthen. */
function timePerCall(work: () => unknown, forMs: number): number {
	const before = process.threadCpuUsage();
	for (let calls = 1; ; calls++) {
		work();
		const { user, system } = process.threadCpuUsage(before);
		const ms = (user + system) / 1000;
		if (ms > forMs) return ms / calls;
	}
}

export function text({ quick, runs }: SuiteContext): Promise<SuiteResult> {
	const { prepareText } = loadModule<typeof PrepareModule>(
		'nodes/LegalNotice/reading/text/prepare',
	);
	const forMs = quick ? 20 : 80;
	const measured = (quick ? [2_000, USUAL] : [500, 2_000, USUAL, 200_000]).map((size) => {
		const clean = noticeText(size);
		// What word processors leave behind: narrow spaces, decomposed accents, odd hyphens.
		const pasted = clean
			.replaceAll('é', 'e\u0301')
			.replaceAll(' €', '\u202f€')
			.replaceAll('-', '\u2011');
		const { html } = prepareText({ format: 'plainText', text: clean });
		// The first round only warms everything up.
		const rounds = Array.from({ length: runs + 1 }, () => ({
			plain: timePerCall(() => prepareText({ format: 'plainText', text: clean }), forMs),
			repaired: timePerCall(() => prepareText({ format: 'plainText', text: pasted }), forMs),
			html: timePerCall(() => prepareText({ format: 'html', text: html }), forMs),
		}));
		return { size, ...medians(rounds.slice(1)) };
	});
	const slowest = measured
		.filter(({ size }) => size === USUAL)
		.flatMap(({ plain, repaired, html }) => [plain, repaired, html]);
	return Promise.resolve({
		columns: 'characters | plain text | pasted text, repaired | HTML | ms for the repaired one',
		rows: measured.map(({ size, ...times }) => [
			size,
			...Object.values(times).map((ms) => size / 1000 / ms),
			times.repaired,
		]),
		note: 'Million characters a second: read, repair, find what would be lost, compose.',
		targets: [atMost('Check of 20,000 characters, slowest kind', Math.max(...slowest), 10, 'ms')],
	});
}
