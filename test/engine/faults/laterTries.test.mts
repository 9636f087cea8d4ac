/** What a second try of Retry On Fail knows of the first one. */
import { setTimings } from '../../../nodes/LegalNotice/transport/timings.ts';
import { runNode } from '../engine.mts';
import { sandboxForEachTest } from '../sandbox.mts';
import { files, ordering } from './ordering.mts';

const sandbox = sandboxForEachTest({ settings: { quotaPerMinute: 100_000 } });
afterEach(() => setTimings());

test('a second try that cannot reach the service still tells what the first one left open', async () => {
	setTimings({ beforeResendMs: 10, beforeRepeatMs: 5 });
	sandbox.fault({ kind: 'dropAfter', match: { path: 'order' } });
	sandbox.fault({ kind: 'dropBefore', skip: 1, times: 3, match: { path: 'status' } });
	sandbox.fault({ kind: 'codes', codes: ['err_client_inactif'], match: { path: 'order' } });
	const { error } = await runNode(
		ordering(sandbox, {
			items: files(1),
			parameters: { orderNumberMode: 'custom', orderNumber: 'OPEN-1' },
			settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		}),
	);
	expect(error?.message).toContain('order number OPEN-1, not known whether ordered');
	expect(error?.message).toContain('err_client_inactif');
});

test('a custom number whose first try stayed unknown is recognised as our own in the second', async () => {
	setTimings({ beforeResendMs: 10, beforeRepeatMs: 5 });
	sandbox.fault({ kind: 'dropAfter', match: { path: 'order' } });
	sandbox.fault({ kind: 'dropBefore', skip: 1, times: 3, match: { path: 'status' } });
	const { json, error } = await runNode(
		ordering(sandbox, {
			items: files(1),
			parameters: { orderNumberMode: 'custom', orderNumber: 'OWN-1' },
			settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		}),
	);
	expect(error).toBeUndefined();
	expect(json[0]).toMatchObject({ recupere: true, existant: false, numero_commande: 'OWN-1' });
	expect(sandbox.journal.orders()).toHaveLength(1);
});

test('a cancellation whose first try stayed unknown is recognised as done in the second', async () => {
	setTimings({ beforeResendMs: 10, beforeRepeatMs: 5 });
	const placed = (await runNode(ordering(sandbox, { items: files(1) }))).json[0];
	sandbox.fault({ kind: 'dropAfter', times: 3, match: { path: 'cancel' } });
	sandbox.fault({ kind: 'dropBefore', times: 9, match: { path: 'status' } });
	const { credential } = ordering(sandbox);
	const { json, error } = await runNode({
		credential,
		parameters: {
			resource: 'notice',
			operation: 'cancel',
			reference: String(placed?.numero_commande),
		},
		settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
	});
	expect(error).toBeUndefined();
	expect(json[0]).toMatchObject({ annulee: true, recupere: true, reference: placed?.reference });
});

test('a second try of a cancellation does not take an answer without notices for "not found"', async () => {
	setTimings({ beforeResendMs: 10, beforeRepeatMs: 5 });
	const placed = (await runNode(ordering(sandbox, { items: files(1) }))).json[0];
	sandbox.fault({ kind: 'dropBefore', times: 3, match: { path: 'cancel' } });
	sandbox.fault({ kind: 'dropBefore', times: 9, match: { path: 'status' } });
	const bare = { kind: 'wrongShape', body: '{"resultat":"succes"}' } as const;
	sandbox.fault({ ...bare, skip: 1, match: { path: 'statuses' } });
	const { credential } = ordering(sandbox);
	const { error } = await runNode({
		credential,
		parameters: {
			resource: 'notice',
			operation: 'cancel',
			reference: String(placed?.numero_commande),
		},
		settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
	});
	expect(sandbox.journal.orders()[0]?.cancelled).toBe(false);
	expect(error?.message).toContain('not known whether cancelled');
});

test('what the first try left open is told although the second does not come to it', async () => {
	setTimings({ beforeResendMs: 10, beforeRepeatMs: 5 });
	const refused = {
		kind: 'codes',
		codes: ['err_client_inactif'],
		match: { path: 'order' },
	} as const;
	sandbox.fault({ ...refused, codes: [...refused.codes] });
	sandbox.fault({ kind: 'dropAfter', match: { path: 'order' } });
	sandbox.fault({ kind: 'dropBefore', times: 3, match: { path: 'status' } });
	sandbox.fault({ ...refused, codes: [...refused.codes] });
	const options = ordering(sandbox, {
		items: files(2),
		parameters: {
			orderNumberMode: 'custom',
			orderNumber: '=LEFT-{{ $json.file }}',
			options: { ifAlreadyOrdered: 'returnExisting' },
		},
		settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
	});
	// Five calls in the first try leave one for the second: its failure stops the item that waits.
	const { error } = await runNode({
		...options,
		credential: { ...options.credential, requestsPerMinute: 6 },
	});
	expect(error?.message).toContain('err_client_inactif');
	expect(error?.message).toContain('1 were not started');
	expect(error?.message).toContain(
		'To be looked at: notice with order number LEFT-D-1, not known whether ordered',
	);
});

test('a replacement that stopped after the cancellation is finished by the second try', async () => {
	setTimings({ beforeResendMs: 10, beforeRepeatMs: 5 });
	const placed = (await runNode(ordering(sandbox, { items: files(1) }))).json[0];
	sandbox.fault({ kind: 'dropBefore', times: 3, match: { path: 'order' } });
	const { json, error } = await runNode(
		ordering(sandbox, {
			items: files(1),
			parameters: {
				operation: 'replace',
				reference: String(placed?.reference),
				text: 'Avis corrigé.',
			},
			settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		}),
	);
	expect(error).toBeUndefined();
	expect(json[0]).toMatchObject({ ancienne_reference: placed?.reference, existant: false });
	expect(sandbox.journal.orders().map(({ cancelled }) => cancelled)).toEqual([true, false]);
});
