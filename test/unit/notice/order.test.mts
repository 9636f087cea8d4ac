/** Orders exactly once: what becomes of each sequence of answers. Over real calls: test/engine/faults; under everything else: test/adversary. */
import { placeOrder } from '../../../nodes/LegalNotice/actions/order/place.ts';
import { LeftOpen, UnknownOutcome } from '../../../nodes/LegalNotice/errors/failures.ts';
import { explain } from '../../../nodes/LegalNotice/errors/words.ts';
import {
	gone,
	lost,
	refusal,
	ScriptedClient,
	suspended,
	type Scripted,
} from './scriptedClient.mts';

const body = {
	publication: 12,
	departement: '75',
	categorie: 'AUTRE',
	texte: '<p>Avis.</p>',
	dossier: 'D-1',
	mode_facturation: 'prescripteur',
};
const ours = { resultat: 'succes', reference: 'AL-7', numero_commande: 'N-1', statut: 'parue' };
/** Says nothing of a notice: a service may repeat a number that it does not know. */
const { statut } = ours;
const echo = { resultat: 'succes', reference: 'N-1', numero_commande: 'N-1' };
const taken = refusal('err_annonce_commandee');

async function outcome(client: ScriptedClient, policy: 'returnExisting' | 'fail' = 'fail') {
	const placing = {
		ifDateMoves: 'accept',
		ifAlreadyOrdered: policy,
		foundAs: 'existing',
		sideEffect: 'starts',
	} as const;
	return await placeOrder(client, { ...body, numero_commande: 'N-1' }, placing).then(
		(placed) => placed.kind,
		(failure: unknown) => failure,
	);
}

test.each<[string, string, Scripted[]]>([
	['ordered', 'answered with a numeric reference', [{ ...ours, reference: 7 }]],
	['recovered', 'lost, not found, taken by the first attempt', [lost, gone, gone, taken, ours]],
	['recovered', 'answered without a reference, found', [{ ...ours, reference: '' }, ours]],
	['recovered', 'answered with 0 for a reference, found', [{ ...ours, reference: 0 }, ours]],
	['ordered', 'lost, its number repeated without a status, sent again', [lost, echo, echo, ours]],
	['recovered', 'lost, repeated without a status, taken', [lost, echo, echo, taken, echo, ours]],
	['recovered', 'found in another case', [lost, { ...ours, numero_commande: 'n-1' }]],
])('%s: %s', async (kind, _name, answers) => {
	expect(await outcome(new ScriptedClient(...answers))).toBe(kind);
});

test('an attempt is resent only after a look, a pause and another look, and no longer as something that begins', async () => {
	const client = new ScriptedClient(lost, gone, gone, ours);
	await outcome(client);
	const look = 'GET /annonce/N-1/statut';
	expect(client.calls).toEqual(['POST /commande', look, 'pause', look, 'POST /commande']);
	expect(client.sideEffects).toEqual(['starts', 'continues']);
});

test.each<[string, Scripted[]]>([
	['the resend is refused for something else', [lost, gone, gone, refusal('err_bouclage_depasse')]],
	[
		'the look-up finds the notice whose reference is the number',
		[lost, { reference: 'N-1', statut }],
	],
	// Every answer has the number if there is one: a server on the way may have crossed this one with another.
	['the look-up finds a notice without a number', [lost, { reference: 'AL-7', statut }]],
	['the number is taken and only repeated', [lost, echo, echo, taken, echo, echo]],
	['the number is taken and its notice never found', [lost, gone, gone, taken, gone, gone]],
])('it is reported that the outcome is not known when %s', async (_name, answers) => {
	const failure = await outcome(new ScriptedClient(...answers));
	expect(failure).toBeInstanceOf(UnknownOutcome);
	expect(explain(failure).message).toContain('order number N-1');
});

test.each<[string, Scripted[]]>([
	['lost', [lost, suspended]],
	['registered already, and shows a little later', [taken, gone, suspended]],
])('an order that is %s exists, although it is suspended', async (_how, answers) => {
	const failure = await outcome(new ScriptedClient(...answers), 'returnExisting');
	expect(failure).not.toBeInstanceOf(UnknownOutcome);
	expect(failure).toMatchObject({ open: 'order number N-1, registered and suspended' });
});

test('a number that was free and is taken now may be that of this order, where it must not be an older one', async () => {
	const failure = await outcome(new ScriptedClient(taken, ours), 'fail');
	expect(failure).toBeInstanceOf(LeftOpen);
	expect(explain(failure).message).toContain('The order number N-1 was free a moment ago');
});

test('what is no failure of a call is passed on as it is', async () => {
	const defect = new TypeError('defect');
	expect(await outcome(new ScriptedClient(defect))).toBe(defect);
});
