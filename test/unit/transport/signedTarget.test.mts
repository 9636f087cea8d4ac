import { signRequest } from '../../../nodes/LegalNotice/transport/signer.ts';

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
