/** What accounting leaves to a person: the documents of a notice that was replaced, and VAT that is not known to be 20 %. */
import type { IDataObject } from 'n8n-workflow';
import { ofOneItem, resolved } from './expressions.mts';
import { readExample, type SavedNode } from './workflowFiles.mts';

const SENTENCE = 'À remettre à la comptabilité à la main : avoir A-1 de l’annonce annulée 26L1.';

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
	const replaced = { ancienne_reference: '26L1', resume: 'Commandée' };
	const says = (item: IDataObject) => written('correct-a-notice', 'Write what became of it', item);

	test('names what it leaves to a person by type and number', () => {
		const documents = [
			{ type: 'facture', numero: 'F-1', url: 'https://journal.example/1' },
			{ type: 'avoir', numero: 'A-1', url: 'https://journal.example/2' },
		];
		expect(says({ ...replaced, documents_annulation: documents })).toBe(
			'À remettre à la comptabilité à la main : facture F-1, avoir A-1 de l’annonce annulée 26L1. L’envoi automatique ne les voit plus ; ne remettez la facture que si ce n’est pas déjà fait. Ensuite, videz la colonne probleme.',
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
			/^À remettre à la comptabilité à la main, s’il y en a : facture et avoir de l’annonce annulée 26L1\. Ensuite, videz la colonne probleme\.$/,
		);
	});

	test('that failed says so', () => {
		expect(says({ error: 'Refused.' })).toBe('Correction non faite ou inachevée : Refused.');
	});
});

/** Each node that writes `probleme` into a row of an ordered notice, the item that it gets, and what stands before the sentence. */
const writers: ReadonlyArray<[string, string, IDataObject, RegExp]> = [
	['correct-a-notice', 'Claim it', {}, /^Correction commencée.*\n$/],
	['correct-a-notice', 'Write what became of it', { error: 'No.' }, /^Correction non faite.*\n$/],
];
test.each(writers)('%s, %s keeps the sentence: %j', (example, node, outcome, before) => {
	for (const own of ['', 'Comptabilité', 'Suivi', 'Attestation', 'BODACC', 'Correction']) {
		const probleme = own ? `${own} : autre chose.\n${SENTENCE}` : SENTENCE;
		const row = { ligne: 'facture F-1 du 2026-11-20 : 120.00', probleme };
		const text = String(written(example, node, { ...row, ...outcome }));
		expect(text.endsWith(SENTENCE)).toBe(true);
		const rest = text.slice(0, -SENTENCE.length);
		// What another workflow has said may stay where this one has nothing to say.
		if (rest !== `${own} : autre chose.\n`) expect(rest).toMatch(before);
	}
});

test('the page of a correction calls it done although its row asks for something', () => {
	const { completionTitle, completionMessage } = nodeOf('correct-a-notice', 'Say what became of it')
		.parameters as Record<string, string>;
	const done = { id: 1, resume: 'Commandée sous la référence 26L2', probleme: SENTENCE };
	expect(resolved(ofOneItem(completionTitle ?? ''), done)).toBe('Annonce remplacée');
	const message = String(resolved(ofOneItem(completionMessage ?? ''), done));
	expect(message).toContain(done.resume);
	expect(message).toContain(SENTENCE);
	const failed = { ...done, probleme: `Correction non faite ou inachevée : Non.\n${SENTENCE}` };
	expect(resolved(ofOneItem(completionTitle ?? ''), failed)).toBe('À reprendre');
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
