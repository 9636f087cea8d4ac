import { file, NOW, settings, told, Watch } from './watching.mts';

describe('while the documents of a notice cannot be asked for', () => {
	const inVain = { statuses: { 'AL-1': 'parue' }, tried: ['AL-1'] };

	function begun(change: object): Watch {
		const watch = new Watch(['AL-1'], settings({ events: ['published'], ...change }));
		watch.poll({ statuses: { 'AL-1': 'a-paraitre' } });
		return watch;
	}

	it('a publication that waits for its attestation does so for the polls chosen, then says so', () => {
		const watch = begun({ waitPolls: 3 });
		for (let poll = 1; poll <= 3; poll++) expect(told(watch.poll(inVain))).toEqual([]);
		watch.now = NOW + 60_000;
		expect(watch.poll(inVain).events).toMatchObject([
			{ event: 'published', documentMissing: true, seenAt: NOW },
		]);
		expect(told(watch.poll(inVain))).toEqual([]);
	});

	it('an event that waits for its files does so for five polls, then says so', () => {
		const watch = begun({ files: true });
		for (let poll = 1; poll <= 4; poll++) expect(told(watch.poll(inVain))).toEqual([]);
		expect(watch.poll(inVain).events).toMatchObject([{ event: 'published', filesMissing: true }]);
	});

	it('so does a suspension, whose documents the service did not refuse', () => {
		const watch = new Watch(['AL-1'], settings({ events: ['suspended'], files: true }));
		watch.poll({ statuses: { 'AL-1': 'a-paraitre' } });
		const poll = () => watch.poll({ statuses: { 'AL-1': 'suspendue' }, tried: ['AL-1'] });
		for (let tries = 1; tries <= 4; tries++) expect(told(poll())).toEqual([]);
		expect(poll().events).toMatchObject([{ event: 'suspended', filesMissing: true }]);
	});

	it('polls that did not come to asking do not count', () => {
		const watch = begun({ waitPolls: 1 });
		const notAsked = { statuses: { 'AL-1': 'parue' } };
		for (let poll = 0; poll < 9; poll++) expect(told(watch.poll(notAsked))).toEqual([]);
		expect(
			told(watch.poll({ ...notAsked, documents: { 'AL-1': [file('attestation', 'A-1')] } })),
		).toEqual(['published AL-1 a-paraitre > parue']);
	});
});

describe('a notice missing so often that a read of its own decides', () => {
	it('is asked for again at the next poll while there was no time for that', () => {
		const watch = new Watch(['AL-1'], settings({ events: ['notFound'] }));
		watch.poll({ statuses: { 'AL-1': 'parue' } });
		const missing = { statuses: { 'AL-1': 'missing' } };
		for (let poll = 0; poll < 3; poll++) watch.poll(missing);
		expect(watch.schedule().apart.status).toHaveLength(1);
		expect(told(watch.poll({ ...missing, gone: ['AL-1'] }))).toEqual([
			'notFound AL-1 parue > introuvable',
		]);
		expect(watch.schedule().apart.status).toEqual([]);
	});
});
