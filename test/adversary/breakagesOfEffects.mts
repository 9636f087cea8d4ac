/** Orders, cancellations, replacements and contacts: done twice, not told, or told wrongly. */
import type { Breakage } from './breakages.mts';

export const EFFECTS: readonly Breakage[] = [
	{
		rule: 'an order without a number is never sent again',
		from: '{ send, repeatable: false, unknown }',
		to: '{ send, repeatable: true, unknown }',
	},
	{
		rule: 'a lost connection leaves an order open',
		from: "new Set<FailureKind>([\n\t'noAnswer',",
		to: 'new Set<FailureKind>([',
	},
	{
		rule: "an answer that is not the service's leaves an order open",
		from: "\t'notTheService',\n\t'redirect',\n",
		to: "\t'redirect',\n",
	},
	{
		rule: 'a redirect leaves an order open',
		from: "\t'redirect',\n\t'blocked',\n]",
		to: "\t'blocked',\n]",
	},
	{
		rule: 'a page with 403 or 404 leaves an order open',
		from: "\t'redirect',\n\t'blocked',\n]",
		to: "\t'redirect',\n]",
	},
	{
		rule: 'a page with 429 leaves an order open',
		from: 'return this.codes.length === 0;',
		to: 'return false;',
	},
	{
		rule: 'an internal error leaves an order open',
		from: "if (this.codes.length === 0 || this.has('err_internal_server')) return true;",
		to: 'if (this.codes.length === 0) return true;',
	},
	{
		rule: 'a refusal without a code leaves an order open',
		from: "if (this.codes.length === 0 || this.has('err_internal_server')) return true;",
		to: "if (this.has('err_internal_server')) return true;",
	},
	{
		rule: 'a quota among other codes is no refusal for quota',
		from: "return codes.every((code) => code === 'err_requetes_max');",
		to: "return codes.includes('err_requetes_max');",
	},
	{
		rule: 'the answer of another order is not taken for the own one',
		from: 'if (number !== undefined && !(isNamed && agrees(answer.numero_commande, number))) {',
		to: 'if (number !== undefined && number === answer.texte) {',
	},
	{
		rule: 'a success without a reference leaves an order open',
		from: 'if (isZero || !isGiven(answer.reference)) {',
		to: 'if (answer.reference === number) {',
	},
	{
		rule: 'the number is derived from the content',
		from: "		notice.text ?? '',",
		to: "		`${notice.text ?? ''}${Math.random()}`,",
	},
	{
		rule: 'two texts have two numbers',
		from: "		notice.text ?? '',\n",
		to: '',
	},
	{
		rule: "a number of the person's own that is taken stops the order",
		from: "if (ifAlreadyOrdered === 'fail') throw takenMeanwhile(number, failure, answer);",
		to: '',
	},
	{
		rule: "a notice found again has no price of today's quote",
		from: "return answer && { kind: 'recovered', answer };",
		to: "return answer && { kind: 'ordered', answer: { tarif: { totaux: { montant_ttc: 1 } }, date_parution: '2026-01-01', ...answer } };",
	},
	{
		rule: 'the number of an unknown outcome is named',
		from: 'const name = `with order number ${number}`;',
		to: "const name = 'with its number';",
	},
	{
		rule: 'what is not known is not called undone',
		from: 'const message = `It is not known whether the notice ${name} was ordered.`;',
		to: 'const message = `Nothing was ordered: the notice ${name} is not known.`;',
	},
	{
		rule: 'an order that is looked up in vain is not called placed',
		from: '\t\tconst found = await once.look?.();\n\t\tif (found) return found;',
		to: "\t\tconst found = await once.look?.();\n\t\tif (found) return found;\n\t\tif (attempts === 1) return { kind: 'recovered', answer: { reference: 'AL-000' } } as Done;",
	},
	{
		rule: 'Retry On Fail repeats no finished item',
		from: 'if (isOutput(output)) return { output };',
		to: '',
	},
	{
		rule: 'Retry On Fail repeats no order without a number that may be placed',
		from: 'if (!isStore(left) || left.execution !== this.fn.getExecutionId()) return undefined;',
		to: "if (!isStore(left) || left.execution !== '') return undefined;",
	},
	{
		rule: 'results are kept by content',
		from: 'const content = [runIndex, itemIndex, parameters, credentials, item?.json, files];',
		to: 'const content = [runIndex, parameters, credentials, files];',
	},
	{
		rule: 'an error that stops says what was done',
		from: "return `: ${names.join(', ')}`;",
		to: "return names.length < 0 ? names.join() : '';",
	},
	{
		rule: 'an error that stops says what was left open',
		from: 'if (open.length > 0) sentences.push(',
		to: 'if (open.length < 0) sentences.push(',
	},
	{
		rule: 'If Text Changes: fail stops the order',
		from: "ifTextChanges === 'fail'",
		to: 'ifTextChanges === undefined',
	},
	{
		rule: 'If Date Moves: fail stops the order',
		from: '\tif (day === requested) return;',
		to: '\tif (day !== "") return;',
	},
	{
		rule: 'Maximum Total stops the order',
		from: 'total <= most) return undefined;',
		to: 'total >= most) return undefined;',
	},
	{
		rule: 'an expression that finds no date stops the item',
		from: 'const isLost = Array.isArray(given) ? given.includes(undefined) : given === undefined;',
		to: 'const isLost = given === parameter;',
	},
	{
		rule: "items of one run that share a number of the person's own are refused",
		from: 'filter(({ items }) => items.length > 1);',
		to: 'filter(({ items }) => items.length > 1_000);',
	},
	{
		rule: 'a cancellation that is lost and not found is not taken for a refusal',
		from: 'if (!saysUnknown(failure)) return undefined;',
		to: 'return undefined;',
	},
	{
		rule: 'a lost cancellation is not called done unasked',
		from: 'if (found === undefined || matchesOnlyByOrderNumber(found, reference)) return GONE;',
		to: 'if (found !== null) return GONE;',
	},
	{
		rule: 'only the notice of exactly the given name is cancelled',
		from: 'if (!names.includes(asked)) continue;',
		to: 'if (names.length === 0) continue;',
	},
	{
		rule: 'the answer to another cancellation is not taken for the own one',
		from: 'return referenceIn(answer) !== undefined && agrees(answer.reference, reference);',
		to: 'return referenceIn(answer) !== undefined;',
	},
	{
		rule: 'a replacement cancels before it orders, and tells what it cancelled',
		from: 'if (!this.cancelled || isNotStarted(failure)) throw rethrown(failure);',
		to: 'throw rethrown(failure);',
	},
	{
		rule: 'a replacement is quoted before anything is cancelled',
		from: '\t\tconst quoted = await this.check(old);',
		to: '\t\tif (old) await this.cancel(old);\n\t\tconst quoted = await this.check(old);',
	},
	{
		rule: 'a replacement goes on where it stopped',
		from: '\t\tthis.memory.remember({ cancelled, isCertain: true });\n',
		to: '',
	},
	{
		rule: 'a contact without e-mail is never sent again',
		from: 'repeatable: body.email !== undefined,',
		to: 'repeatable: true,',
	},
];
