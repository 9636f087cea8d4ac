/** The examples that compose a text from fields: what each text has to contain by law, and what is asked for. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Workflow, type IDataObject, type INodeTypes, type NodeParameterValue } from 'n8n-workflow';
import { ROOT } from '../structure/package.mts';
import type { SavedNode, SavedWorkflow } from './workflowFiles.mts';

type Fields = Record<string, string>;

interface FormField {
	readonly fieldName: string;
	readonly fieldType?: string;
	readonly placeholder?: string;
	readonly requiredField?: boolean;
	readonly fieldOptions?: { readonly values: ReadonlyArray<{ readonly option: string }> };
}

const HEADER = ['denomination', 'forme', 'capital', 'siege', 'siren', 'rcs', 'signataire'];
const CHANGE = [...HEADER, 'organe', 'date_decision', 'ancienne', 'nouvelle'];
const FOUNDING = [
	...['acte', 'date_acte', 'denomination', 'capital', 'siege', 'objet', 'duree', 'dirigeant'],
	...['greffe', 'signataire'],
];
const MOVED = { rcs_nouveau: 'Nantes' };
const CIVIL = { ...MOVED, forme: 'société civile immobilière' };

/** By law or by custom, the fields that a notice of each kind cannot do without, and what else is filled in. */
const notices: ReadonlyArray<[string, string, readonly string[], Fields?]> = [
	['compose-constitution', 'SARL', FOUNDING],
	['compose-constitution', 'EURL', FOUNDING],
	['compose-constitution', 'SAS', [...FOUNDING, 'vote']],
	['compose-constitution', 'SASU', [...FOUNDING, 'vote']],
	['compose-constitution', 'SCI', [...FOUNDING, 'apports_numeraire', 'apports_nature']],
	['compose-modification', 'Transfert du siège', CHANGE],
	['compose-modification', 'Transfert du siège', [...CHANGE, 'engage'], MOVED],
	['compose-modification', 'Transfert du siège', [...CHANGE, 'mentions_civiles'], CIVIL],
	['compose-modification', 'Changement de dirigeant', CHANGE],
	['compose-modification', 'Changement de dénomination', CHANGE],
	['compose-modification', 'Modification du capital', CHANGE],
	['compose-modification', 'Modification de l’objet', CHANGE],
	[
		'compose-dissolution',
		'Dissolution anticipée',
		[...HEADER, 'cause', 'liquidateur', 'correspondance', 'notification', 'greffe'],
	],
	[
		'compose-dissolution',
		'Clôture de liquidation',
		[...HEADER, 'date_cloture', 'lieu', 'liquidateur', 'greffe', 'journal'],
	],
];
/** Decides, names the file, or chooses the newspaper: not part of the text. */
const SILENT = ['dossier', 'nature', 'forme', 'journal'];
const SHOWN: Fields = { date: '2 mars 2026', '5000': '5 000', '4000': '4 000' };

const nodeTypes = {
	getByName: () => ({ description: { properties: [] } }),
	getByNameAndVersion: () => ({ description: { properties: [] } }),
	getKnownTypes: () => ({}),
} as unknown as INodeTypes;
const here = {
	id: 'here',
	name: 'Here',
	type: 'here',
	typeVersion: 1,
	position: [0, 0] as [number, number],
};
const nodes = [{ ...here, parameters: {} }];
const { expression } = new Workflow({ nodes, connections: {}, active: false, nodeTypes });

function resolved(value: unknown, json: IDataObject): NodeParameterValue {
	const items = [{ json }];
	const template = value as string;
	return expression.getParameterValue(template, null, 0, 0, 'Here', items, 'manual', {}) as string;
}

function opened(name: string) {
	const path = join(ROOT, 'examples', `${name}.json`);
	const workflow = JSON.parse(readFileSync(path, 'utf8')) as SavedWorkflow;
	const node = (wanted: string) => workflow.nodes.find((one) => one.name === wanted);
	const { formFields } = node('Notice form')?.parameters as {
		formFields: { values: readonly FormField[] };
	};
	return { workflow, node, fields: formFields.values };
}

/** What an Edit Fields node makes of an item, the other fields kept. */
function edited({ parameters }: SavedNode, json: IDataObject): IDataObject {
	const { assignments } = parameters['assignments'] as {
		assignments: ReadonlyArray<{ name: string; value: unknown }>;
	};
	const set = assignments.map(({ name, value }) => [name, resolved(value, json)]);
	return { ...json, ...(Object.fromEntries(set) as IDataObject) };
}

/** The text that the workflow composes of these fields. */
function composed(name: string, fields: Fields): string {
	const { node, workflow } = opened(name);
	const start = ['Your values', 'Company'].flatMap((one) => node(one) ?? []);
	const json = start.reduce((item, one) => edited(one, item), { ...fields } as IDataObject);
	const { rules } = node('Which text?')?.parameters as {
		rules: { values: ReadonlyArray<{ outputKey: string; conditions: { conditions: object[] } }> };
	};
	const branch = rules.values.find(({ conditions }) =>
		(conditions.conditions as Array<{ leftValue: string; rightValue: string }>).some(
			({ leftValue, rightValue }) => resolved(leftValue, json) === rightValue,
		),
	);
	const text = workflow.nodes.find((one) => one.name === branch?.outputKey);
	return text ? String(edited(text, json)['texte']) : '';
}

/** Every field filled in as its placeholder shows. */
function example(name: string, kind: string, more: Fields = {}): Fields {
	const filled = opened(name).fields.map(({ fieldName, fieldType, placeholder, fieldOptions }) => {
		const dated = fieldType === 'date' ? '2026-03-02' : (placeholder ?? '');
		return [fieldName, fieldOptions?.values.some(({ option }) => option === kind) ? kind : dated];
	});
	return { ...(Object.fromEntries(filled) as Fields), ...more };
}

describe.each(notices)('%s, %s', (name, kind, required, more = {}) => {
	const complete = example(name, kind, { rcs_nouveau: '', ...more });
	const text = composed(name, complete);

	test.each(required.filter((field) => !SILENT.includes(field)))('shows %s', (field) => {
		const value = /^date_/.test(field) ? 'date' : (complete[field] ?? '');
		expect(text).toContain(SHOWN[value] ?? value);
	});

	test('is complete, in typography that needs no repair', () => {
		expect(text).not.toMatch(/À COMPLÉTER|undefined|null|NaN|Invalid|[^\x20-\x7e\xa0-\xff\n’œ]/);
	});

	test.each(required)('is not composed without %s, unless the form refuses that', (field) => {
		const isAsked = opened(name).fields.find(({ fieldName }) => fieldName === field)?.requiredField;
		const without = composed(name, { ...complete, [field]: '' });
		expect(isAsked === true || without.includes('[À COMPLÉTER : ')).toBe(true);
	});
});

describe.each(['compose-constitution', 'compose-modification', 'compose-dissolution'])(
	'%s',
	(name) => {
		const { fields, workflow } = opened(name);
		const civil = name === 'compose-constitution' ? {} : CIVIL;
		const kinds = fields.find(({ fieldOptions }) => fieldOptions)?.fieldOptions?.values ?? [];

		test.each(fields.map(({ fieldName }) => fieldName).filter((one) => !SILENT.includes(one)))(
			'prints %s in one of its texts',
			(field) => {
				const texts = kinds.map(({ option }) => composed(name, example(name, option, civil)));
				const changed = kinds.map(({ option }) =>
					composed(name, { ...example(name, option, civil), [field]: '' }),
				);
				expect(changed).not.toEqual(texts);
			},
		);

		test('plays every kind, and asks a CRM for the same fields', () => {
			const played = notices.filter(([one]) => one === name).map(([, kind]) => kind);
			expect([...new Set(played)]).toEqual(kinds.map(({ option }) => option));
			const crm = workflow.nodes.find((one) => one.name === 'From your CRM');
			expect(crm?.parameters['workflowInputs']).toEqual({
				values: fields.map(({ fieldName }) => ({ name: fieldName })),
			});
		});
	},
);
