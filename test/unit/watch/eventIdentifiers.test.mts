import { tableChange, type WatchEvent } from '../../../nodes/LegalNotice/domain/watch/index.ts';
import { DAY, file, NOW, settings, status, Watch, type Read } from './watching.mts';

const suspended = (reason: string | null = null) => ({
	statuses: { 'AL-1': status('AL-1', 'suspendue', reason) },
});
const published = { statuses: { 'AL-1': 'parue' } };

/** The identifiers told by a watch that begins some days later. */
function told(events: string[], polls: Read[], days = 0): string[] {
	const watch = new Watch(['AL-1', 'AL-2'], settings({ events, firstSight: 'current' }));
	watch.stored = JSON.stringify({
		...JSON.parse(watch.stored),
		since: Math.floor((NOW + days * DAY) / 1000).toString(36),
	});
	return polls.flatMap((read) => watch.poll(read).events).map(({ id }) => id);
}

function only(ids: readonly string[]): string {
	expect(ids).toHaveLength(1);
	return ids[0] ?? '';
}

describe('the identifier of an event', () => {
	// Workflows keep identifiers, and leave out what they have handled: an update must not make all of it new.
	it.each([
		['a status at first sight', 'statusChanged', [suspended('Logo')], '7V7_oxYItjEPFFWzMWTjVA'],
		[
			'a change of status',
			'published',
			[{ statuses: { 'AL-1': 'suspendue' } }, published],
			'3jTkuXJMNQg5acu-aWJuUA',
		],
		[
			'a document',
			'newDocument',
			[{ documents: { 'AL-1': [file('attestation', 'A-1')] } }],
			'ZcdOmQvbt39yLtgQa8MoYg',
		],
		[
			'an invoice',
			'newInvoice',
			[{ invoices: { 'AL-1': [file('facture', 'F-1')] } }],
			'VGe1frJhpQlYYbw9VEB4tA',
		],
	])('of %s is the one that it has always had', (_name, event, polls, id) => {
		expect(only(told([event], polls))).toBe(id);
	});

	it('of what is seen for the first time is the same in a watch that began later', () => {
		const first = only(told(['statusChanged'], [suspended('Logo')]));
		expect(only(told(['statusChanged'], [suspended('Logo')], 3))).toBe(first);
		expect(only(told(['statusChanged'], [suspended('Texte')]))).not.toBe(first);
		expect(only(told(['statusChanged'], [suspended()]))).not.toBe(first);
	});

	it('of a change is another one in a watch that began later', () => {
		const polls = [suspended(), published];
		expect(only(told(['published'], polls))).not.toBe(only(told(['published'], polls, 3)));
	});

	it.each([
		['status', suspended()],
		['reason', suspended('Texte')],
	])(
		'is another one where the notice went back to another %s that nobody asked for',
		(_name, back) => {
			const watch = new Watch(['AL-1'], settings({ events: ['published'] }));
			watch.poll(suspended('Logo'));
			const [first] = watch.look(published).events;
			watch.poll(back);
			const [second] = watch.poll(published).events;
			expect(first?.event).toBe('published');
			expect(second?.event).toBe('published');
			expect(second?.id).not.toBe(first?.id);
		},
	);

	it('of an invoice without a number is that of its notice, and so is that of a number used twice', () => {
		for (const same of [file('facture'), { ...file('facture', 'F-1', 2), name: 'facture F-1#2' }]) {
			const ids = told(['newInvoice'], [{ invoices: { 'AL-1': [same], 'AL-2': [same] } }]);
			expect(new Set(ids).size).toBe(2);
		}
	});
});

describe('the identifier of a change between a table and the service', () => {
	type Row = [status: string, reason: string | null | undefined];
	const change = (row: Row, now: Row, reference = 'AL-1'): WatchEvent['id'] => {
		const reading = status(reference, now[0], now[1] ?? null);
		const remembered = { asked: 'AL-1', status: row[0], reason: row[1] };
		const found = tableChange(remembered, reading, 'current', NOW);
		expect(found).toBeDefined();
		return found?.id ?? '';
	};

	it('is the one that it has always had', () => {
		expect(change(['suspendue', 'Logo'], ['parue', null])).toBe('pmCb8IOF6dfo8h5QXQGdZw');
	});

	it('is the same for the same difference, and for no other one', () => {
		const first = change(['suspendue', 'Logo'], ['parue', null]);
		expect(change(['suspendue', 'Logo'], ['parue', null])).toBe(first);
		const others = [
			change(['suspendue', 'Logo'], ['parue', null], 'AL-2'),
			change(['a-paraitre', 'Logo'], ['parue', null]),
			change(['suspendue', 'Texte'], ['parue', null]),
			change(['suspendue', null], ['parue', null]),
			change(['suspendue', 'Logo'], ['a-paraitre', null]),
			change(['suspendue', 'Logo'], ['parue', 'Erratum']),
		];
		expect(new Set([first, ...others]).size).toBe(7);
		expect(change(['suspendue', undefined], ['parue', null])).toBe(others[3]);
	});
});
