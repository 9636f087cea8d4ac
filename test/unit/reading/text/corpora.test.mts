import { readdirSync, readFileSync } from 'node:fs';
import { compareComposed } from '../../../../nodes/LegalNotice/reading/text/compare.ts';
import { prepared } from './texts.mts';

const corpora = new URL('../../../corpora/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, corpora), 'utf8');
const repairNames = ({ repairs }: ReturnType<typeof prepared>): string[] =>
	repairs.map(({ name }) => name);

const notices = readdirSync(new URL('notices/', corpora));
test.each(notices)('%s is sent as it was written, and survives what services do to it', (name) => {
	const text = read(`notices/${name}`);
	const result = prepared(text);
	expect(result.visibleText.replace(/\n+/g, '\n')).toBe(text.trim().replace(/\n+/g, '\n'));
	const { html, losses, repairs, unsupported, notes } = result;
	expect([...losses, ...repairs, ...unsupported, ...notes]).toEqual([]);
	expect(html.split('<p>').length - 1).toBe(text.trim().split('\n\n').length);
	const composed = html
		.replaceAll('<p>', '<p class="fs-texte">\n')
		.replaceAll('<br/>', '<br>')
		.replace(/[\u0080-\uffff]/g, (letter) => `&#${letter.charCodeAt(0)};`);
	for (const same of [composed, html.toUpperCase()]) {
		expect(compareComposed(result.visibleText, same)).toMatchObject({ missing: [], added: [] });
	}
	const cut = html.slice(0, Math.floor(html.length * 0.8));
	expect(compareComposed(result.visibleText, cut).missing).toHaveLength(1);
});

describe('pasted texts', () => {
	it('texts from a word processor lose nothing but their styles', () => {
		const result = prepared(read('pastes/word.html.txt'), 'html');
		expect(result.losses).toEqual([]);
		expect(result.visibleText.replaceAll('\u00a0', ' ').replace(/ +/g, ' ').split('\n')).toEqual([
			'AVIS DE CONSTITUTION',
			'Par acte SSP en date du 12/11/2026, il a été constitué une SARL dénommée : L’ŒUVRE & FILS. Siège social : 14 bis, rue de l’Abbé-Groult, 75015 PARIS. Capital : 10 000 €. 1er exercice clos le 31/12/2027.',
			'• restauration d’œuvres d’art ;',
			'• négoce de mobilier.',
			'Immatriculation au RCS de PARIS.',
		]);
		expect(result.html).toContain('<b>L’ŒUVRE &amp; FILS</b>');
		expect(result.notes).toEqual([]);
		expect(repairNames(result).sort()).toEqual([
			'bullet of a symbol font',
			'narrow no-break space',
			'no-break hyphen',
		]);
	});

	it('texts from an online editor that writes div and lists are printed line by line', () => {
		const result = prepared(read('pastes/online-editor.html.txt'), 'html');
		expect(result.losses).toEqual([]);
		expect(result.visibleText.split('\n')).toEqual([
			'AVIS DE DISSOLUTION',
			'L’associé unique a décidé la dissolution anticipée de la société.',
			'Liquidation',
			'– Liquidateur : le gérant',
			'– Siège : 5, place du Marché, 31000 TOULOUSE',
			'Mention au RCS de TOULOUSE.',
		]);
		expect(result.notes).toEqual([expect.stringContaining('bullets of lists')]);
	});

	it('texts from a language model are printed as they are, with a note about the Markdown', () => {
		const result = prepared(read('pastes/ai-markdown.txt'));
		expect(result.losses).toEqual([]);
		expect(result.notes).toEqual([expect.stringContaining('Markdown')]);
		expect(repairNames(result)).toEqual(['narrow no-break space']);
		const refused = result.unsupported.map(({ codePoint }) => codePoint);
		expect(refused).toEqual(['U+2192', 'U+2192', 'U+2705']);
		const asHtml = prepared(read('pastes/ai-markdown.txt'), 'html');
		expect(asHtml.visibleText).toBe(result.visibleText);
	});

	it('texts from a PDF file get their letters back', () => {
		const result = prepared(read('pastes/pdf.txt'));
		expect(result.unsupportedCount).toBe(0);
		expect(result.visibleText.replaceAll('\u00a0', ' ')).toBe(
			[
				'AVIS DE CLÔTURE DE LIQUIDATION',
				'L’assemblée générale a approuvé les comptes définitifs de liquidation, donné quitus au liquidateur',
				'et déchargé celui-ci de son mandat, affirmé la clôture à effet du 31 décembre 2026.',
				'Les comptes sont déposés au greffe du tribunal de commerce de Clermont-Ferrand. Surface : 120 m², lot n° 4, flèche à 2 m.',
			].join('\n'),
		);
	});

	it('texts with invisible characters are cleaned, and each character is listed', () => {
		const text = read('pastes/invisible.txt');
		const { html, repairs } = prepared(text);
		expect(html).toBe(
			'<p>AVIS DE RECTIFICATIF</p><p>Rectificatif à l’annonce n°\u00a012-4 parue le 05/11/2026<br/>' +
				'Il fallait lire\u00a0: capital de 1\u00a0500\u00a0€ au lieu de 15\u00a0000\u00a0€</p><p>Le reste sans changement.</p>',
		);
		expect(repairs).toHaveLength(9);
	});
});
