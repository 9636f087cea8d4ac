/**
 * The automatic number of an order, from the parameters to the service. It keeps a notice from being ordered twice, also
 * between versions of this package: these values may never change.
 */
import { runTool } from './agent.mts';
import { GOES_ON, RETRIES, withFile } from './engine.mts';
import { BILLED, numbered } from './notices.mts';
import { png } from './pictures.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();

const notice = { ...BILLED, fileReference: '2026-0147' };
/** Repaired before it is sent: a space and a hyphen that the newspaper cannot print, and `&` in what becomes HTML. */
const plain = 'L’ŒUVRE & FILS\n\nCapital\u202f: 10\u202f000 €, sous\u2011compte <1>';
const html = '<p class="fs-texte">Capital\u202f: 10 &amp; 20</p>\n<p>Sous\u2011compte</p>';
const header = { layout: 'carton_image_texte_bas', logoBinaryField: 'logo', text: plain };

test.each([
	['a plain text', 'CONSTI-75-A5JFAX8WFTTQD3ENR9XR', { text: plain }],
	[
		'a text with an emptied mode',
		'CONSTI-75-A5JFAX8WFTTQD3ENR9XR',
		{ text: plain, orderNumberMode: '' },
	],
	['an HTML text', 'CONSTI-75-636VPYAS70SEZADCSA03', { textFormat: 'html', text: html }],
	['a header with a logo', 'CONSTI-75-3S4QKRC5WNN4FP7X6HZ7', { text: 'Un avis.', header }],
	[
		'a replacement',
		'CONSTI-75-KMFYG6684Y749C3WR2RT',
		{
			operation: 'replace',
			reference: 'AL-0815',
			text: plain,
			options: { oldNoticeAlreadyCancelled: true },
		},
	],
])('the number of %s is %s', async (_what, number, parameters) => {
	const name = 'operation' in parameters ? 'notice.replace' : 'notice.order';
	const fullItems = [withFile({}, png, 'logo')];
	const { told } = await sandbox.run(name, { ...notice, ...parameters }, { fullItems });
	expect(told).toBe('');
	expect(sandbox.standing()[0]?.numero_commande).toBe(number);
});

test('the number of an order by an agent leaves its wording out', async () => {
	const text = "={{ $fromAI('text', 'text of the notice', 'string') }}";
	const tool = { resource: 'notice', operation: 'order', ...notice, text };
	await runTool(tool, sandbox.credential, [{ text: plain }]);
	expect(sandbox.journal.orders()[0]?.numero_commande).toBe('CONSTI-75-MJYHFBKMJS501K7FZEZX');
});

test.each([
	['automatic', {}],
	['custom', numbered('GONE-1')],
])(
	'a cancelled notice is ordered again as the refusal of its %s number advises',
	async (...row) => {
		const given = { ...BILLED, fileReference: 'F', ...row[1] };
		const reference = await sandbox.order('F', given);
		await sandbox.run('notice.cancel', { reference });
		const { told, advice } = await sandbox.run('notice.order', given);
		expect(told).toMatch(
			/registered already, but not found: it was cancelled.*err_annonce_commandee/,
		);
		expect(advice).toBe(
			"If it was only just ordered, run the workflow again in a minute. If it was cancelled and is to be ordered again, set 'Order Number Mode' to Custom and give another 'Order Number'.",
		);
		const again = { ...given, ...numbered('AGAIN-1') };
		expect((await sandbox.run('notice.order', again)).told).toBe('');
		expect(sandbox.standing()).toHaveLength(1);
	},
);

describe('notices of one run with the same custom number', () => {
	const own = { ...BILLED, ...numbered('={{ $json.number }}') };
	const parameters = { ...own, fileReference: 'SAME', text: '=Avis {{ $json.text }}.' };
	const items = ['A-1', 'B-2', ' a-1 ', 'C-3'].map((number, text) => ({ number, text }));
	const sentence =
		"The input items 1, 3 have the same 'Order Number' A-1. Nothing was sent for them.";

	test.each([
		['ordered', 'notice.order', {}],
		['replaced', 'notice.replace', { reference: 'GONE' }],
	])('such notices are not %s, and block all others of the run', async (_what, name, more) => {
		const { told, advice } = await sandbox.run(
			name,
			{ ...parameters, ...more },
			{ items, settings: RETRIES },
		);
		expect(told).toContain(sentence);
		expect(advice).toContain('a number of its own');
		expect(sandbox.calls()).toEqual([]);
	});

	test('such notices fail, and the others are ordered where the node goes on', async () => {
		const { json } = await sandbox.run('notice.order', parameters, { items, settings: GOES_ON });
		const told = json.map(({ error, numero_commande: number }) => error ?? number);
		const fails = expect.stringContaining(sentence) as unknown;
		expect(told).toEqual([fails, 'B-2', fails, 'C-3']);
		expect(sandbox.standing()).toHaveLength(2);
	});

	test('the error names only a part of many such notices', async () => {
		const many = Array.from({ length: 300 }, () => ({ number: 'A-1', text: 1 }));
		const { told } = await sandbox.run('notice.order', parameters, { items: many });
		expect(told).toContain('The input items 1, 2, 3, 4, 5 and 295 more have the same');
		expect(sandbox.calls()).toEqual([]);
	});
});
