/** Rules of every room of the published code. */
import type { Breakage } from './breakages.mts';

export const ROOMS: readonly Breakage[] = [
	// transport
	{
		rule: 'an order whose answer is lost is not simply repeated',
		from: '\tif (call.sideEffect !== undefined) return giveUp(failed);\n\tif (mayStillBeAnswered',
		to: '\tif (mayStillBeAnswered',
	},
	{
		rule: 'an order is not repeated after a page with 429',
		from: '\tif (call.sideEffect !== undefined && failure.ambiguous) return giveUp(failed);\n',
		to: '',
	},
	{
		rule: 'only `succes` is a success',
		from: "if (parsed?.resultat === 'succes') return parsed;",
		to: 'if (parsed && /succes/i.test(String(parsed.resultat))) return parsed;',
	},
	{
		rule: 'a refusal in the envelope counts, whatever the HTTP status',
		from: "if (parsed?.resultat === 'erreur') return refusalIn(parsed, status, conceal);",
		to: "if (parsed?.resultat === 'erreur' && status > 200) return refusalIn(parsed, status, conceal);",
	},
	{
		rule: 'a byte order mark belongs to no answer',
		from: "body.toString('utf8').replace(/^\\uFEFF/, '');",
		to: "body.toString('utf8');",
	},
	{
		rule: 'a service that answers none of five calls gets no more',
		from: 'if (this.unanswered < MAX_UNANSWERED) return;',
		to: 'return;',
	},
	{
		rule: 'the keys of a page are concealed however it writes them',
		from: '\t\t\t.replace(secrets, CONCEALED)\n',
		to: '',
	},
	{
		rule: 'the calls of all executions count for the key',
		from: 'limiters.get(keys) ??',
		to: 'limiters.get(`${keys}${Math.random()}`) ??',
	},
	{
		rule: 'the clock of the service is learned from its answers',
		from: 'if (dated !== undefined && Math.abs(dated - signedWith) > SAME_CLOCK_MS) return dated;',
		to: '',
	},
	{
		rule: 'the method is signed',
		from: '${secretKey}+${method}+${path}+',
		to: '${secretKey}+GET+${path}+',
	},
	// errors
	{
		rule: 'a connection that breaks while an answer is read was not refused',
		from: "['connect', 'getaddrinfo'];",
		to: "['connect', 'getaddrinfo', 'read'];",
	},
	{
		rule: 'a later try does not hide what an earlier one left open',
		from: "if (open === '' || failure instanceof LeftOpen || isNotStarted(failure)) return failure;",
		to: 'if (open !== failure) return failure;',
	},
	{
		rule: 'a stopped execution leaves open what is under way',
		from: 'return this.facts.underWay === true;',
		to: 'return false;',
	},
	{
		rule: 'a stop tells what it leaves open beside its reason',
		from: "const whole = `${message} ${below.message.replace(claims, '')}`;",
		to: 'const whole = below.message;',
	},
	// actions
	{
		rule: 'an error that stops counts what was not started',
		from: '`${left} were not started.`',
		to: '`${left + 1} were not started.`',
	},
	{
		rule: 'an error that stops counts what failed beside it',
		from: 'if (alsoFailed > 0) sentences.push',
		to: 'if (alsoFailed > 5) sentences.push',
	},
	{
		rule: 'items are given the answers of their own notices',
		from: 'found.get(item.asked), item);',
		to: "found.get(references[0] ?? ''), item);",
	},
	{
		rule: 'a notice that existed is told as such',
		from: 'existant: isExisting,',
		to: 'existant: false,',
	},
	{
		rule: 'If Date Moves: fail, also where the service refuses the date',
		from: "if (ifDateMoves === 'fail' || body.date_parution === undefined) throw first.refusal;",
		to: 'if (body.date_parution === undefined) throw first.refusal;',
	},
	{
		rule: 'a date that has moved is told',
		from: 'fields.date_modifiee = day !== requested;',
		to: 'fields.date_modifiee = day.slice(0, 4) !== requested.slice(0, 4);',
	},
	{
		rule: 'a replacement of an unknown notice orders nothing',
		from: 'if (!old && !this.cancelled) this.checkUnknown();',
		to: '',
	},
	{
		rule: 'a published notice is not replaced',
		from: "if (old?.answer.statut === 'parue') {",
		to: "if (old?.answer.statut === 'Parue') {",
	},
	// notices
	{
		rule: 'an answer about other notices is not taken for one that knows none',
		from: 'if (matched.size === 0 && areOfOthers(entries)) {',
		to: 'if (matched.size < 0) {',
	},
	{
		rule: 'every way of saying that a notice is unknown is understood',
		from: '(annonces?_introuvables?|(references?|numero_commande)_(incorrect|absent|inconnu)e?s?)$/;',
		to: '(annonce_introuvable)$/;',
	},
	{
		rule: 'a batch without its list says nothing',
		from: "throw new ServiceFailure('notTheService', { missing: 'annonces', readOnly: true });",
		to: 'return new Map<string, Answer>();',
	},
	{
		rule: 'a list that is too long for the service is asked for in parts',
		from: "if (failure.has('err_body_incorrect')) return !failure.ambiguous;",
		to: "if (failure.has('err_body_incorrect')) return false;",
	},
	{
		rule: 'names are told apart by their case',
		from: 'const exactly = matchSpelled(asked, notices, String);',
		to: 'const exactly = matchSpelled(asked, notices, (text) => text.toLowerCase());',
	},
	// domain
	{
		rule: 'two newspapers have two numbers',
		from: '\t\tString(notice.publication),\n',
		to: '',
	},
	{
		rule: 'two files have two numbers',
		from: '\t\tnotice.fileReference,\n',
		to: '',
		and: { from: 'const prefix = safePrefix(notice.fileReference);', to: "const prefix = '';" },
	},
	{
		rule: 'what a replacement replaces is part of its number',
		from: "if (notice.replaces !== undefined) parts.push('replaces', notice.replaces);",
		to: '',
	},
	{
		rule: 'an order number has at most 50 characters',
		from: 'if (length > MAX_LENGTH) {',
		to: 'if (length > 2 * MAX_LENGTH) {',
	},
	{
		rule: 'amounts with a comma are read as they are meant',
		from: "const plain = text.replace(/\\s/g, '').replace(',', '.');",
		to: "const plain = text.replace(/\\s/g, '').replace(',', '');",
	},
	{
		rule: 'a date that nobody can read is refused',
		from: 'if (day === undefined) throw cannotBe(LABEL, text, ADVICE);',
		to: '',
	},
	{
		rule: 'what cannot be printed is refused',
		from: 'if (unsupportedCount > 0) return unprintable(label, prepared);',
		to: '',
	},
	{
		rule: 'a text is sent with its signs',
		from: '\t\thtml: toHtml(blocks),',
		to: "\t\thtml: toHtml(blocks).replace(/[’—]/g, '-'),",
	},
	// credential
	{
		rule: 'the environment of the credential is the one that is told',
		from: '({ environment: this.environment, origin: this.origin, digest: this.account } = this.keys);',
		to: "({ origin: this.origin, digest: this.account } = this.keys);\n\t\tthis.environment = 'production';",
	},
	{
		rule: 'each credential has a clock of its own',
		from: 'JSON.stringify([base.url, publicKey, secretKey])',
		to: 'JSON.stringify([base.url])',
	},
];
