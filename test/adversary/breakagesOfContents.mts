/** What comes out of an answer: missing, doubled, or made wrongly. */
import type { Breakage } from './breakages.mts';

export const CONTENTS: readonly Breakage[] = [
	{
		rule: 'the resume says where an order existed before',
		from: 'clauses.push(`Déjà commandée ${notice}`)',
		to: 'clauses.push(`Commandée ${notice}`)',
	},
	{
		rule: 'what is not known of an order is listed',
		from: 'if (unknown.length > 0) fields.inconnu = unknown;',
		to: '',
	},
	{
		rule: 'words that the composed text lacks are told',
		from: 'if (missing.length > 0) fields.texte_perdu = missing;',
		to: '',
		and: {
			from: 'fields.texte_identique = missing.length === 0 && comparison.added.length === 0;',
			to: 'fields.texte_identique = true;',
		},
	},
	{
		rule: 'repairs of typography are listed',
		from: 'if (repairs.length > 0) fields.corrections = corrections(repairs);',
		to: '',
	},
	{
		rule: 'Cancel returns the invoice and the credit note',
		from: "if ('documents' in sent) sent.documents = documents;",
		to: 'delete sent.documents;',
	},
	{
		rule: 'Cancel returns the files of invoice and credit note where they are wanted',
		from: 'const files = wantsFiles ? filesOf(documents, reference) : [];',
		to: 'const files = wantsFiles ? filesOf(documents, reference).slice(99) : [];',
	},
	{
		rule: 'an invoice is paired with all notices that it bills',
		from: 'if (from.length === 1) return item;\n\treturn { ...item, from };',
		to: 'return item;',
	},
	{
		rule: 'a credit note is called so and has negative amounts',
		from: 'est_avoir: isCreditNote(invoice),',
		to: 'est_avoir: false,',
		and: {
			from: '...inEuros({ montant_tva: amounts.tva }),',
			to: '...inEuros({ montant_tva: Math.abs(amounts.tva) }),',
		},
	},
	{
		rule: 'a change of status is named by its event, with the status before',
		from: 'previousStatus: row.status,',
		to: 'previousStatus: null,',
		and: {
			from: '\t\tevent,\n\t\tasked: row.asked,',
			to: "\t\tevent: 'statusChanged',\n\t\tasked: row.asked,",
		},
	},
	{
		rule: 'only a published notice is told as published',
		from: "est_parue: statut === 'parue'",
		to: 'est_parue: true',
	},
	{
		rule: 'a new contact is not told to exist',
		from: 'const existant = before.some((one) => isGiven(one.id) && trimmedText(one.id) === id);',
		to: 'const existant = before.some((one) => isGiven(one.id) && trimmedText(one.id) === id) || id !== undefined;',
	},
	{
		rule: 'the contact of a crossed answer is not taken',
		from: 'if (!isAnotherContact(body, answer)) return { answer, recupere };',
		to: 'if (answer) return { answer, recupere };',
	},
	{
		rule: 'an unknown notice of documents or invoices comes out',
		from: 'if (!found) return notFound(context, item.asked, item.itemIndex);',
		to: 'if (!found && outputOfRefusal === undefined) return { output: [] };\n\tif (!found) return notFound(context, item.asked, item.itemIndex);',
	},
	{
		rule: 'files of invoices come out where they are wanted',
		from: 'const item = { json: simplify ? firstTen(json, SIMPLE[splitBy]) : json, files };',
		to: 'const item = { json: simplify ? firstTen(json, SIMPLE[splitBy]) : json, files: files.slice(files.length) };',
	},
	{
		rule: 'the price of an order or quote comes out',
		from: 'if (amount !== undefined) fields[`total_${name}`]',
		to: "if (amount !== undefined && name !== 'ttc') fields[`total_${name}`]",
	},
	{
		rule: 'dates of orders and quotes come out with the time of Paris',
		from: "isoFields(answer, ['date_parution', 'date_bouclage'])",
		to: 'isoFields(answer, [])',
	},
	{
		rule: 'in winter Paris is one hour ahead',
		from: 'return wallClock + parisOffset(earlier);',
		to: "return `${wallClock}${earlier === 0 ? '' : '+02:00'}`;",
	},
	{
		rule: 'publications are listed',
		from: "const departement = chosenDepartment(context, itemIndex);\n\t\tconst all = await listOnce(context, '/publications', 'publications', {",
		to: "const departement = chosenDepartment(context, itemIndex);\n\t\tif (itemIndex >= 0) throw new Error('The publications cannot be listed.');\n\t\tconst all = await listOnce(context, '/publications', 'publications', {",
	},
	{
		rule: 'a list that is refused is no empty list',
		from: "\t\tconst all = await listOnce(context, '/publications', 'publications', {\n\t\t\tquery: { departement },\n\t\t});",
		to: "\t\tconst all = await listOnce(context, '/publications', 'publications', {\n\t\t\tquery: { departement },\n\t\t}).catch(() => []);",
	},
	{
		rule: 'a contact has the name that was given',
		from: 'const given = Object.entries({ nom, prenom, email, mot_passe: password });',
		to: 'const given = Object.entries({ nom, email, mot_passe: password });',
	},
	{
		rule: 'every item comes out once',
		from: 'return [outputItems(fn.getNode(), results)];',
		to: 'const all = outputItems(fn.getNode(), results);\n\treturn [operation.hasEffect ? [...all, ...all] : all];',
	},
	{
		rule: 'the environment of a test credential is told as well as that of production',
		from: 'environnement: client.environment,',
		to: "environnement: 'test',",
		and: { from: 'environnement: environment,', to: "environnement: 'test'," },
	},
];

/** Names, refusals, pauses, and what an error that stops keeps from being begun. */
export const REFUSALS: readonly Breakage[] = [
	{
		rule: 'the answer to a crossed order is no refusal',
		from: "throw new ServiceFailure('notTheService', { missing: `numero_commande ${number}` });",
		to: "throw new ServiceFailure('refusal', { codes: ['err_publication_introuvable'] });",
	},
	{
		rule: 'of two notices that have one name none is cancelled',
		from: 'if (others.length > 0) {\n\t\tconst references',
		to: 'if (others.length > 9) {\n\t\tconst references',
		and: { from: 'return [...named.values()];', to: 'return [...named.values()].reverse();' },
	},
	{
		rule: 'a replacement keeps to If Already Ordered: fail',
		from: "if (policy === 'fail') throw existsAlready(registered, this.number);",
		to: "if (String(policy) === 'x') throw existsAlready(registered, this.number);",
	},
	{
		rule: 'refusals name their codes, and what is to be done',
		from: '`${entryFor(code).what} (${code})`',
		to: '`${entryFor(code).what}`',
	},
	{
		rule: 'failures say how to fix them',
		from: "const fixes = [...new Set(shownCodes.map((code) => entryFor(code).fix))].join(' ');",
		to: "const fixes = '';",
	},
	{
		rule: 'after a failure that stops no item is begun',
		from: '\t\t\tif (stop.signal.aborted) return;\n\t\t\tresults[itemIndex]',
		to: '\t\t\tresults[itemIndex]',
	},
	{
		rule: 'an order whose answer was lost is sent again after seconds',
		from: 'beforeResendMs: 2_000,',
		to: 'beforeResendMs: 300_000,',
		and: { from: 'longestBeforeResendMs: 30_000,', to: 'longestBeforeResendMs: 300_000,' },
	},
	{
		rule: 'a call that reads is repeated without a pause of minutes',
		from: "if (mayStillBeAnswered(failure)) return { step: 'repeat' };",
		to: "if (mayStillBeAnswered(failure)) return failure.kind === 'notTheService' ? { step: 'waitForQuota' } : { step: 'repeat' };",
	},
	{
		rule: 'credentials with the same keys share one limiter',
		from: 'limiterFor(this.account, Number(data.requestsPerMinute))',
		to: 'limiterFor(`${this.account}${Number(data.requestsPerMinute)}`, Number(data.requestsPerMinute))',
	},
	{
		rule: 'the name of what may be done stands beside the words that leave it open',
		from: "if (open.length > 0) sentences.push(`Check these: ${open.join('; ')}.`);",
		to: "if (open.length > 0) sentences.push('Some items are to be looked at.');",
	},
];
