import { DAY, file, NOW, settings, status, told, Watch } from './watching.mts';

const attestation = file('attestation', 'A-1');
const MINUTE = 60_000;
const published = { statuses: { 'AL-1': 'parue' } };
const without = { ...published, documents: { 'AL-1': [] } };

function begun(change: object): Watch {
	const watch = new Watch(['AL-1'], settings({ events: ['published'], ...change }));
	watch.poll({ statuses: { 'AL-1': 'a-paraitre' } });
	return watch;
}

/** What holds an event back for its files, as a service does that does not list them. */
const unlisted = { ...published, documents: { 'AL-1': 'unreadable' as const } };

describe('a poll that learns nothing of a publication that is held back', () => {
	it.each([
		['its attestation, and read nothing', { waitPolls: 2 }, without, {}],
		['its attestation, and read its status alone', { waitPolls: 2 }, without, published],
		['its files, and read nothing', { files: true }, unlisted, {}],
		['its files, and read its status alone', { files: true }, unlisted, published],
	])('for %s, ends and lengthens no wait', (_name, change, waiting, between) => {
		const watch = begun(change);
		watch.poll(waiting);
		watch.now = NOW + MINUTE;
		expect(told(watch.poll(between))).toEqual([]);
		const waited = [waiting, waiting, waiting, waiting].flatMap((read) => watch.poll(read).events);
		expect(waited).toMatchObject([{ event: 'published', seenAt: NOW }]);
	});
});

describe('a publication that waits for its files', () => {
	it('is read for beyond Stop Watching', () => {
		const watch = begun({ files: true, stopAfterDays: 0 });
		watch.poll(unlisted);
		watch.now = NOW + DAY;
		expect(watch.schedule().main.map(({ aspects }) => aspects)).toEqual([['status']]);
	});
});

describe('a publication that waited for its attestation and then for its file', () => {
	it('has the moment at which it was first seen', () => {
		const watch = begun({ waitPolls: 9, files: true });
		watch.poll(without);
		watch.now = NOW + MINUTE;
		const ready = { ...published, documents: { 'AL-1': [attestation] } };
		const [event] = watch.look(ready).events;
		const withoutFiles = new Map([[event?.id ?? '', 'tried' as const]]);
		expect(told(watch.poll({ ...ready, withoutFiles }))).toEqual([]);
		watch.now = NOW + 2 * MINUTE;
		expect(watch.poll(ready).events).toMatchObject([
			{ event: 'published', seenAt: NOW, documentMissing: false, filesMissing: false },
		]);
	});
});

describe('a document that waits for its file', () => {
	it('goes on waiting after a poll that did not read the documents', () => {
		const watch = new Watch(['AL-1'], settings({ events: ['newDocument'], files: true }));
		watch.poll({ documents: { 'AL-1': [] } });
		const documents = { 'AL-1': [attestation] };
		const [event] = watch.look({ documents }).events;
		const withoutFiles = new Map([[event?.id ?? '', 'tried' as const]]);
		watch.poll({ documents, withoutFiles });
		watch.now = NOW + MINUTE;
		for (const read of [{}, { documents: { 'AL-1': 'unreadable' as const } }]) {
			expect(told(watch.poll(read))).toEqual([]);
		}
		expect(watch.poll({ documents }).events).toMatchObject([{ seenAt: NOW }]);
	});
});

describe('no attestation is waited for, nor asked for,', () => {
	it('where the reason alone changes of a notice that is published', () => {
		const events = ['published', 'reasonChanged'];
		const watch = new Watch(['AL-1'], settings({ events, waitPolls: 2 }));
		watch.poll(published);
		const turn = watch.poll({ statuses: { 'AL-1': status('AL-1', 'parue', 'Erratum') } });
		expect(turn.events).toMatchObject([{ event: 'reasonChanged', documentMissing: false }]);
		expect(turn.wantDocuments).toEqual([]);
	});

	it('where the notice is not found', () => {
		const watch = new Watch(['AL-1'], settings({ events: ['notFound'], files: true }));
		const missing = { statuses: { 'AL-1': 'missing' }, gone: ['AL-1'] };
		for (let poll = 0; poll < 2; poll++) watch.poll(missing);
		const turn = watch.poll(missing);
		expect(turn.events).toMatchObject([{ event: 'notFound', files: [] }]);
		expect(turn.wantDocuments).toEqual([]);
	});
});
