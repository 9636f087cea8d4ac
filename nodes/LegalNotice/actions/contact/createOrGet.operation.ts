import type { IDataObject } from 'n8n-workflow';

import { contactParameters } from '../../descriptions/lists';
import { OperationStop, UnknownOutcome } from '../../domain/operationStop';
import {
	InputProblem,
	nonEmptyText,
	readEmail,
	readLine,
	readText,
	trimmedText,
} from '../../domain/parameters';
import type { ExecutionClient, SideEffect } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import { exactlyOnce } from '../../transport/exactlyOnce';
import { asThrown, ServiceFailure } from '../../transport/failures';
import { type OperationContext, beside, itemOperation, parameter, payload } from '../context';
import { listForCheck, uncheckedNote } from '../lists';

/** A contact, new or the one that the e-mail is tied to (specification, endpoint 14). */
export const createOrGet = itemOperation({
	option: {
		name: 'Create or Get',
		value: 'createOrGet',
		action: 'Create or get contact',
		description:
			'Create a contact, or get the one that has this e-mail; an existing contact is not changed',
	},
	hasEffect: true,
	doneBy: ['email', 'nom'],
	properties: contactParameters,
	async execute(context, itemIndex) {
		const body = readContact(context, itemIndex);
		const before = await listForCheck(context, '/contacts', 'contacts');
		const contacts = 'found' in before ? before.found : [];
		const client = await context.client();
		return await oneAtATime(context, body.email?.toLowerCase(), async (seen) => {
			try {
				const { answer, recupere } = await send(client, body);
				const id = trimmedText(answer.id);
				const existed = seen.has(id) || contacts.some((contact) => trimmedText(contact.id) === id);
				seen.add(id);
				const added: IDataObject = { recupere };
				if (existed || 'found' in before) added.existant = existed;
				else {
					const what = 'It could not be checked whether the contact was there before';
					added.avertissements = [uncheckedNote(what, before.reason)];
				}
				if (existed) Object.assign(added, notTaken(body, answer));
				const fields = payload(answer);
				delete fields.mot_passe;
				return [{ json: beside(fields, added) }];
			} catch (failure) {
				throw asThrown(sharedEmail(failure, body.email, contacts) ?? failure);
			}
		});
	},
});

/** Body of the request; only what was given. */
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
			"'Portal Password' cannot be chosen by an AI model, because it would be kept in the conversation.",
			'Leave it empty, or take it from a node before this one.',
		);
	}
	const nom = readLine('Last Name', parameter(context, 'lastName', itemIndex));
	const prenom = readLine('First Name', parameter(context, 'firstName', itemIndex));
	const email = readEmail(parameter(context, 'email', itemIndex));
	const password = readText('Portal Password', parameter(context, 'portalPassword', itemIndex));
	if (email === '' && nom === '' && prenom === '') {
		throw new InputProblem(
			'Email',
			"'Email', 'Last Name' and 'First Name' are all empty, so there is nobody to create or get.",
			"Give at least the 'Email'.",
		);
	}
	return {
		...(nom === '' ? {} : { nom }),
		...(prenom === '' ? {} : { prenom }),
		...(email === '' ? {} : { email }),
		// A blank cell of a table is no password, and must not open an access to the portal.
		...(password.trim() === '' ? {} : { mot_passe: password }),
	};
}

/** By execution and e-mail, the work under way; and the contacts that its items have created or got. */
const executions = new WeakMap<
	OperationContext,
	{ readonly running: Map<string, Promise<unknown>>; readonly seen: Set<string> }
>();

/**
 * Two items with one e-mail at the same moment could leave two contacts, which nothing tells apart afterwards.
 *
 * @param work is given the contacts of earlier items: they existed for this one
 */
async function oneAtATime<Result>(
	context: OperationContext,
	email: string | undefined,
	work: (seen: Set<string>) => Promise<Result>,
): Promise<Result> {
	const execution = executions.get(context) ?? { running: new Map(), seen: new Set() };
	executions.set(context, execution);
	const { running, seen } = execution;
	if (email === undefined) return await work(seen);
	const start = async () => await work(seen);
	const result = (running.get(email) ?? Promise.resolve()).then(start, start);
	running.set(email, result);
	return await result;
}

/**
 * With an e-mail a lost answer is resolved by asking again, without one nothing is ever sent twice.
 *
 * @throws UnknownOutcome when it cannot be known whether a contact was created
 */
async function send(
	client: ExecutionClient,
	body: ContactBody,
): Promise<{ answer: Answer; recupere: boolean }> {
	const { email } = body;
	const who = email === undefined ? 'a contact without e-mail' : `contact ${email}`;
	return await exactlyOnce(client, {
		send: async (sideEffect: SideEffect, recupere: boolean) => {
			const answer = await client.call({ method: 'POST', path: '/contact', body, sideEffect });
			if (nonEmptyText(answer.id) !== undefined) return { answer, recupere };
			throw new ServiceFailure('notTheService', { missing: 'id' });
		},
		repeatable: email !== undefined,
		unknown: (reason) =>
			new UnknownOutcome(
				email === undefined
					? 'It is not known whether the contact was created, and it has no e-mail to ask for. It was not sent again.'
					: `It is not known whether the contact ${email} was created.`,
				email === undefined
					? 'Contact > Get Many shows whether it was.'
					: 'Run it again: the e-mail keeps the contact from being created twice.',
				reason,
				`${who}, not known whether created`,
				email !== undefined,
			),
	});
}

/** What was given and an existing contact did not take. */
function notTaken({ nom, prenom, mot_passe: password }: ContactBody, answer: Answer): IDataObject {
	const differences = [
		{ champ: 'nom', demande: nom, enregistre: trimmedText(answer.nom) },
		{ champ: 'prenom', demande: prenom, enregistre: trimmedText(answer.prenom) },
	].filter(({ demande, enregistre }) => demande && comparable(demande) !== comparable(enregistre));
	const note =
		'The contact existed: the service does not report whether it has access to the portal now, and with which password.';
	return {
		...(differences.length > 0 ? { differences } : {}),
		...(password === undefined ? {} : { avertissements: [note] }),
	};
}

/** Registers write names in capitals; accents are part of a name. */
function comparable(name: string): string {
	return name.normalize('NFC').replace(/\s+/gu, ' ').trim().toLocaleLowerCase('fr');
}

/** The stop that names the contacts that share the e-mail; undefined for another failure, or when they are not known. */
function sharedEmail(
	failure: unknown,
	email = '',
	contacts: readonly IDataObject[],
): OperationStop | undefined {
	if (!(failure instanceof ServiceFailure) || !failure.has('err_multiple_contact'))
		return undefined;
	const same = contacts
		.filter((contact) => trimmedText(contact.email).toLowerCase() === email.toLowerCase())
		.map(({ id, prenom, nom }) => {
			const name = `${trimmedText(prenom)} ${trimmedText(nom)}`.trim();
			return name === '' ? trimmedText(id) : `${trimmedText(id)} (${name})`;
		});
	const message = `The e-mail ${email} belongs to ${same.length} contacts: ${same.join(', ')}.`;
	return same.length > 0 ? new OperationStop(message, '', failure) : undefined;
}
