import { readdirSync, readFileSync } from 'node:fs';
import { WRONG_READINGS } from './readings.mts';
import { asHtml, bothWays, ORDER, told } from './texts.mts';

const folder = new URL('../../../corpora/notices/', import.meta.url);
const notices = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));
const wordsOf = (text: string) => text.split(/\s+/);

/** Where only a letter or two of a name changed, it is refused as the letter that it became, or is a name as written. */
const FEW = 8;

test.each(WRONG_READINGS)(
	'every notice in which more than a few words changed is recognised: %s',
	(_name, misread) => {
		const missed = notices.filter((notice) => {
			const text = misread(notice);
			const changed = wordsOf(text).filter((word) => !wordsOf(notice).includes(word));
			return (
				changed.length > FEW &&
				!/was read with the wrong encoding|contains codes of a program/.test(told(text).refusal)
			);
		});
		expect(missed).toEqual([]);
	},
);

test('each notice that was read as it was written is accepted', () => {
	expect(notices.map((notice) => told(notice).refusal).filter(Boolean)).toEqual([]);
});

test.each([
	'SociÃ©tÃ© Ã  responsabilitÃ© limitÃ©e',
	'SOCIÃ‰TÃ‰',
	'lâ€™avis',
	'10 â‚¬',
	'nÂ° 5',
	'Â« avis Â»',
	'CÅ“ur',
	'ï»¿AVIS',
	'sociĂ©tĂ©',
	'soci√©t√©',
	'l‚Äôavis',
	'soci├®t├®',
	'lÔÇÖavis',
	'maîtrise d’¿uvre',
	'le c¿ur',
	'SociÃƒÂ©tÃƒÂ©',
	'soci\ufffdt\ufffd',
	'sociйtй',
	'soci╔t╔',
	'la société ŕ Paris',
	'la société ‡ Paris',
	'sociÈtÈ dÈnommÈe',
	'sociŽtŽ dŽnommŽe',
	'soci‚t‚ d‚nomm‚e',
	'sociÚtÚ dÚnommÚe',
	'soci´et´e anonyme g´en´erale',
	'sociιtι',
	'soci?t? d?nomm?e ? responsabilit? limit?e',
	'la socit  responsabilit limite',
	'la dnomination et le sige',
	'NÂ° 5',
	'nÂ° 5, 1Â 000 euros',
	'Capital de 1Â 000 euros',
	'1000 Ôé¼',
	'ŕ compter du 1er mars',
	'La soci?t? a ?t? dissoute',
	'Socie´te´ ge´ne´rale',
])('one sentence quotes the words before any single sign is judged: %s', (text) => {
	for (const [written, format] of bothWays(text)) {
		const { refusal, french } = told(written, format);
		expect(refusal).toMatch(
			/^'Text' was read with the wrong encoding: ".+"\. Export it as UTF-8, and read it as UTF-8\. If the text is right, set the option 'If Text Looks Unfinished' to Warn\.$/s,
		);
		expect(french).toEqual([
			expect.stringMatching(
				/^Le texte a été lu avec un mauvais encodage \(« .+ »\) : exportez-le en UTF-8\.$/s,
			),
		]);
	}
});

test.each([
	'soci=C3=A9t=C3=A9',
	'soci=E9t=E9',
	'soci\\u00e9t\\u00e9',
	'soci\\xe9t\\xe9',
	"soci\\'e9t\\'e9",
	'soci%C3%A9t%C3%A9',
	'soci+AOk-t+AOk-',
	'=?UTF-8?B?U29jacOpdMOp?=',
	'La soci(cid:233)t(cid:233) est dissoute',
	'Dupont%20Jean',
])('codes in the place of letters are no matter of UTF-8: %s', (text) => {
	for (const [written, format] of bothWays(text)) {
		const { refusal, french } = told(written, format);
		expect(refusal).toMatch(
			/^'Text' contains codes of a program in the place of letters: ".+"\. Decode it/s,
		);
		expect(french).toEqual([
			expect.stringMatching(/^Le texte contient des codes à la place de lettres \(« .+ »\) : /s),
		]);
	}
});

test("figures that a scanner took for letters are written as a reader should see them: 1'article", () => {
	const { refusal, french } = told("1'article 7 de 1'acte");
	expect(refusal).toMatch(/as only programs write it: .*\. Write it as a reader should see it\./);
	expect(french).toHaveLength(2);
});

test('the way out is the option that it names', () => {
	const { refusal, notes } = told('lâ€™avis', 'plainText', {
		...ORDER,
		ifTextLooksUnfinished: 'warn',
	});
	expect(refusal).toBe('');
	expect(notes).toEqual(['The text was read with the wrong encoding: "lâ€™avis".']);
});

const HONEST = [
	'Ø 30 mm',
	'SARL NÈGRE',
	'SARL ROMÃ',
	'« ROMÃ »',
	'«\u00a0ROMÃ\u00a0»',
	'“ROMÃ”',
	'ROMÃ’S',
	'MAÇÃ',
	'SARL SÃO JOÃO',
	'Søren Kierkegård',
	'Dušan Žižka',
	'Guðmundur Sigurðsson',
	'SARL WHAT?NOW',
	'WHAT?NOW et WHAT?NOW',
	'https://exemple.fr/page?id=5&lang=fr et https://exemple.fr/autre?b=c',
	'l´assemblée qu´il d´abord aujourd´hui',
	'BioÉnergie et GéoÉtudes',
	'BienÊtre & Co, la société BienÊtre & Co, BienÊtre',
	'FENÊTRES PVC+ALU-BOIS',
	'Seán Ó Briain',
	'‚bas‘ et „bas“',
	'Oui… non',
	'DÉJÀ VU, ÇA, NOËL, ÂGE, Â, PÂTE, ÎLE, Ï',
	'n° 5, § 3, 1 ½, 3 m²',
	'Est-ce ça ? Oui.',
	'10 % = 20 %',
	'A=B, A4=B5',
	'Mac™ et Pix©art',
	'C:\\Temp et C:\\new',
	'A‰',
	'5 ‰',
	'voilà † et ‡',
	'SAS CÅ',
	'Åsa Ångström',
	'Œuvre, œuf, CŒUR',
	'l’avis – “cité” — fin · 5 • 6',
	'¿Qué? ¡Sí!',
	'Straße, Müller, Größe',
	'Þórr',
	'Ça + AB-c',
	'Paris—Lyon—Marseille',
	'SARL KÂ',
	'Elle a dit : ?',
	'la presqu´île et l´île',
];

test.each(HONEST)('ordinary writing is not taken for a wrong encoding: %s', (text) => {
	expect(told(text).refusal).toBe('');
	expect(told(asHtml(text), 'html').refusal).toBe('');
});

test('names of countries, languages and currencies in thirty languages are not taken for one', () => {
	const locales =
		'fr de es pt it nl sv da nb fi is pl cs sk hu ro hr sl tr lt lv et ca ga cy eu gl mt sq lb'.split(
			' ',
		);
	const codes = {
		region:
			'FR DE ES PT IT NL SE DK NO FI IS PL CZ SK HU RO HR SI TR LT LV EE IE BE CH AT GR ST CV RE'.split(
				' ',
			),
		language: locales,
		currency: Intl.supportedValuesOf('currency'),
	};
	const names = locales.flatMap((locale) =>
		(['region', 'language', 'currency'] as const).flatMap((type) => {
			const shown = new Intl.DisplayNames([locale], { type });
			return codes[type].map((code) => shown.of(code) ?? '');
		}),
	);
	const written = new Set(names.flatMap((name) => [name, `SARL « ${name.toUpperCase()} »`]));
	const misjudged = [...written].filter((name) => told(name).refusal.includes('wrong encoding'));
	expect(misjudged).toEqual([]);
	expect(written.size).toBeGreaterThan(1_000);
});
