/** Services that are away for all or for some, wrong keys, and what a failing poll says to n8n and to its log. */
import { NodeOperationError, type INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../../sandbox/index.mts';
import { workflowNode } from '../nodeTypes.mts';
import { sandboxForTests } from '../sandbox.mts';
import { shortPausesForTests } from '../time.mts';
import { LOST, PAGE, refused, TRIGGER_TYPE, virtualTimeForTests, Watch } from './watch.mts';
import { watching, watchParameters } from './watch.mts';

const away = { failure: { cause: 'temporarily-unavailable' } };
const DOWN = refused('err_internal_server');
/** Ten lists at once; one of them again, its ten parts, the ten names of a part, and one over its own route. */
const MOST_CALLS_IN_VAIN = 32;

describe('over HTTP', () => {
	const sandbox = sandboxForTests({ settings: { initialStatus: 'a-paraitre' } });
	shortPausesForTests();
	beforeEach(() => sandbox.useNewKey());
	const watchOf = (references: readonly string[], more: INodeParameters = {}, keys = {}) =>
		new Watch({
			credential: { ...sandbox.credential, ...keys },
			parameters: watchParameters(references, more),
			keeping: 'cursors',
		});

	test.each([
		['a wrong key', {}, { secretKey: 'demo-secret-wrong' }, /secret key does not belong/],
		['no reference', { references: ' ' }, {}, "'References to Watch' is empty."],
	])('%s fails activation and Fetch Test Event', async (_name, parameters, keys, sentence) => {
		const watch = watchOf(['N-1'], parameters, keys);
		await expect(watch.fetchTestEvent()).rejects.toThrow(sentence);
		await expect(watch.publish()).rejects.toThrow(sentence);
	});

	test.each<[string, Fault]>([
		['credential-invalid', { kind: 'codes', codes: ['err_cle_inconnue'] }],
		['credential-invalid', { kind: 'codes', codes: ['err_client_inactif'] }],
		['configuration-invalid', { kind: 'redirect', location: 'https://elsewhere.example/' }],
		['temporarily-unavailable', { kind: 'html' }],
		['temporarily-unavailable', { kind: 'dropBefore' }],
		['temporarily-unavailable', { kind: 'status', status: 403 }],
		['temporarily-unavailable', { kind: 'codes', codes: ['err_annonce_commandee'] }],
	])('a poll declares %s, loses nothing, and keeps secrets: %j', async (cause, fault) => {
		const reference = await sandbox.order();
		const watch = watchOf([reference]);
		await watch.publish();
		await watch.poll();
		sandbox.notices.publish(reference);
		sandbox.fault({ times: 1_000, ...fault });
		const before = watch.stored;
		await expect(watch.poll()).rejects.toMatchObject({ failure: { cause } });
		expect(watch.stored).toBe(before);
		const errors = watch.polls.map(({ error }) => [String(error), error]);
		const shown = JSON.stringify([errors, watch.logged]);
		expect(shown).not.toContain(sandbox.credential.secretKey);
		sandbox.clearFaults();
		expect(await watch.poll()).toEqual([expect.objectContaining({ statut: 'parue' })]);
	});
});

describe('a service that is away', () => {
	virtualTimeForTests();

	test.each([
		['connections are lost', LOST],
		['pages come', PAGE],
		['it is in maintenance', refused('err_maintenance')],
	])('a workflow is published while %s, and later changes are reported', async (_how, answer) => {
		const { service, watch } = watching(1, {}, { keeping: 'classic' });
		service.odd = () => answer;
		expect(await watch.publish()).toEqual([]);
		expect(watch.logged.join()).toContain('The first poll failed; the next one tries again.');
		await expect(watch.poll()).rejects.toThrow();
		service.odd = () => undefined;
		expect(await watch.poll()).toEqual([]);
		service.change({ statut: 'parue' });
		expect(await watch.poll()).toHaveLength(1);
	});

	test.each([1, 1_000])(
		'a poll of %i notices makes few calls, and all is reported afterwards',
		async (count) => {
			const events = ['statusChanged', 'newDocument', 'newInvoice'];
			const { service, watch } = watching(count, { events });
			await watch.tick();
			for (const answer of [LOST, PAGE, LOST]) {
				service.odd = () => answer;
				const poll = async () => await expect(watch.poll()).rejects.toMatchObject(away);
				expect(await service.callsDuring(poll)).toBeLessThanOrEqual(MOST_CALLS_IN_VAIN);
			}
			service.odd = () => undefined;
			service.change({ statut: 'parue' });
			expect(await watch.poll()).toHaveLength(count);
		},
	);

	test('a service that is away for most lists is not said to know none of the notices', async () => {
		const { service, watch } = watching(1_000);
		service.odd = (names) => (names.includes('AL-0') ? { annonces: [] } : PAGE);
		await expect(watch.poll()).rejects.toMatchObject(away);
	});

	test('a service that begins to fail in the middle of a poll gets few calls more', async () => {
		const { service, watch } = watching(10_000);
		service.delay = () => 100;
		await watch.tick();
		let answered = 0;
		let lost = 0;
		service.odd = () => (answered++ > 20 ? (lost++, DOWN) : undefined);
		await watch.tick();
		expect(lost).toBeLessThanOrEqual(MOST_CALLS_IN_VAIN);
	});

	test('a service that fails now and then is not called for each notice alone', async () => {
		const { service, watch } = watching(300);
		service.delay = () => 200;
		// The same chance in every run of the test.
		service.odd = () => (Math.random() < 0.7 ? DOWN : undefined);
		for (let poll = 0; poll < 40; poll++) {
			expect(await service.callsDuring(async () => await watch.tick())).toBeLessThan(250);
		}
	});

	test('an outage in the middle of three polls sends nothing into the queue of what is read alone', async () => {
		const { service, watch } = watching(1_000);
		await watch.tick();
		for (let poll = 0; poll < 3; poll++) {
			let answered = 0;
			service.odd = () => (answered++ > 0 ? DOWN : undefined);
			await watch.tick();
		}
		service.odd = () => undefined;
		service.change({ statut: 'parue' });
		expect(await watch.poll()).toHaveLength(1_000);
	});

	test('a poll that fails is no activation where the durable scheduler gives it as long as the classic one', async () => {
		const { service, watch } = watching(1, {}, { budgetMs: 300_000 });
		service.odd = () => PAGE;
		await watch.polled(3);
		expect(watch.polls.map(({ error }) => error)).not.toContain(undefined);
		expect(watch.logged).toEqual([]);
	});

	test('a poll says when the quota stays used up, and how long to wait', async () => {
		const { service, watch } = watching(1);
		service.odd = () => refused('err_requetes_max');
		await expect(watch.poll()).rejects.toMatchObject({
			failure: { cause: 'rate-limited', retryAfterMs: 60_000 },
		});
		await expect(watch.poll()).rejects.toMatchObject({ failure: { cause: 'rate-limited' } });
	});

	const NODE = workflowNode('Trigger', TRIGGER_TYPE, {});
	test.each([
		['temporarily-unavailable', 'getCredentials', new Error('database is locked')],
		['configuration-invalid', 'getCredentials', new NodeOperationError(NODE, 'No credentials set')],
		['node-defect', 'getNodeParameter', new TypeError('x is not a function')],
	])('a poll declares %s for what fails in %s', async (cause, method, thrown) => {
		const fail = () => {
			throw thrown;
		};
		const change = (context: object) => void Object.assign(context, { [method]: fail });
		const { watch } = watching(1, {}, { change });
		await expect(watch.poll()).rejects.toMatchObject({ failure: { cause } });
		await expect(watch.poll()).rejects.toThrow(thrown.message);
	});
});

describe('a service that fails for a part', () => {
	virtualTimeForTests();

	test.each([
		['refuses the keys from the third list on', 250, 2, refused('err_cle_inconnue')],
		['loses every connection from the fifth list on', 1_000, 4, LOST],
	])('a poll reports what it has read where the service %s', async (...row) => {
		const [, count, answeredLists, answer] = row;
		const { service, watch, names } = watching(count);
		await watch.tick();
		service.change({ statut: 'parue' });
		let answered = 0;
		service.odd = () => (answered++ < answeredLists ? undefined : answer);
		expect(await service.callsDuring(async () => await watch.tick())).toBeLessThanOrEqual(60);
		expect(watch.reports.length).toBeGreaterThanOrEqual(50);
		expect(watch.logged.join()).toContain('Part of the notices could not be read this time.');
		service.odd = () => undefined;
		expect(await service.callsDuring(async () => await watch.tick())).toBeLessThanOrEqual(12);
		expect(watch.reports.map(({ demande }) => demande).sort()).toEqual([...names].sort());
	});

	test.each<[string, (names: readonly string[], kind: string) => boolean]>([
		['a third of the notices', (names) => names.some((name) => Number(name.slice(3)) >= 100)],
		['one kind of events', (_names, kind) => kind === 'factures'],
		['one notice', (names) => names.includes('AL-7')],
	])('the failure of %s is logged when it begins and ends, and hides no change', async (...row) => {
		const [, isLost] = row;
		const { service, watch } = watching(150, { events: ['statusChanged', 'newInvoice'] });
		await watch.tick();
		service.odd = (names, kind) => (isLost(names, kind) ? PAGE : undefined);
		service.change({ statut: 'parue' }, ['AL-0']);
		expect(await watch.polled(6)).toMatchObject([{ demande: 'AL-0', statut: 'parue' }]);
		expect(watch.logged).toHaveLength(1);
		service.odd = () => undefined;
		service.change({ factures: [{ type: 'facture', numero: 'F1' }] }, ['AL-7']);
		service.change({ statut: 'parue' }, ['AL-149']);
		expect(await watch.polled(3)).toHaveLength(2);
		expect(watch.logged).toEqual([
			expect.stringContaining('Part of the notices could not be read this time.'),
			'All notices can be read again.',
		]);
	});

	test('a change is reported while only pages come for documents', async () => {
		const { service, watch, names } = watching(12, { events: ['statusChanged', 'newDocument'] });
		service.odd = (_names, kind) => (kind === 'documents' ? PAGE : undefined);
		await watch.tick();
		service.change({ statut: 'parue' }, names.slice(5));
		service.change({ statut: 'a-relire' }, ['AL-0']);
		expect(await watch.polled(6)).toContainEqual(
			expect.objectContaining({ demande: 'AL-0', statut: 'a-relire' }),
		);
	});
});
