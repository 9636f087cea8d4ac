/** Where a replacement stops, and what it says then. With lost answers and over real calls: test/engine/replace, test/adversary. */
import type { IDataObject } from 'n8n-workflow';

import { Replacement } from '../../../nodes/LegalNotice/actions/order/replacement.ts';
import type { OrderInput } from '../../../nodes/LegalNotice/domain/notice.ts';
import { LeftOpen, ServiceFailure } from '../../../nodes/LegalNotice/errors/failures.ts';
import {
	gone,
	lost,
	refusal,
	ScriptedClient,
	suspended,
	type Scripted,
} from './scriptedClient.mts';

const resolved = { annonces: [{ reference: 'AL-7', statut: 'a-paraitre' }] };
const cancelled = { reference: 'AL-7', documents: [], notes: [] };
const done = { cancelled, isCertain: true };

async function outcomeOf(answers: readonly Scripted[], earlier?: IDataObject) {
	const body = { departement: '75', publication: 12, texte: 'Un avis.' };
	const input = { body, notice: { body }, customNumber: 'NEW-1' };
	const client = new ScriptedClient(...answers);
	const remembered: IDataObject[] = [];
	const steps = {
		recall: () => earlier,
		remember: (one: IDataObject) => void remembered.push(one),
	};
	const order = { input: input as unknown as OrderInput, asked: 'AL-7', alreadyCancelled: false };
	const run = {
		cancellations: new Map(),
		claim: (_names: readonly string[], number: string) => number,
		whileOrdering: () => undefined,
	};
	const replacement = new Replacement(client, order, steps, run);
	const outcome: unknown = await replacement.carryOut().catch((thrown: unknown) => thrown);
	const { calls } = client;
	return { outcome, calls, remembered, cancels: calls.includes('DELETE /annonce/AL-7') };
}

const inactive = refusal('err_client_inactif');
test('nothing is cancelled when the new number cannot be asked for', async () => {
	const { outcome: failure, cancels } = await outcomeOf([resolved, suspended]);
	expect(failure).toBe(suspended);
	expect(cancels).toBe(false);
});

test('after a try whose cancellation is unknown, the old notice is looked for once that would show', async () => {
	const unknown = { cancelled, isCertain: false };
	const { calls } = await outcomeOf([gone, inactive], unknown);
	expect(calls.slice(0, 2)).toEqual(['pause', 'POST /annonces/statuts']);
	expect((await outcomeOf([inactive], done)).calls).not.toContain('pause');
});

test('what is refused as unknown, is still to be seen, and is gone in the next try, may be cancelled by others: nothing is ordered', async () => {
	const seen = { reference: 'AL-7', statut: 'a-paraitre' };
	const first = await outcomeOf([resolved, gone, { tarif: {} }, gone, seen, seen]);
	expect(String(first.outcome)).toContain('It is not known whether the notice AL-7 was cancelled');
	const [earlier] = first.remembered;
	const { outcome, calls } = await outcomeOf([gone, gone], earlier);
	expect(String(outcome)).toMatch(/AL-7 is cancelled, but perhaps not by this node/);
	expect(outcome).toMatchObject({ repeatable: false });
	expect(calls).not.toContain('POST /commande');
	// An equal run has ordered the new notice meanwhile.
	const placed = { reference: 'AL-8', numero_commande: 'NEW-1', statut: 'a-paraitre' };
	expect((await outcomeOf([gone, placed], earlier)).outcome).toMatchObject({
		placed: { kind: 'existing' },
	});
	// So it is where the look for it is lost as well.
	const unseen = await outcomeOf([resolved, gone, { tarif: {} }, gone, inactive]);
	expect(String((await outcomeOf([gone, gone], unseen.remembered[0])).outcome)).toContain(
		'but perhaps not by this node',
	);
	// Where an answer was lost, it was cancelled by this item.
	const again = [lost, seen, seen, seen, seen, gone, seen, seen];
	const mine = await outcomeOf([resolved, gone, { tarif: {} }, ...again]);
	const ordered = { reference: 'AL-8', numero_commande: 'NEW-1' };
	const next = await outcomeOf([gone, gone, { tarif: {} }, ordered], mine.remembered[0]);
	expect(next.outcome).toMatchObject({ placed: { kind: 'ordered' } });
});

test('a cancellation that is refused leaves nothing half way', async () => {
	const { outcome: failure } = await outcomeOf([resolved, gone, { tarif: {} }, suspended]);
	expect(failure).toBe(suspended);
});

test('half way a stop says where things stand, but not that another item kept it from going on', async () => {
	const { outcome: failure } = await outcomeOf([inactive], done);
	expect(String(failure)).toContain('AL-7 is cancelled, but the new one is not ordered yet');
	const notStarted = new ServiceFailure('notStarted');
	expect((await outcomeOf([gone, notStarted], done)).outcome).toBe(notStarted);
});

test('half way the new number that is taken, its notice not yet to be seen, may be that of the new one', async () => {
	const taken = refusal('err_annonce_commandee');
	// A server on the way has sent the order twice, and a service may repeat a number that it does not find yet.
	const fresh = { reference: 'NEW-1', numero_commande: 'NEW-1' };
	const { outcome: failure } = await outcomeOf([gone, { tarif: {} }, taken, fresh, fresh], done);
	expect(failure).toBeInstanceOf(LeftOpen);
	expect(String(failure)).toContain('AL-7 is cancelled, and the new one may be ordered already');
});

test('half way after an earlier try whose order may have been placed, another failure does not call it undone', async () => {
	const { outcome: failure } = await outcomeOf([inactive], { ...done, attemptedNumber: 'NEW-1' });
	expect(String(failure)).toContain('AL-7 is cancelled, and the new one may be ordered already');
});

test('half way the new number was free: what has it afterwards is the new notice and none that was there', async () => {
	const taken = refusal('err_annonce_commandee');
	const placed = { reference: 'AL-8', numero_commande: 'NEW-1', statut: 'a-paraitre' };
	const answers = [gone, { tarif: {} }, taken, placed];
	for (const earlier of [done, { ...done, attemptedNumber: 'NEW-1' }]) {
		const { outcome } = await outcomeOf(answers, earlier);
		expect(outcome).toMatchObject({ placed: { kind: 'recovered' } });
	}
	// A server on the way has sent it twice, and the second copy came after the closing time.
	const late = [gone, { tarif: {} }, refusal('err_bouclage_depasse'), placed];
	expect((await outcomeOf(late, done)).outcome).toMatchObject({ placed: { kind: 'recovered' } });
});

const again =
	"Add the option 'Old Notice Already Cancelled', change nothing else, and run it again: then nothing";
test.each([
	[inactive, 'but', 'not ordered yet', 'not'],
	[suspended, 'and', 'may be ordered already', 'perhaps'],
])('half way after %s it says: %s the new one is %s', async (answer, but, state, perhaps) => {
	const { outcome: failure } = await outcomeOf([answer], done);
	expect(failure).toBeInstanceOf(LeftOpen);
	const stopped = failure as LeftOpen;
	expect(stopped.open).toBe(`notice AL-7, cancelled ${but} ${perhaps} ordered anew under NEW-1`);
	expect(stopped.message).toMatch(
		new RegExp(
			`is cancelled, ${but} the new one .*${state}\\. The new notice's order number is NEW-1.$`,
		),
	);
	expect(stopped.advice.startsWith(again)).toBe(true);
	expect(stopped.advice).toContain('nothing is ordered twice');
});

test('half way a credit note without a number is named as well, also of what an earlier version has kept', async () => {
	const kept = { reference: 'AL-7', documents: [{ type: 'avoir' }] };
	const { outcome: failure } = await outcomeOf([inactive], { cancelled: kept, isCertain: true });
	expect(String(failure)).toContain('is cancelled (credit note without a number), but');
});

test('what is kept without a reference is no cancellation: the notice is asked for', async () => {
	const earlier = { cancelled: { documents: [] }, isCertain: true };
	const { outcome: failure, cancels } = await outcomeOf([gone, gone], earlier);
	expect(String(failure)).toMatch(/"AL-7", is not found\. Nothing was ordered/);
	expect(cancels).toBe(false);
});
