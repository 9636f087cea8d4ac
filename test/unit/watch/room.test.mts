import { packState } from '../../../nodes/LegalNotice/domain/watch/index.ts';
import { NOW, settings, status, Watch } from './watching.mts';

const REASONS = { events: ['reasonChanged'] };
const list = (count: number) => Array.from({ length: count }, (_value, at) => `AL-${at + 1}`);
const long = (start: string, length: number) => start.padEnd(length, 'x');
const statuses = (watch: Watch, of: (at: number) => string) => ({
	statuses: Object.fromEntries(watch.list.map((name, at) => [name, of(at)])),
});
const reasons = (watch: Watch, of: (at: number) => string) => ({
	statuses: Object.fromEntries(
		watch.list.map((name, at) => [name, status(name, 'suspendue', of(at))]),
	),
});
/** Lengths of the former texts that the events tell; null where there was no room for the text. */
const statusesKnown = (watch: Watch) =>
	watch
		.look(statuses(watch, () => 'parue'))
		.events.map(({ previousStatus }) => previousStatus?.length ?? null);
const reasonsKnown = (watch: Watch) =>
	watch
		.look(reasons(watch, () => 'another'))
		.events.map(({ previousReason }) => previousReason?.length ?? null);

describe('the room that the stored state has for texts', () => {
	it.each([
		[397, 397],
		[398, null],
	])('is 400 bytes with few notices: of a text of %d, %p are known later', (length, known) => {
		const byStatus = new Watch(list(1), settings());
		byStatus.poll(statuses(byStatus, () => long('', length)));
		expect(statusesKnown(byStatus)).toEqual([known]);
		const byReason = new Watch(list(1), settings(REASONS));
		byReason.poll(reasons(byReason, () => long('', length)));
		expect(reasonsKnown(byReason)).toEqual([known]);
	});

	it('is taken by one text after the other, until there is none left', () => {
		const byStatus = new Watch(list(4), settings());
		byStatus.poll(statuses(byStatus, (at) => long(`${at}`, 150)));
		expect(statusesKnown(byStatus)).toEqual([150, 150, null, null]);
		const byReason = new Watch(list(4), settings(REASONS));
		byReason.poll(reasons(byReason, (at) => long(`${at}`, 150)));
		expect(reasonsKnown(byReason)).toEqual([150, 150, null, null]);
	});

	it('grows with the list', () => {
		const byStatus = new Watch(list(150), settings());
		byStatus.poll(statuses(byStatus, (at) => long(`${at % 10}`, 42)));
		expect(statusesKnown(byStatus)).not.toContain(null);
		const byReason = new Watch(list(60), settings(REASONS));
		byReason.poll(reasons(byReason, (at) => long(`${at}`, 7)));
		expect(reasonsKnown(byReason)).not.toContain(null);
	});

	it('is taken once by a text that several notices have', () => {
		const watch = new Watch(list(3), settings(REASONS));
		watch.poll(reasons(watch, () => long('', 300)));
		expect(reasonsKnown(watch)).toEqual([300, 300, 300]);
		expect(packState(watch.state).words.filter((word) => word.length === 300)).toHaveLength(1);
	});

	it('goes to the status that most notices have', () => {
		const watch = new Watch(list(4), settings());
		watch.poll(statuses(watch, (at) => long(at === 0 ? 'rare' : 'frequent', 300)));
		expect(statusesKnown(watch)).toEqual([null, 300, 300, 300]);
	});

	it('is not taken by statuses that had none before', () => {
		const watch = new Watch(list(9), settings());
		watch.poll(statuses(watch, (at) => long(`${at}`, 200)));
		watch.poll({ statuses: { 'AL-9': long('new', 150) } });
		expect(statusesKnown(watch)).toEqual([200, ...Array.from({ length: 7 }, () => null), 150]);
	});
});

describe('a text for which there was no room', () => {
	it('is known as the same one however often the state is stored', () => {
		const byStatus = new Watch(list(1), settings());
		const byReason = new Watch(list(1), settings(REASONS));
		const sameStatus = statuses(byStatus, () => long('', 500));
		const sameReason = reasons(byReason, () => long('', 500));
		byStatus.poll(sameStatus);
		byReason.poll(sameReason);
		for (let poll = 0; poll < 3; poll++) {
			byStatus.poll({});
			byReason.poll({});
		}
		byStatus.now = byReason.now = NOW + 60_000;
		expect(byStatus.look(sameStatus).events).toEqual([]);
		expect(byReason.look(sameReason).events).toEqual([]);
		expect(statusesKnown(byStatus)).toEqual([null]);
		expect(reasonsKnown(byReason)).toEqual([null]);
	});
});
