import fc from 'fast-check';

import { runs } from '../../../property/runs.mts';
import { warningsInFrench } from '../../../../nodes/LegalNotice/reading/text/findings.ts';
import { refusalOf, whatToCorrect } from '../../../../nodes/LegalNotice/reading/text/refusals.ts';
import {
	prepareText,
	type TextFormat,
} from '../../../../nodes/LegalNotice/reading/text/prepare.ts';
import { ORDER } from './texts.mts';

const french = (text: string, format: TextFormat = 'plainText') =>
	whatToCorrect(prepareText({ format, text })).map((line) => line.replaceAll('\u00a0', ' '));

describe('the French sentences about what a text may not contain', () => {
	it.each<[string, string]>([
		[
			'né à Muğla.',
			'« Muğla », dans « né à Muğla. » : le caractère « ğ » ne peut pas être publié. Remplacez-le, par exemple par « g ».',
		],
		[
			'1 € → 2 €',
			'Dans « 1 € → 2 € » : le caractère « → » ne peut pas être publié. Remplacez-le, par exemple par « vers ».',
		],
		['au 📞 01', 'Dans « au 📞 01 » : le caractère « 📞 » ne peut pas être publié. Remplacez-le.'],
		['a\u0085b', 'Dans « a\u0085b » : le caractère U+0085 ne peut pas être publié. Remplacez-le.'],
		[
			'SAS undefined au',
			'« undefined », dans « SAS undefined au », semble être un champ resté vide : complétez-le, ou retirez-le.',
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
		['10⁶', 'Dans « 10⁶ » : le caractère « ⁶ » ne peut pas être publié. Remplacez-le.'],
		[
			'ŋ',
			'Dans « ŋ » : le caractère « ŋ » ne peut pas être publié. Remplacez-le, par exemple par « n ».',
		],
		[
			'{"a":1}',
			'Ce sont des données de programme, et non le texte de l’annonce (« {"a": ») : mettez le texte à leur place.',
		],
		[
			'la ""LUNE"" ou ""LUNE""',
			'« ""LUNE"" » est écrit comme dans un fichier de données, et non comme dans une annonce : corrigez la ponctuation.',
		],
		[
			'AVIS\\n',
			'« AVIS\\n » contient un code de programme : écrivez à sa place la lettre, le signe ou la fin de ligne.',
		],
		[
			"L'\\'c9tude",
			"Le texte contient des codes à la place de lettres (« L'\\'c9tude ») : exportez-le, ou collez-le, en texte brut.",
		],
		[
			'né le 30/12/1899',
			'La date manque dans « né le 30/12/1899 » : « 30/12/1899 » est le zéro des tableurs. Écrivez la date, ou retirez la mention.',
		],
		[
			'oui [ ] non',
			'« [ ] », dans « oui [ ] non », semble être un blanc à remplir : complétez-le.',
		],
		[
			'capital : 15 000 ?, à Lyon',
			'« 15 000 ? », dans « capital : 15 000 ?, à Lyon », a perdu un signe (par exemple €, une apostrophe ou une lettre accentuée) : écrivez-le à la place du point d’interrogation.',
		],
		[
			'le 31/02/2026',
			'« 31/02/2026 », dans « le 31/02/2026 », n’est pas une date ou une heure possible : corrigez-la.',
		],
		[
			'Les associés de la SCI LE PRÉ VERT ont nommé en qualité de',
			'Le texte s’arrête au milieu d’une phrase, à « en qualité de » : écrivez la suite.',
		],
		[
			'RCS de sous le n° 4',
			'Un mot semble manquer à « de sous », dans « RCS de sous le n° 4 » : complétez-le.',
		],
		[
			'Siège. Commenté [MK1]: Adresse',
			'Le texte porte des commentaires de relecture (« Commenté [MK1]: ») : traitez-les dans le document et copiez de nouveau le texte.',
		],
		[
			'2 rue Basse<br/>Siège',
			'Une balise serait publiée telle quelle dans « 2 rue Basse<br/>Siège » : remplacez-la par une fin de ligne, ou choisissez le format HTML.',
		],
		[
			'Siège : . Durée : 99 ans',
			'Un mot semble manquer à « Siège : . », dans « Siège : . Durée : 99 » : complétez-le.',
		],
		[
			'capital de #REF! euros',
			'« #REF! », dans « capital de #REF! euros », est le message d’erreur d’un programme : écrivez la valeur à sa place.',
		],
		[
			'Lorem ipsum',
			'« Lorem ipsum », dans « Lorem ipsum », est un texte de remplissage : écrivez à sa place celui de l’annonce.',
		],
		[
			'### Avis',
			'« ### Avis », dans « ### Avis », serait publié tel quel : retirez les signes, et non les mots.',
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
			'Dans « ♥ a » : le caractère « ♥ », écrit &hearts;, ne peut pas être publié. Remplacez-le.',
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
		expect(french('NaN € au premier jour de l’année, puis NaN €')).toHaveLength(2);
		const many = french('ğ'.repeat(22));
		expect([many.length, many[20]]).toEqual([21, 'Et 2 autres endroits.']);
		const lost = french('<b et c>a</b>'.repeat(21), 'html');
		expect([lost.length, lost[20]]).toEqual([21, 'Et 1 autre endroit.']);
		const [long] = french(`<p class="fs-filet">${'a '.repeat(500)}</p>`, 'html');
		expect(String(long).length).toBeLessThan(300);
	});
});

test.each<[string, TextFormat, string]>([
	['<p>a</p><hr>', 'html', 'Un filet du texte ne sera pas publié.'],
	['<p><s>a</s> b</p>', 'html', 'Le texte barré sera publié comme le reste.'],
	[
		'<p>a<sub>bis</sub></p>',
		'html',
		'Les exposants et les indices seront publiés sur la ligne : relisez-les.',
	],
	['<p>a<img src="a.png"></p>', 'html', 'Une image du texte ne sera pas publiée.'],
	['<p>A &foo; B</p>', 'html', 'Ces codes inconnus seront publiés tels quels : « &foo; ».'],
	[
		'<p>a <span style="display:none">brouillon</span></p>',
		'html',
		'Masqués dans le texte, ces mots ne seront pas publiés : « brouillon ».',
	],
	[
		'<ul><li>a</li></ul>',
		'html',
		'Des numéros, des puces ou des séparateurs de tableau ont été ajoutés au texte, comme un navigateur les montre : relisez-les.',
	],
	[
		'<table><tr><td>a<td>b<td>c</table>',
		'html',
		'Un tableau de 3 colonnes sera publié ligne par ligne : relisez-le.',
	],
	[
		'AVIS\nEnvoyé de mon iPhone',
		'plainText',
		'Ces mots font-ils bien partie de l’annonce ? « Envoyé de mon iPhone »',
	],
	[
		'AVIS\nN’hésitez pas à vérifier le nom et le numéro de la société.',
		'plainText',
		'Ces mots font-ils bien partie de l’annonce ? « N’hésitez pas à vérifier le nom et le… »',
	],
	[
		'l’acquisi-\ntion de l’adminis-\ntration',
		'plainText',
		'Un mot est-il coupé par une fin de ligne ? « acquisi- tion »',
	],
])('what an order lets go, its approver reads in French: %j', (text, format, sentence) => {
	const told = warningsInFrench(prepareText({ format, text }).findings);
	expect(told.map((line) => line.replaceAll('\u00a0', ' '))).toContain(sentence);
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
