import { InputProblem, readEmail, readLine, readText } from '../../domain/parameters';
import { type OperationContext, parameter } from '../context';

/** A contact as the parameters give it; '' where nothing is given. */
export interface ContactInput {
	readonly email: string;
	readonly lastName: string;
	readonly firstName: string;
	readonly portalPassword: string;
}

/** Body of the request; only what was given (specification, endpoint 14). */
export interface ContactBody {
	nom?: string;
	prenom?: string;
	email?: string;
	mot_passe?: string;
}

/** @throws InputProblem when nothing is given, or something that cannot be sent */
export function readContact(context: OperationContext, itemIndex: number): ContactInput {
	refuseChosenByModel(context);
	const password = readText('Portal Password', parameter(context, 'portalPassword', itemIndex));
	const input = {
		email: readEmail(parameter(context, 'email', itemIndex)),
		lastName: readLine('Last Name', parameter(context, 'lastName', itemIndex)),
		firstName: readLine('First Name', parameter(context, 'firstName', itemIndex)),
		// A blank cell of a table is no password, and must not open an access to the portal.
		portalPassword: password.trim() === '' ? '' : password,
	};
	if (input.email === '' && input.lastName === '' && input.firstName === '') {
		throw new InputProblem(
			'Email',
			"'Email', 'Last Name' and 'First Name' are all empty, so there is nobody to create or get.",
			"Give at least the 'Email'.",
		);
	}
	return input;
}

export function contactBody(input: ContactInput): ContactBody {
	const body: ContactBody = {};
	if (input.lastName !== '') body.nom = input.lastName;
	if (input.firstName !== '') body.prenom = input.firstName;
	if (input.email !== '') body.email = input.email;
	if (input.portalPassword !== '') body.mot_passe = input.portalPassword;
	return body;
}

/** What a model chooses is part of its conversation: no place for a password. */
function refuseChosenByModel({ fn }: OperationContext): void {
	const written = fn.getNode().parameters.portalPassword;
	if (typeof written !== 'string' || !/\$fromAI\b/i.test(written)) return;
	throw new InputProblem(
		'Portal Password',
		"'Portal Password' cannot be chosen by an AI model, because it would be kept in the conversation.",
		'Leave it empty, or take it from a node before this one.',
	);
}
