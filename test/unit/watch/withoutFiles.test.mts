import { file, settings, status, told, Watch } from './watching.mts';

const invoice = file('facture', 'F-1');

describe('a notice that the service leaves out of its answer while it has no invoices', () => {
	it('has its first invoice told, and is not set apart for it', () => {
		const watch = new Watch(['AL-1'], settings({ events: ['statusChanged', 'newInvoice'] }));
		const known = { statuses: { 'AL-1': 'a-paraitre' } };
		watch.poll({ ...known, invoices: { 'AL-1': 'missing' } });
		expect(watch.schedule().apart.invoices).toEqual([]);
		expect([...watch.state.apart]).toEqual([]);
		expect(told(watch.poll({ ...known, invoices: { 'AL-1': [invoice] } }))).toEqual([
			'newInvoice AL-1 facture F-1',
		]);
	});

	it('is known from an earlier poll where its status is no longer read', () => {
		const watch = new Watch(
			['AL-1'],
			settings({ events: ['published', 'newInvoice'], stopAfterDays: 30 }),
		);
		watch.poll({ statuses: { 'AL-1': 'parue' } });
		watch.poll({ invoices: { 'AL-1': 'missing' } });
		expect(told(watch.poll({ invoices: { 'AL-1': [invoice] } }))).toHaveLength(1);
	});

	it('is known by its documents where its status is not watched', () => {
		const watch = new Watch(['AL-1'], settings({ events: ['newDocument', 'newInvoice'] }));
		watch.poll({ documents: { 'AL-1': [] }, invoices: { 'AL-1': 'missing' } });
		expect(told(watch.poll({ invoices: { 'AL-1': [invoice] } }))).toHaveLength(1);
	});

	it('counts as looked at after three polls where nothing else is read of it', () => {
		const watch = new Watch(['AL-1'], settings({ events: ['newInvoice'] }));
		for (let poll = 0; poll < 3; poll++) watch.poll({ invoices: { 'AL-1': 'missing' } });
		expect(told(watch.poll({ invoices: { 'AL-1': [invoice] } }))).toHaveLength(1);
	});

	it('is not known after a single slip, so that old invoices are no news', () => {
		const watch = new Watch(['AL-1'], settings({ events: ['newInvoice'] }));
		watch.poll({ invoices: { 'AL-1': 'missing' } });
		expect(told(watch.poll({ invoices: { 'AL-1': [invoice] } }))).toEqual([]);
	});

	it('is not taken for known while its status is missing as well', () => {
		const watch = new Watch(['AL-1'], settings({ events: ['statusChanged', 'newInvoice'] }));
		const missing = { statuses: { 'AL-1': 'missing' }, invoices: { 'AL-1': 'missing' as const } };
		for (let poll = 0; poll < 4; poll++) watch.poll(missing);
		expect(watch.schedule().main).toEqual([]);
		const found = {
			statuses: { 'AL-1': status('AL-1', 'parue') },
			invoices: { 'AL-1': [invoice] },
		};
		expect(told(watch.poll(found))).toEqual([]);
	});
});

describe('a notice with more than 200 documents and invoices', () => {
	const list = (type: string, count: number, from = 0) =>
		Array.from({ length: count }, (_value, index) => file(type, `N-${from + index}`));
	const both = { events: ['newDocument', 'newInvoice'] };

	it('has each of them told once', () => {
		const watch = new Watch(['AL-1'], settings(both));
		watch.poll({ documents: { 'AL-1': [] }, invoices: { 'AL-1': [] } });
		const documents = { 'AL-1': list('attestation', 90) };
		const invoices = { 'AL-1': list('facture', 120) };
		expect(told(watch.poll({ documents, invoices }))).toHaveLength(210);
		expect(told(watch.poll({ documents, invoices }))).toEqual([]);
		// One kind is not read, or cannot be.
		expect(told(watch.poll({ invoices: { 'AL-1': list('facture', 130) } }))).toHaveLength(10);
		expect(told(watch.poll({ documents, invoices: { 'AL-1': 'unreadable' } }))).toEqual([]);
		expect(told(watch.poll({ documents, invoices }))).toEqual([]);
	});

	it('has a new one told once when as many are remembered as can be', () => {
		const watch = new Watch(['AL-1'], settings({ events: ['newInvoice'] }));
		watch.poll({ invoices: { 'AL-1': list('facture', 300) } });
		watch.poll({ invoices: { 'AL-1': [] } });
		const one = { invoices: { 'AL-1': list('facture', 1, 900) } };
		expect(told(watch.poll(one))).toEqual(['newInvoice AL-1 facture N-900']);
		watch.poll({ invoices: { 'AL-1': [] } });
		const another = { invoices: { 'AL-1': list('facture', 1, 901) } };
		expect(told(watch.poll(another))).toHaveLength(1);
		expect(told(watch.poll(another))).toEqual([]);
		expect([...(watch.state.seen.values().next().value?.told ?? [])].length).toBeLessThan(202);
	});
});
