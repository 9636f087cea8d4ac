/** Replacements that stop more than once, or by another name: what the person learns, and what is not done twice. */
import { setTimings } from '../../nodes/LegalNotice/transport/timings.ts';
import { byId, runNode, type NodeSettings, type RunOptions } from './engine.mts';
import { runBilled } from './notices.mts';
import { sandboxForEachTest } from './sandbox.mts';

const sandbox = sandboxForEachTest();
beforeEach(() => setTimings({ beforeResendMs: 5, beforeRepeatMs: 5 }));
afterEach(() => setTimings());

const RETRY: NodeSettings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
const AGAIN = { options: { oldNoticeAlreadyCancelled: true } };

const run = async (
	operation: string,
	more: Record<string, unknown> = {},
	rest: Partial<RunOptions> = {},
) => await runBilled(sandbox.credential, operation, more, rest);

const replace = async (
	more: Record<string, unknown>,
	settings: NodeSettings = {},
	items: RunOptions['items'] = [{}],
) => await run('replace', { text: 'Corrigé.', ...more }, { settings, items });

async function ordered(more: Record<string, unknown> = {}): Promise<string> {
	const { json } = await run('order', more);
	const reference = String(json[0]?.reference);
	sandbox.notices.invoice([reference]);
	return reference;
}

const standing = () => sandbox.journal.orders().filter(({ cancelled }) => !cancelled);
const refuseOrder = (times = 1, skip = 0) =>
	sandbox.fault({
		kind: 'codes',
		codes: ['err_client_inactif'],
		times,
		skip,
		match: { path: 'order' },
	});

/** The answer to the deletion is lost, and so is every way of finding out. */
function loseCancellation(lookedUpBefore = 1): void {
	sandbox.fault({ kind: 'dropAfter', match: { path: 'cancel' } });
	sandbox.fault({ kind: 'dropBefore', times: 2, match: { path: 'cancel' } });
	// The new number was free; then nobody answers what became of the old notice.
	sandbox.fault({ kind: 'dropBefore', times: 9, skip: lookedUpBefore, match: { path: 'status' } });
}

describe('a replacement run again by the order number of the old notice', () => {
	test('is told to name it by the reference, before the option is offered', async () => {
		await ordered({ orderNumberMode: 'custom', orderNumber: 'MY-1' });
		expect((await replace({ reference: 'MY-1' })).error).toBeUndefined();
		const { error } = await replace({ reference: 'MY-1' });
		expect(error?.message).toContain('"MY-1", is not found. Nothing was ordered');
		expect(error?.description).toContain("give the service's own reference");
		expect(error?.description).toContain('could be ordered a second time');
		expect(standing()).toHaveLength(1);
	});

	test('is refused when that is one of the automatic numbers', async () => {
		await ordered();
		const reference = String(sandbox.journal.orders()[0]?.numero_commande);
		expect((await replace({ reference })).error).toBeUndefined();
		const { error } = await replace({ reference, ...AGAIN });
		expect(error?.message).toContain(`"${reference}", is not found. Nothing was ordered`);
		expect(error?.description).toContain("the service's own reference");
		expect(standing()).toHaveLength(1);
		const numbered = { orderNumberMode: 'custom', orderNumber: 'NEW-1' };
		expect((await replace({ reference, ...AGAIN, ...numbered })).error).toBeUndefined();
	});
});

test('a failed second try tells of the first one like the first itself', async () => {
	const reference = await ordered();
	refuseOrder();
	sandbox.fault({ kind: 'codes', codes: ['err_texte_in'], skip: 1, match: { path: 'quote' } });
	const { error } = await replace({ reference }, RETRY);
	expect(error?.message).toMatch(
		new RegExp(
			`^The notice ${reference} is cancelled \\(credit note \\S+\\), but the new one is not ordered yet; its order number is F-\\w+\\.`,
		),
	);
	expect(error?.message).toContain('err_texte_in');
	expect(error?.description).toContain(`${reference} as 'Reference or Order Number'`);
});

test('a contact that is gone by the second try does not make it say that nothing was cancelled', async () => {
	const reference = await ordered();
	const { json } = await run('order', { fileReference: 'G' });
	const contact = await runNode({
		credential: sandbox.credential,
		parameters: { resource: 'contact', operation: 'createOrGet', email: 'a@example.org' },
	});
	refuseOrder();
	sandbox.fault({
		kind: 'wrongShape',
		skip: 1,
		body: '{"resultat":"succes","contacts":[]}',
		match: { path: 'contacts' },
	});
	const options = { contact: byId(Number(contact.json[0]?.id)) };
	const { error } = await replace({ reference, options }, RETRY);
	expect(json).toHaveLength(1);
	expect(error?.message).toContain(`The notice ${reference} is cancelled`);
	expect(error?.message).toContain("'Contact' is");
	expect(error?.message).not.toContain('Nothing was cancelled');
});

test('of two that are half way, the one in the list has its credit note as well', async () => {
	const references = [await ordered(), await ordered({ fileReference: 'G' })];
	refuseOrder(2);
	const items = references.map((reference) => ({ reference }));
	const { error } = await replace({ reference: '={{ $json.reference }}' }, {}, items);
	expect(error?.message).toMatch(
		/To be looked at: notice \S+, cancelled \(credit note \S+\) but not ordered anew under F-\w+\./,
	);
});

describe('a cancellation whose answer is lost', () => {
	const unknown = 'whether there is a credit note is not known';
	beforeEach(() => sandbox.fault({ kind: 'dropAfter', match: { path: 'cancel' } }));

	test('says of a notice that it is not known whether there is a credit note', async () => {
		const reference = await ordered();
		const { json } = await run('cancel', { reference });
		expect(json[0]).toMatchObject({ annulee: true, recupere: true });
		// Nobody told whether there is any.
		expect(json[0]).not.toHaveProperty('documents');
		expect(String(json[0]?.avertissements)).toContain(unknown);
	});

	test('says so in a replacement, done or stopped half way', async () => {
		const reference = await ordered();
		refuseOrder();
		const stopped = await replace({ reference });
		expect(stopped.error?.message).toContain(`The notice ${reference} is cancelled (${unknown})`);
		sandbox.fault({ kind: 'dropAfter', match: { path: 'cancel' } });
		const other = await ordered({ fileReference: 'G' });
		const done = await replace({ reference: other, fileReference: 'G' });
		expect(done.json[0]).toMatchObject({ ancienne_reference: other, documents_annulation: [] });
		expect(String(done.json[0]?.avertissements)).toContain(unknown);
	});
});

describe('a cancellation whose outcome stays unknown', () => {
	test('is told with the number still to be ordered', async () => {
		const reference = await ordered();
		loseCancellation();
		const { error } = await replace({ reference });
		expect(error?.message).toMatch(
			new RegExp(
				`^It is not known whether the notice ${reference} was cancelled, so the new one is not ordered yet; its order number is F-\\w+\\.`,
			),
		);
		expect(error?.description).toContain('Old Notice Already Cancelled');
	});

	test('is told without a number where there is none', async () => {
		const reference = await ordered();
		loseCancellation(0);
		const { error } = await replace({ reference, orderNumberMode: 'none' });
		expect(error?.message).toMatch(/so the new one is not ordered yet\. /);
	});

	test.each([
		['the notice is gone', 0],
		['the notice is gone, and the third try orders', 1],
	])('is settled by Retry On Fail: %s', async (_when, refused) => {
		const reference = await ordered();
		loseCancellation();
		if (refused > 0) refuseOrder(refused);
		const { json, error } = await replace({ reference }, { ...RETRY, maxTries: 4 });
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ ancienne_reference: reference, existant: false });
		expect(String(json[0]?.avertissements)).toContain('credit note is not known');
		expect(json[0]).not.toHaveProperty('annulation');
		expect(standing()).toHaveLength(1);
	});

	test('is settled by Retry On Fail: the notice is still there', async () => {
		const reference = await ordered();
		sandbox.fault({ kind: 'dropBefore', times: 3, match: { path: 'cancel' } });
		const { json, error } = await replace({ reference }, RETRY);
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ ancienne_reference: reference });
		expect(json[0]?.documents_annulation).toEqual(
			expect.arrayContaining([expect.objectContaining({ type: 'avoir' })]),
		);
		expect(standing()).toHaveLength(1);
	});
});

test('a number that is the reference of another notice is not taken for the new one', async () => {
	const other = await ordered();
	const numbered = { orderNumberMode: 'custom', orderNumber: other };
	const { error } = await replace({ reference: 'GONE-1', ...AGAIN, ...numbered });
	expect(error?.message).toContain(`The order number ${other} is the reference of another notice`);
	expect(standing()).toHaveLength(1);
});

test('a suspended notice is replaced', async () => {
	const reference = await ordered();
	sandbox.notices.suspend(reference);
	const { json, error } = await replace({ reference });
	expect(error).toBeUndefined();
	expect(json[0]).toMatchObject({ ancienne_reference: reference });
	expect(standing().map((order) => order.reference)).toEqual([json[0]?.reference]);
});
