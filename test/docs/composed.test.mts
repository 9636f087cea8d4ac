/** The workflows that compose a notice: what each text has to contain by law, what is asked for, what the registers fill in. */
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { ROOT } from '../structure/package.mts';
import { ofOneItem, resolved } from './expressions.mts';
import { readExample, texts } from './workflowFiles.mts';
import { ran, type Outside } from './workflowRun.mts';

type Fields = Record<string, string>;

interface FormField {
	readonly fieldName: string;
	readonly fieldType?: string;
	readonly placeholder?: string;
	readonly defaultValue?: string;
	readonly fieldOptions?: { readonly values: ReadonlyArray<{ readonly option: string }> };
}

const HEADER = 'denomination forme capital siege siren rcs signataire';
const CHANGE = `${HEADER} organe date_decision`;
const MENTIONS = `${CHANGE} ancienne nouvelle`;
const FOUNDING =
	'acte date_acte denomination capital siege objet duree dirigeant greffe signataire';
const MOVED = { rcs_nouveau: 'Nantes', siren: '999999999', capital: '1000.5' };
const CIVIL = { ...MOVED, forme: 'société civile immobilière' };

/** By law or by custom, the fields that a notice of each kind cannot do without, and what else is filled in. */
const notices: ReadonlyArray<[string, string, string, Fields?]> = [
	['new-company', 'SARL', FOUNDING],
	['new-company', 'EURL', FOUNDING],
	['new-company', 'SAS', `${FOUNDING} vote`],
	['new-company', 'SASU', `${FOUNDING} vote`],
	['new-company', 'SCI', `${FOUNDING} apports_numeraire apports_nature`],
	[
		'new-company',
		'SCI',
		`${FOUNDING} apports_numeraire apports_nature`,
		{ apports_numeraire: '0' },
	],
	['company-change', 'Transfert du siège', `${CHANGE} nouveau_siege`],
	['company-change', 'Transfert du siège', `${CHANGE} nouveau_siege engage`, MOVED],
	[
		'company-change',
		'Transfert du siège',
		`${CHANGE} nouveau_siege engage mentions_civiles origine`,
		CIVIL,
	],
	['company-change', 'Changement de dirigeant', `${MENTIONS} origine`, { forme: 'SCI' }],
	['company-change', 'Changement de dénomination', MENTIONS],
	['company-change', 'Modification du capital', `${CHANGE} nouveau_capital`],
	['company-change', 'Modification de l’objet', MENTIONS],
	['company-end', 'Dissolution anticipée', `${HEADER} cause liquidateur correspondance greffe`],
	['company-end', 'Clôture de liquidation', `${HEADER} liquidateur date_cloture lieu greffe`],
	['other-notices', 'Legs universel', 'defunt testament notaire signataire'],
	[
		'other-notices',
		'Cession de fonds de commerce',
		'acte date_acte vendeur acheteur fonds prix domicile signataire enregistrement',
	],
	['other-notices', 'Rectificatif', 'societe parue_dans objet_annonce lire au_lieu signataire'],
	['other-notices', 'Texte libre', 'titre texte_libre signataire'],
];
/** How dates, amounts and numbers are printed. */
const SHOWN: Fields = {
	date: '2 mars 2026',
	'0': 'numéraire\u00a0: néant<',
	'4000': '4\u00a0000\u00a0euros<',
	'5000': '5\u00a0000\u00a0euros',
	'8000': '8\u00a0000\u00a0euros<',
	'50000': '50\u00a0000\u00a0euros',
	'1000.5': '1\u00a0000,50\u00a0euros',
	'999999999': '999 999 999',
};
const NEWSPAPERS = [
	{ id: 12, libelle: 'La Gazette de démonstration', type: 'papier' },
	{ id: 34, libelle: 'Le Courrier', type: 'web' },
];
const KIND = { 'new-company': 'forme' } as Record<string, string>;

function firstPage(name: string): readonly FormField[] {
	const form = readExample(name).nodes.find((node) => node.name === 'Notice form');
	return (form?.parameters['formFields'] as { values: readonly FormField[] }).values;
}

/** What is outside of the workflows, where everything works and nothing is known. */
const QUIET: Outside = {
	'Newspapers of the department': (_node, { departement }) =>
		NEWSPAPERS.map((one) => ({ ...one, departement })),
	'Ask the register': () => [{ results: [] }],
	'Ask the directory': () => [{ results: [] }],
	'Say that it is noted': () => [],
};

interface Page {
	readonly champs: readonly FormField[];
	readonly avis: string;
}

/** The second page that a person gets after the first one. */
function secondPage(name: string, kind: string, siren = '', more: Outside = {}): Page {
	const [page] = ran(
		name,
		'Notice form',
		{ dossier: 'DOSSIER-2026-18', [KIND[name] ?? 'nature']: kind, siren, departement_journal: '' },
		{ ...QUIET, 'Second page': () => [], ...more },
	).outputs.get('From a person?') as unknown as readonly Page[];
	if (!page) throw new Error('There is no page.');
	return page;
}

/** What becomes of the fields of the two pages: the row that is written. */
function composed(name: string, fields: Fields) {
	const given = (list: readonly FormField[]): IDataObject =>
		Object.fromEntries(list.map(({ fieldName }) => [fieldName, fields[fieldName] ?? '']));
	const { written } = ran(name, 'Notice form', given(firstPage(name)), {
		...QUIET,
		'Second page': (_node, { champs }) => [given(champs as unknown as readonly FormField[])],
	});
	return written[0] as Record<string, unknown>;
}

const textOf = (name: string, fields: Fields): string => String(composed(name, fields)['texte']);

/** Every field of a kind filled in as its placeholder shows. */
function example(name: string, kind: string, more: Fields = {}): Fields {
	const filled = [...firstPage(name), ...secondPage(name, kind).champs].map(
		({ fieldName, fieldType, placeholder = '', fieldOptions }) => {
			const options = fieldOptions?.values.map(({ option }) => option) ?? [];
			const choice = options.includes(kind) ? kind : (options[0] ?? placeholder);
			return [fieldName, fieldType === 'date' ? '2026-03-02' : choice];
		},
	);
	return { ...(Object.fromEntries(filled) as Fields), rcs_nouveau: '', ...more };
}

test.each(notices)('%s, %s: %s', (name, kind, listed, more = {}) => {
	const required = listed.split(' ');
	const complete = example(name, kind, more);
	const text = textOf(name, complete);
	const values = required
		.filter((field) => field !== 'forme')
		.map((field) => {
			const value = field.startsWith('date_') ? 'date' : (complete[field] ?? '');
			return SHOWN[value] ?? value;
		});
	expect(values.filter((value) => !text.includes(value))).toEqual([]);
	// Complete, and in typography that needs no repair.
	expect(text).not.toMatch(
		/\d{4} euros|À COMPLÉTER|undefined|null|NaN|Invalid|[^\x20-\x7e\xa0-\xff’œ]/,
	);
	expect(text).toMatch(/^(<p class="fs-[a-z]+">(?:(?!<\/?p)[^])+<\/p>)+$/);
	const without = (field: string) => textOf(name, { ...complete, [field]: ' ' });
	const checked = ['dossier', ...required].filter((field) => field !== 'forme');
	expect(checked.filter((field) => !without(field).includes('[À COMPLÉTER : '))).toEqual([]);
});

test.each(['new-company', 'company-change', 'company-end', 'other-notices'])(
	'%s plays every kind, prints every field in one of them, and asks another workflow for the same',
	(name) => {
		const kinds = firstPage(name).flatMap(({ fieldOptions }) =>
			(fieldOptions?.values ?? []).map(({ option }) => option),
		);
		const played = notices.filter(([one]) => one === name).map(([, kind]) => kind);
		expect([...new Set(played)]).toEqual(kinds);
		const asked = kinds.flatMap((kind) => secondPage(name, kind).champs);
		const fields = [...new Set([...firstPage(name), ...asked].map(({ fieldName }) => fieldName))];
		const civil = name === 'company-change' ? CIVIL : {};
		const all = { client_email: 'a@b.example', departement_journal: '44' };
		const rows = (more: Fields) =>
			kinds
				.map((kind) => {
					const row = composed(name, { ...example(name, kind, civil), ...all, ...more });
					// The answers themselves are kept in any case.
					return JSON.stringify({ ...row, champs: '' });
				})
				.join();
		const complete = rows({});
		const unused = fields.filter((field) => rows({ [field]: '' }) === complete);
		expect(unused).toEqual([]);
		const call = readExample(name).nodes.find((node) => node.name === 'From another workflow');
		const { values } = call?.parameters['workflowInputs'] as { values: FormField[] };
		const inputs = (values as unknown as Array<{ name: string }>).map((one) => one.name);
		expect(inputs.sort()).toEqual(fields.sort());
	},
);

test('a notice goes to the newspaper that was chosen, by its name; the usual one is chosen already', () => {
	const kind = 'Transfert du siège';
	const { champs } = secondPage('company-change', kind);
	const field = champs.find(({ fieldName }) => fieldName === 'journal_choisi');
	const offered = ['La Gazette de démonstration', 'Le Courrier (en ligne)'];
	expect(field?.fieldOptions?.values.map(({ option }) => option)).toEqual(offered);
	expect(field?.defaultValue).toBe(offered[0]);
	const filled = example('company-change', kind);
	for (const [index, code] of [12, 34].entries()) {
		const journal_choisi = offered[index] ?? '';
		const row = composed('company-change', { ...filled, journal_choisi });
		expect([row['journal'], row['journal_nom'], row['departement']]).toEqual([
			String(code),
			journal_choisi,
			'75',
		]);
	}
});

test('while the service is away a notice goes to the usual newspaper, and the page says so', () => {
	const kind = 'Transfert du siège';
	const away = { 'Newspapers of the department': () => [{ error: 'away' }] };
	const { champs, avis } = secondPage('company-change', kind, '', away);
	const field = champs.find(({ fieldName }) => fieldName === 'journal_choisi');
	expect(field?.fieldOptions?.values).toEqual([{ option: 'Journal habituel' }]);
	expect(field?.defaultValue).toBe('Journal habituel');
	expect(avis).toMatch(/liste des journaux n’est pas disponible/);
});

test('what somebody types is printed as it is and never becomes HTML', () => {
	const kind = 'Changement de dénomination';
	const nouvelle = `A & B <b onclick="x">$' $& \\</p>`;
	const text = textOf('company-change', example('company-change', kind, { nouvelle }));
	expect(text).toContain(`A &amp; B &lt;b onclick="x">$' $&amp; \\&lt;/p>`);
	expect(composed('company-change', example('company-change', kind))['siren']).toBe('999999999');
});

test('a form that is sent again finds its answers of before, as long as its row waits', () => {
	const kind = 'Changement de dénomination';
	const champs = JSON.stringify({ denomination: 'EXEMPLE DE TOUT $& "ICI"', organe: 'le gérant' });
	const asked = (etat: string) => {
		const { champs: fields } = secondPage('company-change', kind, '', {
			'Rows of this file': () => [
				{ etat: 'refusée', champs: '{}' },
				{ etat, champs },
			],
		});
		return fields.find(({ fieldName }) => fieldName === 'denomination')?.defaultValue;
	};
	expect(asked('problème')).toBe('EXEMPLE DE TOUT $& "ICI"');
	expect(asked('à relire')).toBe('EXEMPLE DE TOUT $& "ICI"');
	expect(asked('approuvée')).toBe('');
});

/** A kind of notice, what is filled in otherwise than its placeholders show, and what is printed then. */
const sentences: ReadonlyArray<[string, string, Fields, string]> = [
	['new-company', 'SARL', { greffe: 'Évry' }, 'immatriculée au RCS d’Évry.'],
	['new-company', 'SCI', { apports_numeraire: '1000.5' }, '1\u00a0000,50\u00a0euros<'],
	[
		'company-change',
		'Transfert du siège',
		{ rcs: 'Annecy', rcs_nouveau: 'Le Mans', organe: 'L’associé unique' },
		'par l’associé unique, le siège social a été transféré.',
	],
	[
		'company-change',
		'Transfert du siège',
		{ rcs: 'Annecy', rcs_nouveau: 'Le Mans' },
		'La société sera radiée du RCS d’Annecy et immatriculée au RCS du Mans.',
	],
	['company-change', 'Modification de l’objet', { rcs: 'Le Havre' }, 'faite au RCS du Havre.'],
	[
		'company-change',
		'Modification du capital',
		{ capital: '9000' },
		'le capital social a été réduit par apport en numéraire.',
	],
	[
		'company-change',
		'Modification du capital',
		{ moyen: '' },
		'par l’assemblée générale extraordinaire, le capital social a été augmenté.',
	],
	[
		'company-end',
		'Clôture de liquidation',
		{ forme: 'société par actions simplifiée à associé unique' },
		'Par décision du 2 mars 2026 (5 avenue de la Démonstration, 75012 Paris), l’associé unique a approuvé',
	],
	[
		'company-end',
		'Clôture de liquidation',
		{ lieu: 'Tribunal de commerce de Dijon' },
		'Par décision du 2 mars 2026, le tribunal de commerce de Dijon a statué sur les comptes de liquidation',
	],
	['other-notices', 'Legs universel', { testament: 'Testament du 3 mai' }, '>Par testament du 3'],
];

test.each(sentences)('%s, %s with %j: %s', (name, kind, more, sentence) => {
	expect(textOf(name, example(name, kind, more))).toContain(sentence);
});

test('every notice ends with who signs it', () => {
	for (const [name, kind, , more] of notices) {
		const text = textOf(name, example(name, kind, more));
		expect(text).toMatch(/<p class="fs-signature">Pour avis, [^<]{5,}<\/p>$/);
	}
});

const DIRECTORY = {
	results: [
		{
			siren: '999999999',
			nom_raison_sociale: 'EXEMPLE "DÉMO"',
			nature_juridique: '5710',
			siege: { adresse: '5 AVENUE DE LA DEMONSTRATION 75012 PARIS' },
		},
	],
};
const REGISTER = {
	results: [
		{
			listepersonnes:
				'{"personne": {"capital": {"montantCapital": "5000.00", "devise": "EUR"}, "numeroImmatriculation": {"nomGreffeImmat": "Paris"}}}',
		},
	],
};
const AWAY: readonly IDataObject[] = [
	{ error: 'The service refused the connection' },
	{ data: '<html>proxy</html>' },
	{ results: 'no list' },
	{ results: [] },
	{ results: [null] },
	{ results: [{ siege: 'a text', listepersonnes: '{"broken' }] },
	{ results: {} },
];

test.each(['company-change', 'company-end'])(
	'%s fills in what two registers know, and says which of them is away',
	(name) => {
		const [kind = ''] = notices.filter(([one]) => one === name).map(([, one]) => one);
		function company(directory: IDataObject, register: IDataObject) {
			const { champs, avis } = secondPage(name, kind, '999 999 999', {
				'Ask the directory': () => [directory],
				'Ask the register': () => [register],
			});
			const known = champs
				.filter(({ defaultValue, fieldName }) => defaultValue && fieldName !== 'journal_choisi')
				.map(({ fieldName, defaultValue }) => [fieldName, defaultValue]);
			return { avis, ...(Object.fromEntries(known) as Fields) };
		}
		expect(company(DIRECTORY, REGISTER)).toEqual({
			avis: '',
			siren: '999999999',
			denomination: 'EXEMPLE "DÉMO"',
			forme: 'société par actions simplifiée',
			siege: '5 AVENUE DE LA DEMONSTRATION 75012 PARIS',
			capital: '5000',
			rcs: 'Paris',
		});
		for (const away of AWAY) {
			const isList = Array.isArray(away['results']);
			const { avis, ...rest } = company(away, away);
			expect(rest).toEqual({ siren: '999999999' });
			expect(avis).toMatch(
				isList ? /annuaire des entreprises ne connaît pas/ : /annuaire.*BODACC ne répond pas/,
			);
		}
		const other = { results: [{ ...DIRECTORY.results[0], siren: '111111111' }] };
		expect(company(other, { results: [] })).not.toHaveProperty('denomination');
	},
);

const days = globSync('examples/*.json', { cwd: ROOT })
	.map((path) => basename(path, '.json'))
	.flatMap((name) => readExample(name).nodes.map((node) => [name, node] as const))
	.flatMap(([name, { name: node, parameters }]) => {
		const written = texts(parameters).flatMap(
			(text) => text.match(/\{\{(?:(?!\}\}).)*d MMMM(?:(?!\}\}).)*\}\}/g) ?? [],
		);
		return written.map((day) => [name, node, day] as const);
	});
test.each(days)('%s, %s: the first of a month is the 1er', (_name, _node, day) => {
	const text = ofOneItem(`=${day}`);
	const item = (date: string) =>
		Object.fromEntries([...text.matchAll(/json\.(\w+)/g)].map(([, field = '']) => [field, date]));
	const [first, other] = ['2026-12-01T12:00:00+01:00', '2026-12-21T12:00:00+01:00'].map((date) =>
		resolved(text, item(date)),
	);
	expect(first).toMatch(/^(mardi )?1er décembre( 2026)?$/);
	expect(other).toMatch(/^(lundi )?21 décembre( 2026)?$/);
});
