import { ServiceFailure } from '../../../nodes/LegalNotice/transport/failures.ts';
import { names, paperWith, poll, readBy } from './polling.mts';
import { settings, Watch } from './watching.mts';

describe('a notice for which something in between refuses the call', () => {
	const refusing = (bad: readonly string[], failure: ServiceFailure) => {
		const paper = paperWith(250, { documents: [] });
		paper.failing = (_route, asked) =>
			asked.some((name) => bad.includes(name)) ? failure : undefined;
		return paper;
	};

	it.each([
		['HTTP 403', new ServiceFailure('blocked', { status: 403 })],
		[
			'a code that fits no list',
			new ServiceFailure('refusal', { codes: ['err_annonce_commandee'] }),
		],
		['no code', new ServiceFailure('refusal')],
	])('with %s does not keep the others from being read in that poll', async (_name, failure) => {
		for (const bad of [['AL-3'], ['AL-120'], ['AL-3', 'AL-249']]) {
			const watch = new Watch(names(250), settings());
			const polls = await poll(refusing(bad, failure), watch, 2);
			expect(readBy(polls)).toEqual(names(250).filter((name) => !bad.includes(name)));
		}
	});

	it('is not looked for where the keys are refused: the next call would fare no better', async () => {
		const paper = refusing(
			names(250),
			new ServiceFailure('refusal', { codes: ['err_cle_inconnue'] }),
		);
		const watch = new Watch(names(250), settings({ events: ['statusChanged', 'newDocument'] }));
		expect(await poll(paper, watch, 1)).toEqual([{ read: [], calls: 1, failed: true }]);
	});
});
