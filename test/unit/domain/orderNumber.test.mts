/** What every automatic order number has. Numbers of many notices, which may never change: test/engine/orderNumbers.test.mts. */
import fc from 'fast-check';

import { runs } from '../../property/runs.mts';
import {
	automaticOrderNumber,
	type OrderIdentity,
	readOrderNumber,
} from '../../../nodes/LegalNotice/domain/orderNumber.ts';

const notice: OrderIdentity = {
	fileReference: '2026-0147',
	department: '75',
	publication: 12,
	category: 'CONSTI',
	forfait: 'SARL',
	text: 'AVIS DE CONSTITUTION',
	header: [],
};

test('text cannot move from one field to the next unnoticed', () => {
	const one = automaticOrderNumber({ ...notice, category: 'A', forfait: 'BC' });
	expect(automaticOrderNumber({ ...notice, category: 'AB', forfait: 'C' })).not.toBe(one);
});

test('an automatic number always fits the service and reaches a path as written, whatever the codes are', () => {
	const code = fc.string({ unit: 'grapheme', maxLength: 80 });
	fc.assert(
		fc.property(code, code, (category, department) => {
			const number = automaticOrderNumber({ ...notice, category, department });
			expect(number).toMatch(/^[A-Za-z0-9_-]{20,50}$/);
			expect(number).not.toMatch(/^[_-]/);
			expect(readOrderNumber(number)).toBe(number);
		}),
		runs(100),
	);
});

test('the file reference counts only for an agent, whose texts vary', () => {
	const file = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 });
	const ofAgent = { ...notice, text: undefined };
	fc.assert(
		fc.property(file, (fileReference) => {
			const [own, same] = [{ ...notice, fileReference }, notice].map(automaticOrderNumber);
			expect(own).toBe(same);
			const [one, other] = [fileReference, `${fileReference}-B`].map((given) =>
				automaticOrderNumber({ ...ofAgent, fileReference: given }),
			);
			expect(one).not.toBe(other);
			const [composed, decomposed] = ['NFC', 'NFD'].map((form) =>
				automaticOrderNumber({ ...ofAgent, fileReference: ` ${fileReference.normalize(form)} ` }),
			);
			expect(composed).toBe(decomposed);
		}),
		runs(100),
	);
});

test.each([
	['A_LONG_CODE_THAT_NOBODY_LISTS_YET', 'A_LONG_CODE_TH'],
	['NEW__--', 'NEW'],
	['--NEW', 'NEW'],
	['A--B', 'A--B'],
])(
	'of the category %s a number shows %s, and is never longer than the service takes',
	(category, shown) => {
		const number = automaticOrderNumber({ ...notice, category });
		expect(number.startsWith(`${shown}-75-`)).toBe(true);
		expect(number).toHaveLength(shown.length + 24);
		expect(number.length).toBeLessThanOrEqual(50);
	},
);
