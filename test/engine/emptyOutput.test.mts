import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { WHEN_EMPTY } from '../../nodes/LegalNotice/actions/router.ts';
import { findOperation } from '../../nodes/LegalNotice/actions/registry.ts';
import { byId, runNode, type Result } from './engine.mts';
import { ofSandbox, type BillingService } from './documentsServices.mts';

/** n8n says "No output data returned"; a person wants to know why. */
let sandbox: Sandbox;
let service: BillingService;
let reference: string;

beforeAll(async () => {
	sandbox = await startSandbox();
	service = ofSandbox(sandbox);
	reference = await service.order('EMPTY-1', 'EMPTY-1');
});
afterAll(async () => {
	await service.close();
});

async function run(
	name: string,
	more: Record<string, unknown> = {},
	mode: 'manual' | 'trigger' = 'manual',
): Promise<Result> {
	const [resource = '', operation = ''] = name.split('.');
	return await runNode({
		credential: service.credential,
		parameters: { resource, operation, reference, ...more } as never,
		mode,
	});
}

const said = ({ hints }: Result): string =>
	hints.map((hint) => (hint as { message: string }).message).join('\n');

const unchanged = { previousStatus: 'a-paraitre', previousReason: '' };

test.each([
	['invoice.getMany', {}, /not invoiced yet.*'Split By' Notice/],
	['invoice.getMany', { splitBy: 'line' }, /not invoiced yet/],
	['document.getMany', {}, /no document yet/],
	['document.download', { documentTypes: ['facture'] }, /none of the chosen 'Document Types'/],
	['notice.getStatusChanges', unchanged, /^Nothing has changed:/],
	['publication.getMany', { department: byId('99') }, /No publication .* covers this department/],
] as const)('%s with %j says why nothing came out', async (name, more, expected) => {
	const result = await run(name, more);
	expect(result.error).toBeUndefined();
	expect(result.items).toEqual([]);
	expect(said(result)).toMatch(expected);
});

test('nothing is said where something came out', async () => {
	const result = await run('invoice.getMany', { splitBy: 'notice' });
	expect(result.json).toMatchObject([{ facturee: false }]);
	expect(result.hints).toEqual([]);
});

test('nothing is said to nobody: a workflow that runs by itself keeps no hint', async () => {
	expect((await run('invoice.getMany', {}, 'trigger')).hints).toEqual([]);
});

test('a reference that is not known is told as that', async () => {
	const result = await run('invoice.getMany', { reference: 'UNKNOWN-1' });
	expect(said(result)).toMatch(/does not know a notice/);
	expect(said(result)).not.toMatch(/not invoiced yet/);
});

test.each(Object.keys(WHEN_EMPTY))('%s is an operation of the node', (name) => {
	const [resource = '', operation = ''] = name.split('.');
	expect(findOperation(resource, operation)).toBeDefined();
});
