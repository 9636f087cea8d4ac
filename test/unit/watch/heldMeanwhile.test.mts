import { DAY, file, NOW, settings, status, told, Watch, type Read } from './watching.mts';

const MINUTE = 60_000;

describe('several documents of a notice that wait for their files', () => {
	it.each<[string, Read]>([
		['is not read', {}],
		['cannot be read', { documents: { 'AL-1': 'unreadable' } }],
	])('go on waiting, all of them, while it %s', (_name, silence) => {
		const watch = new Watch(['AL-1'], settings({ events: ['newDocument'], files: true }));
		watch.poll({ documents: { 'AL-1': [] } });
		const documents = {
			'AL-1': ['A-1', 'A-2', 'A-3'].map((number) => file('attestation', number)),
		};
		const ids = watch.look({ documents }).events.map(({ id }) => id);
		const inVain = { documents, withoutFiles: new Map(ids.map((id) => [id, 'tried' as const])) };
		for (let poll = 1; poll <= 4; poll++) expect(told(watch.poll(inVain))).toEqual([]);
		watch.now = NOW + MINUTE;
		watch.poll(silence);
		const events = watch.poll(inVain).events;
		expect(events).toHaveLength(3);
		for (const event of events) expect(event).toMatchObject({ filesMissing: true, seenAt: NOW });
	});
});

describe('an event whose file was tried as often as it may be', () => {
	it('is not given up in a poll that had no time to try it', () => {
		const watch = new Watch(['AL-1'], settings({ events: ['newDocument'], files: true }));
		watch.poll({ documents: { 'AL-1': [] } });
		const documents = { 'AL-1': [file('attestation', 'A-1')] };
		const id = watch.look({ documents }).events[0]?.id ?? '';
		const poll = (lack: 'tried' | 'notTried') =>
			watch.poll({ documents, withoutFiles: new Map([[id, lack]]) }).events;
		for (let tries = 1; tries <= 4; tries++) expect(poll('tried')).toEqual([]);
		expect(poll('notTried')).toEqual([]);
		expect(poll('tried')).toMatchObject([{ event: 'newDocument', filesMissing: true }]);
	});
});

describe('a suspension whose reason changes', () => {
	const begun = (change: object = {}) => {
		const watch = new Watch(['AL-1'], settings({ events: ['reasonChanged'], ...change }));
		watch.poll({ statuses: { 'AL-1': status('AL-1', 'suspendue', 'a') } });
		return watch;
	};

	it('has each of its reasons wait for the files by itself', () => {
		const watch = begun({ files: true });
		const inVain = (reason: string) =>
			watch.poll({ statuses: { 'AL-1': status('AL-1', 'suspendue', reason) }, tried: ['AL-1'] });
		for (let poll = 1; poll <= 4; poll++) expect(told(inVain('b'))).toEqual([]);
		for (let poll = 1; poll <= 4; poll++) expect(told(inVain('c'))).toEqual([]);
		expect(inVain('c').events).toMatchObject([
			{ event: 'reasonChanged', previousReason: 'a', reason: 'c', filesMissing: true },
		]);
	});

	it('is told also when the reason is withdrawn', () => {
		const watch = begun();
		const { events } = watch.poll({ statuses: { 'AL-1': status('AL-1', 'suspendue') } });
		expect(events).toMatchObject([
			{ event: 'reasonChanged', previousReason: 'a', reason: null, status: 'suspendue' },
		]);
	});
});

describe('a suspension after the publication', () => {
	it('that waits for its files is read for beyond Stop Watching', () => {
		const change = { events: ['suspended'], files: true, stopAfterDays: 1 };
		const watch = new Watch(['AL-1'], settings(change));
		watch.poll({ statuses: { 'AL-1': 'parue' } });
		watch.poll({ statuses: { 'AL-1': 'suspendue' }, tried: ['AL-1'] });
		watch.now = NOW + 3 * DAY;
		expect(watch.schedule().main.map(({ aspects }) => aspects)).toEqual([['status']]);
	});
});
