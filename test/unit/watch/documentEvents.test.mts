import { file, settings, status, told, Watch } from './watching.mts';

const attestation = file('attestation', 'A-1');
const invoice = file('facture', 'F-1');
const proof = file('justificatif', 'J-1');

describe('documents that are read only for a publication', () => {
	it('are not told themselves, nor is there a file where none is asked for', () => {
		const watch = new Watch(
			['AL-1'],
			settings({ events: ['published'], waitPolls: 2, firstSight: 'current' }),
		);
		const { events } = watch.poll({
			statuses: { 'AL-1': 'parue' },
			documents: { 'AL-1': [attestation] },
		});
		expect(events).toMatchObject([
			{ event: 'published', files: [], documentMissing: false, filesMissing: false },
		]);
	});
});

describe('a document', () => {
	const known = status('AL-1', 'suspendue', 'Logo');
	function begun(change: object = {}): Watch {
		const events = ['newDocument', 'statusChanged'];
		const watch = new Watch(['AL-1'], settings({ events, ...change }));
		watch.poll({ statuses: { 'AL-1': known }, documents: { 'AL-1': [] } });
		return watch;
	}
	const documents = { 'AL-1': [attestation] };

	it.each([
		['was not read', {}, 'suspendue', 'Logo'],
		['could not be read', { 'AL-1': 'unreadable' }, 'suspendue', 'Logo'],
		['was refused', { 'AL-1': { ...known, reason: null, refused: true } }, 'suspendue', 'Logo'],
		['was read', { 'AL-1': status('AL-1', 'suspendue', 'Texte') }, 'suspendue', 'Texte'],
		['is another one', { 'AL-1': status('AL-1', 'parue') }, 'parue', null],
	])('comes with status and reason where the status %s', (_name, statuses, now, reason) => {
		const { events } = begun().poll({ statuses, documents });
		expect(events.filter(({ event }) => event === 'newDocument')).toMatchObject([
			{ status: now, reason },
		]);
	});

	it('has the status that was read where the event of that status is held back', () => {
		const { events } = begun({ waitPolls: 2 }).poll({
			statuses: { 'AL-1': status('AL-1', 'parue') },
			documents: { 'AL-1': [proof] },
		});
		expect(events).toMatchObject([{ event: 'newDocument', status: 'parue', reason: null }]);
	});

	it('has a file where that is asked for, and lacks nothing otherwise', () => {
		const [without] = begun().poll({ documents }).events;
		expect(without).toMatchObject({ files: [], documentMissing: false, filesMissing: false });
		const [withFile] = begun({ files: true }).poll({ documents }).events;
		expect(withFile).toMatchObject({ files: [attestation], filesMissing: false });
	});
});

describe('the types of documents', () => {
	it('do not keep an invoice from being told', () => {
		const watch = new Watch(
			['AL-1'],
			settings({ events: ['newInvoice'], documentTypes: new Set(['attestation']) }),
		);
		watch.poll({ invoices: { 'AL-1': [] } });
		expect(told(watch.poll({ invoices: { 'AL-1': [invoice] } }))).toEqual([
			'newInvoice AL-1 facture F-1',
		]);
	});
});

describe('documents and invoices that were told', () => {
	it('stay known where one of the two is not watched any more', () => {
		const watch = new Watch(['AL-1'], settings({ events: ['newDocument', 'newInvoice'] }));
		watch.poll({ documents: { 'AL-1': [attestation] }, invoices: { 'AL-1': [invoice] } });
		watch.settings = settings({ events: ['newDocument'] });
		expect(told(watch.poll({ documents: { 'AL-1': [attestation, proof] } }))).toEqual([
			'newDocument AL-1 justificatif J-1',
		]);
	});

	it('are no news where they are watched again later', () => {
		const watch = new Watch(['AL-1'], settings({ events: ['newDocument', 'statusChanged'] }));
		watch.poll({ documents: { 'AL-1': [attestation] } });
		watch.settings = settings();
		watch.poll({ statuses: { 'AL-1': 'parue' } });
		watch.settings = settings({ events: ['newDocument'] });
		expect(told(watch.poll({ documents: { 'AL-1': [attestation, proof] } }))).toEqual([]);
	});
});

describe('more documents and invoices than are remembered', () => {
	const many = (type: string, count: number, from = 0) =>
		Array.from({ length: count }, (_value, index) => file(type, `N-${from + index}`));
	const events = ['newDocument', 'newInvoice'];
	const invoices = { 'AL-1': many('facture', 220) };

	it.each([
		['were not read', {}],
		['could not be read', { 'AL-1': 'unreadable' as const }],
	])('stay known after a poll in which the invoices %s', (_name, unread) => {
		const watch = new Watch(['AL-1'], settings({ events }));
		watch.poll({ documents: { 'AL-1': [] }, invoices });
		const documents = { 'AL-1': [attestation] };
		expect(told(watch.poll({ documents, invoices: unread }))).toHaveLength(1);
		expect(told(watch.poll({ documents, invoices }))).toEqual([]);
	});

	it.each([
		['alone', events],
		['and the status', [...events, 'statusChanged']],
	])('do not pile up, watched %s, where their names are new at each poll', (_name, watched) => {
		const watch = new Watch(['AL-1'], settings({ events: watched }));
		for (let poll = 0; poll < 6; poll++) {
			const documents = { 'AL-1': many('justificatif', 150, 150 * poll) };
			watch.poll({ documents, invoices: { 'AL-1': 'missing' } });
		}
		const { told: remembered } = watch.state.seen.values().next().value ?? {};
		expect(remembered?.size).toBe(350);
	});
});
