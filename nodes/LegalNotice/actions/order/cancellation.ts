/**
 * Cancels exactly the notice that was named, once: its name is found to mean one notice, whose own reference goes into
 * the path. Cancel and Replace share it.
 */
import { InputProblem, nonEmptyText } from '../../reading/cells/parameters';
import { isPathSafe, REFERENCE_LABEL, referenceIn } from '../../reading/cells/references';
import { rethrown, ServiceFailure, Stop } from '../../errors/failures';
import { explain } from '../../errors/words';
import { askForNotice, fetchStatus, readEntry } from '../../notices/ask';
import { refusalOfOneNotice, saysAbsent } from '../../notices/match';
import type { ExecutionClient, ServiceClient } from '../../transport/client';
import { type Answer, recordsOf } from '../../transport/envelope';
import { exactlyOnce } from '../../transport/exactlyOnce';
import { LOOK_UP } from '../../transport/sendingAgain';
import { refusesDate } from './openDate';

/** A notice by the service's own name, which may be part of a path. */
export interface NamedNotice {
	readonly reference: string;
	/** Its status. */
	readonly answer: Answer;
}

/** A notice that was cancelled. */
export interface Cancelled {
	readonly reference: string;
	/** The answer of the service; undefined where it was lost. */
	readonly answer: Answer | undefined;
	/** What the service said of it before; undefined where only an earlier try knew that. */
	readonly status: Answer | undefined;
}

const ASK_THE_SERVICE = 'Ask the service to cancel it.';

/**
 * The notice of exactly this name, if there is one: a service may match a name in other letters, which may be another
 * notice's.
 *
 * @throws Stop where its reference cannot be part of a path
 */
export async function resolveNotice(
	client: ServiceClient,
	requested: string,
): Promise<NamedNotice | undefined> {
	const body = { references: [requested] };
	const asking = client.call({ method: 'POST', path: '/annonces/statuts', body });
	const listed = await asking.catch((failure: unknown) => {
		const refusal = refusalOfOneNotice(failure);
		if (refusal) throw rethrown(refusal);
		// A refusal that says that it is unknown is an answer, too.
		return { annonces: [] };
	});
	// Nothing counts as gone on the word of an answer without the list.
	if (listed.annonces === undefined) {
		throw new ServiceFailure('notTheService', { missing: 'annonces', readOnly: true });
	}
	const entry = recordsOf(listed, 'annonces').find(({ reference, numero_commande: number }) => {
		return [reference, number].map(nonEmptyText).includes(requested);
	});
	// Nothing but its name: the service does not know it, or it has no status yet. Its own route says which.
	const askByName = async () =>
		isPathSafe(requested) ? await askForNotice(client, 'statut', requested) : undefined;
	const answer = entry && (readEntry(entry, 'statut') ?? (await askByName()));
	if (answer instanceof ServiceFailure) throw answer;
	const reference = answer && referenceIn(answer);
	if (!answer || reference === undefined) return undefined;
	if (isPathSafe(reference)) return { reference, answer };
	const problem = `The reference "${reference}" contains characters that could make the service cancel another notice.`;
	const reason = new InputProblem(REFERENCE_LABEL, problem, ASK_THE_SERVICE);
	const outcome = { kind: 'nothing', said: 'Nothing was cancelled.' } as const;
	throw new Stop(problem, ASK_THE_SERVICE, { reason, saysReason: true, outcome });
}

/**
 * Cancels a notice by its own reference.
 *
 * @param wasSent whether an earlier try of this execution may have cancelled it
 * @throws Stop, with what is left behind; ServiceFailure when it is certainly not cancelled
 */
export async function cancelOnce(
	client: ExecutionClient,
	reference: string,
	wasSent: boolean,
): Promise<Omit<Cancelled, 'status'>> {
	/** A success that names no notice is none, but it may hold the credit note. */
	let received: Answer | undefined;
	const gone = () => ({ reference, answer: received });
	return await exactlyOnce<Omit<Cancelled, 'status'>>(client, {
		send: async (manner, isAgain) => {
			try {
				const path = `/annonce/${reference}`;
				const answer = await client.call({ method: 'DELETE', path, manner });
				received = { ...answer, reference };
				if (referenceIn(answer) !== undefined) return gone();
			} catch (failure) {
				if (refusesDate(failure)) throw rethrown(closed(reference, failure));
				if (!saysAbsent(failure)) throw rethrown(failure);
				if (isAgain || wasSent) return gone();
				throw rethrown(cancelledByOthers(reference));
			}
			throw new ServiceFailure('notTheService', { missing: 'reference' });
		},
		afterLoss: {
			look: async () => {
				const status = await fetchStatus(client, reference, LOOK_UP);
				return status === undefined ? gone() : undefined;
			},
			seen: `the notice ${reference} was not cancelled`,
		},
		unknown: (reason) =>
			new Stop(
				`It is not known whether the notice ${reference} was cancelled.`,
				'Run it again. If the notice is not found then, it was cancelled.',
				{
					reason,
					outcome: {
						kind: 'unknown',
						what: `notice ${reference}, not known whether cancelled`,
						nextRun: 'fails',
					},
				},
			),
	});
}

/** A newspaper may take no cancellation after its closing time. What the code advises for an order would mislead here. */
function closed(reference: string, reason: ServiceFailure): Stop {
	return new Stop(
		`The notice ${reference} was not cancelled, because it is closed: ` + explain(reason).message,
		`${ASK_THE_SERVICE} Once it is published, order a correction (rectificatif) instead.`,
		{ reason, saysReason: true, outcome: { kind: 'nothing' } },
	);
}

/** The service knew it a moment before. Whoever cancelled it may have wanted no new notice, or have ordered one. */
function cancelledByOthers(reference: string): Stop {
	return new Stop(
		`The notice ${reference} was cancelled by somebody else a moment ago, ` +
			'just before this node tried to.',
		'Ask who cancelled it. If there is a credit note, Invoice > Get Many may still list it.',
		{ outcome: { kind: 'nothing', why: 'byOthers', said: 'This node cancelled nothing.' } },
	);
}
