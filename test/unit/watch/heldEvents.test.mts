import { DAY, file, NOW, settings, told, Watch } from './watching.mts';

const MINUTE = 60_000;
const STATUS_EVENTS = ['published', 'suspended', 'statusChanged'];

function begun(change: object): Watch {
	const watch = new Watch(['AL-1'], settings({ events: STATUS_EVENTS, ...change }));
	watch.poll({ statuses: { 'AL-1': 'a-paraitre' } });
	return watch;
}

describe('a change that comes while another one is held back', () => {
	it('has the moment at which it was seen itself', () => {
		const watch = begun({ waitPolls: 10 });
		watch.poll({ statuses: { 'AL-1': 'parue' }, documents: { 'AL-1': [] } });
		watch.now = NOW + 6 * MINUTE;
		expect(watch.poll({ statuses: { 'AL-1': 'suspendue' } }).events).toMatchObject([
			{ event: 'suspended', seenAt: NOW + 6 * MINUTE },
		]);
	});

	it('has its own tries for its files', () => {
		const watch = begun({ files: true });
		const inVain = (statut: string) =>
			watch.poll({ statuses: { 'AL-1': statut }, tried: ['AL-1'] });
		for (let poll = 1; poll <= 4; poll++) expect(told(inVain('parue'))).toEqual([]);
		watch.now = NOW + 6 * MINUTE;
		for (let poll = 1; poll <= 4; poll++) expect(told(inVain('en-controle'))).toEqual([]);
		expect(inVain('en-controle').events).toMatchObject([
			{ status: 'en-controle', filesMissing: true, seenAt: NOW + 6 * MINUTE },
		]);
		expect([...watch.state.held]).toEqual([]);
	});

	it('ends the wait of the other, also where its documents could not be asked for yet', () => {
		const watch = begun({ waitPolls: 2 });
		const without = { statuses: { 'AL-1': 'parue' }, documents: { 'AL-1': [] } };
		watch.poll(without);
		watch.poll({ statuses: { 'AL-1': 'a-paraitre' } });
		expect([...watch.state.held]).toEqual([]);
		watch.now = NOW + MINUTE;
		for (let poll = 1; poll <= 2; poll++) expect(told(watch.poll(without))).toEqual([]);
		expect(watch.poll(without).events).toMatchObject([{ seenAt: NOW + MINUTE }]);
	});
});

describe('a publication that waits for its attestation', () => {
	const without = { statuses: { 'AL-1': 'parue' }, documents: { 'AL-1': [] } };

	it('does not begin its wait anew when a reason is added or put in other words', () => {
		const watch = begun({ waitPolls: 2 });
		const reading = (reason: string) => ({
			...without,
			statuses: { 'AL-1': { reference: 'AL-1', orderNumber: null, status: 'parue', reason } },
		});
		for (const reason of ['a', 'b']) expect(told(watch.poll(reading(reason)))).toEqual([]);
		expect(told(watch.poll(reading('c')))).toEqual(['published AL-1 a-paraitre > parue']);
	});

	it('waits for fewer polls when fewer are chosen meanwhile', () => {
		const watch = begun({ waitPolls: 50 });
		watch.poll(without);
		watch.settings = settings({ events: STATUS_EVENTS, waitPolls: 1 });
		expect(told(watch.poll(without))).toEqual([]);
		expect(told(watch.poll(without))).toEqual(['published AL-1 a-paraitre > parue']);
	});
});

describe('a document that waits for its file when Stop Watching runs out', () => {
	it('is looked for until it is told, and nothing else of its notice is', () => {
		const watch = new Watch(
			['AL-1'],
			settings({ events: ['published', 'newDocument'], files: true, stopAfterDays: 1 }),
		);
		watch.poll({ statuses: { 'AL-1': 'parue' }, documents: { 'AL-1': [] } });
		watch.now = NOW + DAY;
		const documents = { 'AL-1': [file('attestation', 'A-1')] };
		const [event] = watch.look({ documents }).events;
		const withoutFiles = new Map([[event?.id ?? '', 'tried' as const]]);
		expect(told(watch.poll({ documents, withoutFiles }))).toEqual([]);
		watch.now = NOW + 2 * DAY;
		const aspects = () => watch.schedule().main.flatMap((entry) => entry.aspects);
		expect(aspects()).toEqual(['documents']);
		watch.poll({ documents, withoutFiles });
		expect(aspects()).toEqual(['documents']);
		expect(watch.poll({ documents }).events).toMatchObject([
			{ event: 'newDocument', seenAt: NOW + DAY },
		]);
		expect(aspects()).toEqual([]);
	});
});
