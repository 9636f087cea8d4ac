import { CarriedStates } from '../../../nodes/LegalNotice/trigger/carried.ts';

describe('states carried between polls', () => {
	it('hold only while n8n has stored what they were learned from', () => {
		const states = new CarriedStates();
		states.set('a', 'old', 'learned');
		expect(states.get('a', 'old')).toBe('learned');
		expect(states.get('a', 'new')).toBeUndefined();
		expect(states.get('b', 'old')).toBeUndefined();
	});

	it('have a bound: the trigger that has not polled for the longest is forgotten first', () => {
		const states = new CarriedStates(10);
		states.set('a', '', '12345');
		states.set('b', '', '12345');
		states.set('a', '', '54321');
		states.set('c', '', '12345');
		expect(['a', 'b', 'c'].map((name) => states.get(name, ''))).toEqual([
			'54321',
			undefined,
			'12345',
		]);
		states.forget('a');
		states.set('d', '', '12345');
		expect(states.get('c', '')).toBe('12345');
	});
});
