import { DAY, file, NOW, settings, status, told, Watch } from './watching.mts';

const reads = (watch: Watch) => watch.schedule().main.flatMap(({ aspects }) => aspects);
const attestation = file('attestation', 'A-1');

describe('the status is read', () => {
	it.each([
		['Stop Watching, which waits for the publication', { stopAfterDays: 30 }],
		['a first sight of published notices', { firstSight: 'publishedOrSuspended' as const }],
	])('also for %s', (_name, change) => {
		const watch = new Watch(['AL-1'], settings({ events: ['newInvoice'], ...change }));
		expect(reads(watch)).toEqual(['status', 'invoices']);
	});
});

describe('Stop Watching', () => {
	const events = ['statusChanged', 'newInvoice'];
	const stop = settings({ events, stopAfterDays: 30 });
	const never = settings({ events });
	const read = (watch: Watch, statut: string) =>
		watch.poll({ statuses: { 'AL-1': statut }, invoices: { 'AL-1': [] } });

	it('goes on with a notice that is not published', () => {
		const watch = new Watch(['AL-1'], stop);
		read(watch, 'a-paraitre');
		watch.now = NOW + 99 * DAY;
		expect(reads(watch)).toEqual(['status', 'invoices']);
	});

	it('counts only from when it was chosen', () => {
		const watch = new Watch(['AL-1'], never);
		read(watch, 'parue');
		watch.now = NOW + 40 * DAY;
		watch.settings = stop;
		expect(reads(watch)).toEqual(['status', 'invoices']);
		read(watch, 'parue');
		expect(reads(watch)).toEqual(['invoices']);
	});

	it('counts anew after it was not chosen for a while, and nothing is told again', () => {
		const watch = new Watch(['AL-1'], stop);
		read(watch, 'parue');
		watch.settings = never;
		read(watch, 'parue');
		watch.now = NOW + 40 * DAY;
		watch.settings = stop;
		expect(reads(watch)).toEqual(['status', 'invoices']);
		expect(told(read(watch, 'suspendue'))).toEqual(['statusChanged AL-1 parue > suspendue']);
	});
});

describe('what could not be read', () => {
	const both = settings({ events: ['statusChanged', 'newDocument'] });

	it('waits no longer once its events are not chosen any more', () => {
		const watch = new Watch(['AL-1'], both);
		const read = { statuses: { 'AL-1': 'parue' }, documents: { 'AL-1': 'unreadable' as const } };
		for (let poll = 0; poll < 3; poll++) watch.poll(read);
		expect(reads(watch)).toEqual(['status']);
		watch.settings = settings();
		watch.poll({ statuses: { 'AL-1': 'parue' } });
		watch.settings = both;
		expect(reads(watch)).toEqual(['status', 'documents']);
	});

	it('is not told as never known', () => {
		const watch = new Watch(['AL-1'], settings());
		for (let poll = 0; poll < 5; poll++) {
			expect(watch.poll({ statuses: { 'AL-1': 'unreadable' } }).neverFound).toEqual([]);
		}
	});
});

describe('a notice of which status and documents are missing', () => {
	const missing = { statuses: { 'AL-1': 'missing' }, documents: { 'AL-1': 'missing' as const } };
	const events = ['statusChanged', 'newDocument', 'notFound'];

	it('is told once as never known', () => {
		const watch = new Watch(['AL-1'], settings({ events: ['statusChanged', 'newDocument'] }));
		const noticed = [1, 2, 3, 4].map(() => watch.poll(missing).neverFound.map(({ text }) => text));
		expect(noticed).toEqual([[], [], ['AL-1'], []]);
	});

	it('has its status alone asked for at every poll until a read of its own decides, at most eight times', () => {
		const watch = new Watch(['AL-1'], settings({ events }));
		const asked: number[] = [];
		for (let poll = 1; poll <= 9; poll++) {
			watch.poll(missing);
			const { apart } = watch.schedule();
			if (apart.status.length > 0) asked.push(poll);
			if (poll > 2) expect(apart.documents).toEqual([]);
		}
		expect(asked).toEqual([3, 4, 5, 6, 7]);
	});

	it('is not asked for by itself again once it was told', () => {
		const watch = new Watch(['AL-1'], settings({ events }));
		watch.poll({ statuses: { 'AL-1': 'parue' }, documents: { 'AL-1': [] } });
		for (let poll = 0; poll < 3; poll++) watch.poll({ ...missing, gone: ['AL-1'] });
		expect(watch.poll(missing).wantConfirmation).toEqual([]);
	});
});

describe('a notice of which only the status is missing', () => {
	it('is asked for apart, although its documents are there', () => {
		const watch = new Watch(['AL-1'], settings({ events: ['statusChanged', 'newDocument'] }));
		const read = { statuses: { 'AL-1': 'missing' }, documents: { 'AL-1': [attestation] } };
		for (let poll = 0; poll < 2; poll++) watch.poll(read);
		expect(reads(watch)).toEqual(['documents']);
	});
});

describe('invoices left out of an answer', () => {
	const chosen = settings({ events: ['statusChanged', 'newInvoice', 'notFound'] });
	const invoices = { 'AL-1': [file('facture', 'F-1')] };
	const leftOut = { invoices: { 'AL-1': 'missing' as const } };

	it('say nothing while the status is missing, too, of a notice that was there', () => {
		const watch = new Watch(['AL-1'], chosen);
		watch.poll({ statuses: { 'AL-1': 'parue' } });
		watch.poll({ ...leftOut, statuses: { 'AL-1': 'missing' } });
		expect(told(watch.poll({ invoices, statuses: { 'AL-1': 'parue' } }))).toEqual([]);
	});

	it('say nothing of a notice that was told as not found', () => {
		const watch = new Watch(['AL-1'], chosen);
		const missing = { ...leftOut, statuses: { 'AL-1': 'missing' }, gone: ['AL-1'] };
		const events = [1, 2, 3].flatMap(() => told(watch.poll(missing)));
		expect(events).toEqual(['notFound AL-1 - > introuvable']);
		watch.poll(leftOut);
		expect(told(watch.poll({ invoices, statuses: { 'AL-1': 'parue' } }))).toEqual([
			'statusChanged AL-1 introuvable > parue',
		]);
	});

	it('are no failure where the documents were read and the status is not watched', () => {
		const watch = new Watch(['AL-1'], settings({ events: ['newDocument', 'newInvoice'] }));
		for (let poll = 0; poll < 2; poll++) watch.poll({ ...leftOut, documents: { 'AL-1': [] } });
		expect(reads(watch)).toEqual(['documents', 'invoices']);
	});
});

describe('a status that was refused because of the suspension', () => {
	it('is told where it was another one before', () => {
		const watch = new Watch(['AL-1'], settings({ events: ['suspended'] }));
		watch.poll({ statuses: { 'AL-1': 'a-paraitre' } });
		const refused = { ...status('AL-1', 'suspendue'), refused: true };
		expect(told(watch.poll({ statuses: { 'AL-1': refused } }))).toEqual([
			'suspended AL-1 a-paraitre > suspendue',
		]);
	});
});
