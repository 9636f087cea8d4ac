/** Create or Get: a contact, new or the one that the e-mail is tied to (specification, endpoint 14). */
import type { IDataObject } from 'n8n-workflow';

import { UnknownOutcome, ServiceFailure } from '../../errors/failures';
import { readEmail } from '../../domain/contactDetails';
import { readName } from '../../domain/names';
import { InputProblem, isGiven, readText, trimmedText } from '../../domain/parameters';
import type { ExecutionClient } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import { asSentence, explain } from '../../errors/words';
import { exactlyOnce, oneAtATime } from '../../transport/exactlyOnce';
import { type OperationContext, itemOperation, without } from '../context';
import { parameter } from '../itemParameters';
import { effectOutput } from '../finished';
import { listForCheck, noteListed } from '../lists';

export const createOrGet = itemOperation({
	option: {
		name: 'Create or Get',
		value: 'createOrGet',
		action: 'Create or get contact',
		description:
			'Create a contact, or get the one that has this e-mail; an existing contact is not changed',
	},
	hasEffect: true,
	// Two items with one e-mail at the same moment could leave two contacts.
	serial: true,
	doneBy: ['email', 'nom'],
	// The interface requires none of them (specification, endpoint 14).
	properties: [
		{
			displayName: 'Email',
			name: 'email',
			type: 'string',
			default: '',
			placeholder: 'e.g. name@example.com',
			description: 'A contact that already has this e-mail is returned instead of a new one',
			hint: 'Without an e-mail, every run creates a new contact, and a lost answer cannot be checked or retried',
		},
		{
			displayName: 'Last Name',
			name: 'lastName',
			type: 'string',
			default: '',
			placeholder: 'e.g. Exemple',
			description: 'Last name (nom) of a new contact; an existing contact keeps its own',
		},
		{
			displayName: 'First Name',
			name: 'firstName',
			type: 'string',
			default: '',
			placeholder: 'e.g. Camille',
			description: 'First name (prénom) of a new contact; an existing contact keeps its own',
		},
		{
			displayName: 'Portal Password',
			name: 'portalPassword',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Gives the contact access to the web portal of the service. n8n stores the password in workflows and executions, so leave it empty if you can.',
		},
	],
	async execute(context, itemIndex) {
		const body = readContact(context, itemIndex);
		const before = await listForCheck(context, '/contacts', 'contacts');
		const { answer, recupere } = await send(await context.client(), body);
		noteListed(context, '/contacts', 'contacts', answer);
		const contact = without(answer, ['mot_passe']);
		if (before instanceof ServiceFailure) {
			const why = asSentence(explain(before).message);
			const note = `The node could not check whether the contact already existed: ${why}`;
			return [{ json: effectOutput(contact, { recupere, avertissements: [note] }, {}) }];
		}
		const id = trimmedText(answer.id);
		const existant = before.some((one) => isGiven(one.id) && trimmedText(one.id) === id);
		const differences = (read: Answer) => (existant ? notTaken(body, read) : {});
		return [{ json: effectOutput(contact, { recupere, existant }, { differences }) }];
	},
});

interface ContactBody {
	nom?: string;
	prenom?: string;
	email?: string;
	mot_passe?: string;
}

/** @throws InputProblem when nothing is given, or something that cannot be sent */
function readContact(context: OperationContext, itemIndex: number): ContactBody {
	const { portalPassword: written } = context.fn.getNode().parameters;
	if (typeof written === 'string' && /\$fromAI\b/i.test(written)) {
		throw new InputProblem(
			'Portal Password',
			"'Portal Password' cannot be chosen by an AI model: the conversation would keep it.",
			'Leave it empty, or take it from a node before this one.',
		);
	}
	const nom = readName('Last Name', parameter(context, 'lastName', itemIndex));
	const prenom = readName('First Name', parameter(context, 'firstName', itemIndex));
	const email = readEmail(parameter(context, 'email', itemIndex));
	const password = readText('Portal Password', parameter(context, 'portalPassword', itemIndex));
	if (email === '' && nom === '' && prenom === '') {
		throw new InputProblem(
			'Email',
			"'Email', 'Last Name' and 'First Name' are all empty.",
			"Give at least the 'Email'.",
		);
	}
	// A blank cell of a table is no password, and must not open an access to the portal.
	const given = Object.entries({ nom, prenom, email, mot_passe: password });
	return Object.fromEntries(given.filter(([, text]) => text.trim() !== ''));
}

/** Two runs at the same moment could create two contacts of one e-mail: the second waits for the first. @throws UnknownOutcome */
async function send(
	client: ExecutionClient,
	body: ContactBody,
): Promise<{ answer: Answer; recupere: boolean }> {
	const { email } = body;
	if (email === undefined) return await createOnce(client, body);
	const name = `contact ${email.toLowerCase()}`;
	return await oneAtATime(client, name, async () => await createOnce(client, body));
}

/**
 * A lost answer is resolved by asking again where there is an e-mail; without one nothing is ever sent twice.
 *
 * @throws UnknownOutcome when it cannot be known whether a contact was created
 */
async function createOnce(
	client: ExecutionClient,
	body: ContactBody,
): Promise<{ answer: Answer; recupere: boolean }> {
	return await exactlyOnce(client, {
		send: async (sideEffect, recupere) => {
			const { mot_passe: secret = '' } = body;
			const call = { method: 'POST', path: '/contact', body, sideEffect, secret } as const;
			const answer = await client.call(call);
			if (!isGiven(answer.id)) throw new ServiceFailure('notTheService', { missing: 'id' });
			if (!isAnotherContact(body, answer)) return { answer, recupere };
			throw new ServiceFailure('notTheService', { missing: 'email' });
		},
		repeatable: body.email !== undefined,
		unknown: (reason) => unknownOutcome(body, reason),
	});
}

/**
 * A server on the way may cross two answers, and an order would then go to the contact of somebody else. Where only
 * one of both has an e-mail, the last name decides.
 */
function isAnotherContact({ email = '', nom = '' }: ContactBody, answer: Answer): boolean {
	const answered = trimmedText(answer.email);
	const isAnswered = answered.includes('@');
	if (email !== '' && isAnswered) return !isSameName(email, answered);
	if (email === '' && !isAnswered) return false;
	const name = trimmedText(answer.nom);
	return nom !== '' && name !== '' && !isSameName(nom, name);
}

function unknownOutcome({ email }: ContactBody, reason: unknown): UnknownOutcome {
	if (email === undefined) {
		return new UnknownOutcome(
			'It is not known whether the contact was created. ' +
				'It has no e-mail, so the node could not look it up and did not send it again.',
			"Look for it with Contact > Get Many before you run this again or use n8n's Retry: if it exists, it would be created twice.",
			reason,
			{ open: 'the contact, not known whether created', repeatable: false },
		);
	}
	return new UnknownOutcome(
		`It is not known whether the contact ${email} was created.`,
		'Run it again: the e-mail keeps the contact from being created twice.',
		reason,
		{ open: `the contact ${email}, not known whether created`, repeatable: true },
	);
}

/** What was given and an existing contact did not take. */
function notTaken({ nom, prenom, mot_passe: password }: ContactBody, answer: Answer): IDataObject {
	const differences = [
		{ champ: 'nom', demande: nom, enregistre: trimmedText(answer.nom) },
		{ champ: 'prenom', demande: prenom, enregistre: trimmedText(answer.prenom) },
	].filter(({ demande, enregistre }) => demande && !isSameName(demande, enregistre));
	const fields: IDataObject = {};
	if (differences.length > 0) fields.differences = differences;
	if (password !== undefined) {
		const note =
			'The contact already existed. The service does not say whether it set the portal password.';
		fields.avertissements = [note];
	}
	return fields;
}

/** Registers write names in capitals; accents are part of a name. */
function isSameName(one: string, other: string): boolean {
	const [a, b] = [one, other].map((name) =>
		name.normalize('NFC').replace(/\s+/gu, ' ').trim().toLocaleLowerCase('fr'),
	);
	return a === b;
}
