import { file, NOW, settings, status, told, Watch, type Read } from './watching.mts';

/** The notice 26L000001, listed as D-1 as well; its answers do not say its order number. */
const read = (names: readonly string[], statut: string): Read => ({
	statuses: Object.fromEntries(names.map((name) => [name, status('26L000001', statut)])),
});

describe.each([[['26L000001', 'D-1']], [['D-1', '26L000001']]])('a notice listed as %j', (list) => {
	const [first = '', second = ''] = list;

	function begun(change: object = {}): Watch {
		const watch = new Watch(list, settings(change));
		watch.poll(read(list, 'a-paraitre'));
		return watch;
	}

	it('is one also where the service does not say its order number', () => {
		const watch = begun();
		const { events } = watch.poll(read(list, 'parue'));
		expect(told({ ...watch.look({}), events })).toEqual([
			`statusChanged ${first} a-paraitre > parue`,
		]);
		expect(told(watch.poll({}))).toEqual([]);
	});

	it('has its documents asked for once', () => {
		const watch = begun({ events: ['published'], waitPolls: 3 });
		const { wantDocuments } = watch.look(read(list, 'parue'));
		expect(wantDocuments.map(({ text }) => text)).toEqual([first]);
	});

	it.each(list)('is known as it was last told of, also where that was as %s', (name) => {
		const watch = begun();
		expect(told(watch.poll(read([name], 'parue')))).toHaveLength(1);
		expect(told(watch.poll(read(list, 'parue')))).toEqual([]);
		expect(told(watch.poll(read(list, 'a-paraitre')))).toHaveLength(1);
	});

	it.each([
		[first, second],
		[second, first],
	])('is known by its status under either name: documents of %s, status of %s', (one, other) => {
		const watch = new Watch(list, settings({ events: ['statusChanged', 'newDocument'] }));
		const documents = [file('attestation', 'A-1')];
		watch.poll({ documents: { [one]: documents } });
		watch.poll(read([other], 'a-paraitre'));
		const more = [...documents, file('attestation', 'A-2')];
		const { events } = watch.poll({ ...read(list, 'parue'), documents: { [other]: more } });
		expect(told({ ...watch.look({}), events })).toEqual([
			`statusChanged ${first} a-paraitre > parue`,
			`newDocument ${first} attestation A-2`,
		]);
	});
});

describe('an order number that was used again', () => {
	it('keeps the changes of its own notice, whatever is read of the one that had it before', () => {
		const watch = new Watch(['26L000001', 'D-1'], settings());
		const former = (statut: string) => ({ ...status('26L000001', statut), orderNumber: 'D-1' });
		const now = (statut: string) => ({ ...status('26L000002', statut), orderNumber: 'D-1' });
		const poll = (one: string, other: string) =>
			told(watch.poll({ statuses: { '26L000001': former(one), 'D-1': now(other) } }));
		poll('a-paraitre', 'en-controle');
		expect(poll('parue', 'en-controle')).toEqual(['statusChanged 26L000001 a-paraitre > parue']);
		expect(poll('parue', 'suspendue')).toEqual(['statusChanged D-1 en-controle > suspendue']);
	});

	it('mixes up no two notices that have it while it is not read itself', () => {
		const watch = new Watch(['26L000001', '26L000002', 'D-1'], settings());
		const numbered = (name: string, statut: string) => ({
			[name]: { ...status(name, statut), orderNumber: 'D-1' },
		});
		const poll = (one: string, other: string) =>
			told(
				watch.poll({
					statuses: { ...numbered('26L000001', one), ...numbered('26L000002', other) },
				}),
			);
		poll('a-paraitre', 'en-controle');
		expect(poll('a-paraitre', 'parue')).toHaveLength(1);
		expect(poll('parue', 'parue')).toEqual(['statusChanged 26L000001 a-paraitre > parue']);
	});
});

describe('an invoice that is met under one notice before the other', () => {
	it('was seen when it was first met', () => {
		const watch = new Watch(['AL-1', 'AL-2'], settings({ events: ['newInvoice'], files: true }));
		const invoice = [file('facture', 'F-7')];
		watch.poll({ invoices: { 'AL-1': [], 'AL-2': [] } });
		const [event] = watch.look({ invoices: { 'AL-2': invoice } }).events;
		const withoutFiles = new Map([[event?.id ?? '', 'tried' as const]]);
		watch.poll({ invoices: { 'AL-1': [], 'AL-2': invoice }, withoutFiles });
		watch.now = NOW + 60_000;
		expect(watch.poll({ invoices: { 'AL-1': invoice, 'AL-2': invoice } }).events).toMatchObject([
			{ asked: 'AL-1', billed: ['AL-1', 'AL-2'], seenAt: NOW },
		]);
	});

	it('is named by it alone, and an event of another kind bills nobody', () => {
		const watch = new Watch(
			['AL-1', 'AL-2'],
			settings({ events: ['statusChanged', 'newInvoice'] }),
		);
		const none = { 'AL-1': [], 'AL-2': [] };
		watch.poll({ statuses: { 'AL-1': 'a-paraitre', 'AL-2': 'a-paraitre' }, invoices: none });
		const { events } = watch.poll({
			statuses: { 'AL-1': 'parue' },
			invoices: { ...none, 'AL-2': [file('facture', 'F-7')] },
		});
		expect(events.map(({ event, billed }) => [event, billed])).toEqual([
			['statusChanged', undefined],
			['newInvoice', ['AL-2']],
		]);
		expect(Object.keys(events[0] ?? {})).not.toContain('invoice');
	});
});
