/** The proof to approve (bon à tirer) that a quote and an order can carry. */
import type { IDataObject } from 'n8n-workflow';

import { runNode } from './engine.mts';
import { BILLED, runBilled } from './notices.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();
const PNG =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const proofOf = (json: IDataObject | undefined) => String(json?.epreuve_html);
const calls = (path: string) => sandbox.journal.calls().filter((call) => call.path.endsWith(path));

test('a quote carries it, made from the answer of the service with names for its codes', async () => {
	const text = '<p class="fs-titre">AVIS</p><p>Capital : <b>1 000 €</b></p><hr class="fs-filet"/>';
	const { json, error } = await runBilled(sandbox.credential, 'quote', {
		textFormat: 'html',
		text,
		header: {
			text: '<p>Cabinet</p>',
			layout: 'carton_image_texte_bas',
			logoBinaryField: `data:image/png;base64,${PNG}`,
		},
		options: { includeProof: true },
	});
	expect(error).toBeUndefined();
	const proof = proofOf(json[0]);
	expect(proof).toMatch(
		/^<div style.*<img src="data:image\/png;base64,iVBOR.*Cabinet.*font-weight:bold;text-align:center;font-size:1.2em"><b>AVIS<.*Capital : <\/?b?.*border-top:1px solid #000.*La Gazette de la Seine.*Paris.*<\/div>$/s,
	);
	expect(proof).toContain('Constitution');
	expect(proof).not.toMatch(/CONSTI|class=|<script|http/);
	expect(Object.keys(json[0] ?? {})).toContain('epreuve_html');
});

test('nothing of it is read or put out without the option', async () => {
	const { json } = await runBilled(sandbox.credential, 'quote');
	expect(json[0]).not.toHaveProperty('epreuve_html');
	expect(calls('/feuilles-styles')).toHaveLength(0);
});

test('an order is quoted first, for the text as the service composes it; lists are read once', async () => {
	const { json, error } = await runNode({
		credential: sandbox.credential,
		parameters: {
			resource: 'notice',
			operation: 'order',
			...BILLED,
			fileReference: '={{ $json.f }}',
			options: { includeProof: true },
		} as never,
		items: [{ f: 'A' }, { f: 'B' }, { f: 'C' }],
	});
	expect(error).toBeUndefined();
	expect(json.map((one) => proofOf(one).includes('Un avis.'))).toEqual([true, true, true]);
	expect(proofOf(json[0])).toContain('Total TTC');
	expect(calls('/devis')).toHaveLength(3);
	for (const list of [
		'feuilles-styles',
		'categories',
		'forfaits',
		'departements',
		'publications',
	]) {
		expect(calls(`/${list}`)).toHaveLength(1);
	}
});

test('an order that was placed before has none, and says so', async () => {
	const order = async (options: object) =>
		(await runBilled(sandbox.credential, 'order', { fileReference: 'Twice', options })).json[0];
	const reference = String((await order({}))?.reference);
	const again = await order({ includeProof: true });
	expect(again).toMatchObject({ reference, existant: true });
	expect(proofOf(again)).toContain(`Annonce ${reference} déjà commandée`);
	expect(proofOf(again)).not.toContain('Un avis.');
});

test('a header that the publication does not take is not in it', async () => {
	const { json } = await runBilled(sandbox.credential, 'quote', {
		publication: { __rl: true, mode: 'id', value: 13 },
		header: { text: 'Cabinet' },
		options: { includeProof: true, ifTextChanges: 'warn' },
	});
	expect(json[0]?.avertissements).toContainEqual(expect.stringContaining('takes no header'));
	expect(proofOf(json[0])).not.toContain('Cabinet');
});

test('a list that cannot be read costs no order: the text is shown without its style', async () => {
	const { publicKey } = sandbox.credential;
	sandbox.fault({
		kind: 'codes',
		codes: ['err_internal_server'],
		match: { path: 'feuilles-styles', publicKey },
		times: 9,
	});
	const options = { includeProof: true };
	const { json, error } = await runBilled(sandbox.credential, 'order', {
		fileReference: 'L',
		options,
	});
	expect(error).toBeUndefined();
	expect(proofOf(json[0])).toContain('<p style="margin:0 0 8px;">Un avis.</p>');
});
