import { ServiceFailure } from '../../../nodes/LegalNotice/transport/failures.ts';
import { down, type Newspaper, type Route } from './newspaper.mts';
import { names, paperWith, poll, readBy } from './polling.mts';
import { settings, Watch } from './watching.mts';

/** The first two of a list, as bad as they can be: nothing goes through before them. */
const BAD = ['AL-0', 'AL-1'];
const odd = () => new ServiceFailure('refusal', { codes: ['err_numero_refuse'] });

function withBadHead(count: number, failure: () => ServiceFailure, only?: Route): Newspaper {
	const paper = paperWith(count, { factures: [] });
	paper.failing = (route, asked) =>
		(only ?? route) === route && asked.some((name) => BAD.includes(name)) ? failure() : undefined;
	return paper;
}

const others = (count: number) => names(count).slice(BAD.length);

describe('two notices at the head of a list for which every call fails', () => {
	it.each([100, 250])(
		'with a code that nobody listed do not keep the others of %d from being read in that poll',
		async (count) => {
			const watch = new Watch(names(count), settings());
			const [first, , third] = await poll(withBadHead(count, odd), watch, 3);
			expect(first?.read).toEqual(others(count));
			expect(third?.read).toEqual(others(count));
		},
	);

	it.each([250, 2_300])(
		'are found once a later batch of the %d went through, and their neighbours read in that poll',
		async (count) => {
			const watch = new Watch(names(count), settings());
			const paper = withBadHead(count, down);
			const polls = await poll(paper, watch, 3);
			for (const { read } of polls) expect(read).toEqual(others(count));
			expect(polls[0]?.calls).toBeLessThan(17 + count / 100);
			expect(watch.state.apart.size).toBe(BAD.length);
		},
	);

	it('on one route only do not keep the others from being read there for longer than one poll', async () => {
		const watch = new Watch(names(100), settings({ events: ['statusChanged', 'newInvoice'] }));
		const polls = await poll(withBadHead(100, down, 'statut'), watch, 3);
		expect(readBy(polls)).toEqual(others(100));
		expect(polls[2]?.read).toEqual(others(100));
	});
});
