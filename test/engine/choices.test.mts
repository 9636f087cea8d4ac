/**
 * An expression may give a choice that does not exist, or a yes as text. A guard that is not understood must not be
 * passed over: the notice would go out as the person did not want it.
 */
import { byId, runNode } from './engine.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();

async function run(name: string, value: unknown, more: object = {}) {
	const [resource = '', operation = '', first = '', second] = name.split('.');
	const given = '={{ $json.value }}';
	const before = sandbox.journal.orders().length;
	const { error, json, items } = await runNode({
		credential: sandbox.credential,
		items: [{ value } as never],
		parameters: {
			resource,
			operation,
			reference: 'AL-1',
			department: byId('75'),
			publication: byId(12),
			category: byId('CONSTI'),
			forfait: byId('SARL'),
			text: 'Un avis.',
			fileReference: 'CHOICE',
			orderNumber: 'N-1',
			billingMode: 'prescripteur',
			...more,
			[first]: second === undefined ? given : { [second]: given },
		} as never,
	});
	return {
		message: error?.message ?? '',
		advice: error?.description ?? '',
		json,
		items,
		ordered: sandbox.journal.orders().length - before,
	};
}

test.each([
	['notice.order.textFormat', 'Text Format', 'HTML text'],
	['notice.quote.textFormat', 'Text Format', 'markdown'],
	['notice.checkText.textFormat', 'Text Format', 'markdown'],
	['notice.order.orderNumberMode', 'Order Number Mode', 'own'],
	['notice.order.options.ifDateMoves', 'If Date Moves', 'stop'],
	['notice.order.options.ifTextChanges', 'If Text Changes', 'stop'],
	['notice.order.options.ifAlreadyOrdered', 'If Already Ordered', 'stop'],
	['notice.order.options.digitalProof', 'Digital Proof', 'maybe'],
	['notice.order.options.emailProof', 'Email Proof', 'maybe'],
	['notice.replace.options.oldNoticeAlreadyCancelled', 'Old Notice Already Cancelled', 'maybe'],
	['notice.getStatus.options.ifNotFound', 'If Not Found', 'stop'],
	['notice.getStatusChanges.options.ifNotFound', 'If Not Found', 'stop'],
	['notice.getStatusChanges.options.firstSight', 'When First Seen', 'always'],
	['notice.cancel.downloadFiles', 'Download Files', 'maybe'],
	['invoice.getMany.downloadFiles', 'Download Files', 'maybe'],
	['invoice.getMany.simplify', 'Simplify', 'maybe'],
	['account.get.simplify', 'Simplify', 'maybe'],
	['publication.getMany.returnAll', 'Return All', 'maybe'],
	['publication.getMany.simplify', 'Simplify', 'maybe'],
])('%s that is not understood is refused', async (name, label, value) => {
	const { message, advice, ordered } = await run(name, value);
	expect(message).toContain(`'${label}' cannot be "${value}"`);
	expect(advice).toMatch(/Choose|true or false/);
	expect(ordered).toBe(0);
});

test.each([
	['true', true],
	['FALSE', false],
	[true, true],
	[' false ', false],
])('a yes or no as %p is understood', async (value, sent) => {
	await run('notice.order.options.emailProof', value, {
		fileReference: `FLAG ${typeof value} ${String(value)}`,
	});
	const order = sandbox.journal.orders().at(-1);
	expect(order?.body).toMatchObject({ envoi_justificatif: sent });
});

test('a choice is understood in any case', async () => {
	const { message } = await run('notice.checkText.textFormat', 'HTML');
	expect(message).toBe('');
});

test.each([
	['previousStatus', { a: 1 }, ''],
	['options.ifNotFound', 'stop', 'returnItem'],
	['options.firstSight', 'always', 'current'],
])('%s that is not understood costs only its own item', async (name, value, other) => {
	const given = '={{ $json.value }}';
	const [, option] = name.split('.');
	const { json } = await runNode({
		credential: sandbox.credential,
		items: [{ value } as never, { value: other }],
		settings: { onError: 'continueRegularOutput' },
		parameters: {
			resource: 'notice',
			operation: 'getStatusChanges',
			reference: 'AL-1',
			...(option === undefined ? { [name]: given } : { options: { [option]: given } }),
		} as never,
	});
	expect(json[0]).toHaveProperty('error');
	expect(json[1]).toMatchObject({ evenement: 'notFound' });
});
