/**
 * The automatic number of an order, from the parameters to the service. It keeps a notice from being ordered twice, also
 * between versions of this package: these values may never change.
 */
import { runTool } from './agent.mts';
import { byId, GOES_ON, RETRIES, withFile } from './engine.mts';
import { BILLED, numbered } from './notices.mts';
import { sandboxForTests } from './sandbox.mts';
import { scriptedForTests, UNKNOWN } from './scripted.mts';

const sandbox = sandboxForTests();

const notice = {
	...{ ...BILLED, fileReference: '2026-0147', text: 'AVIS' },
	options: { ifTextLooksUnfinished: 'warn', oldNoticeAlreadyCancelled: true },
};
/** As a data URL. */
const logo = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`;
const PNG_BYTES = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const PNG = logo('image/png', PNG_BYTES);
const JPEG = logo('image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46]));
const PDF = logo('application/pdf', Buffer.from('%PDF-1.4\n%%EOF\n'));
const long = 'Il a été constitué une société. '.repeat(2_000);

describe('an automatic number', () => {
	const service = scriptedForTests();
	beforeEach(() => {
		service.answer = ({ path, body: { texte } }) => {
			if (path === '/commande') return { reference: 'AL-1', texte };
			if (path === '/devis') return { texte, tarif: {} };
			const publications = [12, 900_001].map((id) => ({ id, entete: true }));
			return path === '/publications' ? { publications } : UNKNOWN;
		};
	});

	test.each`
		what                                          | number                               | given
		${'the plainest notice'}                      | ${'CONSTI-75-7Y62NR06C67FJV56B2Q1'}  | ${{}}
		${'the plainest notice with an emptied mode'} | ${'CONSTI-75-7Y62NR06C67FJV56B2Q1'}  | ${{ orderNumberMode: '' }}
		${'a number as file'}                         | ${'CONSTI-75-7Y62NR06C67FJV56B2Q1'}  | ${{ fileReference: 20260147 }}
		${'a file with accents'}                      | ${'CONSTI-75-7Y62NR06C67FJV56B2Q1'}  | ${{ fileReference: 'Été à Noël n°5' }}
		${'the same with decomposed accents'}         | ${'CONSTI-75-7Y62NR06C67FJV56B2Q1'}  | ${{ fileReference: 'Été à Noël n°5'.normalize('NFD') }}
		${'a file in Greek'}                          | ${'CONSTI-75-7Y62NR06C67FJV56B2Q1'}  | ${{ fileReference: 'Ωμέγα' }}
		${'department 1 from a table'}                | ${'CONSTI-01-6FDPQ28ZVCZSSJ7E99RX'}  | ${{ department: byId(1) }}
		${'department 01'}                            | ${'CONSTI-01-6FDPQ28ZVCZSSJ7E99RX'}  | ${{ department: byId('01') }}
		${'department 75.0'}                          | ${'CONSTI-75-7Y62NR06C67FJV56B2Q1'}  | ${{ department: byId('75.0') }}
		${'department 2a'}                            | ${'CONSTI-2A-AMKJDFN4G2M0X7JWSQT3'}  | ${{ department: byId('2a') }}
		${'department 2B'}                            | ${'CONSTI-2B-WVJHEKRDGZEPKACCP28Q'}  | ${{ department: byId('2B') }}
		${'department 974'}                           | ${'CONSTI-974-9X8MB1W49KC8D156P8PZ'} | ${{ department: byId(974) }}
		${'publication as text'}                      | ${'CONSTI-75-7Y62NR06C67FJV56B2Q1'}  | ${{ publication: byId('12') }}
		${'publication 12.0'}                         | ${'CONSTI-75-7Y62NR06C67FJV56B2Q1'}  | ${{ publication: byId('12.0') }}
		${'a large publication'}                      | ${'CONSTI-75-M4ANRKQDRAM0DMN7P9XG'}  | ${{ publication: byId(9007199254740991) }}
		${'category in lower case'}                   | ${'CONSTI-75-7Y62NR06C67FJV56B2Q1'}  | ${{ category: byId('consti'), forfait: byId('SARL') }}
		${'forfait in lower case'}                    | ${'CONSTI-75-7Y62NR06C67FJV56B2Q1'}  | ${{ forfait: byId('sarl') }}
		${'forfait EURL'}                             | ${'CONSTI-75-Q8N0GS627JR218C7K90D'}  | ${{ forfait: byId('EURL') }}
		${'a forfait that nobody lists'}              | ${'CONSTI-75-ZQ0Z9EREQEAQT0Z8YJKT'}  | ${{ forfait: byId('SARL_2027') }}
		${'MODIF with a forfait'}                     | ${'MODIF-75-JDTVZV7JJ3TS6Z9QAK40'}   | ${{ category: byId('MODIF'), forfait: byId('MOD_TRS_SIE') }}
		${'DISSOL without forfait'}                   | ${'DISSOL-75-Q4WCJRSJTWJXN3ND299G'}  | ${{ category: byId('DISSOL') }}
		${'DISSOL with a forfait that is left out'}   | ${'DISSOL-75-Q4WCJRSJTWJXN3ND299G'}  | ${{ category: byId('DISSOL'), forfait: byId('SARL') }}
		${'an unlisted category'}                     | ${'VNT_ENC-75-4VV6HCD3B4N96QEP0C5F'} | ${{ category: byId('VNT_ENC') }}
		${'an unlisted category in lower case'}       | ${'vnt_enc-75-2A02C37BEVJ3Y4W1AGRS'} | ${{ category: byId('vnt_enc') }}
		${'an unlisted category with a forfait'}      | ${'VNT_ENC-75-KCC9BH0SAMK5A4TZT5WE'} | ${{ category: byId('VNT_ENC'), forfait: byId('X1') }}
		${'a number as text'}                         | ${'CONSTI-75-JJT7Q97DJC5J4JXS6NJV'}  | ${{ text: 42 }}
		${'a text with accents'}                      | ${'CONSTI-75-M6BGJ8J2MER6HSCFAFXP'}  | ${{ text: 'Société à responsabilité limitée' }}
		${'the same decomposed'}                      | ${'CONSTI-75-M6BGJ8J2MER6HSCFAFXP'}  | ${{ text: 'Société à responsabilité limitée'.normalize('NFD') }}
		${'a text with ligatures'}                    | ${'CONSTI-75-QYBGHJYQFVKZ8P70B01S'}  | ${{ text: 'L’œuvre, ﬁn et ﬄ' }}
		${'typography that is repaired'}              | ${'CONSTI-75-2Y0FJTFZR7CG43JBJ7QS'}  | ${{ text: 'Capital\u202f: 10\u202f000 €, sous\u2011compte' }}
		${'the same without'}                         | ${'CONSTI-75-N9KRNAX2CKAVA9V534J1'}  | ${{ text: 'Capital : 10 000 €, sous-compte' }}
		${'a zero-width space'}                       | ${'CONSTI-75-0X16S1706BHJE9K7VQYV'}  | ${{ text: 'Rési\u200bdence' }}
		${'a soft hyphen'}                            | ${'CONSTI-75-58FHVZT137YER28ABS1W'}  | ${{ text: 'Rési\u00addence' }}
		${'a byte order mark at its head'}            | ${'CONSTI-75-7Y62NR06C67FJV56B2Q1'}  | ${{ text: '\ufeffAVIS' }}
		${'lines'}                                    | ${'CONSTI-75-0F92D82BAG2VX9XGKAJ2'}  | ${{ text: 'AVIS\nDE\n\nCONSTITUTION' }}
		${'lines of Windows'}                         | ${'CONSTI-75-0F92D82BAG2VX9XGKAJ2'}  | ${{ text: 'AVIS\r\nDE\r\n\r\nCONSTITUTION' }}
		${'the same lines as one'}                    | ${'CONSTI-75-0F92D82BAG2VX9XGKAJ2'}  | ${{ text: 'AVIS DE CONSTITUTION' }}
		${'signs of HTML in plain text'}              | ${'CONSTI-75-V3Z7HYYMPBR4H2RD1K66'}  | ${{ text: 'Capital < 1 000 & > 500' }}
		${'an HTML text'}                             | ${'CONSTI-75-AHDB4TTN3AXK5DJR5Y88'}  | ${{ text: '<p class="fs-titre">AVIS</p><p>Texte <b>gras</b></p>' }}
		${'the same HTML on lines'}                   | ${'CONSTI-75-ZA3P7D7V2BFM01XG442H'}  | ${{ text: '<p class="fs-titre">AVIS</p>\n<p>Texte <b>gras</b></p>' }}
		${'HTML with entities'}                       | ${'CONSTI-75-T4FT63059NZKWWMRX1PE'}  | ${{ text: '<p>Soci&eacute;t&eacute; &amp; fils</p>' }}
		${'a long text'}                              | ${'CONSTI-75-R0X7YZMMXD3VHCJYXA7N'}  | ${{ text: long }}
		${'a long text with another end'}             | ${'CONSTI-75-R48BB4MMKR3GJ80B5G0P'}  | ${{ text: `${long}!` }}
		${'a header of text'}                         | ${'CONSTI-75-G2F3S01E1R9GN0MMGMDJ'}  | ${{ header: { layout: 'carton_texte_sans_image', text: 'CABINET EXEMPLE' } }}
		${'the same with spaces'}                     | ${'CONSTI-75-G2F3S01E1R9GN0MMGMDJ'}  | ${{ header: { layout: ' carton_texte_sans_image ', text: '  CABINET   EXEMPLE\n' } }}
		${'a header of text without layout'}          | ${'CONSTI-75-9X4SZZMR22HK94DQBP9R'}  | ${{ header: { text: 'CABINET EXEMPLE' } }}
		${'a header of HTML'}                         | ${'CONSTI-75-2EZ3CRP5PWKT3Q0RBANJ'}  | ${{ header: { text: '<p class="fs-prescripteur_nom">CABINET</p>' } }}
		${'a header with a PNG'}                      | ${'CONSTI-75-02JZCA8TT3H9AQSR0T89'}  | ${{ header: { layout: 'carton_image_sans_texte', logoBinaryField: PNG } }}
		${'a header with a JPEG'}                     | ${'CONSTI-75-75M72JJ8N0W2P42MRF25'}  | ${{ header: { layout: 'carton_image_sans_texte', logoBinaryField: JPEG } }}
		${'a header with a PDF'}                      | ${'CONSTI-75-HV9SA9GMNCJJ6MSPZKES'}  | ${{ header: { logoBinaryField: PDF } }}
		${'the PNG out of the file of the item'}      | ${'CONSTI-75-02JZCA8TT3H9AQSR0T89'}  | ${{ header: { layout: 'carton_image_sans_texte', logoBinaryField: 'data' } }}
		${'a header with a logo and a text'}          | ${'CONSTI-75-TG1WRBJ5S8XSMX0AN0DR'}  | ${{ header: { layout: 'carton_image_texte_bas', text: 'CABINET', logoBinaryField: PNG } }}
		${'a replacement'}                            | ${'CONSTI-75-H9F8D1AEJSJFSRFT5DDD'}  | ${{ reference: '26L000001' }}
		${'a replacement of another notice'}          | ${'CONSTI-75-8WPCN8M338DJKD5GE90W'}  | ${{ reference: '26L000002' }}
		${'everything at once'}                       | ${'MODIF-2B-07BF8C0BWXVJ1ZWGY8M8'}   | ${{ fileReference: 'Dossier n° 7/2026', department: byId('2b'), publication: byId('900001'), category: byId('modif'), forfait: byId('mod_cap'), text: 'Capital porté de 1 000 € à 5 000 €', header: { layout: 'carton_image_texte_droite', text: 'Étude', logoBinaryField: JPEG }, reference: 'AL-0815' }}
	`(
		'the number of $what is $number',
		async ({ number, given }: { number: string; given: object }) => {
			const forfait = byId('category' in given ? '' : 'SARL');
			const all = { ...notice, forfait, ...given };
			const textFormat = JSON.stringify(given).includes('<p') ? 'html' : 'plainText';
			const operation = 'reference' in given ? 'notice.replace' : 'notice.order';
			const { told } = await service.run(
				operation,
				{ ...all, textFormat },
				{ fullItems: [withFile({}, PNG_BYTES)] },
			);
			expect(told).toBe('');
			expect(service.orders.map(({ body }) => body['numero_commande'])).toEqual([number]);
		},
	);
});

test.each([
	['an order', 'CONSTI-75-MJYHFBKMJS501K7FZEZX', { operation: 'order' }],
	[
		'a replacement',
		'CONSTI-75-TVWQB7G88AXASHZWN1MA',
		{ operation: 'replace', reference: '26L000001' },
	],
])('the number of %s by an agent leaves its wording out', async (_what, number, operation) => {
	const text = "={{ $fromAI('text', 'text of the notice', 'string') }}";
	const tool = { resource: 'notice', ...notice, text, ...operation };
	await runTool(tool, sandbox.credential, [{ text: long }]);
	expect(sandbox.journal.orders()[0]?.numero_commande).toBe(number);
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
