import {
	CATEGORIES_WITHOUT_FORFAIT,
	FORFAITS_BY_CATEGORY,
	readCategory,
	readForfait,
	readPublication,
	RESERVED_CATEGORIES,
} from '../../../nodes/LegalNotice/domain/codes.ts';
import { InputProblem } from '../../../nodes/LegalNotice/domain/parameters.ts';

/** As the specification lists them. */
const FORFAITS = {
	CONSTI: 'EURL SA SARL SAS SASU SC SCI SNC CONSTI_AUTRE',
	MODIF:
		'MOD_AUTRE MOD_TRS_SIE MOD_DIR MOD_CAC_NOM MOD_CAC_CES MOD_DUREE MOD_DATE_CLOT MOD_DATE_DEB MOD_REC_ACTIF MOD_CAP MOD_OBJET MOD_ACT MOD_JUD_NOM MOD_DENOM MOD_FORME MOD_ASSO MOD_CESSION MOD_RES_BAIL MOD_NON_DISSOL',
};
const WITHOUT =
	'ADDITI AUTRE CHG_PAT CHG_REG CLOTUR CONVOC DISSOL FONDS FUSION LOC_GER PRS_ACT RECTIF TUP SUC_VAC SUC_DES';

test.each(Object.entries(FORFAITS))(
	'the forfaits of %s are those of the specification',
	(category, all) => {
		expect(FORFAITS_BY_CATEGORY.get(category)).toEqual(all.split(' '));
		for (const forfait of all.split(' ')) {
			expect(readForfait(category, ` ${forfait.toLowerCase()} `)).toBe(forfait);
		}
	},
);

test('the other categories of the specification take no forfait', () => {
	expect(CATEGORIES_WITHOUT_FORFAIT).toEqual(WITHOUT.split(' '));
	expect(RESERVED_CATEGORIES).toEqual(['SUC_VAC', 'SUC_DES']);
	for (const category of WITHOUT.split(' ')) {
		expect(readCategory(` ${category.toLowerCase()} `)).toBe(category);
		expect(readForfait(category, 'SARL')).toBeUndefined();
	}
	expect(readCategory('vnt_enc')).toBe('vnt_enc');
});

test.each`
	read                                      | parameter        | message                                                     | advice
	${() => readCategory('')}                 | ${'Category'}    | ${"'Category' is empty."}                                   | ${'Choose it from the list.'}
	${() => readForfait('CONSTI', '')}        | ${'Forfait'}     | ${"'Forfait' is empty, but the category CONSTI needs one."} | ${'Choose it from the list: EURL, SA, SARL, SAS, SASU, SC, SCI, SNC, CONSTI_AUTRE.'}
	${() => readForfait('CONSTI', 'mod_cap')} | ${'Forfait'}     | ${`'Forfait' cannot be "MOD_CAP".`}                         | ${'The category CONSTI takes one of EURL, SA, SARL, SAS, SASU, SC, SCI, SNC, CONSTI_AUTRE.'}
	${() => readPublication(' ')}             | ${'Publication'} | ${"'Publication' is empty."}                                | ${'Choose it from the list.'}
	${() => readPublication('x'.repeat(50))}  | ${'Publication'} | ${`'Publication' cannot be "${'x'.repeat(40)}".`}           | ${'Choose it from the list, or give its ID, a whole number.'}
	${() => readForfait('CONSTI', {})}        | ${'Forfait'}     | ${"'Forfait' is an object, not a text."}                    | ${'Let the expression lead to the field that holds the text itself.'}
	${() => readPublication([])}              | ${'Publication'} | ${"'Publication' is a list, not a text."}                   | ${'Let the expression lead to the field that holds the text itself.'}
	${() => readCategory([])}                 | ${'Category'}    | ${"'Category' is a list, not a text."}                      | ${'Let the expression lead to the field that holds the text itself.'}
`('$read', ({ read, parameter, message, advice }) => {
	let problem: unknown;
	try {
		read();
	} catch (thrown) {
		problem = thrown;
	}
	expect(problem).toBeInstanceOf(InputProblem);
	expect(problem).toMatchObject({ name: 'InputProblem', parameter, message, advice });
});

test.each(['x12', '12x', '12.5', '-12', '12.', '9007199254740993'])(
	'%s is no publication',
	(given) => {
		expect(() => readPublication(given)).toThrow(`'Publication' cannot be "${given}".`);
	},
);
test('a publication may come as a table writes numbers', () => {
	expect(readPublication('12.000')).toBe(12);
});
