/** Cancellations of exactly the notice that was named. Over real calls: test/engine/faults; under everything else: test/adversary. */
import type { OperationContext } from '../../../nodes/LegalNotice/actions/context.ts';
import { cancel as operation } from '../../../nodes/LegalNotice/actions/order/cancel.operation.ts';
import { InputProblem } from '../../../nodes/LegalNotice/domain/parameters.ts';
import { UnknownOutcome } from '../../../nodes/LegalNotice/errors/failures.ts';
import {
	gone,
	lost,
	refusal,
	ScriptedClient,
	suspended,
	type Scripted,
} from './scriptedClient.mts';

const notice = { reference: 'AL-7', numero_commande: 'N-1', statut: 'a-paraitre' };
const resolved = { resultat: 'succes', annonces: [notice] };
const LOOK = 'POST /annonces/statuts';

async function cancel(answers: readonly Scripted[], asked = 'AL-7', attempted?: string) {
	return await cancelBy(new ScriptedClient(...answers), asked, attempted);
}

/** @param cancellations of the run so far */
async function cancelBy(
	client: ScriptedClient,
	asked: string,
	attempted?: string,
	cancellations: OperationContext['cancellations'] = new Map(),
) {
	const remembered: unknown[] = [];
	const parameters: Record<string, unknown> = { reference: asked, downloadFiles: false };
	const context: Partial<OperationContext> = {
		fn: { getNodeParameter: (name: string) => parameters[name] } as never,
		client: async () => await Promise.resolve(client),
		downloads: () => ({}) as never,
		cancellations,
		memoryOf: () => ({
			recall: () => (attempted === undefined ? undefined : { reference: attempted }),
			remember: ({ reference }) => void remembered.push(reference),
		}),
	};
	const outcome: unknown = await operation
		.execute(context as OperationContext, 0, undefined)
		.then(([item]) => item?.json)
		.catch((failure: unknown) => failure);
	return { outcome, calls: client.calls, remembered };
}

test('unknown to the cancellation although it was found: gone if it is not found any more', async () => {
	const twice = await cancel([resolved, gone, gone]);
	expect(twice.outcome).toMatchObject({ reference: 'AL-7', annulee: true, recupere: true });
	// Only just cancelled, it may still be found for a moment.
	const later = await cancel([resolved, gone, notice, gone]);
	expect(later.outcome).toMatchObject({ reference: 'AL-7', annulee: true, recupere: true });
	// Refused as unknown and still there: either of the two is wrong.
	const there = await cancel([resolved, gone, notice, notice]);
	expect(there.outcome).toBeInstanceOf(UnknownOutcome);
	expect(there.remembered).toEqual(['AL-7']);
	expect(there.calls.filter((call) => call.startsWith('DELETE'))).toHaveLength(1);
});

/** After a lost answer it is looked for, and again before the call is sent again; each time once more a moment later. */
const stillThere = [notice, notice, notice, notice];

test('lost, sent again and refused as unknown: only one that is not found any more is called cancelled', async () => {
	const done = await cancel([resolved, lost, ...stillThere, gone, gone]);
	expect(done.outcome).toMatchObject({ reference: 'AL-7', annulee: true, recupere: true });
	// Only just cancelled, it is not looked for once more by its cancellation.
	const late = await cancel([resolved, lost, notice, gone]);
	expect(late.outcome).toMatchObject({ reference: 'AL-7', annulee: true, recupere: true });
	expect(late.calls.filter((call) => call.startsWith('DELETE'))).toHaveLength(1);
	const there = await cancel([resolved, lost, ...stillThere, gone, notice, notice]);
	expect(there.outcome).toBeInstanceOf(UnknownOutcome);
});

test('lost, and refused for the caller beside the code of an unknown notice: it is not called cancelled', async () => {
	const refused = refusal('err_requetes_max', 'err_annonce_introuvable');
	const { outcome } = await cancel([resolved, lost, refused]);
	expect(outcome).toBeInstanceOf(UnknownOutcome);
});

test('answered with its own status, it was still there: it is cancelled again', async () => {
	const answers = [resolved, notice, ...stillThere, { reference: 'AL-7' }];
	const { outcome, calls } = await cancel(answers);
	expect(outcome).toMatchObject({ reference: 'AL-7', annulee: true, recupere: false });
	expect(outcome).not.toHaveProperty('statut');
	expect(calls.filter((call) => call.startsWith('DELETE'))).toHaveLength(2);
	// Beside documents, which no status has, a status is one field more.
	const grown = await cancel([resolved, { ...notice, documents: [] }]);
	expect(grown.outcome).toMatchObject({ annulee: true, recupere: false });
});

test('named by two items, it is cancelled once: a second call could meet the notice whose order number is its reference', async () => {
	const client = new ScriptedClient(resolved, resolved, { reference: 'AL-7', documents: [] });
	const cancellations: OperationContext['cancellations'] = new Map();
	const item = async () => await cancelBy(client, 'AL-7', undefined, cancellations);
	const both = await Promise.all([item(), item()]);
	for (const { outcome } of both) {
		expect(outcome).toMatchObject({ reference: 'AL-7', annulee: true, recupere: false });
	}
	expect(client.calls).toEqual([LOOK, LOOK, 'DELETE /annonce/AL-7']);
	// Later in the run its name finds the other one.
	const later = await item();
	expect(later.outcome).toMatchObject({ reference: 'AL-7', annulee: true });
	expect(client.calls).toHaveLength(3);
});

test('refused to one item, it is cancelled for the next one that names it', async () => {
	const client = new ScriptedClient(resolved, refusal('err_neu'), resolved, { reference: 'AL-7' });
	const cancellations: OperationContext['cancellations'] = new Map();
	const item = async () => await cancelBy(client, 'AL-7', undefined, cancellations);
	expect((await item()).outcome).toMatchObject({ codes: ['err_neu'] });
	expect((await item()).outcome).toMatchObject({ annulee: true });
});

test('unknown to the cancellation although it was found, and not to be asked for: nobody knows', async () => {
	const { outcome } = await cancel([resolved, gone, lost]);
	expect(outcome).toBeInstanceOf(UnknownOutcome);
	expect(String(outcome)).toContain('It is not known whether the notice AL-7 was cancelled.');
});

test.each([undefined, null, ''])(
	'lost, and only its name repeated, with the status %j: it had one, and is cancelled',
	async (statut) => {
		const repeated = { reference: 'AL-7', statut };
		const { outcome, calls } = await cancel([resolved, lost, repeated]);
		expect(outcome).toMatchObject({ reference: 'AL-7', annulee: true, recupere: true });
		expect(calls.filter((call) => call.startsWith('DELETE'))).toHaveLength(1);
	},
);

const still = [lost, notice, notice];
test.each<[string, Scripted[]]>([
	['every attempt is lost', [resolved, ...still, ...still, ...still]],
	['the resend is refused', [resolved, ...still, suspended]],
])('it is remembered that the outcome is not known when %s', async (_name, answers) => {
	const { outcome, remembered } = await cancel(answers);
	expect(outcome).toBeInstanceOf(UnknownOutcome);
	expect(remembered).toEqual(['AL-7']);
});

const entry = (more: object) => ({ annonces: [{ numero_commande: 'N-1', ...more }] });
const notFound = { codes: ['err_annonce_introuvable'] };
const refused = { codes: ['err_annonce_suspendue'] };
/** Crossed with the answer of another call, it does not say that this one is gone. */
const others = { kind: 'notTheService' };
test.each<[string, Scripted, object]>([
	['unknown', gone, notFound],
	['left out of the answer', { annonces: [] }, notFound],
	['repeated in another case', entry({ numero_commande: 'n-1' }), notFound],
	['answered with another', entry({ numero_commande: 'N-10', reference: 'AL-70' }), others],
	['found without a reference', entry({ statut: 'parue' }), notFound],
	['found with 0 for a reference', entry({ statut: 'parue', reference: 0 }), notFound],
	['repeated without a status', entry({ reference: 'N-1' }), notFound],
	['repeated with a reason', entry({ reference: 'AL-7', erreur: 'Annonce inconnue' }), notFound],
	['refused with its list', suspended, refused],
	['refused itself', entry({ resultat: 'erreur', erreurs: refused.codes }), refused],
])(
	'a notice that is %s is neither cancelled nor taken for gone',
	async (_name, answer, failure) => {
		const { outcome, calls } = await cancel([answer], 'N-1');
		expect(outcome).toMatchObject(failure);
		expect(calls).toEqual([LOOK]);
	},
);

test.each<[object[], RegExp]>([
	[[notice, { reference: 'N-1', statut: 'parue' }], /names 2 notices: AL-7, N-1/],
	[
		[{ ...notice, reference: 'AL/7' }],
		/contains characters that could make the service cancel another notice/,
	],
	[[{ ...notice, numero_commande: 'n-1' }], /writes "N-1" as "n-1". Nothing was cancelled/],
])('a name that could cancel another notice cancels none: %j', async (annonces, words) => {
	const { outcome, calls } = await cancel([{ annonces }], 'N-1');
	expect(outcome).toBeInstanceOf(InputProblem);
	expect(String(outcome)).toMatch(words);
	expect(calls).toEqual([LOOK]);
});

const namesake = { reference: 'AL-8', numero_commande: 'AL-7', statut: 'a-paraitre' };

test('found by its order number, it is cancelled by its reference once that is known to mean no other', async () => {
	const { outcome, calls } = await cancel([resolved, resolved, { reference: 'AL-7' }], 'N-1');
	expect(outcome).toMatchObject({ reference: 'AL-7', demande: 'N-1', annulee: true });
	expect(calls).toEqual([LOOK, LOOK, 'DELETE /annonce/AL-7']);
	const meanwhile = await cancel([resolved, gone], 'N-1');
	expect(String(meanwhile.outcome)).toContain(
		'AL-7 was found by its order number "N-1", but is not',
	);
	const crossed = { annonces: [{ reference: 'AL-9', numero_commande: 'N-9', statut: 'parue' }] };
	const later = await cancel([crossed], 'N-1', 'AL-7');
	expect(later.outcome).toMatchObject(others);
});

test.each([
	['alone', [namesake], /AL-7 of "N-1" is also the order number of the notice AL-8/],
	['beside it', [notice, namesake], /"AL-7" names 2 notices: AL-7, AL-8/],
])(
	'a reference that is the order number of another notice, which is found %s, cancels none',
	async (_name, annonces, words) => {
		const { outcome, calls } = await cancel([resolved, { annonces }], 'N-1');
		expect(outcome).toBeInstanceOf(InputProblem);
		expect(String(outcome)).toMatch(words);
		expect(calls).toEqual([LOOK, LOOK]);
	},
);

test('after a try whose outcome was unknown, another notice of the name is not cancelled', async () => {
	const found = { annonces: [namesake] };
	const { outcome, calls } = await cancel([found, found], 'AL-7', 'AL-7');
	expect(outcome).toMatchObject({ reference: 'AL-7', annulee: true, recupere: true });
	expect(calls).not.toContain('DELETE /annonce/AL-8');
});

test('after a try whose outcome was unknown, it is looked for once its cancellation would show', async () => {
	const { outcome, calls } = await cancel([resolved, { reference: 'AL-7' }], 'AL-7', 'AL-7');
	expect(outcome).toMatchObject({ reference: 'AL-7', annulee: true });
	expect(calls).toEqual(['pause', LOOK, 'DELETE /annonce/AL-7']);
});

test.each([
	['is not known', false],
	['is a cancellation', true],
])(
	'after a try whose outcome was unknown, it has the outcome of another item, where that %s',
	async (_what, isDone) => {
		const cancellations: OperationContext['cancellations'] = new Map();
		const left = { open: 'AL-7', repeatable: true };
		const unknown = new UnknownOutcome('Not known.', 'Look.', undefined, left);
		const client = new ScriptedClient();
		// The other item begins while this one waits.
		client.pause = async () => {
			const other = isDone ? Promise.resolve({ answer: undefined }) : Promise.reject(unknown);
			other.catch(() => undefined);
			await Promise.resolve(cancellations.set('AL-7', other));
		};
		const { outcome, calls } = await cancelBy(client, 'AL-7', 'AL-7', cancellations);
		if (isDone) expect(outcome).toMatchObject({ reference: 'AL-7', annulee: true });
		else expect(outcome).toBe(unknown);
		expect(calls).toEqual([]);
	},
);

test('numbers are compared as text, and a numeric reference is deleted', async () => {
	const numeric = { reference: 4711, numero_commande: 1, statut: 'parue' };
	const found = { annonces: [numeric] };
	const { calls } = await cancel([found, found, { resultat: 'succes' }], '1');
	expect(calls[2]).toBe('DELETE /annonce/4711');
});
