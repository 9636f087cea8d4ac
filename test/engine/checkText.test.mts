/** The text of a notice: what the check says of it, and what is repaired or refused on the way into a newspaper. */
import { LegalNotice } from '../../nodes/LegalNotice/LegalNotice.node.ts';
import { operations } from '../structure/package.mts';
import { workflowPackage } from './engine.mts';
import { BILLED } from './notices.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();

const check = async (text: unknown, textFormat = 'plainText') =>
	await sandbox.run(
		'notice.checkText',
		{ textFormat, text: '={{ $json.text }}' },
		// Nothing listens there: a call would fail the test.
		{
			items: [{ text: text as string }],
			credential: { baseUrl: 'http://127.0.0.1:9', publicKey: 'k', secretKey: 's' },
		},
	);

test('a good text comes out as ready, and the service takes and prints it as the check says', async () => {
	const { json, credentialReads } = await check('AVIS\n\nL’ŒUVRE & FILS < 10\u202f000 €\nligne 2');
	expect(credentialReads).toBe(0);
	expect(Object.keys(json[0] ?? {})[0]).toBe('resume');
	const text = '<p>AVIS</p><p>L’ŒUVRE &amp; FILS &lt; 10\u00a0000 €<br/>ligne 2</p>';
	const texte_visible = 'AVIS\nL’ŒUVRE & FILS < 10\u00a0000 €\nligne 2';
	const nombre_caracteres = 36;
	expect(json[0]).toMatchObject({
		envoyable: true,
		texte_nettoye: text,
		texte_visible,
		texte_perdu: [],
		nombre_caracteres,
		nombre_caracteres_refuses: 0,
		corrections: [expect.objectContaining({ code: 'U+202F', par: '\u00a0', nombre: 1 })],
		a_corriger: [],
		resume: 'Texte prêt à être envoyé\u00a0: 36 caractères',
	});
	const quoted = await sandbox.run('notice.quote', { ...BILLED, textFormat: 'html', text });
	const same = { texte_identique: true, texte_visible, nombre_caracteres };
	expect(quoted.json[0]).toMatchObject(same);
});

test('the characters of a long text are counted in groups of three, as in French', async () => {
	const { json } = await check('a'.repeat(1449));
	expect(json[0]?.resume).toBe('Texte prêt à être envoyé\u00a0: 1\u00a0449 caractères');
});

test('the check lists what would be lost with the way to keep it, and the item succeeds', async () => {
	const { json, told } = await check('<p>Gardé</p><p class="fs-filet">Perdu ici</p>', 'html');
	expect(told).toBe('');
	const conseil = expect.any(String) as unknown;
	expect(json[0]).toMatchObject({
		envoyable: false,
		texte_perdu: ['Perdu ici'],
		pertes: [{ genre: 'filetParagraph', mots: 'Perdu ici', balise: 'p', conseil }],
		texte_visible: 'Gardé',
		a_corriger: [expect.stringContaining('«\u00a0Perdu ici\u00a0»')],
		resume: 'Texte à corriger avant l’envoi\u00a0: 1 passage à réécrire',
	});
});

test('characters that cannot be printed are named with position and suggestion', async () => {
	const { json } = await check('Société Đorđe');
	expect(json[0]).toMatchObject({
		envoyable: false,
		nombre_caracteres_refuses: 2,
		caracteres_refuses: [
			{ caractere: 'Đ', code: 'U+0110', position: 9, suggestion: 'D' },
			{ caractere: 'đ', code: 'U+0111', position: 12, suggestion: 'd' },
		],
		a_corriger: [
			expect.stringContaining('«\u00a0Đorđe\u00a0»'),
			expect.stringContaining('ociété Đorđe'),
		],
	});
});

test('letters that Windows-1252 lacks come out also as the nearest ones, and a person decides', async () => {
	const { json } = await check('Né à <Łódź>, Şahin & Nguyễn 10⁶');
	expect(json[0]).toMatchObject({
		envoyable: false,
		texte_nettoye: '<p>Né à &lt;Łódź&gt;, Şahin &amp; Nguyễn 10⁶</p>',
		texte_proche: '<p>Né à &lt;Lódz&gt;, Sahin &amp; Nguyên 10⁶</p>',
	});
	for (const text of ['Un avis.', '10⁶', 'sociĂ©tĂ©']) {
		expect((await check(text)).json[0]).not.toHaveProperty('texte_proche');
	}
});

const READY = 'Texte prêt';
test.each([
	['plainText', 'Gérance\u00a0: undefined'],
	['plainText', '<p>AVIS</p>'],
	['plainText', 'd&eacute;nommée'],
	['plainText', 'SociÃ©té'],
	['plainText', '  '],
	['plainText', '**AVIS**'],
	['html', '<p></p>'],
	['plainText', '{{ nom }}'],
	['plainText', '[À COMPLÉTER : capital]'],
	['plainText', 'siège ____'],
	['plainText', 'soci?t? d?nomm?e ? responsabilit?'],
	['plainText', 'Łódź'],
	['html', '<p>a <del>b</del></p>'],
	['html', '<p>a <s>b</s></p>'],
	['html', '<p>a<a class=msocomanchor>[A1]</a></p>'],
	['html', '<div>a</div><ul><li>b</ul><p hidden>c</p>'],
	['html', '<table><tr><td>a<td>b<td>c</table>'],
	['html', '<style>p{'],
	['html', '10<sup>6</sup>'],
	['html', '<p>Perdu<li>ici</li></p>'],
	['html', '<p>&filig;l &amp; R&D</p>'],
	['html', '<ol><li><p>Premier</p></li></ol>'],
	['html', '<p>&lt;b&gt;</p>'],
])('the check reports as ready exactly what an order takes: %s %s', async (textFormat, text) => {
	const [checked] = (await check(text, textFormat)).json;
	const given = { ...BILLED, textFormat, text: '={{ $json.text }}', fileReference: 'CHECK' };
	const ordered = await sandbox.run('notice.order', given, { items: [{ text }] });
	const isOrdered = ordered.told === '';
	expect(ordered.told).toMatch(isOrdered ? /^$/ : /^CHECK: 'Text' /);
	expect(checked?.envoyable).toBe(isOrdered);
	expect((checked?.a_corriger as string[]).length === 0).toBe(isOrdered);
	expect(String(checked?.resume).startsWith(READY)).toBe(isOrdered);
});

test('classes that only the list of the service explains are named, except fs-filet', async () => {
	const { json } = await check('<p class="fs-trait">A</p><hr class="fs-filet">', 'html');
	expect(json[0]).toMatchObject({
		envoyable: true,
		avertissements: [expect.stringContaining('The style classes (fs-trait) were not checked')],
	});
});

test.each<[text: unknown, sentence: RegExp]>([
	['', /^Le texte est vide/],
	['  \n ', /^Le texte est vide/],
	[null, /^Le texte est vide/],
	[12, /^Ce n’est pas le texte d’une annonce/],
	['-', /^Ce n’est pas le texte d’une annonce/],
	['à compléter', /^Ce n’est pas le texte d’une annonce/],
])('the check answers the text %p', async (text, sentence) => {
	const { json, told } = await check(text);
	expect(told).toBe('');
	expect(json[0]).toMatchObject({
		envoyable: false,
		a_corriger: [expect.stringMatching(sentence)],
	});
});

test('every operation but the check reads the credential, also right after it', () => {
	const { description } = new LegalNotice();
	const { getNodeParameters, displayParameter } = workflowPackage.NodeHelpers;
	const node = { typeVersion: 1 };
	const isAsked = (given: object) => {
		const { properties, credentials = [] } = description;
		const all = getNodeParameters(properties, given as never, true, false, node, description);
		return credentials.some((one) => displayParameter(all ?? {}, one, node, description));
	};
	const without = operations.filter(({ resource, operation }) => !isAsked({ resource, operation }));
	expect(without.map(({ name }) => name)).toEqual(['notice.checkText']);
});

test.each([
	['Capital : 1 000 € → 5 000 €', '(→, U+2192, could be written "vers")'],
	['<p>&hearts; statuts</p>', '"♥" in "♥ statuts" (♥, U+2665, from the entity "hearts")'],
])('a sign with a meaning is never rewritten or left out: %s', async (text, sentence) => {
	const textFormat = text.startsWith('<') ? 'html' : 'plainText';
	for (const name of ['notice.quote', 'notice.order']) {
		const { told } = await sandbox.run(name, { ...BILLED, textFormat, text, fileReference: 'S' });
		expect(told).toContain("'Text' contains a character that the service cannot print");
		expect(told).toContain(sentence);
	}
	expect(sandbox.calls()).toEqual([]);
});

test('texts of many items are not all checked before other work of n8n goes on', async () => {
	const items = Array.from({ length: 60 }, () => ({
		text: 'Avis de constitution. '.repeat(1_000),
	}));
	let ticks = 0;
	const watching = setInterval(() => ticks++, 1);
	await sandbox.run('notice.checkText', { text: '={{ $json.text }}' }, { items });
	clearInterval(watching);
	expect(ticks).toBeGreaterThan(2);
});

describe('If Text Looks Unfinished', () => {
	const run = async (operation: string, text: string, options: object = {}) => {
		const textFormat = text.startsWith('<') ? 'html' : 'plainText';
		const given = { ...BILLED, textFormat, text, options, fileReference: 'UNFINISHED' };
		return await sandbox.run(`notice.${operation}`, given);
	};
	const UNFINISHED = 'Capital : [MONTANT CAPITAL]';
	const REVISED = '<p>Capital de <del>15</del> 16 €</p>';

	test.each([
		['quote', UNFINISHED, true],
		['order', UNFINISHED, true],
		['quote', REVISED, false],
		['order', REVISED, true],
		['order', '<p>Vu<a class="msocomanchor">[A1]</a></p>', true],
	])('the guard refuses in %s the text %s: %p', async (operation, text, isRefused) => {
		const { told, advice } = await run(operation, text);
		expect(told === '').toBe(!isRefused);
		if (isRefused) expect(advice).toContain("'If Text Looks Unfinished' to Warn");
		const warned = await run(operation, text, { ifTextLooksUnfinished: 'warn' });
		expect(warned.told).toBe('');
		expect(warned.json[0]?.avertissements).toHaveLength(1);
		const other = await run(operation, text, { ifTextChanges: 'warn' });
		expect(other.told === '').toBe(!isRefused);
	});

	test('a guard whose expression is empty stops the item', async () => {
		const { told } = await run('order', 'Un avis.', { ifTextLooksUnfinished: '={{ "" }}' });
		expect(told).toContain("'If Text Looks Unfinished'");
	});
});

test('signs that were added are reported, and stop an order that wants the text as it is', async () => {
	const text = '<ol><li>Siège : Paris</li></ol>';
	const order = async (ifTextChanges: string) =>
		await sandbox.run('notice.order', {
			...{ ...BILLED, textFormat: 'html', text, fileReference: ifTextChanges },
			options: { ifTextChanges },
		});
	const { told, advice } = await order('fail');
	expect(told).toMatch(/^fail: 'Text' would be printed with signs that it does not have/);
	expect(advice).toContain("'If Text Changes' to Automatic or Warn");
	const { json } = await order('automatic');
	expect(json[0]?.avertissements).toEqual([expect.stringContaining('the numbers of lists')]);
	expect(sandbox.standing('automatic')[0]?.body).toMatchObject({
		texte: '<p>1. Siège : Paris</p>',
	});
});
