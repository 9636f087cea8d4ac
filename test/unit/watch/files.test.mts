import { DAY, file, NOW, settings, status, told, Watch } from './watching.mts';

const attestation = file('attestation', 'A-1');
const invoice = file('facture', 'F-1');
const credit = file('avoir', 'AV-1');
const names = (watch: Watch) => {
	const { main, apart } = watch.schedule();
	return {
		main: main.map(({ watched, aspects }) => `${watched.text}: ${aspects.join(', ')}`),
		apart: apart.documents.map(({ text }) => text),
	};
};

describe('new documents and invoices', () => {
	it('come out once each; what was there at first sight does not', () => {
		const watch = new Watch(['AL-1'], settings({ events: ['newDocument'] }));
		expect(told(watch.poll({ documents: { 'AL-1': [attestation] } }))).toEqual([]);
		const proofs = [file('justificatif'), file('justificatif', null, 2)];
		expect(told(watch.poll({ documents: { 'AL-1': [...proofs, attestation, invoice] } }))).toEqual([
			'newDocument AL-1 justificatif',
			'newDocument AL-1 justificatif',
			'newDocument AL-1 facture F-1',
		]);
		expect(told(watch.poll({ documents: { 'AL-1': [attestation, invoice, ...proofs] } }))).toEqual(
			[],
		);
		// Missing from one answer, there again in the next.
		watch.poll({ documents: { 'AL-1': [] } });
		expect(told(watch.poll({ documents: { 'AL-1': [invoice] } }))).toEqual([]);
	});

	it('are told at first sight where it is asked for', () => {
		const current = new Watch(
			['AL-1'],
			settings({ events: ['newDocument'], firstSight: 'current' }),
		);
		expect(told(current.poll({ documents: { 'AL-1': [attestation] } }))).toHaveLength(1);
		const published = new Watch(
			['AL-1', 'AL-2'],
			settings({ events: ['newDocument'], firstSight: 'publishedOrSuspended' }),
		);
		const read = {
			statuses: { 'AL-1': 'parue', 'AL-2': 'a-paraitre' },
			documents: { 'AL-1': [attestation], 'AL-2': [attestation] },
		};
		expect(told(published.poll(read))).toEqual(['newDocument AL-1 attestation A-1']);
	});

	it('are told as invoices where that is chosen, and only then', () => {
		const watch = new Watch(['AL-1'], settings({ events: ['newDocument', 'newInvoice'] }));
		watch.poll({ documents: { 'AL-1': [] }, invoices: { 'AL-1': [] } });
		expect(
			told(
				watch.poll({
					documents: { 'AL-1': [attestation, invoice, credit] },
					invoices: { 'AL-1': [invoice, credit] },
				}),
			),
		).toEqual([
			'newDocument AL-1 attestation A-1',
			'newInvoice AL-1 facture F-1',
			'newInvoice AL-1 avoir AV-1',
		]);
	});

	it('are filtered by type, and stay known when the filter is widened', () => {
		const watch = new Watch(
			['AL-1'],
			settings({ events: ['newDocument'], documentTypes: new Set(['avoir']) }),
		);
		watch.poll({ documents: { 'AL-1': [] } });
		expect(told(watch.poll({ documents: { 'AL-1': [attestation, credit] } }))).toEqual([
			'newDocument AL-1 avoir AV-1',
		]);
		watch.settings = settings({ events: ['newDocument'] });
		expect(told(watch.poll({ documents: { 'AL-1': [attestation, credit] } }))).toEqual([]);
	});

	it('are remembered only while they are watched', () => {
		const watch = new Watch(['AL-1'], settings({ events: ['newDocument', 'statusChanged'] }));
		watch.poll({ statuses: { 'AL-1': 'parue' }, documents: { 'AL-1': [attestation, invoice] } });
		const before = watch.stored.length;
		watch.settings = settings();
		watch.poll({ statuses: { 'AL-1': 'parue' } });
		expect(watch.stored.length).toBeLessThan(before - 16);
	});

	it('of a notice that withholds them are asked for apart, without touching its status', () => {
		const watch = new Watch(['AL-1'], settings({ events: ['newDocument', 'statusChanged'] }));
		watch.poll({ statuses: { 'AL-1': 'suspendue' }, documents: { 'AL-1': 'unreadable' } });
		expect(names(watch)).toEqual({ main: ['AL-1: status'], apart: ['AL-1'] });
		watch.poll({ statuses: { 'AL-1': 'parue' }, documents: { 'AL-1': [attestation] } });
		expect(names(watch)).toEqual({ main: ['AL-1: status, documents'], apart: [] });
	});
});

describe('a publication that waits for its attestation', () => {
	const options = { events: ['published'], waitPolls: 2 };
	const published = { statuses: { 'AL-1': 'parue' } };

	function begun(): Watch {
		const watch = new Watch(['AL-1'], settings(options));
		watch.poll({ statuses: { 'AL-1': 'a-paraitre' } });
		return watch;
	}

	it('asks for the documents of that notice only', () => {
		const watch = new Watch(['AL-1', 'AL-2'], settings(options));
		watch.poll({ statuses: { 'AL-1': 'a-paraitre', 'AL-2': 'a-paraitre' } });
		const { wantDocuments, events } = watch.look({
			statuses: { 'AL-1': 'parue', 'AL-2': 'a-paraitre' },
		});
		expect(wantDocuments.map(({ text }) => text)).toEqual(['AL-1']);
		expect(events).toEqual([]);
	});

	it('comes out with the moment it was first seen, once the attestation is there', () => {
		const watch = begun();
		expect(told(watch.poll({ ...published, documents: { 'AL-1': [] } }))).toEqual([]);
		watch.now = NOW + 600_000;
		const { events } = watch.poll({ ...published, documents: { 'AL-1': [attestation] } });
		expect(events).toMatchObject([{ event: 'published', documentMissing: false, seenAt: NOW }]);
		expect([...watch.state.held]).toEqual([]);
	});

	it('comes out without it after the polls it may wait', () => {
		const watch = begun();
		const poll = () => watch.poll({ ...published, documents: { 'AL-1': [invoice] } });
		expect([told(poll()), told(poll())]).toEqual([[], []]);
		expect(poll().events).toMatchObject([{ event: 'published', documentMissing: true }]);
		expect(told(poll())).toEqual([]);
	});

	it('does not count polls in which the documents could not be read', () => {
		const watch = begun();
		for (let poll = 0; poll < 9; poll++) expect(told(watch.poll(published))).toEqual([]);
		watch.poll({ ...published, documents: { 'AL-1': [] } });
		expect(told(watch.poll({}))).toEqual([]);
		expect(told(watch.poll({ ...published, documents: { 'AL-1': [attestation] } }))).toHaveLength(
			1,
		);
	});

	it('is not told when it was taken back meanwhile', () => {
		const watch = begun();
		watch.poll({ ...published, documents: { 'AL-1': [] } });
		expect(told(watch.poll({ statuses: { 'AL-1': 'a-paraitre' } }))).toEqual([]);
		expect([...watch.state.held]).toEqual([]);
	});
});

describe('files of events', () => {
	const withFiles = { events: ['statusChanged', 'newDocument'], files: true };

	it('belong to a status event as the types say, and to a document its own', () => {
		const watch = new Watch(
			['AL-1'],
			settings({ ...withFiles, documentTypes: new Set(['attestation']) }),
		);
		watch.poll({ statuses: { 'AL-1': 'a-paraitre' }, documents: { 'AL-1': [] } });
		const { events } = watch.poll({
			statuses: { 'AL-1': 'parue' },
			documents: { 'AL-1': [attestation, invoice] },
		});
		expect(events.map(({ event, files }) => [event, files.map(({ number }) => number)])).toEqual([
			['statusChanged', ['A-1']],
			['newDocument', ['A-1']],
		]);
	});

	it('hold back their event alone while they cannot be fetched, for five tries', () => {
		const watch = new Watch(['AL-1'], settings(withFiles));
		watch.poll({ statuses: { 'AL-1': 'a-paraitre' }, documents: { 'AL-1': [] } });
		const read = { statuses: { 'AL-1': 'parue' }, documents: { 'AL-1': [attestation] } };
		const failing = watch.look(read).events.find(({ event }) => event === 'newDocument')?.id ?? '';
		const poll = (lack: 'tried' | 'notTried') =>
			watch.poll({ ...read, withoutFiles: new Map([[failing, lack]]) });
		expect(told(poll('tried'))).toEqual(['statusChanged AL-1 a-paraitre > parue']);
		for (let tries = 0; tries < 20; tries++) expect(told(poll('notTried'))).toEqual([]);
		for (let tries = 2; tries <= 4; tries++) expect(told(poll('tried'))).toEqual([]);
		expect(poll('tried').events).toMatchObject([
			{ event: 'newDocument', filesMissing: true, seenAt: NOW },
		]);
		expect(told(poll('tried'))).toEqual([]);
	});

	it('that the service cannot list hold back their event as well', () => {
		const watch = new Watch(['AL-1'], settings({ events: ['published'], files: true }));
		watch.poll({ statuses: { 'AL-1': 'a-paraitre' } });
		const poll = () =>
			watch.poll({ statuses: { 'AL-1': 'parue' }, documents: { 'AL-1': 'unreadable' } });
		for (let tries = 1; tries <= 4; tries++) expect(told(poll())).toEqual([]);
		expect(poll().events).toMatchObject([{ event: 'published', filesMissing: true }]);
	});

	it('are not asked for while a suspended notice withholds them', () => {
		const watch = new Watch(['AL-1'], settings(withFiles));
		watch.poll({ statuses: { 'AL-1': 'a-paraitre' }, documents: { 'AL-1': [] } });
		const { events } = watch.poll({
			statuses: { 'AL-1': status('AL-1', 'suspendue', 'Logo') },
			documents: { 'AL-1': 'unreadable' },
		});
		expect(events).toMatchObject([{ event: 'statusChanged', files: [] }]);
	});
});

describe('what is read', () => {
	const first = {
		statuses: { 'AL-1': 'parue' },
		invoices: { 'AL-1': [] },
		documents: { 'AL-1': [] },
	};

	it('is only what the chosen events need', () => {
		const reads = (...events: string[]) => names(new Watch(['AL-1'], settings({ events }))).main;
		expect(reads('published', 'reasonChanged', 'notFound')).toEqual(['AL-1: status']);
		expect(reads('newInvoice')).toEqual(['AL-1: invoices']);
		expect(reads('newDocument', 'suspended')).toEqual(['AL-1: status, documents']);
	});

	it('is less once a notice is published, where watching may stop, and nothing after the days chosen', () => {
		const events = ['published', 'newInvoice'];
		const watch = new Watch(['AL-1'], settings({ events, stopAfterDays: 30 }));
		watch.poll(first);
		expect(names(watch).main).toEqual(['AL-1: invoices']);
		watch.now = NOW + 30 * DAY;
		expect(names(watch).main).toEqual(['AL-1: invoices']);
		expect(told(watch.poll({ invoices: { 'AL-1': [invoice] } }))).toEqual([
			'newInvoice AL-1 facture F-1',
		]);
		watch.now = NOW + 31 * DAY;
		expect(names(watch).main).toEqual([]);
		watch.poll({});
		watch.settings = settings({ events });
		expect(names(watch).main).toEqual(['AL-1: status, invoices']);
	});

	it('goes on for a publication that still waits', () => {
		const watch = new Watch(
			['AL-1'],
			settings({ events: ['published'], stopAfterDays: 0, waitPolls: 3 }),
		);
		watch.poll({ statuses: { 'AL-1': 'a-paraitre' } });
		watch.poll(first);
		expect(names(watch).main).toEqual(['AL-1: status']);
		watch.poll({ ...first, documents: { 'AL-1': [attestation] } });
		watch.now = NOW + DAY;
		expect(names(watch).main).toEqual([]);
	});

	it('begins where the last poll ran out of time, and at the beginning when that one left the list', () => {
		const watch = new Watch(['AL-1', 'AL-2', 'AL-3'], settings());
		const resumeAt = watch.watched[1]?.hash ?? '';
		watch.stored = JSON.stringify({ ...JSON.parse(watch.stored), at: resumeAt });
		expect(names(watch).main.map((name) => name.slice(0, 4))).toEqual(['AL-2', 'AL-3', 'AL-1']);
		watch.list = ['AL-1', 'AL-3'];
		expect(names(watch).main.map((name) => name.slice(0, 4))).toEqual(['AL-1', 'AL-3']);
	});
});
