import { file, settings, told, Watch } from './watching.mts';

const names = (count: number) => Array.from({ length: count }, (_value, index) => `AL-${index}`);
const all = <Said,>(list: readonly string[], said: Said) =>
	Object.fromEntries(list.map((name) => [name, said]));

function known(list: string[], events = ['statusChanged', 'notFound']): Watch {
	const watch = new Watch(list, settings({ events }));
	watch.poll({ statuses: all(list, 'a-paraitre') });
	return watch;
}

describe('notices that nearly all are missing at once', () => {
	const list = names(1_000);

	it.each([
		['all', 0],
		['nearly all', 40],
	])('are read as before at the next poll when %s are', (_name, left) => {
		const watch = known(list);
		const missing = list.slice(left);
		const there = all(list.slice(0, left), 'a-paraitre');
		for (let poll = 1; poll <= 10; poll++) {
			const turn = watch.poll({ statuses: { ...there, ...all(missing, 'missing') } });
			expect(turn.events).toEqual([]);
			expect(turn.wantConfirmation).toEqual([]);
			expect(turn.vanished).toEqual({ missing: missing.length, asked: 1_000, polls: poll });
			expect(watch.schedule().main).toHaveLength(1_000);
		}
		const back = watch.poll({ statuses: all(list, 'parue') });
		expect(back.vanished).toBeUndefined();
		expect(told(back)).toHaveLength(1_000);
	});

	it('are not taken for notices without documents', () => {
		const watch = known(list, ['statusChanged', 'newDocument']);
		watch.poll({ statuses: all(list, 'missing'), documents: all(list, 'missing') });
		const papers = all(list, [file('attestation', 'A-1')]);
		expect(told(watch.poll({ statuses: all(list, 'a-paraitre'), documents: papers }))).toEqual([]);
	});

	it('take up little of the state', () => {
		const watch = known(list);
		const before = watch.stored.length;
		watch.poll({ statuses: all(list, 'missing') });
		expect(watch.stored.length - before).toBeLessThan(20);
	});

	it('poll after poll are believed to be gone in the end, and told', () => {
		const few = names(30);
		const watch = known(few);
		const events: string[] = [];
		for (let poll = 0; poll < 14; poll++) {
			const { main, apart } = watch.schedule();
			const asked = [...main.map(({ watched }) => watched), ...apart.status];
			const statuses = all(
				asked.map(({ text }) => text),
				'missing',
			);
			const gone = watch.look({ statuses }).wantConfirmation.map(({ text }) => text);
			events.push(...told(watch.poll({ statuses, gone })));
		}
		expect(events).toHaveLength(30);
	});

	it('are believed to be gone in the end also where a poll reads only a part of the list', () => {
		const long = names(200);
		const watch = known(long);
		const events: string[] = [];
		for (let poll = 0; poll < 40; poll++) {
			const half = long.slice(poll % 2 === 0 ? 0 : 100).slice(0, 100);
			const { main, apart } = watch.schedule();
			const due = [...main.map(({ watched }) => watched), ...apart.status].map(({ text }) => text);
			const asked = due.filter((name) => half.includes(name));
			const statuses = all(asked, poll % 2 === 0 ? 'missing' : 'a-paraitre');
			const gone = watch.look({ statuses }).wantConfirmation.map(({ text }) => text);
			events.push(...told(watch.poll({ statuses, gone })));
		}
		expect(events.sort()).toEqual(
			long
				.slice(0, 100)
				.map((name) => `notFound ${name} a-paraitre > introuvable`)
				.sort(),
		);
	});

	it('get the same patience again after they were there', () => {
		const watch = known(list);
		const missing = { statuses: all(list, 'missing') };
		for (let poll = 0; poll < 9; poll++) watch.poll(missing);
		watch.poll({ statuses: all(list, 'a-paraitre') });
		for (let poll = 0; poll < 9; poll++) watch.poll(missing);
		expect(watch.schedule().main).toHaveLength(1_000);
	});

	it('though never read are asked for twice more before they are set apart', () => {
		const watch = new Watch(list, settings());
		const missing = { statuses: all(list, 'missing') };
		for (let poll = 0; poll < 2; poll++) expect(watch.poll(missing).vanished).toBeDefined();
		expect(watch.schedule().main).toHaveLength(1_000);
		for (let poll = 0; poll < 3; poll++) watch.poll(missing);
		expect(watch.schedule().main).toEqual([]);
	});
});

describe('notices of which some are missing', () => {
	it.each([1, 5, 20])('are to blame themselves when they are just %d', (count) => {
		const watch = known(names(count));
		const missing = { statuses: all(names(count), 'missing') };
		for (let poll = 0; poll < 2; poll++) expect(watch.poll(missing).vanished).toBeUndefined();
		expect(watch.look(missing).wantConfirmation).toHaveLength(count);
	});

	it('are to blame themselves where many others are there', () => {
		const list = names(1_000);
		const watch = known(list);
		const statuses = { ...all(list, 'a-paraitre'), ...all(list.slice(0, 500), 'missing') };
		for (let poll = 0; poll < 2; poll++) expect(watch.poll({ statuses }).vanished).toBeUndefined();
		expect(watch.schedule().main).toHaveLength(500);
	});
});
