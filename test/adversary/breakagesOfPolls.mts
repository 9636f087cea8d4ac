/** The trigger: told twice, late, wrongly or never. */
import type { Breakage } from './breakages.mts';

const polled: readonly Omit<Breakage, 'inPolls'>[] = [
	{
		rule: 'a change whose documents are never answered goes out in the end',
		from: 'documentsTried: new Set([...documents.asked, ...begunWith]),',
		to: 'documentsTried: new Set(documents.failures.keys()),',
	},
	{
		rule: 'after a kind of reading that was begun in vain another one comes first',
		from: 'const [begun, other] = unread;',
		to: 'const [begun, other] = unread.slice(0, 1);',
	},
	{
		rule: 'a kind of reading that takes all the time keeps none of what was missing away',
		from: 'const turn = polls % 4 === 0 ?',
		to: 'const turn = polls < 0 ?',
	},
	{
		rule: 'a kind of reading that fails for a batch keeps no other batch away',
		from: 'return { next: goesOn ? next : this.placeBehind(), first };',
		to: 'return { next, first: goesOn ? first : undefined };',
	},
	{
		rule: 'When First Seen: nothing is reported of a notice seen for the first time',
		from: 'if (before.status === null && !isReported) return undefined;',
		to: '',
	},
	{
		rule: 'When First Seen: only what is published or suspended',
		from: "return status === 'parue' || status === SUSPENDED;",
		to: "return status === 'parue';",
	},
	{
		rule: 'a reason that changes is told',
		from: "if (before.reason !== now.reason && chosen.has('reasonChanged')) return 'reasonChanged';",
		to: '',
	},
	{
		rule: 'the event of a change is the most specific one that is chosen',
		from: 'if (specific !== undefined && chosen.has(specific)) return specific;',
		to: '',
	},
	{
		rule: 'a change that is held back goes out before the next one',
		from: '\t\tif (!overtaken) return seen;',
		to: '\t\tif (!overtaken || asked) return seen;',
	},
	{
		rule: 'the same change happening again is another event',
		from: "return digest(['change', since, n, known.status, known.reason, reference, status, reason]);",
		to: "return digest(['change', known.status, known.reason, reference, status, reason]);",
	},
	{
		rule: 'what has left the list is forgotten',
		from: 'const { notices, missed } = found;',
		to: 'const { missed } = found;\n\tconst notices = new Map([...before.notices, ...found.notices]);',
	},
	{
		rule: 'a poll that could read nothing changes nothing',
		from: "if (!reading) return this.undecided(known, this.heldBefore.of(asked, 'status'));",
		to: 'if (!reading) return {};',
	},
	{
		rule: 'what is held back stays held back where nothing was read',
		from: 'if (!told) this.held.push([id, more ?? held]);',
		to: 'if (!told) void more;',
	},
	{
		rule: 'what is held back goes out in the end also where its notice is gone',
		from: 'const more = isDecided ? onePollMore(this.settings, held) : held;',
		to: 'const more = isDecided || asked ? held : undefined;',
	},
	{
		rule: 'what a suspension withholds at first is new when that has ended',
		from: "if (isFirst && (outcome === 'withheld' || seen.statut === NOT_FOUND)) return noFiles(asked);",
		to: 'if (isFirst && seen.statut === NOT_FOUND) return noFiles(asked);',
	},
	{
		rule: 'that suspended notices withhold their files makes no poll fail',
		from: 'return new Map(withheld.length + unreadable.length === all.length ? withheld : all);',
		to: 'return new Map(withheld.length + unreadable.length === all.length ? [] : all);',
	},
	{
		rule: 'a kind of events that is down makes polls fail',
		from: 'if (fails) throw rethrown(failure);',
		to: '',
	},
	{
		rule: 'of two polls at once only one reports',
		from: 'if (other && !takesOver && performance.now() < other.until) return undefined;',
		to: '',
	},
	{
		rule: 'an event that waits for its files goes out in the end',
		from: 'if (held.tried >= FILE_TRIES) return false;',
		to: 'if (held.tried < 0) return false;',
	},
	{
		rule: 'a publication that waits for its attestation goes out in the end',
		from: 'if (documentMissing && held.waited < settings.waitPolls) {',
		to: 'if (documentMissing) {',
	},
	{
		rule: 'a notice that spoils a batch costs the others nothing',
		from: "failure.kind !== 'redirect' && !failure.concernsCaller,",
		to: 'false,',
	},
	{
		rule: 'a notice that was missing is asked for again',
		from: 'return times < MISSES || number >= poll + REST;',
		to: 'return times + number + poll < 0;',
	},
	{
		rule: 'a poll ends within the time that n8n gives it',
		from: 'await this.facts.deadline.waitFor(work, this.endsAt);',
		to: 'await work.then(() => true);',
	},
	{
		rule: 'a call of a poll ends before the poll does',
		from: 'timeoutMs: Math.min(SLOWEST_CALL_MS, budgetMs / 4),',
		to: 'timeoutMs: 3_600_000,',
	},
	{
		rule: 'an invoice whose link is new is the same one',
		from: "inCents(ttc), '']);",
		to: 'inCents(ttc), invoice.url]);',
	},
	{
		rule: 'an invoice is told by one event, not by two',
		from: "if (isInvoice(file) && settings.events.has('newInvoice')) return false;",
		to: '',
	},
	{
		rule: 'an event has its files',
		from: 'if (files && Object.keys(files.binary).length > 0) item.binary = files.binary;',
		to: '',
	},
	{
		rule: 'an event names the files that it lacks',
		from: 'if (files && files.missing.length > 0) json.fichiers_manquants = [...files.missing];',
		to: '',
	},
	{
		rule: 'an event that lacks its attestation says so',
		from: 'if (event.documentMissing) json.document_manquant = true;',
		to: '',
	},
	{
		rule: 'an event says how the notice stood before',
		from: 'return { previousStatus, previousReason };',
		to: 'return { previousStatus: previousStatus && null, previousReason: previousReason && null };',
	},
	{
		rule: 'an event reported again has the same identifier',
		from: 'evenement_id: change.id,',
		to: 'evenement_id: `${change.id}${Math.random()}`,',
	},
	{
		rule: 'an invoice of several notices names all of them',
		from: 'const billed = [...same.map(({ asked }) => asked), ...waiting];',
		to: 'const billed = [first.asked];',
	},
	{
		rule: 'an event names the notice by the reference of the service',
		from: 'reference: change.reference,\n\t};',
		to: 'reference: change.asked,\n\t};',
	},
	{
		rule: 'an event of a file names the notice as it is listed',
		from: 'const ofNotice = { asked, reference, orderNumber, ...now };',
		to: 'const ofNotice = { asked: reference, reference, orderNumber, ...now };',
	},
	{
		rule: 'an event of a file says how its notice stands',
		from: 'const files = this.settings.files ? [file] : [];\n\t\tconst now = this.statusNow(asked, seen);',
		to: 'const files = this.settings.files ? [file] : [];\n\t\tconst now = { status: null, reason: null };',
	},
	{
		rule: 'a new invoice comes with its amounts',
		from: 'return { ...fields, references_demandees: billed, facture: invoice as IDataObject };',
		to: 'return { references_demandees: billed, facture: invoice as IDataObject };',
		and: {
			from: 'const fields = simpleInvoice(invoice) as IDataObject;',
			to: 'simpleInvoice(invoice);',
		},
	},
	{
		rule: 'a second proof of a notice is told',
		from: 'if (numero === undefined) return `${type} #${rank}`;',
		to: 'if (numero === undefined) return type;',
	},
	{
		rule: 'a failed poll names its cause',
		from: "const cause = explain(thrown).cause ?? 'configuration-invalid';",
		to: "const cause = 'credential-invalid';",
	},
	{
		rule: 'an event waits for its files no longer than five polls',
		from: 'export const FILE_TRIES = 4;',
		to: 'export const FILE_TRIES = 12;',
	},
	{
		rule: 'Stop Watching: what is not published yet is still read',
		from: 'if (stopAfterDays === undefined || parue === undefined) return true;',
		to: "if (stopAfterDays !== undefined && aspect === 'status' && isFound(seenOf(this.state, asked))) return false;\n\t\tif (stopAfterDays === undefined || parue === undefined) return true;",
	},
	{
		rule: 'each poll asks for the notices',
		from: '\t\tlet length = BATCH_SIZE;\n',
		to: '\t\tlet length = BATCH_SIZE;\n\t\tif (this.state.polls % 3 !== 0) return;\n',
		and: {
			from: 'if (!readAnything && resumption.next !== undefined) failures.push(NO_ANSWER);',
			to: '',
		},
	},
	{
		rule: 'polls correct the clock by the date of an answer',
		from: 'if (dated !== undefined && Math.abs(dated - signedWith) > SAME_CLOCK_MS) return dated;',
		to: '',
	},
	{
		rule: 'what is stored is compact',
		from: 'return JSON.stringify({ ...state, version: VERSION }, plain);',
		to: "return JSON.stringify({ ...state, version: VERSION, pad: 'x'.repeat(10_000) }, plain);",
	},
	{
		rule: 'what a list fails for is looked for over several polls',
		from: 'if (mayBeForOne(failure) && !this.isBoundReached()) this.suspect(list);',
		to: '',
	},
	{
		rule: 'Fetch Test Event touches nothing',
		from: "if (this.getMode() === 'manual') return await testEvents(this);",
		to: '',
	},
];

export const POLLS: readonly Breakage[] = polled.map((one) => ({ ...one, inPolls: true }));
