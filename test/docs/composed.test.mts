/** The workflows that compose a notice: what each text has to contain by law, what is asked for, what the registers fill in. */
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { ROOT } from '../structure/package.mts';
import { ofOneItem, resolved } from './expressions.mts';
import { readExample, type SavedNode, texts } from './workflowFiles.mts';

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
	'4000': '4 000 euros<',
	'5000': '5 000',
	'8000': '8 000 euros<',
	'50000': '50 000 euros',
	'1000.5': '1 000,50',
	'999999999': '999 999 999',
};

const formFields = ({ parameters }: SavedNode): readonly FormField[] =>
	(parameters['formFields'] as { values: readonly FormField[] }).values;

function opened(name: string) {
	const { nodes, connections } = readExample(name);
	const node = (wanted: string): SavedNode => {
		const found = nodes.find((one) => one.name === wanted);
		if (!found) throw new Error(`${name} has no node "${wanted}"`);
		return found;
	};
	/** The first page, and the page of a kind. */
	function pagesOf(kind: string): readonly [SavedNode, SavedNode] {
		const { rules } = node('Which fields?').parameters as {
			rules: { values: ReadonlyArray<{ outputKey: string; conditions: object }> };
		};
		const found = rules.values.find(({ conditions }) =>
			JSON.stringify(conditions).includes(`"rightValue":"${kind}"`),
		);
		return [node('Notice form'), node(found?.outputKey ?? '')];
	}
	return { node, nodes, connections, pagesOf };
}

const NODE = /\$\('([^']+)'\)\.(?:first\(\)|item)\.json/g;
/** What a parameter comes to where other nodes have put out `outputs`. */
function computed(value: string, json: IDataObject, outputs: IDataObject) {
	const text = value
		.replace(NODE, (_, name: string) => `$json.outputs_['${name}']`)
		.replace(/\$\('([^']+)'\)\.isExecuted/g, (_, name: string) => `!!$json.outputs_['${name}']`);
	return resolved(text, { ...json, outputs_: outputs });
}

/** What an Edit Fields node makes of an item. */
function edited(json: IDataObject, { parameters }: SavedNode, outputs: IDataObject): IDataObject {
	const { jsonOutput, assignments: list, includeOtherFields } = parameters;
	if (jsonOutput) return computed(String(jsonOutput), json, outputs) as IDataObject;
	const { assignments } = (list ?? { assignments: [] }) as {
		assignments: ReadonlyArray<{ name: string; value: unknown; type: string }>;
	};
	const set = assignments.map(({ name, value, type }) => {
		const result = typeof value === 'string' ? computed(value, json, outputs) : value;
		return [name, type === 'object' ? (JSON.parse(String(result)) as IDataObject) : result];
	});
	return { ...(includeOtherFields ? json : {}), ...(Object.fromEntries(set) as IDataObject) };
}

/** What becomes of the fields of the two pages: every node's output, and the row. */
function composed(name: string, kind: string, fields: Fields) {
	const { node, pagesOf } = opened(name);
	const [first, second] = pagesOf(kind);
	const of = (page: SavedNode): IDataObject =>
		Object.fromEntries(
			formFields(page).map(({ fieldName }) => [fieldName, fields[fieldName] ?? '']),
		);
	const outputs: IDataObject = { 'Notice form': of(first) };
	let json = edited(of(first), node('Your values'), outputs);
	outputs['Your values'] = json;
	json = of(second);
	for (const step of ['Fields', 'Printable fields', 'Words', 'Texts']) {
		json = edited(json, node(step), outputs);
		delete json['outputs_'];
		outputs[step] = json;
	}
	const { value } = node('Write the row').parameters['columns'] as { value: IDataObject };
	const cells = Object.entries(value).map(([column, cell]) => [
		column,
		typeof cell === 'string' ? computed(cell, json, outputs) : cell,
	]);
	return Object.fromEntries(cells) as Record<string, unknown>;
}

const textOf = (name: string, kind: string, fields: Fields): string =>
	String(composed(name, kind, fields)['texte']);

/** Every field of a kind filled in as its placeholder shows. */
function example(name: string, kind: string, more: Fields = {}): Fields {
	const filled = opened(name)
		.pagesOf(kind)
		.flatMap(formFields)
		.map(({ fieldName, fieldType, placeholder = '', fieldOptions }) => {
			const options = fieldOptions?.values.map(({ option }) => option) ?? [];
			const choice = options.includes(kind) ? kind : (options[0] ?? placeholder);
			return [fieldName, fieldType === 'date' ? '2026-03-02' : choice];
		});
	return { ...(Object.fromEntries(filled) as Fields), rcs_nouveau: '', ...more };
}

test.each(notices)('%s, %s: %s', (name, kind, listed, more = {}) => {
	const required = listed.split(' ');
	const complete = example(name, kind, more);
	const text = textOf(name, kind, complete);
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
	const without = (field: string) => textOf(name, kind, { ...complete, [field]: ' ' });
	const checked = ['dossier', ...required].filter((field) => field !== 'forme');
	expect(checked.filter((field) => !without(field).includes('[À COMPLÉTER : '))).toEqual([]);
});

test.each(['new-company', 'company-change', 'company-end', 'other-notices'])(
	'%s plays every kind, prints every field in one of them, and asks another workflow for the same',
	(name) => {
		const { node, nodes } = opened(name);
		const kinds = formFields(node('Notice form')).flatMap(({ fieldOptions }) =>
			(fieldOptions?.values ?? []).map(({ option }) => option),
		);
		const played = notices.filter(([one]) => one === name).map(([, kind]) => kind);
		expect([...new Set(played)]).toEqual(kinds);
		const pages = nodes.filter(
			({ type, parameters }) => type.endsWith('.form') && !parameters['operation'],
		);
		const asked = [node('Notice form'), ...pages].flatMap(formFields);
		const fields = [...new Set(asked.map(({ fieldName }) => fieldName))];
		const civil = name === 'company-change' ? CIVIL : {};
		const rows = (more: Fields) =>
			kinds
				.map((kind) =>
					JSON.stringify(composed(name, kind, { ...example(name, kind, civil), ...more })),
				)
				.join();
		const complete = rows({
			journal_autre: '34',
			departement_journal: '44',
			client_email: 'a@b.example',
		});
		const unused = fields.filter(
			(field) =>
				rows({
					journal_autre: '34',
					departement_journal: '44',
					client_email: 'a@b.example',
					[field]: '',
				}) === complete,
		);
		expect(unused).toEqual([]);
		expect(node('From another workflow').parameters['workflowInputs']).toEqual({
			values: fields.map((field) => ({ name: field })),
		});
	},
);

test('a notice goes to the usual newspaper, or to the one in the form', () => {
	const place = (more: Fields) => {
		const kind = 'Transfert du siège';
		const row = composed('company-change', kind, { ...example('company-change', kind), ...more });
		return `${String(row['departement'])} ${String(row['journal'])}`;
	};
	expect(place({ journal_autre: '', departement_journal: '' })).toBe('75 12');
	expect(place({ journal_autre: '34', departement_journal: '44' })).toBe('44 34');
});

test('what somebody types is printed as it is and never becomes HTML', () => {
	const kind = 'Changement de dénomination';
	const nouvelle = `A & B <b onclick="x">$' $& \\</p>`;
	const text = textOf('company-change', kind, example('company-change', kind, { nouvelle }));
	expect(text).toContain(`A &amp; B &lt;b onclick="x">$' $&amp; \\&lt;/p>`);
	expect(composed('company-change', kind, example('company-change', kind))['siren']).toBe(
		'999999999',
	);
});

/** A kind of notice, what is filled in otherwise than its placeholders show, and what is printed then. */
const sentences: ReadonlyArray<[string, string, Fields, string]> = [
	['new-company', 'SARL', { greffe: 'Évry' }, 'immatriculée au RCS d’Évry.'],
	['new-company', 'SCI', { apports_numeraire: '1000.5' }, '1 000,50 euros<'],
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
	expect(textOf(name, kind, example(name, kind, more))).toContain(sentence);
});

test('every notice ends with who signs it', () => {
	for (const [name, kind, , more] of notices) {
		const text = textOf(name, kind, example(name, kind, more));
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

test.each(['company-change', 'company-end'])('%s fills in what two registers know', (name) => {
	const { node } = opened(name);
	function company(directory: IDataObject, register: IDataObject): IDataObject {
		const asked = { dossier: 'D', nature: '', siren: '999 999 999' };
		const outputs: IDataObject = { 'Your values': edited(asked, node('Your values'), {}) };
		outputs['Ask the register'] = register;
		return edited(directory, node('Company'), outputs);
	}
	expect(company(DIRECTORY, REGISTER)).toEqual({
		siren: '999999999',
		denomination: 'EXEMPLE "DÉMO"',
		sigle: '',
		code_forme: '5710',
		siege: '5 AVENUE DE LA DEMONSTRATION 75012 PARIS',
		capital: '5000',
		rcs: 'Paris',
	});
	const other = { results: [{ ...DIRECTORY.results[0], siren: '111111111' }] };
	for (const away of [...AWAY, other]) {
		const { siren, ...rest } = company(away, away === other ? { results: [] } : away);
		expect(siren).toBe('999999999');
		expect([...new Set(Object.values(rest))]).toEqual(['']);
	}
});

test('all do the same with a text', () => {
	const families = [...new Set(notices.map(([name]) => name))];
	const tails = families.map((name) => {
		const { node, connections } = opened(name);
		return ['Fields', 'Printable fields', 'From the form?'].map((one) => {
			const { parameters, type } = node(one);
			return [type, JSON.stringify(parameters).replace(/"id":"[\w-]{36}"/g, ''), connections[one]];
		});
	});
	for (const tail of tails) expect(tail).toEqual(tails[0]);
});

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
