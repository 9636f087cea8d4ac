/** What n8n stores for the trigger, what the process knows beside it, and polls that overlap. */
import { KEEPINGS } from '../poller.mts';
import { virtualTimeForTests, watching, watchParameters, type Notice } from './watch.mts';

virtualTimeForTests();

const ALL = ['statusChanged', 'newDocument', 'newInvoice'];
const outOf = (name: string): Notice => ({
	statut: 'parue',
	documents: [{ type: 'attestation', numero: name, url: '' }],
	factures: [{ type: 'facture', numero: name }],
});

test.each([
	[60, 'with one kind of event', ['statusChanged'], true],
	[70, 'of which it knows no file', ALL, false],
	[90, 'with its attestation and invoice', ALL, true],
])(
	'the stored state takes at most %d bytes for a notice %s',
	async (bytes, _which, events, isOut) => {
		const names = Array.from({ length: 200 }, (_one, at) => `26L0001${at}`);
		const { service, watch } = watching(names, { events });
		await watch.tick();
		if (isOut) for (const name of names) service.change(outOf(name), [name]);
		expect(await watch.poll()).toHaveLength(isOut ? 200 * events.length : 0);
		expect(Buffer.byteLength(watch.stored) / names.length).toBeLessThanOrEqual(bytes);
		const { notices } = JSON.parse(watch.stored) as { notices: Record<string, unknown> };
		expect(notices['26L00017']).toMatchObject({ statut: isOut ? 'parue' : 'a-paraitre' });
	},
);

test('the stored state takes at most 100 bytes for a name that the service never knows', async () => {
	const { service, watch, names } = watching(101, { events: ALL });
	for (const name of names.slice(1)) service.notices.delete(name);
	await watch.polled(4);
	expect(Buffer.byteLength(watch.stored) / names.length).toBeLessThanOrEqual(100);
});

test.each(KEEPINGS)('the state holds names of properties, kept %s', async (keeping) => {
	const names = ['valueOf', 'constructor', 'toString', 'hasOwnProperty'];
	const { service, watch } = watching(names, { events: ['published', 'notFound'] }, { keeping });
	for (const unknown of names.slice(2)) service.notices.delete(unknown);
	await watch.publish();
	await watch.polled(2);
	service.change({ statut: 'parue' });
	await watch.polled(3);
	expect(watch.reports.map(({ demande }) => String(demande)).sort()).toEqual([...names].sort());
});

const whole = { version: 5, since: 1, doubtedPolls: 0, alone: [], notices: {} };
test.each<[string, object]>([
	['another value is in its place', { v: 1, words: ['parue'] }],
	['another version has written it', { ...whole, version: 3 }],
	['its notices are a list', { ...whole, notices: [] }],
])('the stored state is begun anew, with a line in the log, where %s', async (_what, kept) => {
	const parameters = { firstSight: 'publishedOrSuspended' };
	const { service, watch } = watching(1, parameters, { keeping: 'classic' });
	watch.stored = JSON.stringify({ words: [], ...kept });
	await watch.publish();
	expect(watch.logged.join()).toContain('so every notice is seen for the first time again');
	expect(JSON.parse(watch.stored)).not.toHaveProperty('words');
	service.change({ statut: 'parue' });
	expect(await watch.poll()).toHaveLength(1);
	// Nor is it found by a trigger that is renamed.
	watch.nodeName = 'Renamed';
	expect(await watch.publish('update')).toMatchObject([{ ancien_statut: null }]);
});

test('a poll that learns nothing writes nothing', async () => {
	const { watch } = watching(1);
	await watch.tick();
	const before = watch.stored;
	await watch.tick();
	expect(watch.stored).toBe(before);
});

test.each(['classic', 'cursors'] as const)(
	'a restart after quiet polls loses no change, nor of a name that was added last, kept %s',
	async (keeping) => {
		const { service, watch, names } = watching(2, {}, { keeping });
		watch.parameters = watchParameters(names.slice(0, 1), {});
		await watch.publish();
		await watch.polled(2);
		watch.parameters = watchParameters(names, {});
		await watch.publish('update');
		await watch.polled(2);
		watch.kill();
		service.change({ statut: 'parue' });
		const reported = keeping === 'classic' ? await watch.publish() : await watch.poll();
		expect(reported.map(({ reference, statut }) => [reference, statut])).toEqual([
			['AL-0', 'parue'],
			['AL-1', 'parue'],
		]);
	},
);

test('what the process knows of quiet polls outlives a poll whose items n8n did not take', async () => {
	const { service, watch } = watching(2, {}, { keeping: 'scheduler' });
	expect(await watch.polled(2)).toEqual([]);
	service.change({ statut: 'parue' }, ['AL-0']);
	const before = watch.stored;
	const [first] = await watch.poll();
	expect(first).toMatchObject({ reference: 'AL-0', ancien_statut: 'a-paraitre' });
	watch.stored = before;
	service.change({ statut: 'suspendue' }, ['AL-1']);
	const { evenement_id } = first ?? {};
	expect(await watch.poll()).toMatchObject([
		{ reference: 'AL-0', ancien_statut: 'a-paraitre', evenement_id },
		{ reference: 'AL-1', statut: 'suspendue', ancien_statut: 'a-paraitre' },
	]);
	expect(await watch.poll()).toEqual([]);
});

describe('polls of one trigger that overlap', () => {
	const moments = KEEPINGS.flatMap((keeping) => [0, 1].map((calls) => [calls, keeping] as const));
	test.each(moments)(
		'a poll ends when the workflow is published again after %i calls, and the new one reports, state kept %s',
		async (calls, keeping) => {
			const { service, watch } = watching(1, {}, { keeping });
			await watch.publish();
			await watch.poll();
			service.change({ statut: 'parue' });
			service.calls.length = 0;
			service.delay = () => 100;
			const underWay = watch.tick();
			while (service.calls.length < calls) await Promise.resolve();
			// A poll whose call is under way ends after the one that takes over.
			service.delay = () => 10;
			await Promise.all([watch.activate('update'), underWay]);
			expect(watch.reports).toHaveLength(1);
			expect(await watch.poll()).toEqual([]);
		},
	);
});
