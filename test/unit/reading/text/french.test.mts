import fc from 'fast-check';

import { runs } from '../../../property/runs.mts';
import { frenchName, whatToCorrect } from '../../../../nodes/LegalNotice/reading/text/french.ts';
import {
	prepareText,
	type TextFormat,
} from '../../../../nodes/LegalNotice/reading/text/prepare.ts';
import { refusalOf } from '../../../../nodes/LegalNotice/reading/text/refusals.ts';
import { ORDER } from './texts.mts';

const french = (text: string, format: TextFormat = 'plainText') =>
	whatToCorrect(prepareText({ format, text })).map((line) => line.replaceAll('\u00a0', ' '));

describe('the French sentences about what a text may not contain', () => {
	it.each<[string, string]>([
		[
			'né à Muğla.',
			'Le caractère « ğ » (g brève), dans « né à Muğla. », ne peut pas être publié : remplacez-le, par exemple par « g ».',
		],
		[
			'1 € → 2 €',
			'Le caractère « → » (flèche vers la droite), dans « 1 € → 2 € », ne peut pas être publié : remplacez-le, par exemple par « vers ».',
		],
		[
			'au 📞 01',
			'Le caractère « 📞 » (pictogramme), dans « au 📞 01 », ne peut pas être publié : remplacez-le.',
		],
		[
			'a\u0085b',
			'Le caractère U+0085 (caractère de contrôle), dans « a\u0085b », ne peut pas être publié : remplacez-le.',
		],
		[
			'SAS undefined au',
			'« undefined », dans « SAS undefined au », semble être un champ resté vide : complétez-le.',
		],
		[
			'd&amp;eacute;nommée',
			'Le code « &eacute; », dans « d&eacute;nommée », serait publié tel quel : écrivez « é ».',
		],
		[
			'd&eacutenommée',
			'Le code « &eacute », dans « d&eacutenommée », serait publié tel quel : écrivez « é ».',
		],
		[
			'SOCI&EACUTE;',
			'Le code « &EACUTE; », dans « SOCI&EACUTE; », serait publié tel quel : écrivez la lettre elle-même.',
		],
		[
			'SociÃ©té Å',
			'Le texte a été lu avec un mauvais encodage (« SociÃ©té ») : exportez-le en UTF-8.',
		],
		['à ____ le', '« ____ », dans « à ____ le », semble être un blanc à remplir : complétez-le.'],
		[
			'10⁶',
			'Le caractère « ⁶ » (chiffre en exposant), dans « 10⁶ », ne peut pas être publié : remplacez-le.',
		],
		[
			'ŋ',
			'Le caractère « ŋ » (n vélaire), dans « ŋ », ne peut pas être publié : remplacez-le, par exemple par « n ».',
		],
		[
			'{"a":1}',
			'Ces données ne sont pas un texte (« {"a": ») : choisissez le champ qui contient le texte.',
		],
		[
			'<p>AVIS',
			'Une balise serait publiée telle quelle dans « <p>AVIS » : retirez-la, ou choisissez le format HTML.',
		],
		['', 'Le texte est vide : rien ne serait publié.'],
	])('the sentence is French in plain text: %s', (text, sentence) => {
		expect(french(text)).toEqual([sentence]);
	});

	it.each<[string, string]>([
		[
			'<p>&hearts; a</p>',
			'Le caractère « ♥ » (cœur, écrit &hearts;), dans « ♥ a », ne peut pas être publié : remplacez-le.',
		],
		[
			'<p class="fs-filet">a</p>',
			'Ces mots ne seraient pas publiés : « a ». Le style de leur paragraphe est celui d’un filet, sans texte : choisissez un autre style.',
		],
		[
			'<p>si <b et c> a</p>',
			'Ces mots ne seraient pas publiés : « et c ». Ils se trouvent dans une balise : fermez-la, ou retirez les chevrons.',
		],
	])('the sentence is French in HTML: %s', (text, sentence) => {
		expect(french(text, 'html')).toEqual([sentence]);
	});

	it('the sentences list place by place, up to twenty of a kind, with the number of the others', () => {
		expect(french('NaN € et NaN €')).toHaveLength(2);
		const many = french('ğ'.repeat(22));
		expect([many.length, many[20]]).toEqual([21, 'Et 2 autres caractères.']);
		const lost = french('<b et c>a</b>'.repeat(21), 'html');
		expect([lost.length, lost[20]]).toEqual([21, 'Et 1 autre passage.']);
		const [long] = french(`<p class="fs-filet">${'a '.repeat(500)}</p>`, 'html');
		expect(String(long).length).toBeLessThan(300);
	});

	it.each([
		['ő', 'o double accent aigu'],
		['Ș', 'S virgule souscrite'],
		['ế', 'e accent circonflexe et accent aigu'],
		['Ł', 'L barré'],
		['ɐ', 'lettre latine que le journal n’a pas'],
		['Ω', 'lettre grecque'],
		['О', 'lettre cyrillique'],
		['東', 'caractère chinois'],
		['⇒', 'flèche'],
		['⁶', 'chiffre en exposant'],
		['⅓', 'nombre ou fraction'],
		['∑', 'signe mathématique'],
		['\ufffd', 'caractère illisible'],
		['\u0301', 'accent isolé'],
		['\u0378', undefined],
	])('%s is called "%s"', (character, name) => {
		expect(frenchName(character)).toBe(name);
	});
});

const words =
	'avis|<p>|</p>|<div>|ğ|→|undefined|Invalid DateTime|&eacute;|&amp;eacute;|Ã©|<del>x</del>|<sup>6|[nom]|{"a":|[•]|<td>|<span hidden>|&eacute|{{ $json.a }}|**a**|____|<ol>|<adresse>| |\n\n|null'.split(
		'|',
	);

test('nothing is left to correct in exactly those texts that an order takes', () => {
	const text = fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((some) => some.join(' '));
	fc.assert(
		fc.property(text, fc.constantFrom<TextFormat>('plainText', 'html'), (written, format) => {
			const prepared = prepareText({ format, text: written });
			const isRefused = refusalOf('Text', prepared, ORDER) !== undefined;
			expect(whatToCorrect(prepared).length > 0).toBe(isRefused);
		}),
		runs(2_000),
	);
});
