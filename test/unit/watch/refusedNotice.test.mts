import { ServiceFailure } from '../../../nodes/LegalNotice/transport/failures.ts';
import { names, paperWith, poll, readBy, readOnce } from './polling.mts';
import { settings, told, Watch } from './watching.mts';

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

describe('a service that refuses every call with a code that nobody listed', () => {
	it.each([1, 3, 100, 300, 2_000])('fails %d notices with few calls', async (count) => {
		const paper = paperWith(count);
		paper.failing = () => new ServiceFailure('refusal', { codes: ['err_maintenance'] });
		const watch = new Watch(names(count), settings());
		for (const { failed, calls } of await poll(paper, watch, 3)) {
			expect(failed).toBe(true);
			expect(calls).toBeLessThan(40);
		}
		expect([...watch.state.apart]).toEqual([]);
		paper.failing = () => undefined;
		const [back] = await poll(paper, watch, 1);
		expect(back?.read).toHaveLength(count);
	});

	it('as soon as the list is longer than it likes is read in shorter lists', async () => {
		const paper = paperWith(300);
		const tooLong = new ServiceFailure('refusal', { codes: ['err_liste_trop_longue'] });
		paper.failing = (_route, asked) => (asked.length > 7 ? tooLong : undefined);
		const [first] = await poll(paper, new Watch(names(300), settings()), 1);
		expect(first?.read).toHaveLength(300);
	});
});

describe('a service that refuses a list for each notice that it does not know', () => {
	it('is believed: it is asked for hundreds of them one by one at two polls, not at ten', async () => {
		const list = names(300);
		const watch = new Watch(list, settings());
		watch.poll({ statuses: Object.fromEntries(list.map((name) => [name, 'parue'])) });
		const paper = paperWith(300);
		paper.failing = () => new ServiceFailure('refusal', { codes: ['err_annonce_introuvable'] });
		const polls = await poll(paper, watch, 6);
		expect(polls.slice(2).map(({ calls }) => calls <= 22)).toEqual([true, true, true, true]);
	});
});

describe('references that a service refuses as an incorrect list of one', () => {
	it.each(['err_references_incorrect', 'err_references_absent', 'err_annonces_introuvables'])(
		'with %s are unknown, and the others are read in that poll',
		async (code) => {
			const unknown = ['AL-0', 'AL-1', 'AL-60'];
			const watch = new Watch(names(200), settings());
			const paper = paperWith(200);
			paper.failing = (_route, asked) =>
				asked.some((name) => unknown.includes(name))
					? new ServiceFailure('refusal', { codes: [code] })
					: undefined;
			const { answers, failure } = await readOnce(paper, watch);
			expect(names(200).filter((name) => answers.statuses.get(name) === 'missing')).toEqual(
				unknown,
			);
			expect(names(200).filter((name) => answers.statuses.get(name) === undefined)).toEqual([]);
			expect([...answers.gone].sort()).toEqual(unknown);
			expect(failure).toBeUndefined();
		},
	);

	it.each([5, 120])(
		'are not told as gone, all %d of them, where every list is refused so and a read of its own finds them',
		async (count) => {
			const watch = new Watch(names(count), settings({ events: ['notFound', 'statusChanged'] }));
			const paper = paperWith(count);
			await poll(paper, watch, 1);
			const absent = new ServiceFailure('refusal', { codes: ['err_references_absent'] });
			const call = paper.call.bind(paper);
			// As if something in between dropped the bodies.
			paper.call = async (made) => {
				if (made.method === 'POST') throw absent;
				return await call(made);
			};
			for (let polls = 0; polls < 6; polls++) {
				const { answers } = await readOnce(paper, watch);
				expect(told(watch.take(answers))).toEqual([]);
			}
		},
	);
});
