import { settings, status, told, Watch } from './watching.mts';

const long = (text: string) => text.padEnd(500, ' et plus');

describe('a status too long to be remembered as text', () => {
	const read = (statut: string) => ({ statuses: { 'AL-1': long(statut) } });
	function begun(): Watch {
		const watch = new Watch(['AL-1'], settings());
		watch.poll(read('en relecture'));
		return watch;
	}

	it('is the same one at the next polls', () => {
		const watch = begun();
		for (let poll = 0; poll < 3; poll++) expect(told(watch.poll(read('en relecture')))).toEqual([]);
	});

	it.each([
		['one that is as long', long('au montage')],
		['a short one', 'parue'],
	])('changes to %s, without the text of what it was', (_name, statut) => {
		expect(begun().poll({ statuses: { 'AL-1': statut } }).events).toMatchObject([
			{ event: 'statusChanged', status: statut, previousStatus: null },
		]);
	});
});

describe('a reason without room for its text', () => {
	const events = ['reasonChanged'];
	const read = (reason: string) => ({ statuses: { 'AL-1': status('AL-1', 'suspendue', reason) } });

	it('is the same one at the next polls, and changes without its text', () => {
		const watch = new Watch(['AL-1'], settings({ events }));
		watch.poll(read(long('Logo')));
		expect(told(watch.poll(read(long('Logo'))))).toEqual([]);
		expect(watch.poll(read('Texte')).events).toMatchObject([
			{ event: 'reasonChanged', reason: 'Texte', previousReason: null },
		]);
	});
});

describe('a text for which there is room again', () => {
	it('is remembered once its notice is read', () => {
		const texts = ['a', 'b'].map((letter) => letter.repeat(300)) as [string, string];
		const read = (first: string, second: string) => ({
			statuses: { 'AL-1': first, 'AL-2': second },
		});
		const watch = new Watch(['AL-1', 'AL-2'], settings());
		watch.poll(read(...texts));
		watch.poll(read('parue', texts[1]));
		const { events } = watch.poll(read('parue', 'parue'));
		expect(events).toMatchObject([{ asked: 'AL-2', previousStatus: texts[1] }]);
	});
});
