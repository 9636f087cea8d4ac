/** What was done is told, whatever cannot be made of the answer. */
import { tellDone } from '../../../nodes/LegalNotice/actions/finished.ts';
import { type Answer, readAnswer } from '../../../nodes/LegalNotice/transport/envelope.ts';

test('a part that cannot be made is left out and named; the rest comes out', () => {
	const answer = { resultat: 'succes', reference: 'AL-1', numero_commande: null, motif: [] };
	const parts = {
		resume: () => ({ resume: 'Commandée', avertissements: ['Before.'] }),
		epreuve_html: () => {
			throw new RangeError('Invalid string length');
		},
	};
	expect(tellDone(answer, { numero_commande: 'N-1', environnement: 'test' }, parts)).toEqual({
		reference: 'AL-1',
		numero_commande: 'N-1',
		environnement: 'test',
		resume: 'Commandée',
		avertissements: [
			'Before.',
			"The node could not read the service's 'motif' and left it out.",
			"The node could not make 'epreuve_html' from the service's answer.",
		],
	});
});

test('what was cut because it is nested too deeply is named', () => {
	const deep = `${'['.repeat(30)}${']'.repeat(30)}`;
	const body = `{"resultat":"succes","reference":"AL-1","plus":{"a":${deep}}}`;
	const told = tellDone(readAnswer(200, Buffer.from(body)) as Answer, {}, {});
	expect(told).toMatchObject({
		reference: 'AL-1',
		avertissements: ["A part of 'plus' is nested too deeply."],
	});
});
