/** What a person reads when a value cannot be used: what happened, with the value, and what to do. */
import { buildFacturation } from '../../../nodes/LegalNotice/domain/notice.ts';
import { readBaseUrl } from '../../../nodes/LegalNotice/domain/baseUrl.ts';
import {
	readChoice,
	readFlag,
	readDepartment,
	InputProblem,
	readAmount,
	readCount,
	readWidth,
	readReference,
	readText,
	readTimeout,
} from '../../../nodes/LegalNotice/domain/parameters.ts';
import { readPublicationDay } from '../../../nodes/LegalNotice/domain/dates.ts';
import { readOrderNumber } from '../../../nodes/LegalNotice/domain/orderNumber.ts';

const long = 'x'.repeat(200);

test.each`
	read                                                                                                 | parameter                      | message                                                                                            | advice
	${() => readText('Text', [1])}                                                                       | ${'Text'}                      | ${"'Text' is a list, not a text."}                                                                 | ${'Let the expression lead to the field that holds the text itself.'}
	${() => readText('Name', {}, 'Advertiser')}                                                          | ${'Advertiser'}                | ${"'Name' of 'Advertiser' is an object, not a text."}                                              | ${'Let the expression lead to the field that holds the text itself.'}
	${() => readText('Text', true)}                                                                      | ${'Text'}                      | ${"'Text' is a boolean, not a text."}                                                              | ${'Let the expression lead to the field that holds the text itself.'}
	${() => readReference(' ')}                                                                          | ${'Reference or Order Number'} | ${"'Reference or Order Number' is empty."}                                                         | ${'Give the reference that the service returned, or the order number given when ordering.'}
	${() => readCount('Proofs', { a: 1 })}                                                               | ${'Proofs'}                    | ${`'Proofs' cannot be "{"a":1}".`}                                                                 | ${'Give a whole number, 0 or more.'}
	${() => readCount('Proofs', 2 ** 60)}                                                                | ${'Proofs'}                    | ${`'Proofs' cannot be "${2 ** 60}".`}                                                              | ${'Give a whole number, 0 or more.'}
	${() => readCount('Proofs', long)}                                                                   | ${'Proofs'}                    | ${`'Proofs' cannot be "${long.slice(0, 40)}".`}                                                    | ${'Give a whole number, 0 or more.'}
	${() => readWidth('Width', 0)}                                                                       | ${'Width'}                     | ${`'Width' cannot be "0".`}                                                                        | ${'Give a number above 0, such as 2 or 1.5.'}
	${() => readAmount('Maximum Total', '-5')}                                                           | ${'Maximum Total'}             | ${`'Maximum Total' cannot be "-5".`}                                                               | ${'Give an amount in euros including tax, such as 250 or 1250.50.'}
	${() => readTimeout('Timeout', 4.9)}                                                                 | ${'Timeout'}                   | ${`'Timeout' cannot be "4.9".`}                                                                    | ${'Give a number of seconds, 5 to 300, or remove the option.'}
	${() => readTimeout('Timeout', [long])}                                                              | ${'Timeout'}                   | ${`'Timeout' cannot be "["${long.slice(0, 38)}".`}                                                 | ${'Give a number of seconds, 5 to 300, or remove the option.'}
	${() => readChoice('Mode', long, ['auto', 'none'])}                                                  | ${'Mode'}                      | ${`'Mode' cannot be "${long.slice(0, 40)}".`}                                                      | ${'Choose it from the list, or give one of auto, none.'}
	${() => readFlag('Flag', 'Oui')}                                                                     | ${'Flag'}                      | ${`'Flag' cannot be "Oui".`}                                                                       | ${'Choose it from the list, or give one of true, false.'}
	${() => readDepartment('')}                                                                          | ${'Department'}                | ${"'Department' is empty."}                                                                        | ${'Give its code, such as 75.'}
	${() => readDepartment(long)}                                                                        | ${'Department'}                | ${`'Department' cannot be "${long.slice(0, 40)}".`}                                                | ${'Give the code of the department, not a postcode: two digits such as 75 or 01, 2A or 2B for Corsica, three digits such as 971 overseas.'}
	${() => readDepartment('Dix-huit lettres xx')}                                                       | ${'Department'}                | ${`'Department' cannot be "Dix-huit lettres xx".`}                                                 | ${'Give the code of the department, not a postcode: two digits such as 75 or 01, 2A or 2B for Corsica, three digits such as 971 overseas.'}
	${() => readOrderNumber('')}                                                                         | ${'Order Number'}              | ${"'Order Number' is empty."}                                                                      | ${"Give your own number, or set 'Order Number Mode' to Automatic."}
	${() => readOrderNumber('😀'.repeat(51))}                                                            | ${'Order Number'}              | ${"'Order Number' has 51 characters, and the service takes at most 50."}                           | ${'Shorten it, keeping it unique for each notice.'}
	${() => readOrderNumber('a\tb')}                                                                     | ${'Order Number'}              | ${"'Order Number' contains a line break, tab or other control character, or half of a character."} | ${'Give one line of text.'}
	${() => readPublicationDay(long)}                                                                    | ${'Publication Date'}          | ${`'Publication Date' cannot be "${long.slice(0, 40)}".`}                                          | ${'Give a date such as 2026-12-04 or 04/12/2026, choose it from the list, or leave it empty.'}
	${() => buildFacturation({ name: 'A', address: 'B', city: 'C' }, 'FRA')}                             | ${'Advertiser'}                | ${"The 'Advertiser' is billed, but 'Postcode' is missing."}                                        | ${"Fill in the 'Advertiser', or choose another 'Billing'."}
	${() => buildFacturation({ name: 'A', address: 'B', city: 'C', postcode: 'D', email: long }, 'FRA')} | ${'Advertiser'}                | ${`'Email' of 'Advertiser' cannot be "${long.slice(0, 40)}".`}                                     | ${'Give one e-mail address, such as name@example.com, or leave it empty.'}
`('$read', ({ read, parameter, message, advice }) => {
	let problem: unknown;
	try {
		read();
	} catch (thrown) {
		problem = thrown;
	}
	expect(problem).toBeInstanceOf(InputProblem);
	expect(problem).toMatchObject({ parameter, message, advice });
});

test.each<[unknown, number]>([
	['1 250,50 €', 1250.5],
	['250 EUR', 250],
	['eur 3', 3],
	['€ 3', 3],
	[0.01, 0.01],
	['12.345', 12.35],
])('the amount %p is %p', (given, amount) => {
	expect(readAmount('Maximum Total', given)).toBe(amount);
});
test.each<unknown>([0, '', 'much', null, { a: 1 }, '300€00', '3EUR5'])(
	'the amount %p is refused',
	(given) => {
		expect(() => readAmount('Maximum Total', given)).toThrow(InputProblem);
	},
);

test.each<[unknown, number | undefined]>([
	[5, 5_000],
	['300', 300_000],
	['7,5', 7_500],
	['', undefined],
	[' ', undefined],
	['\u00a0\n', undefined],
	[null, undefined],
	[undefined, undefined],
])('the time-out %p is %p ms', (given, ms) => {
	expect(readTimeout('Timeout', given)).toBe(ms);
});
test.each<unknown>([300.1, 'soon', {}])('the time-out %p is refused', (given) => {
	expect(() => readTimeout('Timeout', given)).toThrow(InputProblem);
});

test('choices and flags are read in any case, and nothing is nothing', () => {
	expect(readChoice('Mode', ' AUTO ', ['auto', 'none'])).toBe('auto');
	expect(readChoice('Mode', undefined, ['auto'])).toBeUndefined();
	expect([true, false, 'True', ' FALSE '].map((given) => readFlag('Flag', given))).toEqual([
		true,
		false,
		true,
		false,
	]);
	expect(readFlag('Flag', '')).toBeUndefined();
	expect(readFlag('Flag', null)).toBeUndefined();
});

test('fifty characters are an order number, also when some count twice in memory', () => {
	expect(readOrderNumber(` ${'😀'.repeat(50)} `)).toBe('😀'.repeat(50));
});

test('the billing party is sent with everything that was given', () => {
	const given = {
		name: 'Atelier SARL',
		nameComplement: 'Service achats',
		address: '1, rue du Pont',
		addressComplement: 'Bâtiment B',
		postcode: '75001',
		city: 'Paris',
		email: ' a@b.example ',
		phone: 123,
		mobile: '06',
	};
	expect(buildFacturation(given, 'FRA')).toEqual({
		nom_raison_sociale: 'Atelier SARL',
		prenom_nom_complement: 'Service achats',
		adresse: '1, rue du Pont',
		adresse_complement: 'Bâtiment B',
		code_postal: '75001',
		ville: 'Paris',
		pays: 'FRA',
		email: 'a@b.example',
		telephone: '123',
		mobile: '06',
	});
});
test.each(['a b@c.fr', 'a@b@c.fr', '@b.fr', 'a@.', 'x a@b.fr', 'a@b.fr x'])(
	'%p is no e-mail',
	(email) => {
		const given = { name: 'A', address: 'B', postcode: 'C', city: 'D', email };
		expect(() => buildFacturation(given, 'FRA')).toThrow("'Email' of 'Advertiser'");
	},
);
test.each(['name', 'address', 'postcode', 'city', 'phone', 'mobile', 'email'])(
	'a list in the field %s of the advertiser is refused with its label',
	(field) => {
		const given = { name: 'A', address: 'B', postcode: 'C', city: 'D', [field]: ['x'] };
		const label = field.charAt(0).toUpperCase() + field.slice(1);
		expect(() => buildFacturation(given, 'FRA')).toThrow(
			expect.objectContaining({
				parameter: 'Advertiser',
				message: `'${label}' of 'Advertiser' is a list, not a text.`,
			}) as Error,
		);
	},
);
test('longer names before and behind the @ are e-mails as well', () => {
	const given = { name: 'A', address: 'B', postcode: 'C', city: 'D', email: 'abc@def.gh' };
	expect(buildFacturation(given, 'FRA').email).toBe('abc@def.gh');
});
test.each(['12345', '123', 'A100', '1000B'])('the postcode %s stays as it is', (postcode) => {
	const given = { name: 'A', address: 'B', postcode, city: 'D' };
	expect(buildFacturation(given, 'FRA').code_postal).toBe(postcode);
});

describe('the words about a base URL', () => {
	const reasonOf = (given: unknown) => {
		const read = readBaseUrl(given);
		return read.ok ? '' : read.reason;
	};
	const usual =
		"Enter the address that the service gave you, for example https://example.com, in the 'Base URL' of the credential.";
	test.each`
		given                      | reason
		${''}                      | ${`The base URL is empty. ${usual}`}
		${7}                       | ${`The base URL is empty. ${usual}`}
		${'a b'}                   | ${`The base URL "a b" is not a complete address. ${usual}`}
		${long}                    | ${`The base URL "${long.slice(0, 80)}…" is not a complete address. ${usual}`}
		${'ftp://a'}               | ${`The base URL "ftp://a" does not start with https://. ${usual}`}
		${'https://a@b.example'}   | ${`The base URL contains a user name or a password. ${usual}`}
		${'https://:a@b.example'}  | ${`The base URL contains a user name or a password. ${usual}`}
		${'https://a.example/x?y'} | ${`The base URL "https://a.example/x" has something behind ? or #. ${usual}`}
		${'http://a.example'}      | ${`The base URL "http://a.example" is not encrypted (http://), which is accepted only for this machine (http://127.0.0.1:5690) and for containers in the network of n8n (http://sandbox:5690, http://host.docker.internal:5690). ${usual}`}
	`('$given: $reason', ({ given, reason }) => {
		expect(reasonOf(given)).toBe(reason);
	});
	test.each([
		'http://x.localhost:1',
		'http://127.1.2.3:1',
		'http://127.10.20.30',
		'http://sandbox:5690',
		'http://legal-notice',
		'http://host.docker.internal:5690',
		'https://10.0.0.5',
	])('%s can be used', (url) => {
		expect(readBaseUrl(url)).toEqual({ ok: true, url, origin: url });
	});
	test.each([
		'http://localhost.example',
		'http://0127.0.0.1.example',
		'http://127.0.0.1x.example',
		'http://sandbox.example',
		'http://x.host.docker.internal',
		'http://10.0.0.5',
		'http://[fd00::1]',
	])('%s is neither this machine nor a container', (url) => {
		expect(reasonOf(url)).toContain('is not encrypted');
	});
});
