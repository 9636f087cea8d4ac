import { ServiceFailure } from '../../../nodes/LegalNotice/transport/failures.ts';
import type { Newspaper, Route } from './newspaper.mts';
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
});
