/** Orders, cancellations, replacements and contacts: done twice, not told, or told wrongly. */
import type { Breakage } from './breakages.mts';

const ORDER = 'actions/notice/order.operation.ts';
const REPLACE = 'actions/notice/replacement.ts';
const CANCEL = 'actions/notice/cancel.operation.ts';
const FAILURES = 'transport/failures.ts';
const ONCE = 'transport/exactlyOnce.ts';
const FINISHED = 'actions/finished.ts';

export const EFFECTS: readonly Breakage[] = [
	{
		rule: 'an order without a number is never sent again',
		...{
			file: ORDER,
			from: '{ send, repeatable: false, unknown }',
			to: '{ send, repeatable: true, unknown }',
		},
	},
	{
		rule: 'a lost connection leaves an order open',
		...{
			file: FAILURES,
			from: "			case 'noAnswer':\n			case 'notTheService':",
			to: "			case 'notTheService':",
		},
	},
	{
		rule: "an answer that is not the service's leaves an order open",
		...{ file: FAILURES, from: "			case 'notTheService':\n			case 'redirect':", to: "			case 'redirect':" },
	},
	{
		rule: 'a redirect leaves an order open',
		...{ file: FAILURES, from: "			case 'redirect':\n			case 'blocked':", to: "			case 'blocked':" },
	},
	{
		rule: 'a page with 403 or 404 leaves an order open',
		...{ file: FAILURES, from: "			case 'blocked':\n				return true;", to: '				return true;' },
	},
	{
		rule: 'a page with 429 leaves an order open',
		...{ file: FAILURES, from: 'return this.codes.length === 0;', to: 'return false;' },
	},
	{
		rule: 'an internal error leaves an order open',
		...{
			file: FAILURES,
			from: "if (this.codes.length === 0 || this.has('err_internal_server')) return true;",
			to: 'if (this.codes.length === 0) return true;',
		},
	},
	{
		rule: 'a refusal without a code leaves an order open',
		...{
			file: FAILURES,
			from: "if (this.codes.length === 0 || this.has('err_internal_server')) return true;",
			to: "if (this.has('err_internal_server')) return true;",
		},
	},
	{
		rule: 'a quota among other codes is no refusal for quota',
		...{
			file: 'transport/envelope.ts',
			from: "return codes.every((code) => code === 'err_requetes_max');",
			to: "return codes.includes('err_requetes_max');",
		},
	},
	{
		rule: 'the answer of another order is not taken for the own one',
		...{
			file: ORDER,
			from: 'if (number !== undefined && !agrees(answer.numero_commande, number)) {',
			to: 'if (number !== undefined && number === answer.texte) {',
		},
	},
	{
		rule: 'a success without a reference leaves an order open',
		...{
			file: ORDER,
			from: 'if (!isGiven(answer.reference)) {',
			to: 'if (answer === undefined) {',
		},
	},
	{
		rule: 'the number is derived from the content',
		...{
			file: 'domain/orderNumber.ts',
			from: "		notice.text ?? '',",
			to: "		`${notice.text ?? ''}${Math.random()}`,",
		},
	},
	{
		rule: 'two texts have two numbers',
		...{ file: 'domain/orderNumber.ts', from: "		notice.text ?? '',\n", to: '' },
	},
	{
		rule: "a number of the person's own that is taken stops the order",
		...{
			file: ORDER,
			from: "if (!lost && ifAlreadyOrdered === 'fail') throw numberTaken(failure);",
			to: '',
		},
	},
	{
		rule: "a notice found again has no price of today's quote",
		...{
			file: 'actions/notice/order.operation.ts',
			from: "return answer && { kind: 'recovered', answer };",
			to: "return answer && { kind: 'ordered', answer: { tarif: { totaux: { montant_ttc: 1 } }, date_parution: '2026-01-01', ...answer } };",
		},
	},
	{
		rule: 'the number of an unknown outcome is named',
		...{
			file: ORDER,
			from: 'number === undefined ? `for the file ${dossier.slice(0, 200)}` : `with order number ${number}`;',
			to: "number === undefined ? `for the file ${dossier.slice(0, 200)}` : '';",
		},
	},
	{
		rule: 'what is not known is not called undone',
		...{
			file: ORDER,
			from: 'const message = `It is not known whether the notice ${name} was ordered.`;',
			to: 'const message = `Nothing was ordered: the notice ${name} is not known.`;',
		},
	},
	{
		rule: 'an order that is looked up in vain is not called placed',
		...{
			file: ONCE,
			from: 'if (found) return found;',
			to: "if (found) return found;\n		if (resends === 1) return { kind: 'recovered', answer: { reference: 'AL-000' } } as Done;",
		},
	},
	{
		rule: 'Retry On Fail repeats no finished item',
		...{ file: FINISHED, from: 'if (isOutput(output)) return { output };', to: '' },
	},
	{
		rule: 'Retry On Fail repeats no order without a number that may be placed',
		...{
			file: FINISHED,
			from: 'if (!isStore(left) || left.execution !== this.fn.getExecutionId()) return undefined;',
			to: "if (!isStore(left) || left.execution !== '') return undefined;",
		},
	},
	{
		rule: 'results are kept by content',
		...{
			file: FINISHED,
			from: 'const content = [runIndex, itemIndex, parameters, credentials, item?.json, files];',
			to: 'const content = [runIndex, parameters, credentials, files];',
		},
	},
	{
		rule: 'an error that stops says what was done',
		...{
			file: 'actions/router.ts',
			from: "names.length > 0 ? `: ${names.join(', ')}` : ''",
			to: "''",
		},
	},
	{
		rule: 'an error that stops says what was left open',
		...{
			file: 'actions/router.ts',
			from: "open.length > 0 && `To be looked at: ${open.join('; ')}.`",
			to: 'false',
		},
	},
	{
		rule: 'nothing fails once the service has said succes',
		...{
			file: 'actions/done.ts',
			from: '	} catch {\n		return undefined;',
			to: '	} catch (thrown) {\n		throw thrown;',
		},
	},
	{
		rule: 'If Text Changes: fail stops the order',
		...{
			file: 'actions/notice/quoting.ts',
			from: "ifTextChanges === 'fail'",
			to: 'ifTextChanges === undefined',
		},
	},
	{
		rule: 'If Date Moves: fail stops the order',
		...{
			file: 'actions/notice/quoting.ts',
			from: 'if (dateMoved(quote, requested)) {',
			to: 'if (requested === quote) {',
		},
	},
	{
		rule: 'Maximum Total stops the order',
		...{
			file: 'actions/notice/output.ts',
			from: 'total <= ceiling) return undefined;',
			to: 'total >= ceiling) return undefined;',
		},
	},
	{
		rule: 'an expression that finds no date stops the item',
		file: 'actions/context.ts',
		from: 'const isLost = Array.isArray(given) ? given.includes(undefined) : given === undefined;',
		to: 'const isLost = given === parameter;',
	},
	{
		rule: "items of one run that share a number of the person's own are refused",
		file: ORDER,
		from: '	refuse: refuseSharedNumbers,\n',
		to: '',
	},
	{
		rule: 'a cancellation that is lost and not found is not taken for a refusal',
		...{
			file: CANCEL,
			from: '(lost && saysUnknown(failure) ? gone : undefined)',
			to: '(lost ? undefined : undefined)',
		},
	},
	{
		rule: 'a lost cancellation is not called done unasked',
		...{
			file: CANCEL,
			from: 'return (await fetchStatus(client, reference)) === undefined ? gone : undefined;',
			to: 'return (await fetchStatus(client, reference)) === null ? undefined : gone;',
		},
	},
	{
		rule: 'only the notice of exactly the given name is cancelled',
		...{
			file: CANCEL,
			from: "const notice = names.includes(asked) ? readEntry(entry, 'statut') : undefined;",
			to: "const notice = names.length > 0 ? readEntry(entry, 'statut') : undefined;",
		},
	},
	{
		rule: 'the answer to another cancellation is not taken for the own one',
		...{
			file: CANCEL,
			from: 'if (agrees(answer.reference, reference)) return { answer };',
			to: 'return { answer };',
		},
	},
	{
		rule: 'a replacement cancels before it orders, and tells what it cancelled',
		...{
			file: REPLACE,
			from: 'if (!this.cancelled || isNotStarted(failure)) throw asThrown(failure);',
			to: 'throw asThrown(failure);',
		},
	},
	{
		rule: 'a replacement is quoted before anything is cancelled',
		...{
			file: REPLACE,
			from: "const quoted = await quoteAhead(client, input, `Nothing was ${old ? 'cancelled' : 'ordered'}.`);",
			to: "if (old) await this.cancel(old);\n		const quoted = await quoteAhead(client, input, `Nothing was ${old ? 'cancelled' : 'ordered'}.`);",
		},
	},
	{
		rule: 'a replacement goes on where it stopped',
		...{ file: REPLACE, from: '		this.steps.remember(cancelled);\n', to: '' },
	},
	{
		rule: 'a contact without e-mail is never sent again',
		...{
			file: 'actions/contact/createOrGet.operation.ts',
			from: 'repeatable: email !== undefined,',
			to: 'repeatable: true,',
		},
	},
];
