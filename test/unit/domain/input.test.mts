import {
	isPathSafe,
	readReference,
	readDepartment,
	InputProblem,
	readCount,
	readWidth,
} from '../../../nodes/LegalNotice/domain/parameters.ts';
import { readBaseUrl } from '../../../nodes/LegalNotice/domain/baseUrl.ts';
import {
	readCategory,
	readForfait,
	readPublication,
} from '../../../nodes/LegalNotice/domain/codes.ts';
import { buildFacturation } from '../../../nodes/LegalNotice/domain/notice.ts';

/** The whole text a person sees for bad input. */
function refusal(read: () => unknown): string {
	try {
		read();
	} catch (error) {
		if (error instanceof InputProblem)
			return `${error.parameter}: ${error.message} ${error.advice}`;
		throw error;
	}
	return 'accepted';
}

describe('department', () => {
	test.each([
		['75', '75'],
		[75, '75'],
		[1, '01'],
		['1', '01'],
		['1.0', '01'],
		[' 2a ', '2A'],
		['2B', '2B'],
		['971', '971'],
		['96', '96'],
		['75.0', '75'],
		['971.0', '971'],
		['69m', '69M'],
		['69D', '69D'],
		['97A', '97A'],
	])('%p is read as %s', (given, code) => {
		expect(readDepartment(given)).toBe(code);
	});

	test.each([
		['', /empty/],
		['20', /2A or 2B for Corsica/],
		[20, /2A or 2B for Corsica/],
		['00', /cannot be "00"/],
		['2C', /cannot be "2C"/],
		['Paris', /cannot be "Paris"/],
		['75015', /not a postcode/],
		['20090', /not a postcode/],
		[{ a: 1 }, /is an object, not a text/],
	])('%p is refused with a way out', (given, sentence) => {
		expect(refusal(() => readDepartment(given))).toMatch(sentence);
	});
});

describe('category and forfait', () => {
	test('listed codes are taken in any case, others as they are', () => {
		expect(readCategory('consti')).toBe('CONSTI');
		expect(readCategory('VNT_ENC')).toBe('VNT_ENC');
		expect(readCategory('neu')).toBe('neu');
		expect(refusal(() => readCategory(' '))).toMatch(/Category: 'Category' is empty/);
	});

	test.each([
		['CONSTI', 'sarl', 'SARL'],
		['MODIF', 'MOD_CAP', 'MOD_CAP'],
		['CONSTI', 'NEW_FORM', 'NEW_FORM'],
		['DISSOL', 'SARL', undefined],
		['DISSOL', '', undefined],
		['VNT_ENC', '', undefined],
		['VNT_ENC', 'VNT_1', 'VNT_1'],
	])('with %s, the forfait %p is sent as %p', (category, given, sent) => {
		expect(readForfait(category, given)).toBe(sent);
	});

	test('a missing forfait and one of another category are refused, with the ones that fit', () => {
		expect(refusal(() => readForfait('CONSTI', ''))).toMatch(/needs one\..*EURL, SA, SARL/);
		expect(refusal(() => readForfait('MODIF', 'SARL'))).toMatch(
			/category MODIF takes one of .*MOD_CAP/,
		);
	});
});

describe('publication', () => {
	test.each([
		[12, 12],
		['12', 12],
		['12.0', 12],
		[' 900001 ', 900001],
	])('%p is %d', (given, id) => {
		expect(readPublication(given)).toBe(id);
	});
	test.each(['', '0', '-3', '12 abc', '1.5', 'NaN', null])('%p is refused', (given) => {
		expect(refusal(() => readPublication(given))).toMatch(/^Publication: 'Publication'/);
	});
});

describe('base URL', () => {
	test.each([
		['https://a.example', 'https://a.example'],
		['https://a.example/', 'https://a.example'],
		[' https://a.example/annonce-legale/api/externe ', 'https://a.example'],
		['https://a.example/annonce-legale/api/externe/', 'https://a.example'],
		['https://a.example/annonce-legale/api/externe/client', 'https://a.example'],
		['https://a.example/al-test/annonce-legale/api/externe', 'https://a.example/al-test'],
		[
			'https://a.example/annonce-legale/api/externes',
			'https://a.example/annonce-legale/api/externes',
		],
		['https://A.example:443/x//', 'https://a.example/x'],
		['http://127.0.0.1:5690', 'http://127.0.0.1:5690'],
		['http://localhost:5690/', 'http://localhost:5690'],
		['http://[::1]:5690', 'http://[::1]:5690'],
	])('%s is read as %s', (given, url) => {
		expect(readBaseUrl(given)).toMatchObject({ ok: true, url });
	});
	test.each([
		['', /empty/],
		[undefined, /empty/],
		['a.example', /not a complete address/],
		['ftp://a.example', /does not start with https/],
		['http://a.example', /not encrypted/],
		['http://127.0.0.1.evil.example', /not encrypted/],
		['https://u:p@a.example', /user name or a password/],
		['https://a.example?x=1', /behind \? or #/],
		['https://a.example/#', /behind \? or #/],
	])('%s is refused with a sentence', (given, sentence) => {
		const read = readBaseUrl(given);
		expect(read.ok ? 'accepted' : read.reason).toMatch(sentence);
		expect(read.ok ? '' : read.reason).toContain("'Base URL'");
	});
	test('a password in the address is not repeated', () => {
		expect(JSON.stringify(readBaseUrl('https://user:hunter@a.example'))).not.toContain('hunter');
	});
});

describe('references', () => {
	test.each([
		[' D-1 ', 'D-1'],
		[4711, '4711'],
	])('%p is %s', (given, reference) => {
		expect(readReference(given)).toBe(reference);
	});
	test.each([
		['AL-2026-000001', true],
		['00481029', true],
		['a.b_c~d-e', true],
		['.', false],
		['..', false],
		['...', false],
		['2026/001', false],
		['D-1#bis', false],
		['D 1', false],
		['D?1', false],
		['D%31', false],
		['Dé', false],
		['', false],
	])('%s can stand in a path: %p', (reference, safe) => {
		expect(isPathSafe(reference)).toBe(safe);
	});
});

describe('numbers', () => {
	test.each([
		['2,5', 2.5],
		['2.5', 2.5],
		[3, 3],
		['', undefined],
		[' ', undefined],
		[undefined, undefined],
	])('the width %p is %p', (given, width) => {
		expect(readWidth('Width', given)).toBe(width);
	});
	test.each(['0', -1, 'wide', Number.NaN, '1e3'])('the width %p is refused', (given) => {
		expect(refusal(() => readWidth('Width', given))).toMatch(/number above 0/);
	});
	test.each([
		[0, 0],
		['3', 3],
	])('%p proofs are %d', (given, count) => {
		expect(readCount('Paper Proofs', given)).toBe(count);
	});
	test.each([-1, 1.5, 'many', '', null])('%p proofs are refused', (given) => {
		expect(refusal(() => readCount('Paper Proofs', given))).toMatch(/^Paper Proofs: .*0 or more/);
	});
});

describe('advertiser', () => {
	const complete = {
		name: 'Atelier SARL',
		address: '1, rue du Pont',
		postcode: 1000,
		city: 'Bourg',
	};

	test('the leading zero of a French postcode comes back, abroad it does not', () => {
		expect(buildFacturation(complete, 'FRA').code_postal).toBe('01000');
		expect(buildFacturation(complete, 'BEL').code_postal).toBe('1000');
	});
	test('everything that is missing is named at once', () => {
		expect(refusal(() => buildFacturation({ name: 'A' }, 'FRA'))).toContain(
			"'Address', 'Postcode', 'City' are missing",
		);
		expect(refusal(() => buildFacturation({ name: 'A' }, ''))).toContain("'City', 'Country' are");
	});
	test('a country that is not given is missing, and nothing is guessed', () => {
		expect(refusal(() => buildFacturation(complete, ''))).toContain("'Country' is missing");
	});
	test('empty fields are not sent', () => {
		expect(buildFacturation({ ...complete, phone: ' ', mobile: '06' }, 'FRA')).toEqual({
			nom_raison_sociale: 'Atelier SARL',
			adresse: '1, rue du Pont',
			code_postal: '01000',
			ville: 'Bourg',
			pays: 'FRA',
			mobile: '06',
		});
	});
	test('an e-mail that cannot be one is refused', () => {
		expect(refusal(() => buildFacturation({ ...complete, email: 'a@b' }, 'FRA'))).toMatch(/e-mail/);
	});
});
