import { answers, file, settings, status, told, Watch } from './watching.mts';

const [ORDER, REFERENCE] = ['D-1', '26L000001'];
/** The notice under both of its names. */
const notice = (statut: string) => ({ ...status(REFERENCE, statut), orderNumber: ORDER });
/** As a service says it that does not send the order number. */
const alone = (statut: string) => ({ statuses: { [REFERENCE]: status(REFERENCE, statut) } });
const attestation = file('attestation', 'A-1');

function begun(change: object = {}): Watch {
	const watch = new Watch([ORDER, REFERENCE], settings(change));
	watch.poll({ statuses: { [ORDER]: notice('a-paraitre'), [REFERENCE]: notice('a-paraitre') } });
	return watch;
}

describe('a notice that is listed by its reference and by its order number', () => {
	it.each(['missing', 'unreadable'])('is told where it is %s under one name', (lack) => {
		const statuses = { [ORDER]: lack, [REFERENCE]: notice('parue') };
		expect(told(begun().poll({ statuses }))).toEqual(['statusChanged D-1 a-paraitre > parue']);
	});

	it('is told where its status is unreadable under the name that something else was read under', () => {
		const identities = new Map([[ORDER, { reference: REFERENCE, orderNumber: ORDER }]]);
		const statuses = { [ORDER]: 'unreadable', [REFERENCE]: notice('parue') };
		expect(told(begun().take({ ...answers({ statuses }), identities }))).toHaveLength(1);
	});

	it('is not told again under the name of which less was known', () => {
		const watch = new Watch([ORDER], settings());
		watch.poll({ statuses: { [ORDER]: notice('a-paraitre') } });
		watch.list = [ORDER, REFERENCE];
		watch.poll(alone('a-paraitre'));
		expect(told(watch.poll(alone('parue')))).toEqual([
			'statusChanged 26L000001 a-paraitre > parue',
		]);
		expect(told(watch.poll({ statuses: { [ORDER]: notice('parue') } }))).toEqual([]);
	});

	it('counts its wait for documents where they were asked for in vain under one name', () => {
		const watch = begun({ events: ['published'], waitPolls: 2 });
		const inVain = { statuses: { [ORDER]: notice('parue') }, tried: [ORDER] };
		for (let poll = 0; poll < 2; poll++) expect(told(watch.poll(inVain))).toEqual([]);
		expect(watch.poll(inVain).events).toMatchObject([{ documentMissing: true }]);
	});

	it('has the documents that were read under one name, asked for in vain under the other', () => {
		const { events } = begun({ events: ['published'], files: true }).poll({
			statuses: { [ORDER]: notice('parue') },
			documents: { [REFERENCE]: [attestation] },
			tried: [ORDER],
		});
		expect(events).toMatchObject([{ files: [attestation], filesMissing: false }]);
	});

	it('is known to have no invoices yet by the documents that were read under its other name', () => {
		const watch = new Watch(
			[ORDER, REFERENCE],
			settings({ events: ['newDocument', 'newInvoice'] }),
		);
		const identities = new Map([[ORDER, { reference: REFERENCE, orderNumber: ORDER }]]);
		const poll = (invoices: Parameters<typeof answers>[0]['invoices']) =>
			watch.take({
				...answers({ documents: { [ORDER]: [] }, invoices: invoices ?? {} }),
				identities,
			});
		poll({ [REFERENCE]: 'missing' });
		expect(told(poll({ [REFERENCE]: [file('facture', 'F-1')] }))).toEqual([
			'newInvoice D-1 facture F-1',
		]);
	});
});
