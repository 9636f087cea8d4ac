/** Lists that are not needed: what stays in memory of them, and how long they are waited for. */
import { inTime, optionalList } from '../../../nodes/LegalNotice/actions/lists.ts';
import { hasten, realTime } from '../../engine/time.mts';

test('newspapers are kept without their logos, each of which may take a megabyte', async () => {
	const publications = [{ id: 12, libelle: 'La Gazette', logo_web: 'data:image/png;base64,' }];
	const client = { account: 'logos', call: async () => await Promise.resolve({ publications }) };
	const context = {
		client: async () => await Promise.resolve(client),
		answers: new Map(),
		optionalLists: new Map(),
	};
	const kept = await optionalList(context as never, '/publications', 'publications');
	expect(kept).toEqual([{ id: 12, libelle: 'La Gazette' }]);
});

test('an answer that came while the machine was busy is taken, although its time is over', async () => {
	hasten(100);
	const answer = (async () => {
		for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
		return 'answered';
	})();
	const waiting = inTime(answer, 'given up');
	const since = process.hrtime.bigint();
	// Much longer than the two seconds, which are twenty milliseconds here.
	while (process.hrtime.bigint() - since < 100_000_000n);
	expect(await waiting).toBe('answered');
	realTime();
});

test('what does not come at all is given up', async () => {
	hasten(100);
	expect(await inTime(new Promise<string>(() => {}), 'given up')).toBe('given up');
	realTime();
});
