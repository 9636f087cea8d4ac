import type { ServiceFailure } from '../../../nodes/LegalNotice/transport/failures.ts';
import { names, paperWith, poll, readOnce } from './polling.mts';
import { settings, Watch } from './watching.mts';

const CODES = ['err_internal_server'];
const codes = (failure: unknown) => (failure as ServiceFailure | undefined)?.codes;

describe('a batch in which every entry is a refusal of its own', () => {
	it.each([1, 3, 250])('fails the poll of %d notices with what is refused', async (count) => {
		const watch = new Watch(names(count), settings());
		const reading = await readOnce(paperWith(count, { refused: CODES }), watch);
		expect(reading).toMatchObject({ readAnything: false, lacksAspect: true });
		expect(codes(reading.failure)).toEqual(CODES);
	});

	it('fails it also without any code', async () => {
		const watch = new Watch(names(3), settings());
		const reading = await readOnce(paperWith(3, { refused: [] }), watch);
		expect(reading).toMatchObject({ readAnything: false, failure: { kind: 'refusal' } });
	});

	it('says nothing of the notices: all are read as soon as the service is well', async () => {
		const watch = new Watch(names(250), settings());
		await poll(paperWith(250, { refused: CODES }), watch, 5);
		expect([...watch.state.apart]).toEqual([]);
		const [back] = await poll(paperWith(250), watch, 1);
		expect(back?.read).toHaveLength(250);
	});

	it('of one kind of reading is a kind that fails altogether', async () => {
		const paper = paperWith(3, { refused: CODES });
		const watch = new Watch(names(3), settings({ events: ['statusChanged', 'newInvoice'] }));
		const well = paperWith(3, { factures: [] });
		const call = paper.call.bind(paper);
		paper.call = async (made) =>
			await (made.path.endsWith('factures') ? call(made) : well.call(made));
		const reading = await readOnce(paper, watch);
		expect(reading).toMatchObject({ readAnything: true, lacksAspect: true });
		expect(codes(reading.failure)).toEqual(CODES);
	});

	it('does not keep those from being read that wait for their turn behind them', async () => {
		const count = 900;
		const watch = new Watch(names(count), settings());
		watch.poll({ statuses: Object.fromEntries(names(count).map((name) => [name, 'unreadable'])) });
		const paper = paperWith(count, { refused: CODES });
		for (const name of names(count).slice(600)) paper.add({ reference: name, statut: 'parue' });
		const polls = await poll(paper, watch, 12);
		expect(new Set(polls.flatMap(({ read }) => read)).size).toBe(300);
	});
});

describe('a notice that is refused in an entry of its own', () => {
	it('among others that are read is set apart, and told as the reason', async () => {
		const paper = paperWith(3);
		paper.add({ reference: 'AL-1', refused: CODES });
		const watch = new Watch(names(3), settings());
		const { answers, failure, lacksAspect } = await readOnce(paper, watch);
		expect(lacksAspect).toBe(false);
		expect(codes(failure)).toEqual(CODES);
		expect(answers.statuses.get('AL-1')).toBe('unreadable');
		expect(answers.statuses.get('AL-2')).toMatchObject({ status: 'a-paraitre' });
	});

	it.each([1, 3])('because it is suspended is answered, in a list of %d', async (count) => {
		const watch = new Watch(names(count), settings());
		const reading = await readOnce(paperWith(count, { refused: ['err_annonce_suspendue'] }), watch);
		expect(reading).toMatchObject({ readAnything: true, lacksAspect: false });
		expect(reading.answers.statuses.get('AL-0')).toMatchObject({ status: 'suspendue' });
	});
});
