/** Create or Get: a contact, new or the one that the e-mail is tied to (specification, endpoint 14). */
import type { IDataObject } from 'n8n-workflow';

import { ENDS_ALL, rethrown, ServiceFailure, serviceFailure, Stop } from '../../errors/failures';
import { readEmail } from '../../reading/cells/contactDetails';
import { readName } from '../../reading/cells/names';
import { InputProblem, isGiven, readText, trimmedText } from '../../reading/cells/parameters';
import type { ExecutionClient } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import { asSentence, explain } from '../../errors/words';
import { exactlyOnce, oneAtATime } from '../../transport/exactlyOnce';
import { effectOutput, type OperationContext, itemOperation, without } from '../context';
import { parameter } from '../itemParameters';
import { sharedList } from '../lists';

export const createOrGet = itemOperation({
	option: {
		name: 'Create or Get',
		value: 'createOrGet',
		action: 'Create or get contact',
		description:
			'Create a contact, or get the one that has this e-mail; an existing contact is not changed',
	},
	names: { email: 'email', lastName: 'nom' },
	effect: {
		noun: 'contact',
		done: 'created or found',
		references: ({ email, nom }) => [email || nom],
		nextRun: (done) => {
			const isWarning = [...done.values()].flat().some(({ email }) => !isGiven(email));
			const sentence = isWarning
				? 'Before you run it again, remove the items that are done: without an e-mail, their contacts would be created twice.'
				: 'Run it again: no contact is created twice.';
			return { sentence, isWarning };
		},
	},
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
			description: 'Gives access to the web portal of the service; leave it empty if you can',
			hint: 'n8n stores the password in workflows and executions',
		},
	],
	begin: (context) => new ContactsOfRun(context),
	async execute(context, itemIndex, contacts: ContactsOfRun) {
		const body = readContact(context, itemIndex);
		const client = await context.client();
		const item = { context, itemIndex, client, body, contacts };
		const work = async () => [{ json: await createContact(item) }];
		if (body.email === undefined) return await work();
		// Two items, or runs, at the same moment could create two contacts of one e-mail.
		return await oneAtATime(client, { kind: 'contact', name: body.email }, work);
	},
});

/** An item whose contact is created, or found. */
interface ContactOfItem {
	readonly context: OperationContext;
	readonly itemIndex: number;
	readonly client: ExecutionClient;
	readonly body: ContactBody;
	readonly contacts: ContactsOfRun;
}

async function createContact(item: ContactOfItem): Promise<IDataObject> {
	const { context, itemIndex, client, body, contacts } = item;
	// Undefined where the list could not be read before it was sent.
	const memory = context.memoryOf<{ readonly existed: boolean | undefined }>(itemIndex);
	const sent = memory.recall();
	const known = await contacts.before();
	const isUnread = known instanceof ServiceFailure;
	let existed = isUnread ? undefined : known.hasEmail(body.email);
	// Sent by an earlier try, it may be in the list because of that.
	if (sent) ({ existed } = sent);
	const { answer, recupere } = await memory.during({ existed }, async () => {
		return await createOnce(client, body);
	});
	// What an earlier try has created is in the list by now.
	const isOfEarlierTry = sent !== undefined && (isUnread || known.hasId(answer));
	const isRecovered = recupere || isOfEarlierTry;
	const contact = without(answer, ['mot_passe']);
	if (!isUnread) {
		if (!sent) existed = known.hasId(answer);
		known.add(answer);
	}
	if (existed === undefined) {
		const why = isUnread ? explain(known).message : 'an earlier try may have created it';
		const note = `The node could not check whether the contact already existed: ${asSentence(why)}`;
		return effectOutput(contact, { recupere: isRecovered, avertissements: [note] }, () => ({}));
	}
	const differences = (read: Answer) => (existed ? notTaken(body, read) : {});
	return effectOutput(contact, { recupere: isRecovered, existant: existed }, differences);
}

/** The contacts of the account, as far as an e-mail or an ID names them. */
class KnownContacts {
	private readonly ids = new Set<string>();
	private readonly emails = new Set<string>();

	constructor(contacts: readonly Answer[]) {
		for (const contact of contacts) this.add(contact);
	}

	add({ id, email }: Answer): void {
		if (isGiven(id)) this.ids.add(trimmedText(id));
		this.emails.add(trimmedText(email).toLowerCase());
	}

	hasId({ id }: Answer): boolean {
		return this.ids.has(trimmedText(id));
	}

	hasEmail(email = ''): boolean {
		return email !== '' && this.emails.has(email.toLowerCase());
	}
}

/** What was there before this run, and what its items have created since. */
class ContactsOfRun {
	private reading: Promise<KnownContacts> | undefined;

	constructor(private readonly context: OperationContext) {}

	/** A failure to read them stops nothing, but where it would stop the contact as well. @throws ServiceFailure */
	async before(): Promise<KnownContacts | ServiceFailure> {
		this.reading ??= sharedList(this.context, '/contacts', 'contacts').then((contacts) => {
			return new KnownContacts(contacts);
		});
		try {
			return await this.reading;
		} catch (thrown) {
			this.reading = undefined;
			const failure = serviceFailure(thrown);
			const { kind, concernsCaller } = failure;
			if (concernsCaller || ENDS_ALL.has(kind) || kind === 'redirect') throw rethrown(failure);
			return failure;
		}
	}
}

interface ContactBody {
	nom?: string;
	prenom?: string;
	email?: string;
	mot_passe?: string;
}

/** @throws InputProblem when nothing is given, or something that cannot be sent */
function readContact(context: OperationContext, itemIndex: number): ContactBody {
	const { portalPassword: written } = context.written;
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

/**
 * A lost answer is resolved by asking again where there is an e-mail, which the service ties to one contact; without one
 * nothing is ever sent twice.
 *
 * @throws Stop when it cannot be known whether a contact was created
 */
async function createOnce(
	client: ExecutionClient,
	body: ContactBody,
): Promise<{ answer: Answer; recupere: boolean }> {
	return await exactlyOnce<{ answer: Answer; recupere: boolean }>(client, {
		send: async (manner, isAgain) => {
			const confidential = body.mot_passe !== undefined;
			const call = { method: 'POST', path: '/contact', body, manner, confidential } as const;
			const answer = await client.call(call);
			if (!isGiven(answer.id)) throw new ServiceFailure('notTheService', { missing: 'id' });
			return { answer, recupere: isAgain };
		},
		afterLoss: body.email === undefined ? 'stop' : 'sendAgain',
		unknown: (reason) => unknownOutcome(body, reason),
	});
}

function unknownOutcome({ nom, prenom, email }: ContactBody, reason: unknown): Stop {
	const name = email ?? [prenom, nom].filter(Boolean).join(' ');
	const message = `It is not known whether the contact ${name} was created.`;
	const what = `the contact ${name}, not known whether created`;
	if (email !== undefined) {
		const advice = 'Run it again: the e-mail keeps the contact from being created twice.';
		return new Stop(message, advice, {
			reason,
			outcome: { kind: 'unknown', what, nextRun: 'finds' },
		});
	}
	return new Stop(
		`${message} It has no e-mail, so the node could not look it up and did not send it again.`,
		"Look for it with Contact > Get Many before you run this again or use n8n's Retry: " +
			'if it exists, it would be created twice.',
		{ reason, outcome: { kind: 'unknown', what, nextRun: 'repeats' } },
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
