import { OperationStop, UnknownOutcome } from '../../domain/operationStop';
import { exactlyOnce } from '../../transport/exactlyOnce';
import { asThrown, ServiceFailure, type FailureFacts } from '../../transport/failures';
import { contactBody, type ContactInput } from './contactInput';
import { KnownContacts, labelOf } from './knownContacts';
import { nonEmptyText } from '../../domain/parameters';
import type { ExecutionClient, SideEffect } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import type { OperationContext } from '../context';

export interface CreatedContact {
	readonly answer: Answer;
	/** It was there before, created by somebody else or by another item; undefined when that is not known. */
	readonly existing: boolean | undefined;
	/** Why it is not known. */
	readonly unchecked: string | undefined;
	/** The answer of an attempt was lost, and the contact found again by its e-mail. */
	readonly recovered: boolean;
}

/**
 * Creates the contact or gets the one with the same e-mail. The e-mail is the key: with it a lost answer is resolved
 * by asking again, without it nothing is ever sent twice.
 *
 * @throws OperationStop when it cannot be known whether a contact was created, or when several share the e-mail
 */
export async function createContact(
	context: OperationContext,
	input: ContactInput,
): Promise<CreatedContact> {
	const known = KnownContacts.of(context);
	const unchecked = await known.load();
	const client = await context.client();
	// Two items with one e-mail at the same moment could leave two contacts, which nothing tells apart afterwards.
	return await known.oneAtATime(input.email.toLowerCase(), async () => {
		try {
			const { answer, recovered } = await send(client, input);
			const there = known.wasThere(answer.id);
			if (there || unchecked === undefined) {
				return { answer, recovered, existing: there, unchecked: undefined };
			}
			return { answer, recovered, existing: undefined, unchecked };
		} catch (failure) {
			if (!(failure instanceof ServiceFailure) || !failure.has('err_multiple_contact')) {
				throw asThrown(failure);
			}
			const same = known.withEmail(input.email).map(labelOf);
			throw asThrown(same.length > 0 ? sharedEmail(input.email, same, failure) : failure);
		}
	});
}

async function send(
	client: ExecutionClient,
	input: ContactInput,
): Promise<{ answer: Answer; recovered: boolean }> {
	return await exactlyOnce(client, {
		send: async (sideEffect, again) => {
			try {
				return { answer: await post(client, input, sideEffect), recovered: again };
			} catch (failure) {
				throw asThrown(input.portalPassword === '' ? failure : withoutQuotation(failure));
			}
		},
		repeatable: input.email !== '',
		unknown: (reason) => unknownOutcome(input, reason),
	});
}

/** @throws ServiceFailure also for a success that does not say which contact it is */
async function post(
	client: ExecutionClient,
	input: ContactInput,
	sideEffect: SideEffect,
): Promise<Answer> {
	const body = contactBody(input);
	const answer = await client.call({ method: 'POST', path: '/contact', body, sideEffect });
	if (nonEmptyText(answer.id) !== undefined) return answer;
	throw new ServiceFailure('notTheService', { missing: 'id' });
}

/** Facts that hold what the service wrote. */
const QUOTATIONS: ReadonlyArray<keyof FailureFacts> = ['details', 'excerpt'];

/** A refusal may quote what was sent, and a password is nobody's to read. */
function withoutQuotation(failure: unknown): unknown {
	if (!(failure instanceof ServiceFailure)) return failure;
	const facts = { ...failure.facts };
	for (const quotation of QUOTATIONS) Reflect.deleteProperty(facts, quotation);
	return new ServiceFailure(failure.kind, facts);
}

function unknownOutcome({ email }: ContactInput, reason: unknown): UnknownOutcome {
	return email === ''
		? new UnknownOutcome(
				'It is not known whether the contact was created, and it has no e-mail to ask for. It was not sent again.',
				'Contact > Get Many shows whether it is there.',
				reason,
				'a contact without e-mail, not known whether created',
				false,
			)
		: new UnknownOutcome(
				`It is not known whether the contact ${email} was created.`,
				'Run it again: the e-mail keeps the contact from being created twice.',
				reason,
				`contact ${email}, not known whether created`,
				true,
			);
}

function sharedEmail(email: string, labels: string[], reason: ServiceFailure): OperationStop {
	return new OperationStop(
		`The e-mail ${email} belongs to ${labels.length} contacts: ${labels.join(', ')}.`,
		'',
		reason,
	);
}
