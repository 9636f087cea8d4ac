/** The e-mail with a preview names a time that still leaves some for the order: half an hour before the closing time. */
import type { IDataObject } from 'n8n-workflow';
import { ofOneItem, resolved } from './expressions.mts';
import { readExample } from './workflowFiles.mts';

const { nodes } = readExample('proof-and-order');
const parametersOf = (wanted: string): IDataObject =>
	(nodes.find(({ name }) => name === wanted)?.parameters ?? {}) as IDataObject;
const html = String(parametersOf('Send the proof')['html']);
const { value } = parametersOf('Keep the proof')['columns'] as { value: IDataObject };
const mailFor = (bouclage: string | null): string => {
	const row = { bouclage, resume: 'Devis', jeton: 'f00', page: '/annonce', epreuve_html: '' };
	return String(resolved(ofOneItem(html), row)).replaceAll('\u00a0', ' ');
};

test.each([
	['2026-12-01T12:00:00+01:00', 'mardi 1er décembre à 11 h 30'],
	['2026-12-21T17:15:00+01:00', 'lundi 21 décembre à 16 h 45'],
	['2026-07-02T00:10:00+02:00', 'mercredi 1er juillet à 23 h 40'],
])('closing at %s: an answer before %s', (closing, time) => {
	const mail = mailFor(closing);
	expect(mail).toContain(
		`<br>Sans votre réponse avant le ${time}, elle ne paraîtra pas le jour prévu.</p>`,
	);
	expect(mail).toContain('<a href="/annonce?jeton=f00"');
});

test('closing unknown: no time, and no remains of the sentence', () => {
	const written = (row: IDataObject) => resolved(String(value['bouclage']), row);
	expect(written({ date_bouclage_iso: '2026-12-01T12:00:00+01:00' })).toMatch(/^2026/);
	expect(written({})).toBeNull();
	const mail = mailFor(null);
	expect(mail).toContain('<a href="/annonce?jeton=f00"');
	expect(mail).not.toMatch(/Sans votre réponse|jour prévu|Invalid|null|undefined/);
});
