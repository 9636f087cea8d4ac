/** What changes something at the service: an order placed and a notice cancelled, each exactly once. */
import type { OrderBody } from '../../domain/notice';
import { isGiven } from '../../domain/parameters';
import { asThrown, ServiceFailure } from '../../errors/failures';
import { LeftOpen, OperationStop, UnknownOutcome } from '../../errors/stops';
import { saysUnknown } from '../../notices/answers';
import { fetchStatus } from '../../notices/ask';
import type { ExecutionClient, SideEffect } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import { exactlyOnce } from '../../transport/exactlyOnce';
import { timings } from '../../transport/timings';
import { resolveNotice } from './check';
import { agrees, noticeNumbered, numberTaken } from './orderNumbers';
import type { PlacedOrder } from './summary';

const RUN_AGAIN = 'Run the workflow again: the number keeps it from being ordered twice.';

/**
 * Places an order exactly once: after a lost answer the service is asked for the number before anything is sent again.
 * Without a number it is sent at most once.
 *
 * @param sideEffect `continues` when the order completes a replacement
 * @throws UnknownOutcome
 */
export async function placeOrder(
	client: ExecutionClient,
	body: OrderBody,
	ifAlreadyOrdered: 'returnExisting' | 'fail',
	sideEffect: SideEffect = 'starts',
): Promise<PlacedOrder> {
	const number = body.numero_commande;
	const send = async (effect: SideEffect): Promise<PlacedOrder> => {
		const answer = await client.call({
			method: 'POST',
			path: '/commande',
			body,
			sideEffect: effect,
		});
		// 0 is no reference: with a number the service is asked for it, without one the order is reported as it is.
		const isNone = answer.reference === 0 && number !== undefined;
		if (isNone || !isGiven(answer.reference)) {
			throw new ServiceFailure('notTheService', { missing: 'reference' });
		}
		if (number !== undefined && !agrees(answer.numero_commande, number)) {
			throw new ServiceFailure('notTheService', { missing: `numero_commande ${number}` });
		}
		return { kind: 'ordered', answer };
	};
	const unknown = (reason: unknown) => unknownOutcome(body, reason);
	if (number === undefined) {
		return await exactlyOnce(client, { send, repeatable: false, unknown }, sideEffect);
	}
	return await exactlyOnce(
		client,
		{
			send,
			settledBy: async (failure, lost) => {
				if (!failure.has('err_annonce_commandee')) return undefined;
				if (!lost && ifAlreadyOrdered === 'fail') throw numberTaken(failure);
				const answer = await registeredNotice(client, number);
				if (lost && !answer) throw unknown(lost);
				if (!answer) throw registeredButGone(number, failure);
				return { kind: lost ? 'recovered' : 'existing', answer };
			},
			look: async () => {
				try {
					const answer = await noticeNumbered(client, number);
					return answer && { kind: 'recovered', answer };
				} catch (failure) {
					if (failure instanceof LeftOpen) throw asThrown(failure);
					throw unknown(failure);
				}
			},
			repeatable: true,
			unknown,
		},
		sideEffect,
	);
}

/** The notice whose number the service has just refused to register again. */
async function registeredNotice(
	client: ExecutionClient,
	number: string,
): Promise<Answer | undefined> {
	try {
		const found = await noticeNumbered(client, number);
		if (found) return found;
		// Registered only a moment ago, it may not be found yet.
		await client.pause(timings().beforeResendMs);
		return await noticeNumbered(client, number);
	} catch (failure) {
		if (failure instanceof LeftOpen) throw asThrown(failure);
		throw asThrown(
			new LeftOpen(
				`The order number ${number} is registered, but its notice could not be asked for.`,
				RUN_AGAIN,
				failure,
				`order number ${number}, registered, its reference not known`,
			),
		);
	}
}

function unknownOutcome(
	{ numero_commande: number, dossier }: OrderBody,
	reason: unknown,
): UnknownOutcome {
	if (number !== undefined) {
		const name = `with order number ${number}`;
		const message = `It is not known whether the notice ${name} was ordered.`;
		const open = `notice ${name}, not known whether ordered`;
		return new UnknownOutcome(message, RUN_AGAIN, reason, { open, repeatable: true });
	}
	const name = `for the file ${dossier.slice(0, 200)}`;
	return new UnknownOutcome(
		`It is not known whether the notice ${name} was ordered. It has no order number, so the node cannot ask for it and did not send it again.`,
		"Look for it at the service before you run it again, also with n8n's own Retry: that would order it once more. " +
			"With 'Order Number Mode' Automatic the node looks itself, and a second run orders nothing twice.",
		reason,
		{ open: `notice ${name}, not known whether ordered`, repeatable: false },
	);
}

function registeredButGone(number: string, reason: ServiceFailure): OperationStop {
	return new OperationStop(
		`The order number ${number} is registered, but its notice is not found: it was cancelled, or only just ordered. Nothing was ordered now (${reason.codes.join(', ')}).`,
		'Run the workflow again in a minute. ' +
			"To publish a cancelled text again, set 'Order Number Mode' to Custom and give another number.",
		reason,
		true,
	);
}

/**
 * Cancels the notice that was named and no other: only the service's own reference, returned for exactly the text
 * that was given, goes into a path.
 *
 * @param attempts reference of an earlier cancellation of the execution whose outcome is unknown
 * @returns no answer when it was lost and the notice is gone
 */
export async function cancelNotice(
	client: ExecutionClient,
	asked: string,
	attempts: { recall(): string | undefined; remember(reference: string): void },
): Promise<{ reference: string; answer: Answer | undefined }> {
	const found = await resolveNotice(client, asked);
	if (!found) {
		const attempted = attempts.recall();
		if (attempted !== undefined) return { reference: attempted, answer: undefined };
		throw new ServiceFailure('refusal', { codes: ['err_annonce_introuvable'], asked });
	}
	const { reference } = found;
	try {
		const { answer } = await deleteNotice(client, reference);
		return { reference, answer };
	} catch (failure) {
		if (failure instanceof UnknownOutcome) attempts.remember(reference);
		throw asThrown(failure);
	}
}

/** No answer when it was lost and the notice is gone. */
interface Deleted {
	readonly answer: Answer | undefined;
}

/** @param reference the service's own, safe in a path. @throws UnknownOutcome */
export async function deleteNotice(client: ExecutionClient, reference: string): Promise<Deleted> {
	const path = `/annonce/${reference}`;
	const gone = { answer: undefined };
	const look = async (): Promise<Deleted | undefined> => {
		try {
			return (await fetchStatus(client, reference)) === undefined ? gone : undefined;
		} catch {
			// A resend tells.
			return undefined;
		}
	};
	return await exactlyOnce<Deleted>(client, {
		send: async (sideEffect) => {
			const answer = await client.call({ method: 'DELETE', path, sideEffect });
			if (agrees(answer.reference, reference)) return { answer };
			throw new ServiceFailure('notTheService', { missing: `reference ${reference}` });
		},
		// Not found any more, after an attempt whose answer was lost: that attempt did it. Else the service is asked: it
		// knew the notice a moment ago, and a server on the way may have sent the call twice.
		settledBy: async (failure, lost) => {
			if (!saysUnknown(failure)) return undefined;
			return lost ? gone : await look();
		},
		look,
		repeatable: true,
		unknown: (reason) =>
			new UnknownOutcome(
				`It is not known whether the notice ${reference} was cancelled.`,
				'Notice > Get Status does not find a cancelled notice.',
				reason,
				{ open: `notice ${reference}, not known whether cancelled`, repeatable: true },
			),
	});
}
