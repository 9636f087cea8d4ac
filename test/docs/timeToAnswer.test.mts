/** Pages and e-mails name a time that still leaves some for the order: half an hour before the closing time. */
import type { IDataObject } from 'n8n-workflow';
import { resolved } from './expressions.mts';
import { readExample, type SavedNode } from './workflowFiles.mts';

interface Assigned {
	readonly assignments: ReadonlyArray<{ readonly name: string; readonly value: string }>;
}

const { nodes } = readExample('facts-of-a-notice');
const isSet = ({ type }: SavedNode): boolean => type.endsWith('.set');

/** What the workflow adds to a row: its nodes stand one after the other, and each sees what the one before added. */
function factsOf(row: IDataObject): IDataObject {
	const steps = nodes.filter(isSet).sort((one, other) => one.position[0] - other.position[0]);
	return steps.reduce<IDataObject>((known, { parameters }) => {
		const { assignments } = parameters['assignments'] as Assigned;
		const added = assignments.map(({ name, value }) => [name, resolved(value, known)]);
		return { ...known, ...(Object.fromEntries(added) as IDataObject) };
	}, row);
}
const plain = (value: unknown): string => String(value).replaceAll('\u00a0', ' ');

test.each([
	['2026-12-01T12:00:00+01:00', 'mardi 1er décembre à 11 h 30'],
	['2026-12-21T17:30:00+01:00', 'lundi 21 décembre à 17 h'],
	['2026-07-02T00:10:00+02:00', 'mercredi 1er juillet à 23 h 40'],
])('closing at %s: an answer before %s', (closing, time) => {
	expect(plain(factsOf({ bouclage: closing })['avant'])).toBe(time);
});

test('closing unknown: no time, and no remains of a sentence or a fact', () => {
	const facts = Object.values(factsOf({ bouclage: null, societe: 'EXEMPLE' })).join('\n');
	expect(facts).not.toMatch(/Répondre avant|Invalid|null|undefined|NaN/);
});

test('names, days and prices are written as French readers write them', () => {
	const row = { societe: 'EXEMPLE & Cie', nature: 'Transfert du siège', dossier: '<1>' };
	const facts = factsOf({ ...row, date_parution: '2026-12-01', total_ttc: 1234.5 });
	expect(facts['annonce']).toBe('l’annonce d’EXEMPLE & Cie (transfert du siège)');
	expect(facts['jour']).toBe('mardi 1er\u00a0décembre');
	expect(facts['prix']).toBe('1\u00a0234,50\u00a0€\u00a0TTC');
	expect(facts['dossier_html']).toBe('&lt;1>');
	expect(factsOf({ societe: 'MODÈLE', nature: 'SARL' })['annonce']).toBe(
		'l’annonce de MODÈLE (SARL)',
	);
});
