/** What people and the service write into fields, 200 kB of what is worst for each expression: none blocks the process. */
import { readBaseUrl } from '../../../nodes/LegalNotice/domain/baseUrl.ts';
import { cents } from '../../../nodes/LegalNotice/domain/records.ts';
import { readAmount, readEmail } from '../../../nodes/LegalNotice/domain/parameters.ts';
import { signRequest } from '../../../nodes/LegalNotice/transport/signing.ts';

const SIZE = 200_000;
const ORIGIN = 'https://notices.example.com';
const keys = { environment: 'test', baseUrl: ORIGIN, publicKey: 'public', secretKey: 'secret' };

test.each([
	['an e-mail address of dots', () => readEmail(`a@${'.'.repeat(SIZE)}@`)],
	['an e-mail address of many parts', () => readEmail(`a@${'a.'.repeat(SIZE / 2)}@`)],
	['an amount of digits', () => readAmount('Maximum Total', `${'1'.repeat(SIZE)}x`)],
	['an amount of an answer', () => cents(`${'1'.repeat(SIZE)}x`)],
	['a base URL of slashes', () => readBaseUrl(`${ORIGIN}/${'/'.repeat(SIZE)}x`)],
	[
		'an address of slashes',
		() => signRequest(keys, { baseURL: `${ORIGIN}/${'/'.repeat(SIZE)}x`, url: 'client' }),
	],
] as const)('%s', (_what, read) => {
	const startedAt = Date.now();
	try {
		read();
	} catch (problem) {
		expect(String(problem).length).toBeLessThan(600);
	}
	expect(Date.now() - startedAt).toBeLessThan(1_000);
});

test.each([
	['12', 1200],
	['12.', 1200],
	['.5', 50],
	['-1 250,50', -125050],
	['1.2.3', undefined],
	['.', undefined],
])('%s in cents', (text, expected) => expect(cents(text)).toBe(expected));
