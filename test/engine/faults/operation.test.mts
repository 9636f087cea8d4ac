/** A workflow that names an operation of another version of the node. */
import { runNode } from '../engine.mts';
import { sandboxForTests } from '../sandbox.mts';
import { files, ordering } from './ordering.mts';

const sandbox = sandboxForTests();

test('an operation that this version does not have is named, and nothing is sent', async () => {
	const parameters = { resource: 'notice', operation: 'orderTwice' } as never;
	const { error } = await runNode(ordering(sandbox, { items: files(1), parameters }));
	expect(error?.message).toBe(
		'The operation "orderTwice" of "notice" does not exist in this version of the node',
	);
	expect(error?.description).toBe("Choose another 'Operation', or update the package.");
	expect(sandbox.journal.calls()).toEqual([]);
});

test('without a choice the order number is automatic', async () => {
	const run = async (more: object) =>
		(await runNode(ordering(sandbox, { items: files(1), parameters: more as never }))).json[0];
	const first = await run({ orderNumberMode: 'automatic' });
	expect(first?.['existant']).toBe(false);
	const again = await run({ orderNumberMode: '' });
	expect(again).toMatchObject({ existant: true, numero_commande: first?.['numero_commande'] });
});
