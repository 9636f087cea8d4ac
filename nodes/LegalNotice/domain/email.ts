import { InputProblem } from './inputProblem';
import { readLine } from './textValue';

/**
 * An 'Email'; '' when none is given.
 *
 * @param inside label of the collection that it lies in
 * @throws InputProblem for what is not one address
 */
export function readEmail(value: unknown, inside?: string): string {
	const email = readLine('Email', value, inside);
	if (email === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return email;
	throw new InputProblem(
		inside ?? 'Email',
		`${inside === undefined ? "'Email'" : `The 'Email' of the '${inside}'`} cannot be "${email.slice(0, 60)}".`,
		'Give one e-mail address, such as name@example.com, or leave it empty.',
	);
}
