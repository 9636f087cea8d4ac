import { file, settings, told, Watch } from './watching.mts';

const attestation = file('attestation', 'A-1');

describe('files of a notice that is seen for the first time', () => {
	const events = ['published', 'newDocument'];
	const begun = (change = {}) =>
		new Watch(['AL-1'], settings({ events, firstSight: 'publishedOrSuspended', ...change }));

	it('are told while its publication is still held back', () => {
		const watch = begun({ waitPolls: 3 });
		const read = { statuses: { 'AL-1': 'parue' }, documents: { 'AL-1': [file('facture', 'F-1')] } };
		const first = watch.poll(read);
		expect(first.events).toMatchObject([{ event: 'newDocument', status: 'parue' }]);
		expect(told(watch.poll(read))).toEqual([]);
	});

	it('are left alone until its status is known', () => {
		const watch = begun();
		const documents = { 'AL-1': [attestation] };
		expect(told(watch.poll({ documents }))).toEqual([]);
		expect(told(watch.poll({ statuses: { 'AL-1': 'unreadable' }, documents }))).toEqual([]);
		expect(told(watch.poll({ statuses: { 'AL-1': 'parue' }, documents }))).toEqual([
			'published AL-1 - > parue',
			'newDocument AL-1 attestation A-1',
		]);
	});

	it('of a notice that is not published yet are no news', () => {
		const watch = begun();
		const documents = { 'AL-1': [attestation] };
		expect(told(watch.poll({ statuses: { 'AL-1': 'a-paraitre' }, documents }))).toEqual([]);
		expect(told(watch.poll({ statuses: { 'AL-1': 'parue' }, documents }))).toEqual([
			'published AL-1 a-paraitre > parue',
		]);
	});
});
