/** A reference that the service does not know, by whichever code it says so, spoils no other and is told on its own item. */
import { definitions } from '../../sandbox/settings.mts';
import { startSandbox, type Sandbox, type Settings } from '../../sandbox/index.mts';
import { setTimings } from '../../nodes/LegalNotice/transport/timings.ts';
import { ofSandbox, runFor, type BillingService } from './documentsServices.mts';
import { BILLED } from './notices.mts';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
	setTimings({ beforeResendMs: 5 });
});
afterAll(async () => {
	setTimings();
	await sandbox.close();
});

const codes = definitions.unknownReferenceCode.choices as Array<Settings['unknownReferenceCode']>;
/** Whether a batch is refused for it, or just its entry. */
const ways = [
	...codes.map((code) => ['refuse', code] as const),
	['entry', 'err_annonce_introuvable'] as const,
	['entry', 'err_reference_inconnue'] as const,
];
const placed = (file: string) =>
	sandbox.journal.orders().filter(({ dossier, cancelled }) => dossier === file && !cancelled);

describe.each(ways)('%s: %s', (unknownReferences, code) => {
	const mark = `${unknownReferences}-${code}`;
	// An account of its own, because its calls a minute are counted.
	let service: BillingService;
	let known: string;
	beforeAll(async () => {
		sandbox.settings({ unknownReferences, unknownReferenceCode: code });
		service = ofSandbox(sandbox);
		known = await service.order(`U-${mark}`, 'KNOWN-1');
		service.attest(known);
		service.invoice(known);
	});

	test.each([
		'notice.getStatus',
		'notice.getStatusChanges',
		'document.getMany',
		'document.download',
		'invoice.getMany',
	])('%s tells it on its own item, among others and alone', async (operation) => {
		const asked = ['NOBODY-1', known, 'NOBODY/2', 'KNOWN-1'];
		const many = await runFor(service, operation, asked, { simplify: false });
		expect(many.error).toBeUndefined();
		const gone = many.items.filter(({ json }) => json.introuvable === true);
		expect(gone.map(({ json, pairedItem }) => [json.demande, pairedItem])).toEqual([
			['NOBODY-1', { item: 0 }],
			['NOBODY/2', { item: 2 }],
		]);
		const there = many.json.filter(({ introuvable }) => introuvable !== true);
		expect(there.length).toBeGreaterThan(0);
		expect(there.every(({ reference }) => reference === known)).toBe(true);
		for (const alone of ['NOBODY-1', 'NOBODY/2']) {
			const { json } = await runFor(service, operation, [alone]);
			expect(json).toEqual([expect.objectContaining({ demande: alone, introuvable: true })]);
		}
	});

	test('is an error that names the reference when asked to', async () => {
		const options = { options: { ifNotFound: 'fail' } };
		const { error } = await runFor(service, 'notice.getStatus', [known, 'NOBODY-1'], options);
		expect(error?.message).toContain('NOBODY-1');
		expect(error?.httpCode).toBe('404');
	});

	test('cancels nothing, and says that the notice is not found', async () => {
		const before = sandbox.journal.orders();
		const { error } = await runFor(service, 'notice.cancel', ['NOBODY-1']);
		expect(error?.message).toMatch(/knows no notice under this reference.*NOBODY-1/);
		expect(sandbox.journal.orders()).toEqual(before);
	});

	test('means that a notice whose cancellation was not answered is gone', async () => {
		const reference = await service.order(`U-CANCEL-${mark}`);
		sandbox.fault({ kind: 'dropAfter', match: { path: 'cancel' } });
		const { json, error } = await runFor(service, 'notice.cancel', [reference]);
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ reference, annulee: true, recupere: true });
	});

	test('means that an order whose answer was lost is placed again, once', async () => {
		const file = `U-LOST-${mark}`;
		sandbox.fault({ kind: 'dropBefore', match: { path: 'order' } });
		const options = { ...BILLED, fileReference: file };
		const { json, error } = await runFor(service, 'notice.order', ['-'], options);
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ existant: false });
		expect(placed(file)).toHaveLength(1);
	});

	test('stops a replacement before it, and lets one that was done be run again', async () => {
		const file = `U-REPLACE-${mark}`;
		const more = { ...BILLED, fileReference: file };
		const refused = await runFor(service, 'notice.replace', ['NOBODY-1'], more);
		expect(refused.error?.message).toMatch(/"NOBODY-1", is not found. Nothing was ordered/);
		const old = await service.order(file);
		const first = await runFor(service, 'notice.replace', [old], more);
		const second = await runFor(service, 'notice.replace', [old], more);
		expect(second.error).toBeUndefined();
		expect(second.json[0]).toMatchObject({ reference: first.json[0]?.reference, existant: true });
		expect(placed(file)).toHaveLength(1);
	});
});
