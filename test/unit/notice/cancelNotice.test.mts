import { cancelNotice } from '../../../nodes/LegalNotice/actions/notice/cancel.operation.ts';
import { InputProblem } from '../../../nodes/LegalNotice/domain/parameters.ts';
import { UnknownOutcome } from '../../../nodes/LegalNotice/domain/operationStop.ts';
import { ServiceFailure } from '../../../nodes/LegalNotice/transport/failures.ts';
import { lostAnswer, refusal, ScriptedClient, type Scripted } from './scriptedClient.mts';

const notice = { reference: 'AL-7', numero_commande: 'N-1', statut: 'a-paraitre' };
const resolved = { resultat: 'succes', annonces: [notice] };
const cancelled = { resultat: 'succes', reference: 'AL-7' };
const gone = () => refusal('err_annonce_introuvable');

class Attempts {
	attempted: string | undefined;

	constructor(attempted?: string) {
		this.attempted = attempted;
	}

	recall(): string | undefined {
		return this.attempted;
	}

	remember(reference: string): void {
		this.attempted = reference;
	}
}

const cancel = async (client: ScriptedClient, attempts = new Attempts(), asked = 'N-1') =>
	await cancelNotice(client, asked, attempts);

test.each<[string, Scripted[], boolean]>([
	['answered', [resolved, cancelled], true],
	['lost, and gone afterwards', [resolved, lostAnswer(), gone()], false],
	['lost, still there, resent', [resolved, lostAnswer(), notice, cancelled], true],
	[
		'lost, not to be asked, gone at the resend',
		[resolved, lostAnswer(), lostAnswer(), gone()],
		false,
	],
])('%s: the notice is cancelled', async (_name, answers, answered) => {
	const client = new ScriptedClient(...answers);
	const { reference, answer } = await cancel(client);
	expect(reference).toBe('AL-7');
	expect(answer !== undefined).toBe(answered);
	expect(client.calls.filter((call) => call.startsWith('DELETE'))).toEqual(
		expect.arrayContaining(['DELETE /annonce/AL-7']),
	);
});

test.each<[string, Scripted[]]>([
	[
		'every attempt is lost',
		[resolved, lostAnswer(), notice, lostAnswer(), notice, lostAnswer(), notice],
	],
	['the resend is refused', [resolved, lostAnswer(), notice, refusal('err_annonce_suspendue')]],
])('it is said, and remembered, that the outcome is not known when %s', async (_name, answers) => {
	const attempts = new Attempts();
	await expect(cancel(new ScriptedClient(...answers), attempts)).rejects.toBeInstanceOf(
		UnknownOutcome,
	);
	expect(attempts.attempted).toBe('AL-7');
});

test('a notice that an earlier try may have cancelled, and that is not found, is done', async () => {
	const client = new ScriptedClient(gone());
	expect(await cancel(client, new Attempts('AL-7'))).toEqual({
		reference: 'AL-7',
		answer: undefined,
	});
	expect(client.calls).toEqual(['POST /annonces/statuts']);
});

test.each<[string, Scripted]>([
	['unknown', gone()],
	['unknown, left out of the answer', { annonces: [] }],
	[
		'found only under another name',
		{ annonces: [{ reference: 'AL-70', numero_commande: 'N-10' }] },
	],
	['found without a reference', { annonces: [{ numero_commande: 'N-1' }] }],
])('a notice that is %s is not cancelled', async (_name, answer) => {
	const client = new ScriptedClient(answer);
	await expect(cancel(client)).rejects.toMatchObject({ codes: ['err_annonce_introuvable'] });
	expect(client.calls).toEqual(['POST /annonces/statuts']);
});

test('two notices of one name are both left alone, and named', async () => {
	const both = [notice, { reference: 'N-1', statut: 'parue' }];
	const client = new ScriptedClient({ annonces: both });
	await expect(cancel(client)).rejects.toThrow(/names 2 notices: AL-7, N-1/);
	expect(client.calls).toHaveLength(1);
});

test('numbers are compared as text, and a numeric reference is deleted', async () => {
	const client = new ScriptedClient(
		{ annonces: [{ reference: 4711, numero_commande: 1 }] },
		{ resultat: 'succes', reference: 4711 },
	);
	await cancel(client, new Attempts(), '1');
	expect(client.calls[1]).toBe('DELETE /annonce/4711');
});

test.each(['AL/7', 'AL#7', '..'])(
	'the reference "%s" never stands in a path',
	async (reference) => {
		const client = new ScriptedClient({ annonces: [{ reference, numero_commande: 'N-1' }] });
		await expect(cancel(client)).rejects.toBeInstanceOf(InputProblem);
		expect(client.calls).toHaveLength(1);
	},
);

test('what is not a matter of notices is passed on as it is', async () => {
	const inactive = refusal('err_client_inactif');
	await expect(cancel(new ScriptedClient(inactive))).rejects.toBe(inactive);
	const suspended = refusal('err_annonce_suspendue');
	await expect(cancel(new ScriptedClient(resolved, suspended))).rejects.toBe(suspended);
	const other = new TypeError('not of the service');
	await expect(cancel(new ScriptedClient(resolved, other))).rejects.toBe(other);
	await expect(cancel(new ScriptedClient({ resultat: 'succes' }))).rejects.toBeInstanceOf(
		ServiceFailure,
	);
});

test.each([
	['the list', refusal('err_annonce_suspendue')],
	[
		'the entry',
		{ annonces: [{ reference: 'AL-7', resultat: 'erreur', erreurs: ['err_annonce_suspendue'] }] },
	],
])(
	'a notice for which %s is refused is neither cancelled nor taken for gone',
	async (_name, said) => {
		const client = new ScriptedClient(said);
		await expect(cancel(client, new Attempts(), 'AL-7')).rejects.toMatchObject({
			facts: { codes: ['err_annonce_suspendue'] },
		});
		expect(client.calls).toEqual(['POST /annonces/statuts']);
	},
);
