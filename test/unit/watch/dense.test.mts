import { down } from './newspaper.mts';
import { names, paperWith, poll, readBy } from './polling.mts';
import { settings, Watch } from './watching.mts';

/** Every call that names one of these fails. */
function withBad(count: number, isBad: (index: number) => boolean) {
	const paper = paperWith(count);
	const bad = new Set(names(count).filter((_name, index) => isBad(index)));
	paper.failing = (_route, asked) => (asked.some((name) => bad.has(name)) ? down() : undefined);
	return { paper, good: names(count).filter((name) => !bad.has(name)) };
}

describe('notices that fail every call, so many that no batch goes through', () => {
	it.each<[string, number, (index: number) => boolean, number]>([
		['every fifth', 100, (index) => index % 5 === 0, 20],
		['every third', 40, (index) => index % 3 === 0, 12],
		['every second', 60, (index) => index % 2 === 0, 20],
		['the first nine of ten', 100, (index) => index < 90, 30],
		['all but the last', 30, (index) => index < 29, 30],
		['every fifth', 600, (index) => index % 5 === 0, 90],
		['the first three hundred', 700, (index) => index < 300, 60],
	])('%s of %d: the others are read nevertheless', async (_name, count, isBad, polls) => {
		const { paper, good } = withBad(count, isBad);
		const watch = new Watch(names(count), settings());
		const all = await poll(paper, watch, polls);
		expect(readBy(all)).toEqual(good);
		for (const { calls } of all) expect(calls).toBeLessThan(70);
	});

	it('are not looked for at the same place at every poll', async () => {
		const { paper } = withBad(200, () => true);
		const watch = new Watch(names(200), settings());
		const firsts: string[] = [];
		for (let done = 0; done < 20; done++) {
			const before = paper.calls.length;
			expect((await poll(paper, watch, 1))[0]?.failed).toBe(true);
			firsts.push(paper.calls[before]?.references[0] ?? '');
		}
		expect(new Set(firsts).size).toBe(20);
	});

	it('stand behind those that can be read again, where all of them are read apart', async () => {
		const list = names(30);
		const watch = new Watch(list, settings());
		for (let done = 0; done < 5; done++)
			watch.poll({ statuses: Object.fromEntries(list.map((name) => [name, 'unreadable'])) });
		const { paper } = withBad(30, (index) => index !== 25);
		expect(readBy(await poll(paper, watch, 12))).toEqual(['AL-25']);
	});

	it('make a poll that got no answer in time go on elsewhere', async () => {
		const { paper, good } = withBad(400, () => false);
		paper.beforeAnswer = async () => {
			const asked = paper.calls.at(-1)?.references ?? [];
			if (asked.includes('AL-3')) await new Promise((resolve) => setTimeout(resolve, 400));
		};
		const watch = new Watch(names(400), settings());
		const all = await poll(paper, watch, 6, 300);
		expect(all[0]?.failed).toBe(true);
		expect(readBy(all)).toEqual(expect.arrayContaining(good.slice(104, 304)));
	});
});
