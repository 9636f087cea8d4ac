import { file, NOW, settings, status, told, Watch } from './watching.mts';

/** The notice 26L000001, ordered as D-1. */
const notice = (statut: string) => ({ ...status('26L000001', statut), orderNumber: 'D-1' });
const underBoth = (statut: string) => ({
	statuses: { 'D-1': notice(statut), '26L000001': notice(statut) },
});

describe('a notice that is listed by its reference and by its order number', () => {
	function begun(change: object = {}): Watch {
		const watch = new Watch(['D-1', '26L000001', 'AL-9'], settings(change));
		watch.poll(underBoth('a-paraitre'));
		return watch;
	}

	it('changes once, and is called what the list calls it first', () => {
		const watch = begun();
		expect(told(watch.poll(underBoth('parue')))).toEqual(['statusChanged D-1 a-paraitre > parue']);
		expect(told(watch.poll(underBoth('parue')))).toEqual([]);
		expect(told(watch.poll(underBoth('a-paraitre')))).toHaveLength(1);
	});

	it('changes once also when its names are read at different polls', () => {
		const watch = begun();
		expect(told(watch.poll({ statuses: { '26L000001': notice('parue') } }))).toHaveLength(1);
		expect(told(watch.poll({ statuses: { 'D-1': notice('parue') } }))).toEqual([]);
		expect(told(watch.poll({ statuses: { 'D-1': notice('a-paraitre') } }))).toHaveLength(1);
		expect(told(watch.poll(underBoth('a-paraitre')))).toEqual([]);
	});

	it('changes once also when it was listed under its other name later', () => {
		const watch = new Watch(['D-1'], settings());
		for (const statut of ['a-paraitre', 'suspendue', 'a-paraitre']) watch.poll(underBoth(statut));
		watch.list = ['26L000001', 'D-1'];
		expect(told(watch.poll(underBoth('parue')))).toEqual([
			'statusChanged 26L000001 a-paraitre > parue',
		]);
	});

	it('stays known under the name that is left', () => {
		const watch = begun();
		watch.poll(underBoth('parue'));
		watch.list = ['26L000001'];
		expect(told(watch.poll(underBoth('parue')))).toEqual([]);
		expect(told(watch.poll(underBoth('a-paraitre')))).toHaveLength(1);
	});

	it('waits for its attestation once', () => {
		const watch = begun({ events: ['published'], waitPolls: 1 });
		const poll = () => watch.poll({ ...underBoth('parue'), documents: { 'D-1': [] } });
		expect(told(poll())).toEqual([]);
		expect(poll().events).toMatchObject([{ asked: 'D-1', documentMissing: true }]);
	});

	it('is not taken for another one that has the order number as well', () => {
		const watch = new Watch(['26L000001', 'D-1'], settings());
		const other = { ...status('26L000002', 'suspendue'), orderNumber: 'D-1' };
		watch.poll({ statuses: { '26L000001': notice('a-paraitre'), 'D-1': other } });
		expect(told(watch.poll({ statuses: { '26L000001': notice('parue'), 'D-1': other } }))).toEqual([
			'statusChanged 26L000001 a-paraitre > parue',
		]);
	});
});

describe('an invoice of several notices', () => {
	const list = ['AL-1', 'AL-2', 'AL-3'];
	const part = (reference: string) => {
		const invoice = file('facture', 'F-7');
		return { ...invoice, fields: { ...invoice.fields, lignes: [{ reference }] } };
	};
	const none = Object.fromEntries(list.map((name) => [name, []]));

	it('comes out once, with all of them and all of its lines', () => {
		const watch = new Watch(list, settings({ events: ['newInvoice'] }));
		watch.poll({ invoices: none });
		const read = { invoices: { ...none, 'AL-1': [part('AL-1')], 'AL-3': [part('AL-3')] } };
		expect(watch.poll(read).events).toMatchObject([
			{
				asked: 'AL-1',
				billed: ['AL-1', 'AL-3'],
				invoice: { numero: 'F-7', lignes: [{ reference: 'AL-1' }, { reference: 'AL-3' }] },
			},
		]);
		expect(told(watch.poll(read))).toEqual([]);
	});

	it('has the same identifier whichever of its notices tells it', () => {
		const watch = new Watch(list, settings({ events: ['newInvoice'] }));
		watch.poll({ invoices: none });
		const ids = list.map((name) =>
			watch.poll({ invoices: { [name]: [part(name)] } }).events.map(({ id }) => id),
		);
		expect(new Set(ids.flat()).size).toBe(1);
		expect(ids.flat()).toHaveLength(3);
	});
});

describe('documents of one notice that wait for their files', () => {
	const withFiles = { events: ['newDocument'], files: true };
	const [first, second] = [file('attestation', 'A-1'), file('justificatif', 'J-1')];

	it('have each the moment and the polls of their own', () => {
		const watch = new Watch(['AL-1'], settings(withFiles));
		watch.poll({ documents: { 'AL-1': [] } });
		const failing = (documents: (typeof first)[]) => {
			const ids = watch.look({ documents: { 'AL-1': documents } }).events.map(({ id }) => id);
			const withoutFiles = new Map(ids.map((id) => [id, 'tried' as const]));
			return watch.poll({ documents: { 'AL-1': documents }, withoutFiles });
		};
		for (let poll = 1; poll <= 3; poll++) expect(told(failing([first]))).toEqual([]);
		watch.now = NOW + 60_000;
		expect(told(failing([first, second]))).toEqual([]);
		expect(failing([first, second]).events).toMatchObject([
			{ document: { numero: 'A-1' }, filesMissing: true, seenAt: NOW },
		]);
		expect(watch.poll({ documents: { 'AL-1': [first, second] } }).events).toMatchObject([
			{ document: { numero: 'J-1' }, filesMissing: false, seenAt: NOW + 60_000 },
		]);
		expect([...watch.state.held]).toEqual([]);
	});
});

describe('a reference that the service has never known', () => {
	it('is noticed once, at the third poll', () => {
		const watch = new Watch(['AL-1', 'AL-2'], settings());
		const read = { statuses: { 'AL-1': 'missing', 'AL-2': 'parue' } };
		const noticed = Array.from({ length: 9 }, () =>
			watch.poll(read).neverFound.map(({ text }) => text),
		);
		expect(noticed).toEqual([[], [], ['AL-1'], [], [], [], [], [], []]);
	});

	it('is not one that was known once', () => {
		const watch = new Watch(['AL-1'], settings());
		watch.poll({ statuses: { 'AL-1': 'parue' } });
		for (let poll = 0; poll < 5; poll++) {
			expect(watch.poll({ statuses: { 'AL-1': 'missing' } }).neverFound).toEqual([]);
		}
	});
});
