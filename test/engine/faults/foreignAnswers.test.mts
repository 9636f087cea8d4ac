/** An answer that is not the service's, after the service has done what was asked: it says nothing of that. */
import { setTimings } from '../../../nodes/LegalNotice/transport/timings.ts';
import { runNode, type RunOptions } from '../engine.mts';
import { sandboxForEachTest } from '../sandbox.mts';
import { files, orderCalls, ordering } from './ordering.mts';

const sandbox = sandboxForEachTest({ settings: { quotaPerMinute: 100_000 } });
beforeEach(() => setTimings({ beforeResendMs: 10, beforeRepeatMs: 5, quotaWindowMs: 60 }));
afterEach(() => setTimings());

const elsewhere = 'https://login.example/';
const pages = [401, 403, 404, 429, 502].map((status) => ({ kind: 'status', status }) as const);
const answers = [...pages, { kind: 'redirect', location: elsewhere } as const].map(
	(fault) => ['status' in fault ? `HTTP ${fault.status}` : 'a redirect', fault] as const,
);
const retried: NonNullable<RunOptions['settings']> = {
	retryOnFail: true,
	maxTries: 3,
	waitBetweenTries: 1,
};
const cancelCalls = () => sandbox.journal.calls().filter(({ route }) => route === 'cancel').length;

describe.each(answers)('%s in place of the answer, after the work was done', (_what, page) => {
	test('an order without a number is told as unknown, and never sent again', async () => {
		sandbox.fault({ ...page, processed: true, skip: 1, match: { path: 'order' } });
		const { error } = await runNode(
			ordering(sandbox, {
				items: files(3),
				parameters: { orderNumberMode: 'none' },
				settings: retried,
			}),
		);
		expect(error?.message).toContain('It is not known whether the notice for the file D-');
		const ordered = sandbox.journal.orders().map(({ dossier }) => dossier);
		expect(new Set(ordered).size).toBe(ordered.length);
		expect(orderCalls(sandbox)).toBe(ordered.length);
	});

	test('an order with a number is found again, and not sent again', async () => {
		sandbox.fault({ ...page, processed: true, match: { path: 'order' } });
		const { json, error } = await runNode(ordering(sandbox, { items: files(1) }));
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ recupere: true });
		expect(orderCalls(sandbox)).toBe(1);
	});

	test('a cancellation is found done, and not sent again', async () => {
		const placed = (await runNode(ordering(sandbox, { items: files(1) }))).json[0];
		sandbox.fault({ ...page, processed: true, match: { path: 'cancel' } });
		const { credential } = ordering(sandbox);
		const { json, error } = await runNode({
			credential,
			parameters: {
				resource: 'notice',
				operation: 'cancel',
				reference: String(placed?.reference),
			},
		});
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ annulee: true, recupere: true });
		expect(cancelCalls()).toBe(1);
	});

	test.each(['cancel', 'order'])('a replacement is finished when it meets its %s', async (path) => {
		const placed = (await runNode(ordering(sandbox, { items: files(1) }))).json[0];
		sandbox.fault({ ...page, processed: true, match: { path } });
		const { json, error } = await runNode(replacing(String(placed?.reference)));
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ ancienne_reference: placed?.reference, existant: false });
		expect(sandbox.journal.orders().map(({ cancelled }) => cancelled)).toEqual([true, false]);
		expect(cancelCalls()).toBe(1);
	});

	test('a replacement without a number says that the old notice is gone and the new one may exist', async () => {
		const placed = (await runNode(ordering(sandbox, { items: files(1) }))).json[0];
		sandbox.fault({ ...page, processed: true, match: { path: 'order' } });
		const { error } = await runNode(
			replacing(String(placed?.reference), { orderNumberMode: 'none' }),
		);
		expect(error?.message).toContain(`The notice ${String(placed?.reference)} is cancelled`);
		expect(error?.message).toContain('the new one may be ordered already');
		expect(sandbox.journal.orders()).toHaveLength(2);
	});

	test.each([
		['with', 'a@demo.example'],
		['without', ''],
	])('a contact %s an e-mail is never created twice', async (_with, email) => {
		sandbox.fault({ ...page, processed: true, match: { path: 'createContact' } });
		const { credential } = ordering(sandbox);
		const { error } = await runNode({
			credential,
			parameters: {
				resource: 'contact',
				operation: 'createOrGet',
				lastName: 'Exemple-A',
				firstName: 'Camille',
				email,
			},
			settings: retried,
		});
		if (email === '') expect(error?.message).toContain('not known whether the contact was created');
		else expect(error).toBeUndefined();
		const { json } = await runNode({
			credential,
			parameters: { resource: 'contact', operation: 'getMany', returnAll: true },
		});
		expect(json.filter(({ nom }) => nom === 'Exemple-A')).toHaveLength(1);
	});
});

function replacing(reference: string, parameters: Record<string, unknown> = {}): RunOptions {
	const more = { operation: 'replace', reference, text: 'Avis corrigé.', ...parameters };
	return ordering(sandbox, { items: files(1), parameters: more as never });
}
