/** What accounting leaves to a person: the documents of a notice that was replaced, and VAT that is not known to be 20 %. */
import type { IDataObject } from 'n8n-workflow';
import { ofOneItem, resolved } from './expressions.mts';
import { readExample, type SavedNode } from './workflowFiles.mts';

const SENTENCE =
	'Avoir : avoir A-1 de l’annonce annulée 26L1 à remettre à la comptabilité à la main.';

function nodeOf(example: string, wanted: string): SavedNode {
	const found = readExample(example).nodes.find(({ name }) => name === wanted);
	if (!found) throw new Error(`${example} has no node "${wanted}"`);
	return found;
}

/** What a Data Table node writes into `probleme`; all nodes before it have put out this one item. */
function written(example: string, node: string, item: IDataObject): unknown {
	const { columns } = nodeOf(example, node).parameters as {
		columns: { value: { probleme: string } };
	};
	return resolved(ofOneItem(columns.value.probleme), item);
}

/** The item with what an Edit Fields node adds to it. */
function after(example: string, node: string, item: IDataObject): IDataObject {
	const { assignments } = nodeOf(example, node).parameters as {
		assignments: { assignments: ReadonlyArray<{ name: string; value: unknown; type: string }> };
	};
	const added: IDataObject = { ...item };
	for (const { name, value, type } of assignments.assignments) {
		if (type === 'string') added[name] = String(resolved(ofOneItem(String(value)), item) ?? '');
	}
	return added;
}

describe('a correction', () => {
	const replaced = { ancienne_reference: '26L1', resume: 'Annonce commandée' };
	/** The item as it comes to the row and to the last page. */
	const told = (item: IDataObject) =>
		['For accounting', 'A line for accounting'].reduce(
			(so, node) => after('correct-a-notice', node, so),
			item,
		);
	const says = (item: IDataObject) =>
		written('correct-a-notice', 'Write the new notice', told(item));

	test('names what it leaves to a person by type and number', () => {
		const documents = [
			{ type: 'facture', numero: 'F-1', url: 'https://journal.example/1' },
			{ type: 'avoir', numero: 'A-1', url: 'https://journal.example/2' },
		];
		expect(says({ ...replaced, documents_annulation: documents })).toBe(
			'Avoir : facture F-1, avoir A-1 de l’annonce annulée 26L1 à remettre à la comptabilité à la main, la facture si ce n’est pas déjà fait. Ensuite, effacez cette ligne.',
		);
	});

	test('says nothing where nothing had been invoiced', () => {
		const warned = { ...replaced, avertissements: ['Left out: a line of the text.'] };
		expect(says({ ...replaced, documents_annulation: [] })).toBe('');
		expect(says({ ...warned, documents_annulation: [] })).toBe('');
	});

	test.each([
		['the notice was cancelled by an earlier run', {}],
		[
			'the answer of the cancellation was lost',
			{
				documents_annulation: [],
				avertissements: ['The answer was lost: whether there is a credit note is not known.'],
			},
		],
		[
			'the answer of the cancellation could not be read',
			{
				documents_annulation: [],
				avertissements: ['The documents of the cancellation could not be read.'],
			},
		],
	])('says that there may be an invoice and a credit note where %s', (_when, fields) => {
		expect(says({ ...replaced, ...fields })).toMatch(
			/^Avoir : facture et avoir, s’il y en a, de l’annonce annulée 26L1 à remettre à la comptabilité à la main/,
		);
	});

	test('shows on its last page what is left to a person', () => {
		const { completionMessage } = nodeOf('correct-a-notice', 'Say that it is replaced')
			.parameters as Record<string, string>;
		const message = String(resolved(ofOneItem(completionMessage ?? ''), told(replaced)));
		expect(message).toContain('Annonce commandée');
		expect(message).toContain('facture et avoir, s’il y en a');
	});

	test.each([
		['Write the new notice', { avoir: SENTENCE }, /^Avoir : avoir A-1/],
		['Write why not', { error: 'No.' }, /^Correction : .*No\.$/],
	])('%s keeps the lines of other steps', (node, outcome, own) => {
		const lines = ['Suivi : autre chose.', 'Comptabilité : autre chose.'];
		const probleme = [...lines, 'Correction : une fois déjà.'].join('\n');
		const text = String(written('correct-a-notice', node, { probleme, ...outcome }));
		const [last, ...others] = text.split('\n').reverse();
		expect(others.reverse()).toEqual(lines);
		expect(last).toMatch(own);
	});
});

describe('an invoice for Pennylane', () => {
	const invoice = {
		pennylane: true,
		lignes: [],
		numero: 'F-1',
		montant_ht: 100,
		montant_tva: 20,
		montant_ttc: 120,
		tva_par_taux: { tva_20: 20, base_tva_20: 100 },
	};
	const warning = 'The lines shown of facture F-1 add up to 120.00 € including tax.';
	/** What a person reads who has to enter it; empty where it is entered without one. */
	function byHand(fields: IDataObject): unknown {
		const item = { ...invoice, ...fields };
		const { tva_par_taux: rates } = item;
		const taux = Object.keys(rates).filter((key) => key.startsWith('tva_'));
		return after('accounting', 'Words', { ...item, taux })['a_la_main'];
	}

	test('is entered with 20 % of VAT', () => {
		expect(byHand({})).toBe('');
		const credit = { montant_ht: -100, montant_tva: -20, montant_ttc: -120 };
		expect(byHand({ ...credit, tva_par_taux: { tva_20: -20 } })).toBe('');
	});

	test.each<[string, IDataObject]>([
		['has another rate', { tva_par_taux: { tva_20: 10, tva_2_1: 1.05 } }],
		['shows no rate', { tva_par_taux: {} }],
		['has lines that do not add up to it', { avertissements: [warning] }],
	])('is left to a person where it %s', (_what, fields) => {
		expect(byHand(fields)).toMatch(/^À saisir à la main/);
	});
});
