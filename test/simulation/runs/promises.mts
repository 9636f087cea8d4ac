/**
 * The promises of runs: each a sentence and what breaks it. They are judged in every history, from what people see (the
 * items and errors of runs) and what the service did. None knows a number or a word of the node's own.
 */
import type { Contact } from '../../../sandbox/accounts.mts';
import type { Notice } from '../../../sandbox/store.mts';
import { totalsOf } from '../../../sandbox/pricing.mts';
import { fileText, isAnswered, isConnected, isKnown, type Call } from '../network.mts';
import type { Effect } from '../service.mts';
import { cancels, isEffect, orders, worksOf, type Work } from './draw.mts';
import { isCalm } from './kinds.mts';
import { LONGEST_MS, type Played, type Run } from './play.mts';
import { errorOf, itemsOf, pairsOf, reportOf, saidOf } from './said.mts';
import {
	keyIn,
	lastNameOf,
	modeOf,
	NOT_FOUND,
	noticesOf,
	numberOf,
	PASSWORD,
	type Want,
} from './work.mts';

/** A promise that was not kept. */
export interface Broken {
	readonly promise: string;
	readonly what: string;
}

type Judge = (played: Played) => string | undefined;

/** Judges something for each, and says what is wrong with the first. */
function firstOf<One>(all: readonly One[], judge: (one: One) => string | undefined) {
	for (const one of all) {
		const wrong = judge(one);
		if (wrong !== undefined) return wrong;
	}
	return undefined;
}

/** What a run has sent from some moment on. */
function callsSince({ network }: Played, { id }: Run, at: number): Call[] {
	return network.calls.filter((call) => call.run === id && call.sentAt >= at);
}

/** Whether all of them were answered, and none was refused in the end for a clock that somebody has set meanwhile. */
function cameThrough(calls: readonly Call[]): boolean {
	const isOfClock = ({ codes }: Call) => codes?.includes('err_timestamp_controle') === true;
	const isLast = ({ number, route, names }: Call) =>
		!calls.some((other) => {
			const isLater = other.number > number && other.route === route;
			return isLater && other.names.join() === names.join();
		});
	return calls.every(isAnswered) && !calls.some((call) => isOfClock(call) && isLast(call));
}

/** A run and those that n8n's *Retry* made of it are one execution. */
const executionOf = (run: Run): Run => (run.retryOf ? executionOf(run.retryOf) : run);
const runOf = ({ runs }: Played, id: string | undefined): Run | undefined =>
	runs.find((run) => run.id === id);

/** Of calls of the node, each with the run that did it. */
function ownEffects(played: Played): Array<{ effect: Effect; call: Call; run: Run }> {
	return played.service.effects.flatMap((effect) => {
		const call = played.network.callOf(effect.call);
		const run = runOf(played, call?.run);
		return call && run ? [{ effect, call, run }] : [];
	});
}

const noticeOf = ({ service }: Played, reference: unknown): Notice | undefined =>
	service.notices.find((notice) => notice.reference === reference);

/** Works in which an item of the key is ordered. */
const orderersOf = ({ history }: Played, key: number): Work[] =>
	worksOf(history).filter((work) => orders(work) && work.items.some((each) => each.key === key));

const orderedOnce: Judge = (played) => {
	const { service, runs } = played;
	const keys = new Set(runs.flatMap(({ wants }) => wants.map(({ key }) => key)));
	return firstOf([...keys], (key) => {
		const notices = noticesOf(service, key).map(({ reference }) => reference);
		const [work] = orderersOf(played, key);
		if (notices.length === 0 || !work) return undefined;
		const own = runs.filter(({ wants }) => wants.some((want) => want.key === key));
		const unknown = own.filter((run) => UNKNOWN_OUTCOME.test(reportOf(run)));
		const executions = [...new Set(own.map(executionOf))];
		const equal = executions.flatMap(({ wants }) => wants.filter((want) => want.key === key));
		// Without a number each item of each execution is an order of its own, and a *Retry* of what was called unknown.
		const most = modeOf(work) === 'none' ? equal.length + unknown.length : 1;
		let standing = 0;
		for (const { kind, reference } of service.effects) {
			if (!notices.includes(reference)) continue;
			if (kind === 'ordered') standing++;
			if (kind === 'cancelled') standing--;
			if (standing > most) return `${notices.join(' and ')} all stand for item ${key}`;
		}
		return undefined;
	});
};

const nothingElse: Judge = (played) =>
	firstOf(ownEffects(played), ({ effect: { kind, reference }, run }) => {
		const notice = noticeOf(played, reference);
		if (kind === 'contact') {
			return run.work.operation === 'contact' ? undefined : `${run.id} made a contact`;
		}
		if (kind === 'cancelled') {
			const isNamed = run.wants.some(({ named }) => named?.reference === reference);
			return cancels(run.work) && isNamed ? undefined : `${run.id} cancelled ${reference}`;
		}
		const key = keyIn(notice?.texte ?? '');
		const isWanted = run.wants.some((want) => want.key === key && want.bad === undefined);
		return orders(run.work) && isWanted ? undefined : `${run.id} ordered ${reference}`;
	});

const noticeOfItsOwn: Judge = (played) =>
	ofItems(played, orders, (_played, run, index) => {
		const references = (at: number) => saidOf(run, at).items.map((json) => json['reference']);
		const before = [...run.wants.keys()].slice(0, index).flatMap(references);
		const shared = references(index).find((reference) => before.includes(reference));
		const number = noticeOf(played, shared)?.numero_commande ?? undefined;
		if (shared === undefined || number !== undefined) return undefined;
		return `item ${index} of ${run.id} came out as ${String(shared)}, as another item did`;
	});

/** Operations that give at least one item for each, found or not. */
const isPaired: Judge = ({ runs }) =>
	firstOf(runs, (run) => {
		const { wants, work, fate, ended } = run;
		const pairs = itemsOf(run).map(pairsOf);
		const isOdd = (one: number) => !(one >= 0 && one < wants.length);
		if (pairs.some((all) => all.length === 0 || all.some(isOdd))) {
			return `${run.id} has an item that is paired with none that went in`;
		}
		if (fate !== 'ended' || !ended || ended.error) return undefined;
		if (work.operation === 'changes') return undefined;
		const isMany = ['documents', 'download', 'invoices'].includes(work.operation);
		return firstOf([...wants.entries()], ([index, { named }]) => {
			const count = pairs.filter((all) => all.includes(index)).length;
			// A notice may have any number of files; that one is not found, one item says.
			if ((isMany && named) || count === 1) return undefined;
			return `of item ${index} of ${run.id} ${count} items came out`;
		});
	});

/** What is wrong with the item that comes out for an order. */
function wrongOrder(played: Played, run: Run, index: number): string | undefined {
	const want = run.wants[index]!;
	return firstOf(saidOf(run, index).items, (json) => {
		const notice = noticeOf(played, json['reference']);
		if (!notice || keyIn(notice.texte) !== want.key) {
			return `item ${index} of ${run.id} came out as ${String(json['reference'])}, which is not its notice`;
		}
		const { cancelledAt, orderedAt } = timesOf(played, notice);
		// What an execution has ordered comes out again, as it was, when n8n's Retry goes on with it.
		const execution = executionOf(run);
		const { startedAt } = orderedAt < execution.startedAt ? run : execution;
		// The answer of an order is on its way for a while, so that somebody may have cancelled it by then.
		if (orderedAt > run.endedAt || cancelledAt < startedAt) {
			return `item ${index} of ${run.id} came out as ${notice.reference}, which did not stand then`;
		}
		const old = want.named;
		if (run.work.operation === 'replace' && old && timesOf(played, old).cancelledAt > run.endedAt) {
			return `item ${index} of ${run.id} came out, and the old notice ${old.reference} stands`;
		}
		return undefined;
	});
}

function timesOf({ service }: Played, notice: Notice): { orderedAt: number; cancelledAt: number } {
	const moments = service.momentsOf(notice);
	const cancelledAt = moments.find(({ cancelled }) => cancelled)?.at ?? Infinity;
	return { orderedAt: moments[0]?.at ?? Infinity, cancelledAt };
}

function wrongCancellation(played: Played, run: Run, index: number): string | undefined {
	const { named } = run.wants[index]!;
	return firstOf(saidOf(run, index).items, (json) => {
		const isOwn = named !== undefined && json['reference'] === named.reference;
		const isDone = isOwn && timesOf(played, named).cancelledAt <= run.endedAt;
		if (isDone || json['introuvable'] === true) return undefined;
		return `item ${index} of ${run.id} came out as the cancellation of ${String(json['reference'])}`;
	});
}

function wrongContact({ service }: Played, run: Run, index: number): string | undefined {
	const { key, json: row } = run.wants[index]!;
	return firstOf(saidOf(run, index).items, (json) => {
		const contact = service.account.contacts.find(({ id }) => id === json['id']);
		if (contact?.nom === lastNameOf(key)) return undefined;
		if (contact && run.work.mode !== 'none' && contact.email === row['email']) return undefined;
		return `item ${index} of ${run.id} came out as contact ${String(json['id'])}`;
	});
}

/** Judges each item of all runs of some operations that came to an end. */
function ofItems(
	played: Played,
	isMeant: (work: Work) => boolean,
	judge: (played: Played, run: Run, index: number) => string | undefined,
): string | undefined {
	const ended = played.runs.filter(({ work, ended }) => isMeant(work) && ended);
	return firstOf(ended, (run) =>
		firstOf([...run.wants.keys()], (index) => judge(played, run, index)),
	);
}

const saidIsDone: Judge = (played) =>
	ofItems(played, orders, wrongOrder) ??
	ofItems(played, ({ operation }) => operation === 'cancel', wrongCancellation) ??
	ofItems(played, ({ operation }) => operation === 'contact', wrongContact);

/** The contact that something was done to. */
const contactOf = ({ service }: Played, { reference }: Effect): Contact | undefined =>
	service.account.contacts.find(({ id }) => String(id) === reference);

/** Those that runs have created for an item. */
function contactsFor(played: Played, key: number) {
	const created = ownEffects(played).filter(({ effect }) => effect.kind === 'contact');
	return created.filter(({ effect }) => contactOf(played, effect)?.nom === lastNameOf(key));
}

const contactsOnce: Judge = (played) =>
	firstOf(played.runs, (run) =>
		firstOf(run.wants, ({ key }) => {
			const same = contactsFor(played, key);
			const isNamed = run.work.mode !== 'none';
			// Without an e-mail, each run that a person starts creates one of its own.
			const most = isNamed ? same : same.filter((one) => one.run === run);
			return most.length > 1 ? `${lastNameOf(key)} has ${most.length} contacts` : undefined;
		}),
	);

/** What is said of the contact of an item, in a run in which no other item asks for the same. */
function wronglyExisting(played: Played, run: Run, index: number): string | undefined {
	const { key, json: row } = run.wants[index]!;
	if (run.wants.filter(({ json }) => json['email'] === row['email']).length > 1) return undefined;
	return firstOf(saidOf(run, index).items, ({ id, existant }) => {
		const made = contactsFor(played, key).find(({ effect }) => effect.reference === String(id));
		if (existant === undefined || !made) return undefined;
		const isOwn = executionOf(made.run) === executionOf(run);
		const isEarlier = made.effect.at < executionOf(run).startedAt;
		if (!(isOwn && existant === true) && !(isEarlier && existant === false)) return undefined;
		return `item ${index} of ${run.id} says existant ${String(existant)} of ${lastNameOf(key)}`;
	});
}

const existingIsSaid: Judge = (played) =>
	ofItems(played, ({ operation }) => operation === 'contact', wronglyExisting);

/** A contact that keeps another name than the item has. */
function silentlyOther(_played: Played, run: Run, index: number): string | undefined {
	const name = lastNameOf(run.wants[index]!.key);
	return firstOf(saidOf(run, index).items, ({ nom, differences }) => {
		if (nom === undefined || nom === name) return undefined;
		if (JSON.stringify(differences ?? '').includes(`"${name}"`)) return undefined;
		return `item ${index} of ${run.id} came out as ${String(nom)}, and does not say that ${name} was not taken`;
	});
}

const otherNameIsSaid: Judge = (played) =>
	ofItems(played, ({ operation }) => operation === 'contact', silentlyOther);

/** Euros including tax, as the service answers them. */
function totalOf({ service }: Played, { price }: Notice): number {
	return totalsOf([price], service.sandbox.service.rules).gross / 100;
}

function totalIn(json: Record<string, unknown>): number | undefined {
	const { totaux } = (json['tarif'] ?? {}) as { totaux?: { montant_ttc?: unknown } };
	return totaux?.montant_ttc === undefined ? undefined : Number(totaux.montant_ttc);
}

function inventedOfOrder(played: Played, run: Run, index: number): string | undefined {
	return firstOf(saidOf(run, index).items, (json) => {
		const notice = noticeOf(played, json['reference']);
		if (!notice) return undefined;
		const total = totalIn(json);
		if (total !== undefined && total !== totalOf(played, notice)) {
			return `item ${index} of ${run.id} says ${total} euros`;
		}
		const { date_parution: day } = json;
		if (day === undefined || day === null || String(day).startsWith(notice.date_parution)) return;
		return `item ${index} of ${run.id} says that it appears on ${String(day)}`;
	});
}

/** What a notice was like at some time of a run. */
function momentsDuring(played: Played, notice: Notice, { startedAt, endedAt }: Run) {
	const moments = played.service.momentsOf(notice);
	return moments.filter(({ at }, index) => {
		const until = moments[index + 1]?.at ?? Infinity;
		return at <= endedAt && until >= startedAt;
	});
}

function inventedOfRead(played: Played, run: Run, index: number): string | undefined {
	const { named, name } = run.wants[index]!;
	const { operation } = run.work;
	const moments = named ? momentsDuring(played, named, run) : [];
	const failure = failureOf(run, index) ?? '';
	const isSuspended = moments.some(({ statut }) => statut === 'suspendue');
	if (failure.includes('err_annonce_suspendue') && !isSuspended) {
		return `item ${index} of ${run.id} says of ${name}, which is not suspended: ${failure}`;
	}
	return firstOf(saidOf(run, index).items, (json) => {
		const text = `item ${index} of ${run.id} says of ${name}: ${JSON.stringify(json).slice(0, 200)}`;
		if (json['introuvable'] === true) {
			return !named || moments.some(({ cancelled }) => cancelled) ? undefined : text;
		}
		const { statut, motif, type, numero, sans_document: none, sans_facture: noInvoice } = json;
		if (operation === 'getStatus' || operation === 'changes') {
			const isSame = (one: { statut: string; motif: string }) =>
				one.statut === statut && one.motif === String(motif ?? '');
			return moments.some(isSame) ? undefined : text;
		}
		const isWithout = none === true || noInvoice === true || type === undefined;
		if (isWithout) return named ? undefined : text;
		const file = `${String(type)} ${String(numero ?? '')}`.trim();
		return moments.some(({ files }) => files.includes(file)) ? undefined : text;
	});
}

/** What stands in the files of an item is what stands behind the links of its notice. */
function strangeFile({ service }: Played, run: Run, index: number): string | undefined {
	const { named } = run.wants[index]!;
	const own = named ? [...named.documents, ...service.invoicesOf(named)] : [];
	const texts = own.map(({ token }) => fileText(token));
	const { items, binaries } = saidOf(run, index);
	const bare = items.find(({ type }, at) => type !== undefined && binaries[at] === undefined);
	if (bare) return `item ${index} of ${run.id} came out without a file: ${String(bare['type'])}`;
	const files = binaries.flatMap((binary) => Object.values(binary ?? {}));
	const strange = files.find(({ data }) => !texts.includes(Buffer.from(data, 'base64').toString()));
	return strange && `item ${index} of ${run.id} has a file of its own, ${String(strange.fileName)}`;
}

/** Every file that the notice of an item had when the run began, as often as it had it. */
function missingFile(played: Played, run: Run, index: number): string | undefined {
	const { named, name } = run.wants[index]!;
	const { items, binaries, failure } = saidOf(run, index);
	if (!named || failure !== undefined || !isWhole(run)) return undefined;
	const moments = momentsDuring(played, named, run);
	const isServed = played.service.settings.cancelledDocuments === 'served';
	if (!isServed && moments.some(({ cancelled }) => cancelled)) return undefined;
	const { operation } = run.work;
	const all = moments[0]?.files ?? [];
	const wanted = all.filter((file) => operation !== 'invoices' || /^(facture|avoir)\b/.test(file));
	const out = items.flatMap(({ type, numero }, at) => {
		const isThere = operation !== 'download' || binaries[at] !== undefined;
		return isThere ? [`${String(type)} ${String(numero ?? '')}`.trim()] : [];
	});
	const count = (files: readonly string[], file: string) =>
		files.filter((one) => one === file).length;
	const lacking = wanted.find((file) => count(out, file) < count(wanted, file));
	return lacking && `item ${index} of ${run.id} came out without ${lacking} of ${name}`;
}

const filesComeOut: Judge = (played) =>
	ofItems(
		played,
		({ operation }) => ['documents', 'download', 'invoices'].includes(operation),
		missingFile,
	);

/** Split by invoice, each is one item, which is paired with all that ask for its notices. */
const invoicesOnce: Judge = ({ runs }) =>
	firstOf(runs, (run) => {
		if (run.work.operation !== 'invoices') return undefined;
		const named = itemsOf(run).flatMap(({ json: { type, numero } }) =>
			type === undefined || numero === undefined ? [] : [`${String(type)} ${String(numero)}`],
		);
		const twice = named.find((one, at) => named.indexOf(one) < at);
		return twice && `${twice} comes out of ${run.id} more than once`;
	});

/** The links of the service lead to itself; what it leads on to may be an address of n8n's own network. */
const nothingInside: Judge = ({ network }) => {
	const inside = network.fetched.find((url) => new URL(url).hostname !== 'service.example');
	return inside && `n8n fetched ${inside}`;
};

/** What an item says of the next date of its publication. */
function inventedOfDate(_played: Played, run: Run, index: number): string | undefined {
	const { publication } = run.wants[index]!.json;
	return firstOf(saidOf(run, index).items, ({ id }) =>
		String(id) === String(publication)
			? undefined
			: `item ${index} of ${run.id} asked for publication ${String(publication)} and got ${String(id)}`,
	);
}

const nothingInvented: Judge = (played) =>
	ofItems(played, orders, inventedOfOrder) ??
	ofItems(played, ({ operation }) => ['download', 'cancel'].includes(operation), strangeFile) ??
	ofItems(played, ({ operation }) => operation === 'dates', inventedOfDate) ??
	ofItems(
		played,
		({ operation }) =>
			['getStatus', 'changes', 'documents', 'download', 'invoices'].includes(operation),
		inventedOfRead,
	);

const UNKNOWN_OUTCOME = /not known|unknown|whether/i;

/** What was created for an item comes out of it, or it is said that the outcome is unknown. */
const contactIsSaid: Judge = (played) =>
	firstOf(ownEffects(played), ({ effect, run }) => {
		const { kind, reference } = effect;
		if (run.fate !== 'ended' || !run.ended || kind !== 'contact') return undefined;
		const { email, nom = '' } = contactOf(played, effect) ?? {};
		const same = played.runs.filter((one) => executionOf(one) === executionOf(run));
		const isSaid = same.some((one) =>
			// Items with one e-mail have one contact.
			[...one.wants.entries()].some(([index, { key }]) => {
				if (lastNameOf(key) !== nom) return false;
				const failure = failureOf(one, index);
				if (failure !== undefined) return UNKNOWN_OUTCOME.test(failure);
				const isOut = saidOf(one, index).items.some((json) => String(json['id']) === reference);
				// The error of another item names what the run has done.
				return isOut || errorOf(one).includes(email || nom);
			}),
		);
		return isSaid ? undefined : `${run.id} does not say that it created the contact ${nom}`;
	});

const whatWasDoneIsSaid: Judge = (played) =>
	firstOf(ownEffects(played), ({ effect: { kind, reference }, run }) => {
		if (run.fate !== 'ended' || !run.ended || kind === 'contact') return undefined;
		const isSame = (one: Run) => executionOf(one) === executionOf(run);
		const report = played.runs.filter(isSame).map(reportOf).join('\n');
		const { numero_commande: given, dossier } = noticeOf(played, reference) ?? {};
		const number = given ?? undefined;
		if (report.includes(reference) || (number && report.includes(number))) return undefined;
		// A number that the node made says nothing to a person: the file does.
		if (dossier && new RegExp(`for the file ${dossier}\\b`).test(report)) return undefined;
		if (kind === 'ordered' && number === undefined && UNKNOWN_OUTCOME.test(report))
			return undefined;
		return `${run.id} says nothing of ${reference}, which it ${kind}`;
	});

/** What an execution says of an item that failed: its own failure, or the error that ended the run. */
function failureOf(run: Run, index: number): string | undefined {
	const { failure } = saidOf(run, index);
	if (failure !== undefined || run.ended?.error === undefined) return failure;
	return run.ended.error.context?.['itemIndex'] === index ? errorOf(run) : undefined;
}

/** What the execution of a run has done for one of its items, until some moment, where no other item asks for the same. */
function doneFor(played: Played, run: Run, index: number, kind: Effect['kind'], until: number) {
	const { key, named } = run.wants[index]!;
	const isShared = run.wants.some((other, at) => {
		return at !== index && (other.key === key || (named !== undefined && other.named === named));
	});
	if (isShared) return undefined;
	return ownEffects(played).find(({ effect, run: by }) => {
		if (effect.kind !== kind || effect.at >= until) return false;
		if (executionOf(by) !== executionOf(run)) return false;
		if (kind === 'cancelled') return effect.reference === named?.reference;
		return keyIn(noticeOf(played, effect.reference)?.texte ?? '') === key;
	})?.effect;
}

/** Words by which a failure denies that something was done. */
const DENIES = {
	ordered: /not ordered\b(?! twice)|nothing was ([a-z]+ or )?ordered/i,
	cancelled: /nothing was cancelled/i,
} as const;

function falselyDenied(played: Played, run: Run, index: number): string | undefined {
	const text = failureOf(run, index);
	if (text === undefined || run.fate !== 'ended') return undefined;
	return firstOf(['ordered', 'cancelled'] as const, (kind) => {
		const effect = doneFor(played, run, index, kind, run.endedAt);
		// The error of a run lists other items as well.
		const own = text.replace(/\bNot (ordered|cancelled|replaced|started): .*/s, (list) =>
			list.includes(String(run.wants[index]!.json['file'])) ? list : '',
		);
		if (!effect || !DENIES[kind].test(own)) return undefined;
		return `${run.id} has ${kind} ${effect.reference}, and says: ${text}`;
	});
}

const nothingDoneIsDenied: Judge = (played) =>
	ofItems(played, orders, falselyDenied) ??
	ofItems(played, ({ operation }) => operation === 'cancel', falselyDenied);

/** A later try whose calls are all answered goes on, or says that the old notice is cancelled. */
function notGoneOn(played: Played, run: Run, index: number): string | undefined {
	const begunAt = run.tries.at(-1) ?? run.startedAt;
	const old = doneFor(played, run, index, 'cancelled', begunAt);
	const text = failureOf(run, index);
	if (!old || text === undefined || run.fate !== 'ended') return undefined;
	const calls = callsSince(played, run, begunAt);
	if (calls.length === 0 || !cameThrough(calls)) return undefined;
	const isSaid = new RegExp(`notice ${old.reference},? (is |was )?cancelled`).test(text);
	return isSaid ? undefined : `${run.id} has cancelled ${old.reference} before, and says: ${text}`;
}

const replacementGoesOn: Judge = (played) =>
	ofItems(played, ({ operation }) => operation === 'replace', notGoneOn);

/** A later try whose calls are all answered knows what the execution has cancelled, by whatever name. */
function notKnownAsCancelled(played: Played, run: Run, index: number): string | undefined {
	const { named } = run.wants[index]!;
	const begunAt = run.tries.at(-1) ?? run.startedAt;
	const text = failureOf(run, index);
	if (!named || text === undefined || run.fate !== 'ended') return undefined;
	const isCancelled = ownEffects(played).some(({ effect, run: by }) => {
		const isEarlier = effect.kind === 'cancelled' && effect.at < begunAt;
		return (
			isEarlier && effect.reference === named.reference && executionOf(by) === executionOf(run)
		);
	});
	const calls = callsSince(played, run, begunAt);
	if (!isCancelled || !cameThrough(calls)) return undefined;
	return `${run.id} has cancelled ${named.reference} before, and says of item ${index}: ${text}`;
}

const cancellationIsKnown: Judge = (played) =>
	ofItems(played, ({ operation }) => operation === 'cancel', notKnownAsCancelled);

/** A later try whose calls are all answered knows what the execution has ordered, as long as that stands. */
function notKnownAsOrdered(played: Played, run: Run, index: number): string | undefined {
	const begunAt = run.tries.at(-1) ?? run.startedAt;
	const text = failureOf(run, index);
	const own = doneFor(played, run, index, 'ordered', begunAt);
	if (!own || text === undefined || run.fate !== 'ended') return undefined;
	const notice = noticeOf(played, own.reference);
	const isGone = notice && timesOf(played, notice).cancelledAt <= run.endedAt;
	const calls = callsSince(played, run, begunAt);
	// What nobody can look up is not sent again, and is told as it was left.
	if (isGone || modeOf(run.work) === 'none' || calls.length === 0) return undefined;
	if (!cameThrough(calls)) return undefined;
	return `${run.id} has ordered ${own.reference} before, and says of item ${index}: ${text}`;
}

const orderIsKnown: Judge = (played) =>
	ofItems(played, ({ operation }) => operation === 'order', notKnownAsOrdered);

/** The credit notes that a cancellation made. */
function creditedBy({ service }: Played, { at, reference }: Effect): string[] {
	const notice = service.notices.find((one) => one.reference === reference);
	const moments = notice ? service.momentsOf(notice) : [];
	const now = moments.findIndex((one) => one.cancelled && one.at === at);
	const before = moments[now - 1]?.files ?? [];
	const files = moments[now]?.files.filter((file) => !before.includes(file)) ?? [];
	return files.flatMap((file) => /^avoir (.+)$/.exec(file)?.[1] ?? []);
}

/** An answer that was read holds the credit note; whatever try or run the item comes out of, it names it. */
const creditNoteComesOut: Judge = (played) =>
	firstOf(ownEffects(played), ({ effect, call, run: by }) => {
		if (effect.kind !== 'cancelled' || !isAnswered(call)) return undefined;
		const numbers = creditedBy(played, effect);
		const same = played.runs.filter((run) => executionOf(run) === executionOf(by));
		return firstOf(same, (run) =>
			firstOf([...run.wants.entries()], ([index, { named }]) => {
				if (named?.reference !== effect.reference || !cancels(run.work)) return undefined;
				const texts = saidOf(run, index).items.map((json) => JSON.stringify(json));
				const isNamed = texts.every((text) => numbers.every((number) => text.includes(number)));
				if (isNamed) return undefined;
				return `item ${index} of ${run.id} came out without the credit note ${numbers.join()} of ${named.reference}`;
			}),
		);
	});

/** What an order asks the service for. */
const dayIn = ({ sent }: Call): string =>
	String((JSON.parse(sent) as { date_parution?: unknown }).date_parution);

/** Whether an item shows its day, and not the word that belongs to it. */
const showsDayWithout = (run: Run, index: number, word: string): boolean =>
	saidOf(run, index).items.some(
		(json) => json['date_parution'] !== undefined && json[word] !== true,
	);

/** Only the service may have moved an order beyond *Publish By*, and then it is said. */
const inTime: Judge = (played) =>
	firstOf(ownEffects(played), ({ effect: { kind, reference }, call, run }) => {
		const notice = noticeOf(played, reference);
		if (kind !== 'ordered' || !notice || !run.work.publishBy) return undefined;
		const index = run.wants.findIndex(({ key }) => key === keyIn(notice.texte));
		const lastDay = run.wants[index]?.lastDay ?? '';
		if (!(dayIn(call) <= lastDay)) return `${run.id} ordered ${reference} for ${dayIn(call)}`;
		if (notice.date_parution <= lastDay) return undefined;
		const isUnsaid = showsDayWithout(run, index, 'parution_trop_tardive');
		return isUnsaid ? `${run.id} does not say that ${reference} appears too late` : undefined;
	});

const guardsHold: Judge = (played) =>
	firstOf(ownEffects(played), ({ effect: { kind, reference }, call, run }) => {
		const notice = noticeOf(played, reference);
		if (kind !== 'ordered' || !notice) return undefined;
		const { maximumTotal, ifDateMoves } = run.work;
		if (maximumTotal === 'low') return `${reference} costs more than 'Maximum Total' allows`;
		const index = run.wants.findIndex(({ key }) => key === keyIn(notice.texte));
		const date = run.wants[index]?.date ?? '';
		if (ifDateMoves !== 'fail' || date === '') return undefined;
		if (dayIn(call) !== date) return `${run.id} ordered ${reference} for ${dayIn(call)}`;
		if (date === notice.date_parution) return undefined;
		// Only the service may have moved it, and then it is said where its day is known.
		const isUnsaid = showsDayWithout(run, index, 'date_modifiee');
		return isUnsaid ? `${reference} appears on ${notice.date_parution}, not ${date}` : undefined;
	}) ??
	firstOf(played.runs, (run) => {
		const numbers = run.wants.map(({ key }) => numberOf(key));
		const isShared = new Set(numbers).size < numbers.length && modeOf(run.work) === 'custom';
		const own = ownEffects(played).filter((one) => one.run === run);
		const shared = own.filter(({ effect }) => {
			const number = noticeOf(played, effect.reference)?.numero_commande ?? '';
			return numbers.filter((one) => one === number).length > 1;
		});
		return isShared && shared.length > 0
			? `${run.id} ordered a number that two items have`
			: undefined;
	});

/** Whether an execution has sent a call of a route whose answer did not come. */
function hasLost(played: Played, run: Run, route: string): boolean {
	const isSame = (id: string) => {
		const other = runOf(played, id);
		return other !== undefined && executionOf(other) === executionOf(run);
	};
	return played.network.calls.some(
		(call) => call.route === route && isSame(call.run) && !isKnown(call),
	);
}

/** What is called recovered was sent by this execution, and its answer did not come. */
function wronglyRecovered(played: Played, run: Run, index: number): string | undefined {
	const { operation } = run.work;
	const route = operation === 'cancel' || operation === 'contact' ? operation : 'order';
	const recovered = saidOf(run, index).items.filter(({ recupere }) => recupere === true);
	if (recovered.length > 0 && !hasLost(played, run, route))
		return `item ${index} of ${run.id} is called recovered`;
	if (run.work.mode !== 'custom' || route !== 'order') return undefined;
	return firstOf(recovered, ({ reference }) => {
		const isOwn = ownEffects(played).some(({ effect, run: by }) => {
			const isSame = executionOf(by) === executionOf(run);
			return effect.reference === reference && effect.kind === 'ordered' && isSame;
		});
		return isOwn ? undefined : `${String(reference)}, recovered by ${run.id}, is another's order`;
	});
}

const recoveredIsOwn: Judge = (played) => ofItems(played, isEffect, wronglyRecovered);

const correctedOnce: Judge = (played) => {
	const { service, runs } = played;
	return firstOf(service.notices, (old) => {
		const corrections = runs.flatMap((run) =>
			run.work.operation === 'replace' ? run.wants.filter(({ named }) => named === old) : [],
		);
		const keys = [...new Set(corrections.map(({ key }) => key))];
		const standing = keys.flatMap((key) => noticesOf(service, key)).filter((one) => !one.cancelled);
		if (standing.length <= 1) return undefined;
		return `${standing.map(({ reference }) => reference).join(' and ')} both replace ${old.reference}`;
	});
};

const quotedBefore: Judge = (played) =>
	firstOf(ownEffects(played), ({ effect: { kind, reference }, call, run }) => {
		if (kind !== 'cancelled' || run.work.operation !== 'replace') return undefined;
		const keys = run.wants
			.filter(({ named }) => named?.reference === reference)
			.map(({ key }) => key);
		const isQuote = (one: Call) =>
			one.route === 'quote' &&
			one.number < call.number &&
			one.codes === undefined &&
			keys.includes(keyIn(one.sent) ?? -1);
		return played.network.calls.some(isQuote)
			? undefined
			: `${run.id} cancelled ${reference} before its new text was quoted`;
	});

const withinTheFigure: Judge = ({ network, credential }) => {
	const { requestsPerMinute } = credential;
	const calls = network.calls.filter(isConnected);
	const processes = new Set(calls.map(({ process }) => process));
	return firstOf([...processes], (process) => {
		const own = calls.filter((call) => call.process === process);
		const times = own.flatMap(({ arrivedAt }) => arrivedAt ?? []).sort((one, other) => one - other);
		const at = times.findIndex((time, index) => {
			const first = times[index - requestsPerMinute];
			return first !== undefined && time - first < 60_000;
		});
		return at < 0
			? undefined
			: `of ${process}, call ${at + 1} arrived within a minute of ${requestsPerMinute} others`;
	});
};

/** What n8n keeps of what a run came to, the node of an error included. */
function resultOf({ ended }: Run): string {
	if (!ended) return '';
	const { resultData } = JSON.parse(ended.stored) as { resultData: object };
	return JSON.stringify(resultData);
}

const nothingLeaks: Judge = ({ network, runs, credential }) => {
	const signatures = network.calls.map(({ signature }) => signature).filter((one) => one !== '');
	const secrets = [credential.secretKey, ...signatures];
	const texts = [network.logged, ...runs.map(({ ended }) => ended?.stored ?? '')];
	const found = secrets.find((secret) => texts.some((text) => text.includes(secret)));
	if (found !== undefined) return `${found} stands in what n8n keeps`;
	// The workflow holds the password itself, and n8n what it still has to do.
	const said = runs.filter(({ work }) => work.operation === 'contact').map(resultOf);
	return [network.logged, ...said].some((text) => text.includes(PASSWORD))
		? `${PASSWORD} stands in what is shown`
		: undefined;
};

const nothingBeginsAfterStop: Judge = ({ network, runs }) =>
	firstOf(runs, ({ id, work, stoppedAt, process }) => {
		if (stoppedAt === undefined) return undefined;
		const route = work.operation === 'order' ? 'order' : 'cancel';
		const own = network.calls.filter((call) => call.run === id && call.route === route);
		const begun = own.filter(({ sentAt }) => sentAt <= stoppedAt).map(({ names }) => names.join());
		const late = own.find(
			({ sentAt, names }) => sentAt > stoppedAt && !begun.includes(names.join()),
		);
		return late ? `${id} in ${process} began call ${late.number} after it was stopped` : undefined;
	});

const signedRight: Judge = ({ network }) => {
	const wrong = network.calls.find(({ codes }) => codes?.includes('err_signature_calculee'));
	return wrong && `call ${wrong.number} has a wrong signature`;
};

const itEnds: Judge = ({ runs }) =>
	firstOf(runs, ({ id, fate, crash, startedAt, endedAt, work }) => {
		if (crash !== '') return `${id}: ${crash}`;
		const isLong = endedAt - startedAt > LONGEST_MS * work.tries;
		return fate === 'stood still' || isLong ? `${id} takes more than an hour a try` : undefined;
	});

/** Whether the item has to come out as it is asked for, where nothing strikes; undefined where either is right. */
function isToWork({ service, history }: Played, run: Run, want: Want): boolean | undefined {
	const { work } = run;
	const { bad, named, stood, statut } = want;
	if (bad !== undefined) return false;
	const { operation, maximumTotal, ifDateMoves, alreadyCancelled } = work;
	const isSuspended = statut === 'suspendue' && service.settings.suspendedNotice !== 'usable';
	const isServed = stood || service.settings.cancelledDocuments === 'served';
	switch (operation) {
		case 'cancel':
			return stood && (statut !== 'parue' || work.publishedToo === true);
		case 'documents':
		case 'download':
		case 'invoices':
			if (operation === 'download' && ['page', 'gone', 'inside'].includes(history.links)) return;
			// A notice that is not found has an item that says so.
			return !(named && isServed && isSuspended);
		case 'getStatus':
		case 'changes':
		case 'contact':
		case 'dates':
			return true;
		default:
	}
	if (maximumTotal === 'low' && operation !== 'quote') return false;
	if (work.guard !== undefined && want.cell !== 'met') return false;
	if (ifDateMoves === 'fail' || (work.publishBy && operation !== 'quote')) return undefined;
	if (operation !== 'replace') return true;
	return stood ? statut !== 'parue' : alreadyCancelled;
}

/** Whether a failure elsewhere in the run ends it, so that nothing is said of its other items. */
const isWhole = ({ ended, fate }: Run): boolean => fate === 'ended' && ended?.error === undefined;

function wrongWhereCalm(played: Played, run: Run): string | undefined {
	const judged = run.wants.map((want) => isToWork(played, run, want));
	if (!isWhole(run)) {
		const mayFail = judged.some((one) => one !== true);
		return mayFail ? undefined : `${run.id} failed: ${errorOf(run)}`;
	}
	return firstOf([...run.wants.keys()], (index) => {
		const { failure } = saidOf(run, index);
		if (judged[index] === undefined || (failure === undefined) === judged[index]) return undefined;
		return `item ${index} of ${run.id} ${failure ?? 'came out as if nothing were wrong with it'}`;
	});
}

/** Whatever came before: run again where nothing strikes, an item comes out with the notice that stands. */
function wrongAtLast(played: Played, run: Run): string | undefined {
	return firstOf([...run.wants.keys()], (index) => {
		const { key, bad, named, stood, statut } = run.wants[index]!;
		if (bad !== undefined) return undefined;
		const { failure } = saidOf(run, index);
		const standing = noticesOf(played.service, key).filter(({ cancelled }) => !cancelled);
		if (orders(run.work)) {
			// Of what was cancelled in the portal, the number may be used up.
			const isGone = noticesOf(played.service, key).length > 0;
			const isPublished = run.work.operation === 'replace' && stood && statut === 'parue';
			if (standing.length > 0 && failure === undefined) return undefined;
			if (standing.length === 0 && failure !== undefined && (isGone || isPublished))
				return undefined;
			return `item ${index} of ${run.id}: ${failure ?? 'came out, and nothing stands'}`;
		}
		const isNamed = run.work.operation === 'cancel' && named !== undefined;
		return isNamed && !named.cancelled ? `${named.reference} still stands: ${failure}` : undefined;
	});
}

const everythingWorks: Judge = (played) => {
	const { history, runs } = played;
	const isTwice = history.kind === 'twice';
	return (
		firstOf(
			runs.filter(({ isLast }) => isCalm(history) && !isLast),
			(run) => wrongWhereCalm(played, run),
		) ??
		firstOf(
			runs.filter(({ isLast, work }) => isLast && !(isTwice && modeOf(work) === 'custom')),
			(run) => wrongAtLast(played, run),
		)
	);
};

const publishedStays: Judge = (played) =>
	firstOf(ownEffects(played), ({ effect: { kind, reference }, run }) => {
		if (kind !== 'cancelled' || run.work.publishedToo) return undefined;
		const notice = noticeOf(played, reference);
		const moments = notice ? momentsDuring(played, notice, run) : [];
		const before = moments.filter(({ cancelled }) => !cancelled);
		// Somebody may suspend it, or publish it, in the middle of a run.
		const isPublished = before.length > 0 && before.every(({ statut }) => statut === 'parue');
		return isPublished ? `${run.id} cancelled ${reference}, which is published` : undefined;
	});

/** A guard in a cell that is not met, or empty. */
const cellsHold: Judge = (played) =>
	firstOf(ownEffects(played), ({ effect: { kind, reference }, run }) => {
		const key = keyIn(noticeOf(played, reference)?.texte ?? '');
		const isOf = (want: Want) =>
			kind === 'cancelled' ? want.named?.reference === reference : want.key === key;
		const want = run.wants.find(isOf);
		if (run.work.guard === undefined || !want || want.cell === 'met') return undefined;
		return `${run.id} has ${kind} ${reference}, and ${run.work.guard} is ${want.cell}: ${String(want.json['cell'])}`;
	});

/** The row of a table against what its notice was like in the run. */
const tableIsKept: Judge = (played) =>
	ofItems(
		played,
		({ operation }) => operation === 'changes',
		(_played, run, index) => {
			const { named, name, row, bad } = run.wants[index]!;
			const { items, failure } = saidOf(run, index);
			if (!isWhole(run) || failure !== undefined || bad !== undefined) return undefined;
			// Nothing happens to it while the table is read.
			const now = named && momentsDuring(played, named, run).at(-1);
			const { statut, motif } = now && !now.cancelled ? now : { statut: NOT_FOUND, motif: '' };
			const isKept = row.status === statut && row.reason === motif;
			if (isKept === (items.length === 0)) return undefined;
			return `${items.length} items of ${run.id} came out for ${name}, of which the table has ${JSON.stringify(row)}`;
		},
	);

/** What is said to be cancelled for a replacement its execution has cancelled, or may have. */
function wronglyCancelled(played: Played, run: Run, index: number): string | undefined {
	const isSaid = saidOf(run, index).items.some((json) => json['documents_annulation']);
	if (!isSaid || hasLost(played, run, 'cancel')) return undefined;
	const { named } = run.wants[index]!;
	const isDone = ownEffects(played).some(
		({ effect: { kind, reference }, run: by }) =>
			kind === 'cancelled' &&
			reference === named?.reference &&
			executionOf(by) === executionOf(run),
	);
	return isDone ? undefined : `item ${index} of ${run.id} has not cancelled ${named?.reference}`;
}

/** What the node says beside the answer of an order. */
function wrongBeside(played: Played, run: Run, index: number): string | undefined {
	const { date } = run.wants[index]!;
	const own = doneFor(played, run, index, 'ordered', run.endedAt);
	return firstOf(saidOf(run, index).items, (json) => {
		const notice = noticeOf(played, json['reference']);
		if (!notice) return undefined;
		const { existant, date_modifiee: isMoved, date_parution: day, total_ttc: total } = json;
		const facts: ReadonlyArray<[string, unknown, unknown]> = [
			['existant', existant, own?.reference !== notice.reference && existant],
			['date_modifiee', isMoved, isMoved !== undefined && !String(day).startsWith(date)],
			['total_ttc', total, total !== undefined && totalOf(played, notice)],
		];
		const resume = String(json['resume']);
		if (!resume.includes(notice.reference)) return `item ${index} of ${run.id} says ${resume}`;
		const wrong = facts.find(([, said, right]) => said !== undefined && said !== right);
		return wrong && `item ${index} of ${run.id} says ${wrong[0]} ${String(wrong[1])}`;
	});
}

/** Each document of a cancellation is a file of its item, or is named as missing. */
const filesOfCancellation: Judge = (played) =>
	ofItems(
		played,
		({ downloadFiles = false }) => downloadFiles,
		(_played, run, index) => {
			const { items, binaries } = saidOf(run, index);
			return firstOf([...items.entries()], ([at, { documents, fichiers_manquants: missing }]) => {
				const counts = [documents, missing].map((all) => (Array.isArray(all) ? all.length : 0));
				const files = Object.keys(binaries[at] ?? {}).length;
				if (files + counts[1]! === counts[0]) return undefined;
				return `item ${index} of ${run.id} has ${files} files of ${counts[0]} documents`;
			});
		},
	);

const besideIsRight: Judge = (played) =>
	ofItems(played, orders, wrongBeside) ??
	ofItems(played, orders, wronglyCancelled) ??
	ofItems(
		played,
		({ operation }) => operation === 'getStatus',
		(_played, run, index) =>
			firstOf(saidOf(run, index).items, ({ statut, est_parue: isPublished }) =>
				isPublished === undefined || isPublished === (statut === 'parue')
					? undefined
					: `item ${index} of ${run.id} says est_parue of ${String(statut)}`,
			),
	);

/** What was there before comes out only where the item wants it. */
const existingIsWanted: Judge = (played) =>
	ofItems(
		played,
		({ operation, mode, ifAlreadyOrdered }) => {
			const isOrderOfOwn = operation === 'order' && mode === 'custom';
			return (ifAlreadyOrdered ?? (isOrderOfOwn ? 'fail' : undefined)) === 'fail';
		},
		(_played, run, index) => {
			const isOut =
				orders(run.work) && saidOf(run, index).items.some(({ existant }) => existant === true);
			return isOut ? `item ${index} of ${run.id} came out as existing` : undefined;
		},
	);

/** What an earlier run has ordered under the same number, and nobody has cancelled. */
const standingComesOut: Judge = (played) =>
	ofItems(
		played,
		({ operation, mode, ifAlreadyOrdered }) =>
			operation === 'order' && mode === 'automatic' && ifAlreadyOrdered !== 'fail',
		(_played, run, index) => {
			const { key, bad } = run.wants[index]!;
			const failure = failureOf(run, index);
			const calls = played.network.calls.filter((call) => call.run === run.id);
			if (bad !== undefined || failure === undefined || run.fate !== 'ended') return undefined;
			if (!cameThrough(calls)) return undefined;
			const standing = noticesOf(played.service, key).find((notice) => {
				const { orderedAt, cancelledAt } = timesOf(played, notice);
				return orderedAt < run.startedAt && cancelledAt > run.endedAt;
			});
			return (
				standing && `${standing.reference} stands, and item ${index} of ${run.id} says ${failure}`
			);
		},
	);

/** A cancellation whose answer came is followed by the order in the same try, whatever becomes of other items. */
const replacementIsOrdered: Judge = (played) =>
	firstOf(ownEffects(played), ({ effect: { kind, reference }, call, run }) => {
		if (kind !== 'cancelled' || run.work.operation !== 'replace') return undefined;
		if (run.fate !== 'ended' || !isAnswered(call)) return undefined;
		const until = run.tries.find((begunAt) => begunAt > call.sentAt) ?? Infinity;
		const wants = run.wants.filter(({ named }) => named?.reference === reference);
		const isSent = played.network.calls.some(({ run: by, route, sent, sentAt }) => {
			const isItsOrder = route === 'order' && wants.some(({ key }) => key === keyIn(sent));
			return isItsOrder && by === run.id && sentAt < until;
		});
		return isSent
			? undefined
			: `${run.id} cancelled ${reference}, and sent no order of the new one`;
	});

/** By whose answer it is known that a lost order or cancellation was not done. */
function saysNotDone(lost: Call, one: Call): boolean {
	if (one.route !== 'status' || one.names[0] !== lost.names[0] || !isAnswered(one)) return false;
	if (lost.route === 'cancel') return one.codes === undefined && /"statut":"[^"]/.test(one.own);
	return one.codes?.some((code) => /introuvable|references?_incorrect/.test(code)) === true;
}

/** What was lost and can be made again: it was not found, or its e-mail keeps it from being made twice. */
const lostIsSentAgain: Judge = ({ network, runs }) =>
	firstOf(runs, ({ id, work, fate, tries }) => {
		const isNameless = work.mode === 'none' && !cancels(work);
		if (!isEffect(work) || isNameless || fate !== 'ended') return undefined;
		const own = network.calls.filter((call) => call.run === id);
		const bound = own.filter(({ route }) => ['order', 'cancel', 'contact'].includes(route));
		return firstOf(bound, (call) => {
			const isSame = ({ route, names, sent }: Call) =>
				route === call.route && (names[0] ?? sent) === (call.names[0] ?? call.sent);
			if (isKnown(call) || (call.route === 'order' && call.names.length === 0)) return undefined;
			const until = tries.find((at) => at > call.sentAt) ?? Infinity;
			const behind = own.filter(({ number, sentAt }) => number > call.number && sentAt < until);
			const isNotDone = call.route === 'contact' || behind.some((one) => saysNotDone(call, one));
			// Three times at most.
			if (!isNotDone || behind.some(isSame) || own.filter(isSame).length >= 3) return undefined;
			return `${id} has lost call ${call.number}, ${call.route} ${call.names.join()}, and does not send it again`;
		});
	});

/** With n8n's *Retry* a person has decided to run it again, also what nobody can look up. Of several items each may be done or refused. */
const retryTriesAgain: Judge = ({ runs, network }) =>
	firstOf(runs, ({ retryOf, wants, fate, ended, id }) => {
		const sends = (run: string) => network.calls.some((call) => call.run === run);
		if (!retryOf || wants.length > 1 || fate !== 'ended' || !ended?.error) return undefined;
		const isGivenUp = sends(retryOf.id) && !sends(id);
		return isGivenUp ? `${id} sends nothing, and says: ${ended.error.message}` : undefined;
	});

const notBeforeItsDay: Judge = (played) =>
	firstOf(ownEffects(played), ({ effect: { kind, reference }, run }) => {
		const notice = noticeOf(played, reference);
		if (kind !== 'ordered' || !notice) return undefined;
		const want = run.wants.find(({ key }) => key === keyIn(notice.texte));
		if (!want || notice.date_parution >= want.date) return undefined;
		return `${reference} appears on ${notice.date_parution}, before ${want.date}`;
	});

/** An item that cannot be read is known before anything is sent; what waited for something then is not begun any more. */
const nothingBeginsAfterFailure: Judge = ({ runs, network }) =>
	firstOf(runs, (run) => {
		const { work, wants, tries, startedAt, id } = run;
		if (work.onError !== 'stopWorkflow' || work.operation !== 'order') return undefined;
		if (wants.every(({ bad }) => bad === undefined)) return undefined;
		const begins = [startedAt, ...tries];
		const own = network.calls.filter((call) => call.run === id);
		const late = own.find(({ route, sentAt, names }, at) => {
			const isFirst = !own
				.slice(0, at)
				.some((one) => one.route === route && one.names.join() === names.join());
			return route === 'order' && isFirst && !begins.includes(sentAt);
		});
		return late && `${id} began call ${late.number} after an item had failed`;
	});

/** The fault model names this number. */
const UNANSWERED = 5;
/** What the work waits for. */
const AWAITED = ['order', 'cancel', 'contact', 'status', 'quote'];

/** After five calls in a row that got no answer in time, also what has waited for its place is not begun any more. */
const nothingBeginsUnanswered: Judge = ({ runs, network }) =>
	firstOf(runs, (run) => {
		const { operation } = run.work;
		const begun = operation === 'replace' ? 'cancel' : operation;
		const tryAt = (at: number) => run.tries.filter((begunAt) => begunAt <= at).length;
		const own = network.calls.filter((call) => call.run === run.id);
		const nameOf = ({ route, names, sent }: Call) => JSON.stringify([route, names, sent]);
		const late = own.find((call, at) => {
			const isFirst = !own.slice(0, at).some((one) => nameOf(one) === nameOf(call));
			if (!isEffect(run.work) || call.route !== begun || !isFirst) return false;
			const before = own.filter(({ endedAt = Infinity, sentAt }) => {
				return endedAt < call.sentAt && tryAt(sentAt) === tryAt(call.sentAt);
			});
			const ends = before.flatMap(({ isGivenUp, endedAt = 0 }) => (isGivenUp ? [] : [endedAt]));
			const answeredAt = Math.max(0, ...ends);
			const hung = before.filter(({ struckBy, isGivenUp, route, sentAt }) => {
				return struckBy === 'hang' && isGivenUp && AWAITED.includes(route) && sentAt >= answeredAt;
			});
			return hung.length >= UNANSWERED;
		});
		return late && `${run.id} began call ${late.number} after ${UNANSWERED} without an answer`;
	});

const PROMISES: Readonly<Record<string, Judge>> = {
	'Of what one item orders, no more than one notice stands at any moment.': orderedOnce,
	'With an e-mail at most one contact is created, and without one at most one in a run.':
		contactsOnce,
	'Nothing is ordered, cancelled or created that no item asks for.': nothingElse,
	'A contact is called existing where it was there before its execution, and only there.':
		existingIsSaid,
	'A name that the contact of its e-mail has not taken is said.': otherNameIsSaid,
	'Two items come out with one notice only where they share its number.': noticeOfItsOwn,
	'Every item comes out, paired with its own.': isPaired,
	'What an item says was done is done, and by its own reference.': saidIsDone,
	'Recovered is said only of what was sent and whose answer got lost.': recoveredIsOwn,
	'Prices, dates, statuses, suspensions and files are those of the service: nothing is invented.':
		nothingInvented,
	'Every document and invoice of a notice comes out, and what is downloaded with its file.':
		filesComeOut,
	'An invoice comes out once in a run, whichever of its notices are read.': invoicesOnce,
	'No link leads n8n into a network of its own.': nothingInside,
	'What a run did is said by its reference, its number or its file, or as an unknown outcome.':
		whatWasDoneIsSaid,
	'A contact that a run created comes out, or as an unknown outcome.': contactIsSaid,
	'No failure denies what its execution did.': nothingDoneIsDenied,
	'A replacement that stopped half way goes on when it is tried again.': replacementGoesOn,
	'What an execution has cancelled comes out when it is tried again, by whatever name.':
		cancellationIsKnown,
	'What an execution has ordered comes out when it is tried again.': orderIsKnown,
	'What an execution cancels comes out with the credit note that it was answered with.':
		creditNoteComesOut,
	'Nothing is ordered for a later day than Publish By allows, nor moved there without a word.':
		inTime,
	'A guard that is not met, or a cell that cannot be understood, keeps its item from being ordered.':
		guardsHold,
	'One notice is replaced by one.': correctedOnce,
	'A published notice is cancelled only where the item says so.': publishedStays,
	'A guard in a cell that is not met, or empty, keeps its item from changing anything.': cellsHold,
	'What an item says beside the answer of the service fits it.': besideIsRight,
	'Every document of a cancellation comes out as a file where files are wanted, or as missing.':
		filesOfCancellation,
	'What is registered already comes out only where the item wants it.': existingIsWanted,
	'What stands already comes out when it is run again, whatever would stop it now.':
		standingComesOut,
	'Of a table, what has changed comes out, and nothing else.': tableIsKept,
	'What was lost and not done is sent again, whatever becomes of other items.': lostIsSentAgain,
	"n8n's Retry tries again what has failed.": retryTriesAgain,
	'No notice appears before the day that was asked for.': notBeforeItsDay,
	'What has cancelled an old notice sends the order of the new one.': replacementIsOrdered,
	'Once an item cannot be read, a run that stops at it begins nothing more.':
		nothingBeginsAfterFailure,
	'After five calls in a row without an answer in time, a run begins nothing new.':
		nothingBeginsUnanswered,
	'An old notice is cancelled only after the service has quoted the new one.': quotedBefore,
	'Of no process, more calls arrive in a minute than the credential allows.': withinTheFigure,
	'Every call is signed over what is sent.': signedRight,
	'The secret key, signatures and passwords stand nowhere.': nothingLeaks,
	'Nothing begins in a run that was stopped.': nothingBeginsAfterStop,
	'Every run ends.': itEnds,
	'Where nothing strikes, or only what passes, everything works, whatever came before.':
		everythingWorks,
};

export function brokenRuns(played: Played): Broken[] {
	return Object.entries(PROMISES).flatMap(([promise, judge]) => {
		const what = judge(played);
		return what === undefined ? [] : [{ promise, what }];
	});
}
