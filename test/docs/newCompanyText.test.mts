/** The text of the form of a new company: the mentions that law or custom asks for, and what is missing is marked. */
import type { IDataObject, INodeTypes } from 'n8n-workflow';
import { workflowPackage } from '../engine/engine.mts';
import { readExample } from './workflowFiles.mts';

const type = { description: { properties: [] } };
const { expression } = new workflowPackage.Workflow({
	active: false,
	nodeTypes: { getByNameAndVersion: () => type } as unknown as INodeTypes,
	nodes: [{ id: '', name: 'Here', type: '', typeVersion: 1, position: [0, 0], parameters: {} }],
	connections: {},
});

interface Assigned {
	readonly assignments: ReadonlyArray<{ readonly name: string; readonly value: string }>;
}

/** What the form's workflow makes of the answers: its Edit Fields nodes, one after the other. */
function textOf(answers: IDataObject): string {
	const { nodes } = readExample('new-company');
	const steps = nodes.filter(({ type: kind }) => kind.endsWith('.set'));
	const known = steps.reduce<IDataObject>((json, { parameters }) => {
		const { assignments } = parameters['assignments'] as Assigned;
		const added = assignments.map(({ name, value }) => [
			name,
			expression.getParameterValue(value, null, 0, 0, 'Here', [{ json }], 'manual', {}),
		]);
		return { ...json, ...(Object.fromEntries(added) as IDataObject) };
	}, answers);
	return String(known['texte']);
}

const COMPANY = {
	dossier: 'D-1',
	denomination: 'EXEMPLE DÉMO',
	capital: 5000,
	siege: '5 avenue de la Démonstration, 75012 Paris',
	objet: 'fabrication de meubles',
	duree: 99,
	acte: 'sous signature privée',
	date_acte: '2026-03-01',
	dirigeant: 'Alix MODÈLE, 2 rue du Test, 75010 Paris',
	greffe: 'Évry',
	signataire: 'Alix MODÈLE, fondatrice',
};
const EVERY =
	'AVIS DE CONSTITUTION|sous signature privée du 1er mars 2026|EXEMPLE DÉMO|5\u00a0000 euros|5 avenue de la Démonstration|fabrication de meubles|99 ans à compter de son immatriculation|Alix MODÈLE, 2 rue|RCS d’Évry|Pour avis, Alix MODÈLE, fondatrice';

test.each<[string, IDataObject, string]>([
	['SARL', {}, 'Gérance : |société à responsabilité limitée'],
	['EURL', { sigle: 'EXDÉ' }, 'à associé unique|(EXDÉ)'],
	['SAS', { vote: 'une voix par action' }, 'Président : |droit de vote : une voix par action'],
	[
		'SASU',
		{ vote: 'une voix', autres: 'Directeur général : Noé', agrement: 'de l’assemblée' },
		'Directeur général : Noé|Clause d’agrément : de l’assemblée',
	],
	[
		'SCI',
		{ apports_numeraire: 0, apports_nature: 'un immeuble' },
		'société civile immobilière|numéraire : néant|en nature : un immeuble',
	],
])('a %s has its mentions, and each that is missing is marked', (forme, more, mentions) => {
	const company = { ...COMPANY, forme, ...more };
	const text = textOf(company);
	expect(`${EVERY}|${mentions}`.split('|').filter((one) => !text.includes(one))).toEqual([]);
	expect(text).not.toMatch(/À COMPLÉTER|undefined|null|NaN|Invalid/);
	const optional = ['dossier', 'sigle', 'autres', 'agrement'];
	const asked = Object.keys(company).filter((key) => !['forme', ...optional].includes(key));
	const unmarked = asked.filter(
		(key) => !textOf({ ...company, [key]: '' }).includes('À COMPLÉTER'),
	);
	expect(unmarked).toEqual([]);
});

test.each([
	['Le Havre', 'RCS du Havre.'],
	['Les Sables-d’Olonne', 'RCS des Sables-d’Olonne.'],
	['Paris', 'RCS de Paris.'],
	['Annecy', 'RCS d’Annecy.'],
])('a company of %s is registered at the %s', (greffe, sentence) => {
	expect(textOf({ ...COMPANY, forme: 'SARL', greffe })).toContain(sentence);
});

test('what somebody types is printed as it is', () => {
	const denomination = `A & B <b>$' {{ 6 * 7 }}`;
	expect(textOf({ ...COMPANY, forme: 'SARL', denomination })).toContain(denomination);
});
