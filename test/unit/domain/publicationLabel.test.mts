import { publicationLabel } from '../../../nodes/LegalNotice/domain/codes.ts';

const paper = {
	id: 12,
	departement: '75',
	libelle: 'La Gazette de la Seine',
	periodicite: 'Hebdomadaire',
	type: 'papier',
	entete: true,
	justificatif_papier: true,
	justificatif_numerique: true,
};

describe('the line of a publication', () => {
	test('has the title first and the header last, because a narrow list cuts its end off', () => {
		expect(publicationLabel(paper, false)).toBe(
			'La Gazette de la Seine · Hebdomadaire · digital + paper proof · header possible',
		);
	});

	test('names the department where several are listed', () => {
		expect(publicationLabel(paper, true)).toMatch(/^La Gazette de la Seine · 75 · Hebdomadaire/);
	});

	test.each([
		[{ justificatif_papier: false }, /· digital proof ·/],
		[{ justificatif_numerique: false }, /· paper proof ·/],
		[{ justificatif_numerique: false, justificatif_papier: false }, /Hebdomadaire · header/],
		[{ entete: false }, /proof$/],
		[{ type: 'web' }, /Hebdomadaire · web · digital/],
	])('with %j says no more than is offered', (more, expected) => {
		expect(publicationLabel({ ...paper, ...more }, false)).toMatch(expected);
	});

	test.each([[false], [null], [undefined]])('offers nothing for %p', (no) => {
		const given = { ...paper, entete: no, justificatif_papier: no, justificatif_numerique: no };
		expect(publicationLabel(given, false)).toBe('La Gazette de la Seine · Hebdomadaire');
	});

	test('is the number where the service gives no title', () => {
		expect(publicationLabel({ id: 12 }, true)).toBe('12');
	});
});
