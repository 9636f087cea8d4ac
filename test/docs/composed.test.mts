/** The examples that compose a text from fields: what each text has to contain by law, and what is asked for. */
import type { IDataObject } from 'n8n-workflow';
import { resolved } from './expressions.mts';
import { readExample, type SavedNode } from './workflowFiles.mts';

type Fields = Record<string, string>;

interface FormField {
	readonly fieldName: string;
	readonly fieldType?: string;
	readonly placeholder?: string;
	readonly fieldOptions?: { readonly values: ReadonlyArray<{ readonly option: string }> };
}

const HEADER = 'denomination forme capital siege siren rcs signataire';
const CHANGE = `${HEADER} organe date_decision ancienne nouvelle`;
const FOUNDING =
	'acte date_acte denomination capital siege objet duree dirigeant greffe signataire';
const MOVED = { rcs_nouveau: 'Nantes', siren: '999999999', capital: '1000.5' };
const IN_KIND = { apports_numeraire: '0' };
const CIVIL = { ...MOVED, forme: 'société civile immobilière' };

/** By law or by custom, the fields that a notice of each kind cannot do without, and what else is filled in. */
const notices: ReadonlyArray<[string, string, string, Fields?]> = [
	['compose-constitution', 'SARL', FOUNDING],
	['compose-constitution', 'EURL', FOUNDING],
	['compose-constitution', 'SAS', `${FOUNDING} vote`],
	['compose-constitution', 'SASU', `${FOUNDING} vote`],
	['compose-constitution', 'SCI', `${FOUNDING} apports_numeraire apports_nature`],
	['compose-constitution', 'SCI', `${FOUNDING} apports_numeraire apports_nature`, IN_KIND],
	['compose-modification', 'Transfert du siège', CHANGE],
	['compose-modification', 'Transfert du siège', `${CHANGE} engage`, MOVED],
	['compose-modification', 'Transfert du siège', `${CHANGE} mentions_civiles origine`, CIVIL],
	['compose-modification', 'Changement de dirigeant', `${CHANGE} origine`, { forme: 'SCI' }],
	['compose-modification', 'Changement de dénomination', CHANGE],
	['compose-modification', 'Modification du capital', CHANGE, { nouvelle: '8000 €' }],
	['compose-modification', 'Modification de l’objet', CHANGE],
	[
		'compose-dissolution',
		'Dissolution anticipée',
		`${HEADER} cause liquidateur correspondance notification greffe`,
	],
	[
		'compose-dissolution',
		'Clôture de liquidation',
		`${HEADER} date_cloture lieu liquidateur greffe journal`,
	],
];
/** Decides, names the file, or chooses the newspaper: not part of the text. */
const isPrinted = (field: string) => !/^(dossier|nature|forme|(departement_)?journal)$/.test(field);
/** How dates, amounts and numbers are printed. */
const ODD = { '1000.5': '1 000,50', '8000 €': '8 000 euros\n', '999999999': '999 999 999' };
const CASH = { '0': 'numéraire : néant\n', '4000': '4 000 euros\n', '5000': '5 000' };
const SHOWN: Fields = { date: '2 mars 2026', ...CASH, ...ODD };

function opened(name: string) {
	const { nodes } = readExample(name);
	const node = (wanted: string) => nodes.find((one) => one.name === wanted);
	const { formFields } = node('Notice form')?.parameters as {
		formFields: { values: readonly FormField[] };
	};
	return { node, fields: formFields.values };
}

/** What an Edit Fields node makes of an item, the other fields kept. */
function edited(json: IDataObject, node: SavedNode | undefined): IDataObject {
	const { jsonOutput, assignments: list } = node?.parameters ?? {};
	if (jsonOutput) return resolved(String(jsonOutput), json) as IDataObject;
	const { assignments } = (list ?? { assignments: [] }) as {
		assignments: ReadonlyArray<{ name: string; value: string }>;
	};
	const set = assignments.map(({ name, value }) => [name, resolved(value, json)]);
	return { ...json, ...(Object.fromEntries(set) as IDataObject) };
}

const prepared = (name: string, fields: Fields) =>
	['Trim the fields', 'Your values', 'Company']
		.map(opened(name).node)
		.reduce<IDataObject>(edited, fields);

/** The text that the workflow composes of these fields. */
function composed(name: string, fields: Fields): string {
	const { node } = opened(name);
	const json = prepared(name, fields);
	const { rules } = node('Which text?')?.parameters as {
		rules: { values: ReadonlyArray<{ outputKey: string; conditions: { conditions: object[] } }> };
	};
	const branch = rules.values.find(({ conditions }) =>
		(conditions.conditions as Array<{ leftValue: string; rightValue: string }>).some(
			({ leftValue, rightValue }) => resolved(leftValue, json) === rightValue,
		),
	);
	const text = edited(json, node(branch?.outputKey ?? ''));
	return String(resolved(String(node('Check the text')?.parameters['text']), text));
}

/** Every field filled in as its placeholder shows. */
function example(name: string, kind: string, more: Fields = {}): Fields {
	const filled = opened(name).fields.map(({ fieldName, fieldType, placeholder, fieldOptions }) => {
		const dated = fieldType === 'date' ? '2026-03-02' : (placeholder ?? '');
		return [fieldName, fieldOptions?.values.some(({ option }) => option === kind) ? kind : dated];
	});
	return { ...(Object.fromEntries(filled) as Fields), ...more };
}

test.each(notices)('%s, %s: %s', (name, kind, listed, more = {}) => {
	const required = listed.split(' ');
	const complete = example(name, kind, { rcs_nouveau: '', ...more });
	const text = composed(name, complete);
	const values = required.filter(isPrinted).map((field) => {
		const value = field.startsWith('date_') ? 'date' : (complete[field] ?? '');
		return SHOWN[value] ?? value;
	});
	expect(values.filter((value) => !text.includes(value))).toEqual([]);
	// Complete, and in typography that needs no repair.
	expect(text).not.toMatch(
		/\d{4} euros|À COMPLÉTER|undefined|null|NaN|Invalid|[^\x20-\x7e\xa0-\xff\n’œ]/,
	);
	const without = (field: string) => composed(name, { ...complete, [field]: ' ' });
	// A CRM can leave out what the form requires.
	const checked = ['dossier', ...required].filter((field) => field !== 'forme');
	expect(checked.filter((field) => !without(field).includes('[À COMPLÉTER : '))).toEqual([]);
});

test.each(['compose-constitution', 'compose-modification', 'compose-dissolution'])(
	'%s plays every kind, prints every field in one of them, and asks a CRM for the same',
	(name) => {
		const { fields, node } = opened(name);
		const kinds = fields.flatMap(({ fieldOptions }) => fieldOptions?.values ?? []);
		const names = kinds.map(({ option }) => option);
		const played = notices.filter(([one]) => one === name).map(([, kind]) => kind);
		expect([...new Set(played)]).toEqual(names);
		const civil = name === 'compose-constitution' ? {} : CIVIL;
		const texts = (more: Fields) =>
			names.map((kind) => composed(name, { ...example(name, kind, civil), ...more }));
		const complete = texts({}).join();
		const asked = fields.map(({ fieldName }) => fieldName);
		const unused = asked.filter((field) => texts({ [field]: '' }).join() === complete);
		expect(unused.filter(isPrinted)).toEqual([]);
		expect(node('From your CRM')?.parameters['workflowInputs']).toEqual({
			values: asked.map((field) => ({ name: field })),
		});
	},
);

test.each([
	['compose-modification', 'Transfert du siège', '44 34'],
	['compose-dissolution', 'Dissolution anticipée', '75 12'],
	['compose-dissolution', 'Clôture de liquidation', '44 34'],
])('%s, %s: of the usual newspaper and the one in the form, it goes to %s', (name, kind, place) => {
	const json = prepared(name, example(name, kind, { journal: '34', departement_journal: '44' }));
	expect([json['department'], json['publication']].join(' ')).toBe(place);
});

test('all do the same with a text', () => {
	const tails = [...new Set(notices.map(([name]) => name))].map((name) => {
		const { nodes, connections } = readExample(name);
		const begin = nodes.findIndex((one) => one.name === 'Check the text');
		return nodes.slice(begin).flatMap(({ name: node, type: kind, onError, parameters }) => {
			if (kind.endsWith('.stickyNote')) return [];
			// No forfait belongs to a dissolution, a new company has one place, and the IDs of conditions are each node's own.
			const plain = JSON.stringify({ ...parameters, forfait: '' })
				.replace(/"id":"[\w-]{36}"/g, '')
				.replaceAll("$('Company')", "$('Your values')");
			return [[node, kind, onError, plain, connections[node]]];
		});
	});
	expect(tails[0]?.map(([node]) => node)).toContain('Order the notice');
	expect(tails[1]).toEqual(tails[0]);
	expect(tails[2]).toEqual(tails[0]);
});
