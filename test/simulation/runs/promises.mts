/**
 * The promises of runs: each a sentence and what breaks it. They are judged in every history, from what people see (the
 * items and errors of runs) and what the service did. None knows a kind of history, or a number or a phrase of the node.
 */
import { fileText, isAnswered, isConnected, isKnown, type Call } from '../network.mts';
import type { Effect } from '../service.mts';
import { cancels, hasToWork, isEffect, orders, type Operation, type Work } from './draw.mts';
import {
	begunBy,
	callsOf,
	cameThrough,
	contactOf,
	doneFor,
	effectsOf,
	errorOf,
	executionOf,
	failureOf,
	fileIn,
	firstOf,
	isWhole,
	itemsOf,
	lastTryOf,
	momentsDuring,
	noticeOf,
	ofItems,
	pairsOf,
	reportOf,
	sameExecution,
	saidOf,
	timesOf,
	totalOf,
} from './facts.mts';
import { LONGEST_MS, type Played, type Run } from './play.mts';
import { fileOf, keyIn, lastNameOf, modeOf, noticesOf, PASSWORD, type Want } from './work.mts';

/** A promise that was not kept. */
export interface Broken {
	readonly promise: string;
	readonly what: string;
}

type Judge = (played: Played) => string | undefined;
type JudgeOfItem = (played: Played, run: Run, index: number) => string | undefined;

const isOf =
	(...operations: readonly Operation[]) =>
	({ operation }: Work) =>
		operations.includes(operation);
const hasNumber = (work: Work): boolean => modeOf(work) !== 'none';

// Effects match wishes.

/**
 * How many notices of a key may be in force. Without a number each item of each execution is an order of its own, and a person
 * who retries what was lost decides to order it again.
 */
function mostFor(played: Played, runs: readonly Run[], key: number): number {
	if (runs.every(({ work }) => hasNumber(work))) return 1;
	const executions = [...new Set(runs.map(executionOf))];
	const wants = executions.flatMap((run) => run.wants.filter((want) => want.key === key));
	const retried = runs.flatMap(({ retryOf }) => (retryOf ? callsOf(played, retryOf) : []));
	return wants.length + retried.filter((call) => !isKnown(call)).length;
}

const orderedOnce: Judge = (played) => {
	const { service, runs } = played;
	const ordering = runs.filter(({ work }) => orders(work));
	const keys = new Set(ordering.flatMap(({ wants }) => wants.map(({ key }) => key)));
	return firstOf([...keys], (key) => {
		const own = ordering.filter(({ wants }) => wants.some((want) => want.key === key));
		const notices = noticesOf(service, key).map(({ reference }) => reference);
		const most = mostFor(played, own, key);
		let standing = 0;
		for (const { kind, reference } of service.effects) {
			if (!notices.includes(reference)) continue;
			if (kind === 'ordered') standing++;
			if (kind === 'cancelled') standing--;
			if (standing > most) return `${notices.join(' and ')} are all in force for item ${key}`;
		}
		return undefined;
	});
};

/** With an e-mail there is at most one contact, without one at most one for each item of a run that a person starts. */
const createdOnce: Judge = (played) =>
	firstOf(played.runs, (run) =>
		firstOf(run.wants, ({ key }) => {
			const created = effectsOf(played).filter(({ effect, run: by }) => {
				const isOwn = contactOf(played, effect)?.nom === lastNameOf(key);
				return effect.kind === 'contact' && isOwn && (run.work.mode !== 'none' || by === run);
			});
			const equal = run.wants.filter((want) => want.key === key).length;
			const most = run.work.mode === 'none' ? equal : 1;
			if (created.length <= most) return undefined;
			return `${lastNameOf(key)} has ${created.length} contacts`;
		}),
	);

const nothingElse: Judge = (played) =>
	firstOf(effectsOf(played), ({ effect: { kind, reference }, run, notice, key }) => {
		const { work, wants, id } = run;
		const isWanted = {
			contact: work.operation === 'contact',
			cancelled: cancels(work) && wants.some(({ named }) => named === notice),
			ordered: orders(work) && wants.some((want) => want.key === key && want.bad === undefined),
			changed: false,
		}[kind];
		return isWanted ? undefined : `${id} has ${kind} ${reference}`;
	});

/** What an order asks the service for. */
const dayIn = ({ sent }: Call): string =>
	String((JSON.parse(sent) as { date_parution?: unknown }).date_parution);

/** Whether an item shows its day, and not the word that belongs to it: only the service may have moved it then. */
const showsDayWithout = (run: Run, index: number, word: string): boolean =>
	saidOf(run, index).items.some(
		(json) => json['date_parution'] !== undefined && json[word] !== true,
	);

const guardsHold: Judge = (played) =>
	firstOf(effectsOf(played), ({ effect: { kind, reference }, call, run, notice, key }) => {
		if (kind !== 'ordered' || !notice) return undefined;
		const { maximumTotal, ifDateMoves, publishBy } = run.work;
		if (maximumTotal === 'low') return `${reference} costs more than 'Maximum Total' allows`;
		const index = run.wants.findIndex((want) => want.key === key);
		const { date = '', lastDay = '' } = run.wants[index] ?? {};
		const { date_parution: day } = notice;
		if (day < date) return `${reference} appears on ${day}, before ${date}`;
		const fixed = ifDateMoves === 'fail' && date !== '';
		if ((fixed && dayIn(call) !== date) || (publishBy && dayIn(call) > lastDay)) {
			return `${run.id} ordered ${reference} for ${dayIn(call)}`;
		}
		const isUnsaid =
			(fixed && day !== date && showsDayWithout(run, index, 'date_modifiee')) ||
			(publishBy && day > lastDay && showsDayWithout(run, index, 'parution_trop_tardive'));
		return isUnsaid ? `${run.id} does not say that ${reference} appears on ${day}` : undefined;
	});

const publishedStays: Judge = (played) =>
	firstOf(effectsOf(played), ({ effect: { kind, reference }, run, notice }) => {
		if (kind !== 'cancelled' || run.work.publishedToo) return undefined;
		const before = momentsDuring(played, notice, run).filter(({ cancelled }) => !cancelled);
		// Somebody may suspend it, or publish it, in the middle of a run.
		const isPublished = before.length > 0 && before.every(({ statut }) => statut === 'parue');
		return isPublished ? `${run.id} cancelled ${reference}, which is published` : undefined;
	});

/** The new text is quoted before the old notice is cancelled, and ordered after it in the same try, whatever becomes of other items. */
const replacedInOrder: Judge = (played) =>
	firstOf(effectsOf(played), ({ effect: { kind, reference }, call, run, notice }) => {
		if (kind !== 'cancelled' || run.work.operation !== 'replace') return undefined;
		const keys = run.wants.filter(({ named }) => named === notice).map(({ key }) => key);
		const isOwn = ({ sent }: Call) => keys.includes(keyIn(sent) ?? -1);
		const isQuoted = played.network.calls.some((one) => {
			return one.number < call.number && one.route === 'quote' && !one.codes && isOwn(one);
		});
		if (!isQuoted) return `${run.id} cancelled ${reference} before its new text was quoted`;
		if (run.fate !== 'ended' || !isAnswered(call)) return undefined;
		const until = run.tries.find((begunAt) => begunAt > call.sentAt) ?? Infinity;
		const isSent = callsOf(played, run).some((one) => {
			return one.route === 'order' && one.sentAt < until && isOwn(one);
		});
		return isSent ? undefined : `${run.id} cancelled ${reference}, and sent no new order`;
	});

// Items match the service.

const isPaired: Judge = ({ runs }) =>
	firstOf(runs, (run) => {
		const { wants, work, id } = run;
		const pairs = itemsOf(run).map(pairsOf);
		const isOdd = (one: number) => !(one >= 0 && one < wants.length);
		if (pairs.some((all) => all.length === 0 || all.some(isOdd))) {
			return `${id} has an item that is paired with none that went in`;
		}
		if (!isWhole(run)) return undefined;
		return firstOf(wants, ({ named }, index) => {
			const count = pairs.filter((all) => all.includes(index)).length;
			// A notice may have any number of files; that one is not found, one item says.
			if (count === 1 || (isOf('documents', 'download', 'invoices')(work) && named)) {
				return undefined;
			}
			return `of item ${index} of ${id} ${count} items came out`;
		});
	});

/** What is wrong with the item that comes out for an order. */
const wrongOrder: JudgeOfItem = (played, run, index) =>
	firstOf(saidOf(run, index).items, (json) => {
		const { key, named: old } = run.wants[index]!;
		const notice = noticeOf(played, json['reference']);
		const what = `item ${index} of ${run.id} came out as ${String(json['reference'])}`;
		if (!notice || keyIn(notice.texte) !== key) return `${what}, which is not its notice`;
		const { cancelledAt, orderedAt } = timesOf(played, notice);
		// What an execution has ordered comes out again, as it was, when n8n's Retry goes on with it.
		const { startedAt } = orderedAt < executionOf(run).startedAt ? run : executionOf(run);
		// The answer of an order is on its way for a while, so that somebody may have cancelled it by then.
		if (orderedAt > run.endedAt || cancelledAt < startedAt) {
			return `${what}, which was not in force then`;
		}
		if (run.work.operation !== 'replace' || !old) return undefined;
		if (timesOf(played, old).cancelledAt > run.endedAt)
			return `${what}, and ${old.reference} is in force`;
		const isOwn = doneFor(played, run, index, 'cancelled') ?? hasLost(played, run, 'cancel');
		return json['documents_annulation'] && !isOwn ? `${what}, and cancelled nothing` : undefined;
	});

const wrongCancellation: JudgeOfItem = (played, run, index) =>
	firstOf(saidOf(run, index).items, (json) => {
		const { named } = run.wants[index]!;
		const isOwn = named !== undefined && json['reference'] === named.reference;
		const isDone = isOwn && timesOf(played, named).cancelledAt <= run.endedAt;
		if (isDone || json['introuvable'] === true) return undefined;
		return `item ${index} of ${run.id} came out as the cancellation of ${String(json['reference'])}`;
	});

const wrongContact: JudgeOfItem = ({ service }, run, index) =>
	firstOf(saidOf(run, index).items, (json) => {
		const contact = service.account.contacts.find(({ id }) => id === json['id']);
		if (contact?.nom === lastNameOf(run.wants[index]!.key)) return undefined;
		return `item ${index} of ${run.id} came out as contact ${String(json['id'])}`;
	});

/** Two items come out with one notice only where they share its number. */
const notItsOwn: JudgeOfItem = (played, run, index) => {
	const references = (at: number) => saidOf(run, at).items.map((json) => json['reference']);
	const before = [...run.wants.keys()].slice(0, index).flatMap(references);
	const shared = references(index).find((reference) => before.includes(reference));
	if (shared === undefined || noticeOf(played, shared)?.numero_commande) return undefined;
	return `item ${index} of ${run.id} came out as ${String(shared)}, as another item did`;
};

const saidIsDone: Judge = (played) =>
	ofItems(played, orders, wrongOrder) ??
	ofItems(played, orders, notItsOwn) ??
	ofItems(played, isOf('cancel'), wrongCancellation) ??
	ofItems(played, isOf('contact'), wrongContact);

/** Whether the execution of a run has sent a call of a route whose answer did not come. */
function hasLost(played: Played, run: Run, route: string): boolean {
	const calls = sameExecution(played, run).flatMap((one) => callsOf(played, one));
	return calls.some((call) => call.route === route && !isKnown(call));
}

/** What is said to be recovered was sent by this execution, and its answer was lost. */
const wronglyRecovered: JudgeOfItem = (played, run, index) => {
	const route = isOf('cancel', 'contact')(run.work) ? run.work.operation : 'order';
	return firstOf(saidOf(run, index).items, ({ recupere, reference }) => {
		if (recupere !== true) return undefined;
		const isOwn =
			route !== 'order' || run.work.mode !== 'custom' || doneFor(played, run, index, 'ordered');
		if (hasLost(played, run, route) && isOwn) return undefined;
		return `item ${index} of ${run.id} says that it recovered ${String(reference)}`;
	});
};

/** What was there before is said to be, and comes out only where the item wants it. */
const wronglyExisting: JudgeOfItem = (played, run, index) => {
	const { operation, mode, ifAlreadyOrdered } = run.work;
	const { key } = run.wants[index]!;
	const isUnwanted = (ifAlreadyOrdered ?? (mode === 'custom' ? 'fail' : '')) === 'fail';
	const isContact = operation === 'contact';
	const isShared = run.wants.filter((want) => want.key === key).length > 1;
	return firstOf(saidOf(run, index).items, ({ existant, reference, id }) => {
		const name = String(isContact ? id : reference);
		const made = effectsOf(played).find(({ effect }) => effect.reference === name);
		const isOwn = made && !isShared && executionOf(made.run) === executionOf(run);
		const isEarlier = made && made.effect.at < executionOf(run).startedAt;
		const isWrong =
			existant === true ? isOwn || (!isContact && isUnwanted) : isContact && isEarlier;
		if (!isWrong || existant === undefined) return undefined;
		return `item ${index} of ${run.id} came out with ${name} and existant ${String(existant)}`;
	});
};

const existingIsSaid: Judge = (played) =>
	ofItems(played, isEffect, wronglyRecovered) ??
	ofItems(played, (work) => orders(work) || work.operation === 'contact', wronglyExisting);

const inventedOfOrder: JudgeOfItem = (played, run, index) =>
	firstOf(saidOf(run, index).items, (json) => {
		const notice = noticeOf(played, json['reference']);
		if (!notice) return undefined;
		const { tarif, total_ttc: total, date_parution: day, date_modifiee: isMoved, resume } = json;
		const { totaux } = (tarif ?? {}) as { totaux?: { montant_ttc?: unknown } };
		const { date } = run.wants[index]!;
		const isRight = {
			tarif: totaux === undefined || Number(totaux.montant_ttc) === totalOf(played, notice),
			total_ttc: total === undefined || total === totalOf(played, notice),
			date_parution: !day || String(day).startsWith(notice.date_parution),
			date_modifiee: isMoved === undefined || isMoved !== String(day).startsWith(date),
			resume: String(resume).includes(notice.reference),
		};
		const wrong = Object.entries(isRight).find(([, right]) => !right)?.[0];
		return wrong && `item ${index} of ${run.id} says ${wrong}: ${JSON.stringify(json[wrong])}`;
	});

const inventedOfRead: JudgeOfItem = (played, run, index) => {
	const { named, name } = run.wants[index]!;
	const moments = momentsDuring(played, named, run);
	const failure = failureOf(run, index) ?? '';
	const isSuspended = moments.some(({ statut }) => statut === 'suspendue');
	if (failure.includes('err_annonce_suspendue') && !isSuspended) {
		return `item ${index} of ${run.id} says of ${name}, which is not suspended: ${failure}`;
	}
	return firstOf(saidOf(run, index).items, (json) => {
		const text = `item ${index} of ${run.id} says of ${name}: ${JSON.stringify(json).slice(0, 200)}`;
		const { statut, motif, type, introuvable, est_parue: isPublished } = json;
		if (introuvable === true) {
			return !named || moments.some(({ cancelled }) => cancelled) ? undefined : text;
		}
		const isSo = moments.some((one) => {
			if (run.work.operation !== 'getStatus') return one.files.includes(fileIn(json));
			return one.statut === statut && one.motif === String(motif ?? '');
		});
		if (isPublished !== undefined && isPublished !== (statut === 'parue')) return text;
		const isWithout = run.work.operation !== 'getStatus' && type === undefined;
		return isSo || (isWithout && named) ? undefined : text;
	});
};

/** The files of an item are what the links of its notice lead to. */
const strangeFile: JudgeOfItem = ({ service }, run, index) => {
	const { named } = run.wants[index]!;
	const own = named ? [...named.documents, ...service.invoicesOf(named)] : [];
	const texts = own.map(({ token }) => fileText(token));
	const files = saidOf(run, index).binaries.flatMap((binary) => Object.values(binary ?? {}));
	const strange = files.find(({ data }) => !texts.includes(Buffer.from(data, 'base64').toString()));
	return strange && `item ${index} of ${run.id} has a file of its own, ${String(strange.fileName)}`;
};

const inventedOfDate: JudgeOfItem = (_played, run, index) => {
	const { publication } = run.wants[index]!.json;
	const other = saidOf(run, index).items.find(({ id }) => String(id) !== String(publication));
	return other && `item ${index} of ${run.id} came out as publication ${String(other['id'])}`;
};

const nothingInvented: Judge = (played) =>
	ofItems(played, orders, inventedOfOrder) ??
	ofItems(played, isOf('download', 'cancel'), strangeFile) ??
	ofItems(played, isOf('dates'), inventedOfDate) ??
	ofItems(played, isOf('getStatus', 'documents', 'download', 'invoices'), inventedOfRead);

const countOf = (all: readonly string[], file: string): number =>
	all.filter((one) => one === file).length;

/** Every file that the notice of an item had when the run began, as often as it had it. */
const missingFile: JudgeOfItem = (played, run, index) => {
	const { named, name } = run.wants[index]!;
	const { items, binaries, failure } = saidOf(run, index);
	if (!named || failure !== undefined || !isWhole(run)) return undefined;
	const moments = momentsDuring(played, named, run);
	const isServed = played.service.settings.cancelledDocuments === 'served';
	if (!isServed && moments.some(({ cancelled }) => cancelled)) return undefined;
	const { operation } = run.work;
	const all = moments[0]?.files ?? [];
	const wanted = all.filter((file) => operation !== 'invoices' || /^(facture|avoir)\b/.test(file));
	const out = items.filter((_json, at) => operation !== 'download' || binaries[at]).map(fileIn);
	const lacking = wanted.find((file) => countOf(out, file) < countOf(wanted, file));
	return lacking && `item ${index} of ${run.id} came out without ${lacking} of ${name}`;
};

/** Split by invoice, each is one item, which is paired with all that want its notices. */
const invoicesOnce: Judge = ({ runs }) =>
	firstOf(runs, (run) => {
		if (run.work.operation !== 'invoices') return undefined;
		const all = itemsOf(run).filter(({ json }) => json['numero'] !== undefined);
		const files = all.map(({ json }) => fileIn(json));
		const twice = files.find((one) => countOf(files, one) > 1);
		return twice && `${twice} comes out of ${run.id} more than once`;
	});

/** Each document of a cancellation is a file of its item, or is named as missing. */
const filesOfCancellation: JudgeOfItem = (_played, run, index) => {
	const { items, binaries } = saidOf(run, index);
	return firstOf(items, ({ documents, fichiers_manquants: missing }, at) => {
		const [all, lacking] = [documents, missing].map((one) => (Array.isArray(one) ? one.length : 0));
		const files = Object.keys(binaries[at] ?? {}).length;
		if (files + lacking! === all) return undefined;
		return `item ${index} of ${run.id} has ${files} files of ${all} documents`;
	});
};

/** The credit notes that a cancellation made. */
function creditedBy(played: Played, { at, reference }: Effect): string[] {
	const notice = noticeOf(played, reference);
	const moments = notice ? played.service.momentsOf(notice) : [];
	const now = moments.findIndex((one) => one.cancelled && one.at === at);
	const before = moments[now - 1]?.files ?? [];
	const files = moments[now]?.files.filter((file) => !before.includes(file)) ?? [];
	return files.flatMap((file) => /^avoir (.+)$/.exec(file)?.[1] ?? []);
}

/** An answer that was read holds the credit note; whatever try or run the item comes out of, it names it. */
const creditNoteComesOut: Judge = (played) =>
	firstOf(effectsOf(played), ({ effect, call, run: by, notice }) => {
		if (effect.kind !== 'cancelled' || !isAnswered(call)) return undefined;
		const numbers = creditedBy(played, effect);
		return firstOf(sameExecution(played, by), (run) =>
			firstOf(run.wants, ({ named }, index) => {
				if (named !== notice || !cancels(run.work)) return undefined;
				const texts = saidOf(run, index).items.map((json) => JSON.stringify(json));
				const isNamed = texts.every((text) => numbers.every((number) => text.includes(number)));
				return isNamed
					? undefined
					: `item ${index} of ${run.id} came out without the credit note ${numbers.join()} of ${effect.reference}`;
			}),
		);
	});

const filesComeOut: Judge = (played) =>
	ofItems(played, isOf('documents', 'download', 'invoices'), missingFile) ??
	invoicesOnce(played) ??
	ofItems(
		played,
		({ operation, downloadFiles }) => operation === 'cancel' && downloadFiles,
		filesOfCancellation,
	) ??
	creditNoteComesOut(played);

// What is lost is looked up, and what is done is known.

/** By its reference, its number or its file; a contact by its ID, e-mail or name. */
const whatWasDoneIsNamed: Judge = (played) =>
	firstOf(effectsOf(played), ({ effect, run, notice, key }) => {
		const { kind, reference } = effect;
		if (run.fate !== 'ended' || !run.ended) return undefined;
		const same = sameExecution(played, run);
		const report = same.map(reportOf).join('\n');
		const { email, nom } = contactOf(played, effect) ?? {};
		const items = same.flatMap(itemsOf).map(({ json }) => String(json['id']));
		const file = key === undefined ? undefined : fileOf(key);
		const names = kind === 'contact' ? [email, nom] : [reference, notice?.numero_commande, file];
		if (kind === 'contact' && items.includes(reference)) return undefined;
		if (names.some((name) => name && report.includes(name))) return undefined;
		return `${run.id} says nothing of ${reference}, which it ${kind}`;
	});

/** A later try whose calls are all answered knows what the execution has done for the item. */
const isForgotten: JudgeOfItem = (played, run, index) => {
	const begunAt = lastTryOf(run);
	const failure = failureOf(run, index);
	const calls = callsOf(played, run, begunAt);
	if (failure === undefined || run.fate !== 'ended' || !cameThrough(calls)) return undefined;
	const { operation } = run.work;
	const kind = operation === 'order' ? 'ordered' : 'cancelled';
	const done = doneFor(played, run, index, kind, begunAt);
	if (!done?.notice || (calls.length === 0 && operation !== 'cancel')) return undefined;
	// A replacement goes on; where the new notice is refused or guarded, it names the old one.
	if (operation === 'replace' && failure.includes(done.effect.reference)) {
		const isRefused = calls.some(({ route, codes }) => codes && ['quote', 'order'].includes(route));
		if (isRefused || run.work.publishBy || run.work.ifDateMoves === 'fail') return undefined;
	}
	// Without a number nobody can look it up; what somebody else has cancelled is gone.
	const isGone = timesOf(played, done.notice).cancelledAt <= run.endedAt;
	if (operation === 'order' && (isGone || !hasNumber(run.work))) return undefined;
	return `${run.id} has ${kind} ${done.effect.reference} before, and says of item ${index}: ${failure}`;
};

/** What an earlier run has ordered under the same number, and nobody has cancelled. */
const standsUnseen: JudgeOfItem = (played, run, index) => {
	const { key, bad } = run.wants[index]!;
	const { operation, mode, ifAlreadyOrdered } = run.work;
	const failure = failureOf(run, index);
	if (operation !== 'order' || mode !== 'automatic' || ifAlreadyOrdered === 'fail')
		return undefined;
	if (bad !== undefined || failure === undefined || run.fate !== 'ended') return undefined;
	if (!cameThrough(callsOf(played, run))) return undefined;
	const standing = noticesOf(played.service, key).find((notice) => {
		const { orderedAt, cancelledAt } = timesOf(played, notice);
		return orderedAt < run.startedAt && cancelledAt > run.endedAt;
	});
	return (
		standing && `${standing.reference} is in force, and item ${index} of ${run.id} says ${failure}`
	);
};

const doneIsKnown: Judge = (played) =>
	ofItems(played, isOf('order', 'replace', 'cancel'), isForgotten) ??
	ofItems(played, isOf('order'), standsUnseen);

/** By whose answer it is known that a lost order or cancellation was not done. */
function saysNotDone(lost: Call, one: Call): boolean {
	if (one.route !== 'status' || one.names[0] !== lost.names[0] || !isAnswered(one)) return false;
	if (lost.route === 'cancel') return one.codes === undefined && /"statut":\s*"[^"]/.test(one.own);
	return one.codes?.some((code) => /introuvable|references?_incorrect/.test(code)) === true;
}

/** Attempts at most of what binds (fault model). */
const ATTEMPTS = 3;

/** What was lost and can be made again: it was not found, or its e-mail keeps it from being made twice. */
const lostIsSentAgain: Judge = (played) =>
	firstOf(played.runs, (run) => {
		const { id, work, fate, tries } = run;
		const isNameless = work.mode === 'none' && !cancels(work);
		// Of two equal items nobody can tell which one has looked.
		const isShared = new Set(run.wants.map(({ key }) => key)).size < run.wants.length;
		if (!isEffect(work) || isNameless || isShared || fate !== 'ended') return undefined;
		const own = callsOf(played, run);
		const bound = own.filter(({ route }) => ['order', 'cancel', 'contact'].includes(route));
		return firstOf(bound, (call) => {
			const isSame = ({ route, names, sent }: Call) =>
				route === call.route && (names[0] ?? sent) === (call.names[0] ?? call.sent);
			if (isKnown(call)) return undefined;
			const until = tries.find((at) => at > call.sentAt) ?? Infinity;
			const behind = own.filter(({ number, sentAt }) => number > call.number && sentAt < until);
			const isNotDone = call.route === 'contact' || behind.some((one) => saysNotDone(call, one));
			if (!isNotDone || behind.some(isSame) || own.filter(isSame).length >= ATTEMPTS)
				return undefined;
			return `${id} has lost call ${call.number}, ${call.route} ${call.names.join()}, and does not send it again`;
		});
	});

/** A person has decided to run it again, also what nobody can look up. Of several items each may be done or refused. */
const retryTriesAgain: Judge = (played) =>
	firstOf(played.runs, (run) => {
		const { retryOf, wants, fate, ended, id } = run;
		if (!retryOf || wants.length > 1 || fate !== 'ended' || !ended?.error) return undefined;
		const isGivenUp = callsOf(played, retryOf).length > 0 && callsOf(played, run).length === 0;
		return isGivenUp ? `${id} sends nothing, and says: ${ended.error.message}` : undefined;
	});

// Limits.

/** An item that cannot be read is known before anything is sent; what waited for something then is not begun any more. */
const nothingBeginsAfterFailure: Judge = (played) =>
	firstOf(played.runs, (run) => {
		const { work, wants, tries, startedAt, id } = run;
		if (work.onError !== 'stopWorkflow' || work.operation !== 'order') return undefined;
		if (wants.every(({ bad }) => bad === undefined)) return undefined;
		const begins = [startedAt, ...tries];
		const late = begunBy(callsOf(played, run)).find(({ route, sentAt }) => {
			return route === 'order' && !begins.includes(sentAt);
		});
		return late && `${id} began call ${late.number} after an item had failed`;
	});

const nothingBeginsAfterStop: Judge = (played) =>
	firstOf(played.runs, (run) => {
		const { id, work, stoppedAt = Infinity } = run;
		const route = work.operation === 'order' ? 'order' : 'cancel';
		const own = callsOf(played, run).filter((call) => call.route === route);
		const late = begunBy(own).find(({ sentAt }) => sentAt > stoppedAt);
		return late && `${id} began call ${late.number} after it was stopped`;
	});

/** Calls in a row without an answer in time, after which nothing new begins (fault model). */
const UNANSWERED = 5;
/** What the work waits for. */
const AWAITED = ['order', 'cancel', 'contact', 'status', 'quote'];

/** What has waited for its place is not begun any more either. */
const nothingBeginsUnanswered: Judge = (played) =>
	firstOf(played.runs, (run) => {
		const { operation } = run.work;
		if (!isEffect(run.work)) return undefined;
		const route = operation === 'replace' ? 'cancel' : operation;
		const own = callsOf(played, run);
		const tryAt = (at: number) => run.tries.filter((begunAt) => begunAt <= at).length;
		const named = own.filter(({ names }) => names.length > 0);
		const late = begunBy(named).find((call) => {
			if (call.route !== route) return false;
			const before = own.filter(({ endedAt = Infinity, sentAt }) => {
				return endedAt < call.sentAt && tryAt(sentAt) === tryAt(call.sentAt);
			});
			const ends = before.flatMap(({ isGivenUp, endedAt = 0 }) => (isGivenUp ? [] : [endedAt]));
			const answeredAt = Math.max(0, ...ends);
			const hung = before.filter((one) => {
				const isHung = one.struckBy === 'hang' && one.isGivenUp && AWAITED.includes(one.route);
				return isHung && one.sentAt >= answeredAt;
			});
			return hung.length >= UNANSWERED;
		});
		return late && `${run.id} began call ${late.number} after ${UNANSWERED} without an answer`;
	});

const withinTheFigure: Judge = ({ network, credential: { requestsPerMinute } }) => {
	const calls = network.calls.filter(isConnected);
	return firstOf([...new Set(calls.map(({ process }) => process))], (process) => {
		const own = calls.filter((call) => call.process === process);
		const times = own.flatMap(({ arrivedAt }) => arrivedAt ?? []).sort((one, other) => one - other);
		const at = times.findIndex((time, index) => {
			const first = times[index - requestsPerMinute];
			return first !== undefined && time - first < 60_000;
		});
		if (at < 0) return undefined;
		return `of ${process}, call ${at + 1} arrived within a minute of ${requestsPerMinute} others`;
	});
};

const itEnds: Judge = ({ runs }) =>
	firstOf(runs, ({ id, fate, crash, startedAt, endedAt, work }) => {
		if (crash !== '') return `${id}: ${crash}`;
		const isLong = endedAt - startedAt > LONGEST_MS * work.tries;
		return fate === 'stood still' || isLong ? `${id} takes more than an hour a try` : undefined;
	});

// Nothing leaks.

const signedRight: Judge = ({ network }) => {
	const wrong = network.calls.find(({ codes }) => codes?.includes('err_signature_calculee'));
	return wrong && `call ${wrong.number} has a wrong signature`;
};

/** What n8n keeps of what a run came to, the node of an error included. */
function resultOf({ ended }: Run): string {
	if (!ended) return '';
	const { resultData } = JSON.parse(ended.stored) as { resultData: object };
	return JSON.stringify(resultData);
}

/** Neither in n8n's log nor in what it stores. The links of the service lead to itself; what it leads on to may be inside n8n's own network. */
const nothingLeaks: Judge = ({ network, runs, credential }) => {
	const signatures = network.calls.map(({ signature }) => signature).filter((one) => one !== '');
	const texts = [network.logged, ...runs.map(({ ended }) => ended?.stored ?? '')];
	const found = [credential.secretKey, ...signatures].find((secret) =>
		texts.some((text) => text.includes(secret)),
	);
	if (found !== undefined) return `${found} is in what n8n keeps`;
	// The workflow holds the password itself, and n8n what it still has to do.
	const said = runs.filter(({ work }) => work.operation === 'contact').map(resultOf);
	const isShown = [network.logged, ...said].some((text) => text.includes(PASSWORD));
	if (isShown) return `${PASSWORD} is in what is shown`;
	const inside = network.fetched.find((url) => new URL(url).hostname !== 'service.example');
	return inside && `n8n fetched ${inside}`;
};

// Everything works.

/** Whether the item has to come out, where nothing strikes; undefined where either is right. */
function isToWork({ service, history }: Played, { work }: Run, want: Want): boolean | undefined {
	const { bad, named, stood, statut } = want;
	if (bad !== undefined) return false;
	const { operation, maximumTotal, ifDateMoves, publishBy } = work;
	const isPublished = statut === 'parue';
	if (operation === 'cancel') return stood && (!isPublished || work.publishedToo);
	if (isOf('documents', 'download', 'invoices')(work)) {
		if (operation === 'download' && ['page', 'gone', 'inside'].includes(history.links)) return;
		// A notice that is not found has an item that says so.
		const isWithheld = statut === 'suspendue' && service.settings.suspendedNotice !== 'usable';
		const isServed = stood || service.settings.cancelledDocuments === 'served';
		return !(named && isServed && isWithheld);
	}
	if (!orders(work) && operation !== 'quote') return true;
	if (maximumTotal === 'low' && operation !== 'quote') return false;
	if (ifDateMoves === 'fail' || (publishBy && operation !== 'quote')) return undefined;
	if (operation !== 'replace') return true;
	return stood ? !isPublished : work.alreadyCancelled;
}

const calmWorks: Judge = (played) => {
	if (!hasToWork(played.history)) return undefined;
	const runs = played.runs.filter(({ isLast }) => !isLast);
	return firstOf(runs, (run) => {
		const judged = run.wants.map((want) => isToWork(played, run, want));
		if (!isWhole(run)) {
			const mayFail = judged.some((one) => one !== true);
			return mayFail ? undefined : `${run.id} failed: ${errorOf(run)}`;
		}
		return firstOf(judged, (has, index) => {
			const { failure } = saidOf(run, index);
			if (has === undefined || has === (failure === undefined)) return undefined;
			return `item ${index} of ${run.id} ${failure ?? 'came out as if nothing were wrong with it'}`;
		});
	});
};

/** Run again, an order comes out with the notice in force, and what was to be cancelled is. */
const worksAtLast: Judge = (played) =>
	firstOf(
		played.runs.filter(({ isLast }) => isLast),
		(run) => {
			const { key, bad, named, stood, statut } = run.wants[0]!;
			const { failure } = saidOf(run, 0);
			if (bad !== undefined) return undefined;
			if (run.work.operation === 'cancel' && named && !named.cancelled) {
				return `${named.reference} is still in force: ${failure}`;
			}
			if (!orders(run.work)) return undefined;
			const own = noticesOf(played.service, key);
			if (own.some(({ cancelled }) => !cancelled)) {
				return failure === undefined ? undefined : `${run.id}: ${failure}`;
			}
			// Of what was cancelled in the portal, the number may be used up.
			const isPublished = run.work.operation === 'replace' && stood && statut === 'parue';
			if (failure !== undefined && (own.length > 0 || isPublished)) return undefined;
			return `${run.id}: ${failure ?? 'came out, and nothing is in force'}`;
		},
	);

const PROMISES: Readonly<Record<string, Judge>> = {
	'Of what one item orders, no more than one notice is in force at any moment.': orderedOnce,
	'Of what one item creates, there is one contact.': createdOnce,
	'Nothing is ordered, cancelled or created that no item wants.': nothingElse,
	'A guard that is not met keeps its item from being ordered.': guardsHold,
	'A published notice is cancelled only where the item says so.': publishedStays,
	'A notice is replaced in this order: quoted, cancelled, ordered.': replacedInOrder,
	'Every item comes out, paired with its own.': isPaired,
	'What an item says was done is done, and by its own reference.': saidIsDone,
	'What was there before, or was recovered, is said to be, and comes out where it is wanted.':
		existingIsSaid,
	'Prices, dates, statuses, suspensions and files are those of the service: nothing is invented.':
		nothingInvented,
	'Every document, invoice and credit note comes out, once, and what is downloaded with its file.':
		filesComeOut,
	'What a run did it names.': whatWasDoneIsNamed,
	'What was done before comes out when it is tried or run again.': doneIsKnown,
	'What was lost and not done is sent again, whatever becomes of other items.': lostIsSentAgain,
	"n8n's Retry tries again what has failed.": retryTriesAgain,
	'Once an item cannot be read, a run that stops at it begins nothing more.':
		nothingBeginsAfterFailure,
	'Nothing begins in a run that was stopped.': nothingBeginsAfterStop,
	'After five calls in a row without an answer in time, a run begins nothing new.':
		nothingBeginsUnanswered,
	'Of no process, more calls arrive in a minute than the credential allows.': withinTheFigure,
	'Every run ends.': itEnds,
	'Every call is signed over what is sent.': signedRight,
	'The secret key, signatures and passwords are nowhere, and no link leads into a network of n8n.':
		nothingLeaks,
	'Where nothing strikes, or only what passes, everything works.': calmWorks,
	'Run once more on a calm network, everything works, whatever came before.': worksAtLast,
};

export function brokenRuns(played: Played): Broken[] {
	return Object.entries(PROMISES).flatMap(([promise, judge]) => {
		const what = judge(played);
		return what === undefined ? [] : [{ promise, what }];
	});
}
