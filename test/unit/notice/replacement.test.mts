/** Where a replacement stops, and what it says then. With lost answers and over real calls: test/engine/replace*, faults/replace. */
import type { IDataObject } from 'n8n-workflow';

import {
	Replacement,
	stoppedHalfWay,
} from '../../../nodes/LegalNotice/actions/notice/replacement.ts';
import type { OrderInput } from '../../../nodes/LegalNotice/domain/notice.ts';
import { LeftOpen } from '../../../nodes/LegalNotice/domain/operationStop.ts';
import { ServiceFailure } from '../../../nodes/LegalNotice/transport/failures.ts';
import { gone, refusal, ScriptedClient, suspended, type Scripted } from './scriptedClient.mts';

const resolved = { annonces: [{ reference: 'AL-7', statut: 'a-paraitre' }] };
const done = { ancienne_reference: 'AL-7' };

async function failureOf(
	answers: readonly Scripted[],
	earlier?: IDataObject,
	requestedDate?: string,
) {
	const body = { departement: '75', publication: 12, texte: 'Un avis.' };
	const input = { body, notice: { body, requestedDate }, numberFor: () => 'NEW-1' };
	const client = new ScriptedClient(...answers);
	const steps = { recall: () => earlier, remember: () => undefined };
	const replacement = new Replacement(client, input as unknown as OrderInput, 'AL-7', steps);
	const failure: unknown = await replacement.run(false).catch((thrown: unknown) => thrown);
	return { failure, cancels: client.calls.includes('DELETE /annonce/AL-7') };
}

const inactive = refusal('err_client_inactif');
const other = { reference: 'AL-8', numero_commande: 'NEW-1' };
const dates = [{ date_parution: '2027-01-05' }, { date_parution: '2027-01-08' }];
test.each<[string, string | undefined, Scripted[], unknown]>([
	['the new number cannot be asked for', undefined, [resolved, suspended], suspended],
	['the new number is of another notice', undefined, [resolved, other], /belongs to .* AL-8/],
	[
		'the day is none of those offered and the quote names none',
		'2027-01-06',
		[resolved, gone, { tarif: {} }, { publications: [{ id: 12, dates }] }],
		/does not take notices for 2027-01-06/,
	],
])('nothing is cancelled when %s', async (_when, date, answers, expected) => {
	const { failure, cancels } = await failureOf(answers, undefined, date);
	if (expected instanceof RegExp) expect(String(failure)).toMatch(expected);
	else expect(failure).toBe(expected);
	expect(cancels).toBe(false);
});

test('a cancellation that is refused leaves nothing half way', async () => {
	const { failure } = await failureOf([resolved, gone, { tarif: {} }, suspended]);
	expect(failure).toBe(suspended);
});

test('half way every stop says where things stand, but not that another item kept it from going on', async () => {
	const { failure } = await failureOf([inactive], done);
	expect(failure).toMatchObject({ reason: inactive });
	expect(String(failure)).toContain('AL-7 is cancelled, but the new one is not ordered yet');
	const notStarted = new ServiceFailure('notStarted');
	expect((await failureOf([gone, notStarted], done)).failure).toBe(notStarted);
});

describe('a replacement that stops after the cancellation', () => {
	const stop = (number: string | undefined, reason: Error, ...documents: object[]) =>
		stoppedHalfWay({ ancienne_reference: 'AL-1', documents_annulation: documents }, number, reason);

	test.each([
		[{ type: 'avoir', numero: 7 }, 'cancelled (credit note 7), but'],
		[{ type: 'avoir', numero: null }, 'cancelled (credit note without a number), but'],
		[{ type: 'facture', numero: 'FA-7' }, 'is cancelled, but'],
	])('names the credit note of %j', (document, words) => {
		expect(stop('N-2', new Error('refused'), document).message).toContain(words);
	});

	const refused = new Error('refused');
	const unknown = new LeftOpen('It is not known.', '', undefined, 'an order');
	const maybe = 'and the new one may be ordered already';
	const again = "with the option 'Old Notice Already Cancelled' and AL-1 as";
	test.each`
		number       | reason     | message                                                           | open                                                           | advice
		${'N-2'}     | ${refused} | ${'but the new one is not ordered yet; its order number is N-2.'} | ${'notice AL-1, cancelled but not ordered anew under N-2'}     | ${`Run it again unchanged ${again}`}
		${'N-2'}     | ${unknown} | ${`${maybe}; its order number is N-2.`}                           | ${'notice AL-1, cancelled and perhaps ordered anew under N-2'} | ${`Run it again unchanged ${again}`}
		${undefined} | ${refused} | ${'but the new one is not ordered yet.'}                          | ${'notice AL-1, cancelled but not ordered anew'}               | ${`Run it again ${again}`}
		${undefined} | ${unknown} | ${`${maybe}.`}                                                    | ${'notice AL-1, cancelled and perhaps ordered anew'}           | ${`If it was not ordered, run it again ${again}`}
	`(
		'and had the number $number says: $open',
		(row: Record<'message' | 'open' | 'advice' | 'number', string> & { reason: Error }) => {
			const { number, reason, message, open, advice } = row;
			const stopped = stop(number, reason);
			expect(stopped).toMatchObject({ open, reason });
			expect(stopped.message).toContain(message);
			expect(stopped.advice.startsWith(advice)).toBe(true);
			// Without a number a second order is not known for one.
			expect(stopped.advice.includes('nothing is ordered twice')).toBe(number !== undefined);
		},
	);
});
