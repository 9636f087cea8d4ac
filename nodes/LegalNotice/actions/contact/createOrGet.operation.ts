import type { IDataObject } from 'n8n-workflow';

import { UnknownOutcome } from '../../errors/stops';
import {
	InputProblem,
	isGiven,
	readEmail,
	readLine,
	readText,
	trimmedText,
} from '../../domain/parameters';
import type { ExecutionClient } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import { asSentence, explain } from '../../errors/words';
import { exactlyOnce } from '../../transport/exactlyOnce';
import { ServiceFailure } from '../../errors/failures';
import { type OperationContext, itemOperation, parameter, without } from '../context';
import { tellDone } from '../done';
import { listForCheck } from '../reads';

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
				'With it the contact also gets access to the web portal of the service. Workflows and executions keep it, so best leave it empty.',
		},
	],
	async execute(context, itemIndex) {
		const body = readContact(context, itemIndex);
		const before = await listForCheck(context, '/contacts', 'contacts');
		const client = await context.client();
		const underWay = executions.get(context) ?? new Map<string, Promise<unknown>>();
		executions.set(context, underWay);
		const email = body.email?.toLowerCase();
		const earlier = email !== undefined && underWay.get(email);
		const work = async () => await send(client, body);
		const sent = earlier ? earlier.then(work, work) : work();
		if (email !== undefined) underWay.set(email, sent);
		const { answer, recupere } = await sent;
		const [got] = earlier ? await Promise.allSettled([earlier]) : [];
		const listed = Array.isArray(before) ? before : [];
		const isListed = listed.some(
			({ id }) => isGiven(id) && trimmedText(id) === trimmedText(answer.id),
		);
		const existant = isListed || got?.status === 'fulfilled';
		const certain: IDataObject = { recupere };
		if (existant || Array.isArray(before)) certain.existant = existant;
		else {
			const why = asSentence(explain(before).message);
			certain.avertissements = [
				`It could not be checked whether the contact was there before: ${why}`,
			];
		}
		const differences = (told: Answer) => (existant ? notTaken(body, told) : {});
		const told = without(answer, ['mot_passe']);
		return [{ json: tellDone(told, certain, { differences }) }];
	},
});

/** By e-mail, what is sent: two items with one at the same moment could leave two contacts, which nothing tells apart. */
const executions = new WeakMap<OperationContext, Map<string, Promise<unknown>>>();

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
	const nom = readLine('Last Name', parameter(context, 'lastName', itemIndex));
	const prenom = readLine('First Name', parameter(context, 'firstName', itemIndex));
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

/**
 * With an e-mail a lost answer is resolved by asking again, without one nothing is ever sent twice.
 *
 * @throws UnknownOutcome when it cannot be known whether a contact was created
 */
async function send(client: ExecutionClient, body: ContactBody) {
	const { email } = body;
	const who = email === undefined ? 'the contact' : `the contact ${email}`;
	const [more, advice] =
		email === undefined
			? [
					' Without an e-mail it cannot be asked for, and was not sent again.',
					"Contact > Get Many shows whether it was. Look before you run it again, also with n8n's own Retry: that would create it once more.",
				]
			: ['', 'Run it again: the e-mail keeps the contact from being created twice.'];
	return await exactlyOnce<{ answer: Answer; recupere: boolean }>(client, {
		send: async (sideEffect, recupere) => {
			const answer = await client.call({ method: 'POST', path: '/contact', body, sideEffect });
			if (isGiven(answer.id)) return { answer, recupere };
			throw new ServiceFailure('notTheService', { missing: 'id' });
		},
		repeatable: email !== undefined,
		unknown: (reason) =>
			new UnknownOutcome(`It is not known whether ${who} was created.${more}`, advice, reason, {
				open: `${who}, not known whether created`,
				repeatable: email !== undefined,
			}),
	});
}

/** What was given and an existing contact did not take. */
function notTaken({ nom, prenom, mot_passe: password }: ContactBody, answer: Answer): IDataObject {
	const differences = [
		{ champ: 'nom', demande: nom, enregistre: trimmedText(answer.nom) },
		{ champ: 'prenom', demande: prenom, enregistre: trimmedText(answer.prenom) },
	].filter(({ demande, enregistre }) => demande && comparable(demande) !== comparable(enregistre));
	const note = 'The contact existed: whether it took the portal password is not known.';
	return {
		...(differences.length > 0 ? { differences } : {}),
		...(password === undefined ? {} : { avertissements: [note] }),
	};
}

/** Registers write names in capitals; accents are part of a name. */
function comparable(name: string): string {
	return name.normalize('NFC').replace(/\s+/gu, ' ').trim().toLocaleLowerCase('fr');
}
