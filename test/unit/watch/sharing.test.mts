import { down } from './newspaper.mts';
import { names, paperWith, poll, readBy } from './polling.mts';
import { settings, Watch } from './watching.mts';

const all = <Said,>(list: readonly string[], said: Said) =>
	Object.fromEntries(list.map((name) => [name, said]));

describe('notices that are read apart', () => {
	it.each([
		['documents', 'newDocument'],
		['invoices', 'newInvoice'],
	] as const)('do not keep %s waiting while many statuses fail', async (kind, event) => {
		const list = names(700);
		const [rest, bad, waiting] = [list.slice(0, 390), list.slice(390, 690), list.slice(690)];
		const watch = new Watch(list, settings({ events: ['statusChanged', event] }));
		watch.poll({
			statuses: { ...all(bad, 'unreadable'), ...all([...waiting, ...rest], 'a-paraitre') },
			[kind]: { ...all(waiting, 'unreadable'), ...all([...bad, ...rest], []) },
		});
		const paper = paperWith(700, { documents: [], factures: [] });
		paper.failing = (route, asked) =>
			route === 'statut' && asked.some((name) => bad.includes(name)) ? down() : undefined;
		await poll(paper, watch, 1);
		const route = kind === 'documents' ? 'documents' : 'factures';
		const asked = new Set(
			paper.calls.filter((call) => call.route === route).flatMap(({ references }) => references),
		);
		expect(waiting.filter((name) => !asked.has(name))).toEqual([]);
	});

	it('of one kind only are read although no other batch of that kind is', async () => {
		const list = names(40);
		const watch = new Watch(list, settings({ events: ['statusChanged', 'newDocument'] }));
		watch.poll({ statuses: all(list, 'unreadable'), documents: all(list, 'unreadable') });
		const paper = paperWith(40, { documents: [] });
		paper.failing = (route) => (route === 'statut' ? down() : undefined);
		await poll(paper, watch, 1);
		expect(paper.calls.filter(({ route }) => route === 'documents').length).toBeGreaterThan(0);
	});

	it('come back within a few polls, thousands of them, once they answer again', async () => {
		const list = names(5_000);
		const watch = new Watch(list, settings());
		const some = all(list.slice(0, 500), 'a-paraitre');
		const others = list.slice(500);
		for (let done = 0; done < 2; done++)
			watch.poll({ statuses: { ...some, ...all(others, 'missing') } });
		watch.poll({});
		const polls = await poll(paperWith(5_000), watch, 2);
		expect(readBy(polls)).toEqual(list);
		for (const { calls } of polls) expect(calls).toBeLessThan(80);
	});
});
