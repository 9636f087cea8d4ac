/** The texts of notices that the documents give to paste: what each has to contain by law, and that it can be printed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sandboxForTests } from '../engine/sandbox.mts';
import { ROOT } from '../structure/package.mts';

const page = readFileSync(join(ROOT, 'docs/texts.md'), 'utf8');
/** The blocks of code of each section, by the words of its heading before the codes of the kind. */
const sections = new Map(
	page.split(/^## /m).map((section) => {
		const [heading = ''] = section.split('\n', 1);
		const blocks = [...section.matchAll(/^```text\n(.*?)\n```/gms)].map(([, text = '']) => text);
		return [heading.replace(/ \(.*/, ''), blocks] as const;
	}),
);
const [header = '', constitution = ''] =
	sections.get('Every notice about a company begins with') ?? [];

const COMPANY = 'dénomination et sigle; forme; capital; siège; SIREN; ville du RCS; signataire';
const CHANGE = `${COMPANY}; date de la décision; organe`;
const END = `${COMPANY}; prénom, nom et domicile; tribunal`;

/** By law or by custom, what a notice of each kind cannot do without: labels of brackets, and words of the text itself. */
const kinds: ReadonlyArray<[heading: string, mentions: string, words?: RegExp]> = [
	['Seat', `${CHANGE}; ancien siège; nouveau siège`],
	[
		'Seat in the area of another register',
		`${CHANGE}; ancien siège; nouveau siège; ville du nouveau RCS; prénom, nom et domicile; objet; durée; numéraire; nature`,
		/radiée[^]*immatriculée[^]*engager la société/,
	],
	['Director', `${CHANGE}; prénom, nom et fonction; prénom, nom, domicile et fonction`],
	['Name', `${CHANGE}; ancienne dénomination; nouvelle dénomination`],
	['Capital', `${CHANGE}; ancien capital; nouveau capital; augmenté ou réduit; modalité`],
	['Purpose', `${CHANGE}; ancien objet; nouvel objet`],
	[
		'Dissolution',
		`${END}; cause et date; limites de ses pouvoirs; adresse`,
		/Liquidateur[^]*Correspondance et notification[^]*greffe/,
	],
	['Closing', `${END}; date; lieu`, /comptes de liquidation[^]*quitus[^]*clôture[^]*greffe/],
	[
		'Universal legacy',
		'forme et date du testament, procès-verbal d’ouverture; défunt, naissance, décès et domicile; légataire; nom, adresse et téléphone du notaire; signataire',
		/s’opposer[^]*dans le mois/,
	],
	[
		'Sale of a business',
		'sous signature privée ou authentique; date de l’acte; service, date, dossier et référence; prénom, nom et domicile du vendeur; prénom, nom et domicile de l’acquéreur; nature et adresse du fonds; prix; domicile élu; signataire',
		/charges comprises[^]*dix jours/,
	],
	[
		'Correction of a published notice',
		'journal et date de parution; société ou personne; objet de cette annonce; mention erronée; mention exacte; signataire',
		/Au lieu de[^]*il fallait lire/,
	],
];

const BRACKET = /\[À COMPLÉTER : ([^\]]+)\]/g;

/** What somebody fills in: every notice is quoted with these values. */
function filledIn(text: string): string {
	return text.replace(BRACKET, (_, label: string) => {
		if (/capital|prix|numéraire/.test(label)) return '5\u00a0000';
		if (label.startsWith('date')) return '2 mars 2026';
		if (label === 'SIREN') return '999\u00a0999\u00a0999';
		if (label === 'durée') return '99';
		return label === 'augmenté ou réduit' ? 'augmenté' : 'Exemple';
	});
}

function textOf(heading: string): string {
	const [body = ''] = sections.get(heading) ?? [];
	const isOfCompany = /Seat|Director|Name|Capital|Purpose|Dissolution|Closing/.test(heading);
	return isOfCompany ? `${header}\n\n${body}` : body;
}

const sandbox = sandboxForTests();

async function checked(texts: readonly string[]) {
	const items = texts.map((text) => ({ text }));
	const parameters = { textFormat: 'plainText', text: '={{ $json.text }}' };
	return (await sandbox.run('notice.checkText', parameters, { items })).json;
}

test('every text of the page is one that is held to its mentions', () => {
	const [, , ...given] = sections.keys();
	expect(given).toEqual(kinds.map(([heading]) => heading));
});

test.each(kinds)('%s has its mentions: %s', (heading, mentions, words = /./) => {
	const text = textOf(heading);
	const labels = new Set([...text.matchAll(BRACKET)].map(([, label]) => label));
	expect([...labels].sort()).toEqual(mentions.split('; ').sort());
	expect(text).toMatch(words);
	expect(text).toMatch(/\n\nPour avis, [^\n]+$/);
	expect(text).toMatch(/(^|\n\n)[\p{Lu}’ ]{5,}\n\n/u);
});

test('a civil company names the newspaper and the BODACC of its constitution', () => {
	expect(constitution).toMatch(/journal, lieu et date[^]*BODACC/);
});

test('a text with a bracket is not quoted, and is printed as it is once all are filled in', async () => {
	const texts = [...kinds.map(([heading]) => textOf(heading)), constitution];
	const open = await checked(texts);
	expect(open.filter(({ envoyable }) => envoyable !== false)).toEqual([]);
	const complete = await checked(texts.map(filledIn));
	for (const { envoyable, a_corriger, corrections, texte_perdu } of complete) {
		expect({ envoyable, a_corriger, corrections, texte_perdu }).toEqual({
			envoyable: true,
			a_corriger: [],
			corrections: [],
			texte_perdu: [],
		});
	}
});
