import { signRequest } from '../../../nodes/LegalNotice/transport/signing.ts';

const keys = { baseUrl: 'https://a.example', publicKey: 'key', secretKey: 'demo-secret' };
const base = 'https://a.example/annonce-legale/api/externe';

test.each([
	['annonce/AL-1/statut', `${base}/annonce/AL-1/statut`],
	['/annonce/AL:1/statut', `${base}/annonce/AL:1/statut`],
	['annonce/AL:1/statut', `${base}/annonce/AL:1/statut`],
	['/devis?lien=https://b.example', `${base}/devis?lien=https://b.example`],
	['2:1/statut', `${base}/2:1/statut`],
])('the path %s is joined with the address of the interface', (path, sent) => {
	expect(signRequest(keys, { baseURL: base, url: path }).url).toBe(sent);
});

test.each(['\u00a0', '\ufeff', '\u2003'])(
	'an address pasted with a blank (%j) around it is the address',
	(blank) => {
		const whole = `${blank}${base}/devis${blank}`;
		expect(signRequest(keys, { url: whole }).url).toBe(`${base}/devis`);
		expect(signRequest(keys, { baseURL: whole, url: '' }).url).toBe(`${base}/devis`);
		expect(signRequest(keys, { baseURL: `${blank}${base}${blank}`, url: 'devis' }).url).toBe(
			`${base}/devis`,
		);
	},
);

test.each(['https://../devis', 'https://./devis', 'devis', '//a.example/devis', ''])(
	'%j without a base address leads nowhere, and nothing is signed',
	(url) => {
		expect(() => signRequest(keys, { url })).toThrow(
			/is not a complete address|the keys are never sent elsewhere/,
		);
	},
);

test.each([
	'annonce/AL-1\\..\\AL-2/statut',
	'annonce/AL-1/.\t./AL-2/statut',
	'annonce/AL-1/.\r\n./AL-2/statut',
	'annonce/AL\\1/statut',
	'annonce/AL\n1/statut',
	'annonce/AL-1/../AL-2/statut',
	'annonce/AL-1/%2E./AL-2/statut',
	'annonce/AL-1/..',
	'annonce/AL#1/statut',
])('%j would reach another notice than the one written, and is not signed', (url) => {
	for (const asked of [{ baseURL: base, url }, { url: `${base}/${url}` }]) {
		expect(() => signRequest(keys, asked)).toThrow('another notice');
	}
});

test('dots inside a reference, and a backslash in a query, reach what is written', () => {
	for (const path of ['annonce/A..1/statut', 'annonce/...1/statut', 'devis?texte=a\\b']) {
		expect(signRequest(keys, { baseURL: base, url: path }).url).toBe(`${base}/${path}`);
	}
});
