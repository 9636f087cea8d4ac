import { hasNumber, noticeNumbered } from '../../../nodes/LegalNotice/actions/notice/registered.ts';
import { placeOrder } from '../../../nodes/LegalNotice/actions/notice/order.operation.ts';
import { UnknownOutcome } from '../../../nodes/LegalNotice/domain/operationStop.ts';
import { explain } from '../../../nodes/LegalNotice/transport/errors.ts';
import { ServiceFailure } from '../../../nodes/LegalNotice/transport/failures.ts';
import { lostAnswer, refusal, ScriptedClient, type Scripted } from './scriptedClient.mts';

const body = (number?: string) => ({
	publication: 12,
	departement: '75',
	categorie: 'AUTRE',
	texte: '<p>Avis.</p>',
	dossier: 'D-1',
	mode_facturation: 'prescripteur',
	...(number === undefined ? {} : { numero_commande: number }),
});
const ours = {
	resultat: 'succes',
	reference: 'AL-7',
	numero_commande: 'N-1',
	statut: 'a-paraitre',
};
const gone = () => refusal('err_annonce_introuvable');
const taken = () => refusal('err_annonce_commandee');

async function outcome(client: ScriptedClient, policy: 'returnExisting' | 'fail' = 'fail') {
	return await placeOrder(client, body('N-1'), policy).then(
		(placed) => placed.kind,
		(failure: unknown) => failure,
	);
}

test.each<[string, Scripted[], string]>([
	['answered', [ours], 'ordered'],
	['answered with a numeric reference', [{ ...ours, reference: 7 }], 'ordered'],
	['lost and found', [lostAnswer(), ours], 'recovered'],
	['lost, not found, resent', [lostAnswer(), gone(), ours], 'ordered'],
	[
		'lost, not found, then taken by the first attempt',
		[lostAnswer(), gone(), taken(), ours],
		'recovered',
	],
	[
		'lost, not found, taken, visible only later',
		[lostAnswer(), gone(), taken(), gone(), ours],
		'recovered',
	],
	['an empty reference, found', [{ ...ours, reference: '' }, ours], 'recovered'],
	['found without the number that was given', [lostAnswer(), { reference: 'AL-7' }], 'recovered'],
	[
		'found with the number in another case',
		[lostAnswer(), { ...ours, numero_commande: 'n-1' }],
		'recovered',
	],
])('%s', async (_name, answers, kind) => {
	expect(await outcome(new ScriptedClient(...answers))).toBe(kind);
});

test('a number that is taken without an attempt of ours is refused or returned, as chosen', async () => {
	expect(await outcome(new ScriptedClient(taken()))).toMatchObject({
		reason: { codes: ['err_annonce_commandee'] },
	});
	expect(await outcome(new ScriptedClient(taken(), ours), 'returnExisting')).toBe('existing');
});

test.each<[string, Scripted[]]>([
	['the look-up is refused', [lostAnswer(), refusal('err_client_inactif')]],
	['the look-up is lost', [lostAnswer(), lostAnswer()]],
	[
		'the resend is refused for something else',
		[lostAnswer(), gone(), refusal('err_bouclage_depasse')],
	],
	[
		'three attempts are lost and never found',
		[lostAnswer(), gone(), lostAnswer(), gone(), lostAnswer(), gone()],
	],
	[
		'the number is taken and its notice never found',
		[lostAnswer(), gone(), taken(), gone(), gone()],
	],
	[
		'the look-up finds the notice whose reference is the number',
		[lostAnswer(), { reference: 'N-1' }],
	],
])('it is said that the outcome is not known when %s', async (_name, answers) => {
	const client = new ScriptedClient(...answers);
	const failure = await outcome(client);
	expect(failure).toBeInstanceOf(UnknownOutcome);
	expect(explain(failure).message).toContain('order number N-1');
});

const suspended = () => refusal('err_annonce_suspendue');

test.each<[string, Scripted[]]>([
	['lost', [lostAnswer(), suspended()]],
	['there already', [taken(), suspended()]],
	['there already, and shows a little later', [taken(), gone(), suspended()]],
])(
	'an order that is %s exists, although it cannot be asked for while suspended',
	async (_how, answers) => {
		const failure = await outcome(new ScriptedClient(...answers), 'returnExisting');
		expect(failure).not.toBeInstanceOf(UnknownOutcome);
		expect(failure).toMatchObject({
			open: 'order number N-1, registered and suspended',
			advice: expect.stringContaining('when it is no longer suspended') as string,
		});
		expect(explain(failure).message).toMatch(
			/^The order number N-1 is registered, .* The notice is suspended \(err_annonce_suspendue\)\.$/,
		);
	},
);

test('a notice that is refused for another reason is not told as registered', async () => {
	const refused = { numero_commande: 'N/1', resultat: 'erreur', erreurs: ['err_client_inactif'] };
	const client = new ScriptedClient({ resultat: 'succes', annonces: [refused] });
	await expect(noticeNumbered(client, 'N/1')).rejects.toMatchObject({
		kind: 'refusal',
		codes: ['err_client_inactif'],
	});
});

test('an order without number whose answer is lost is neither looked up nor resent', async () => {
	const client = new ScriptedClient(lostAnswer());
	await expect(placeOrder(client, body(), 'fail')).rejects.toMatchObject({
		repeatable: false,
		message: expect.stringContaining(
			'not known whether the notice for the file D-1 was ordered',
		) as string,
		open: 'notice for the file D-1, not known whether ordered',
	});
	expect(client.calls).toEqual(['POST /commande']);
});

test('what is known not to be done is passed on as it is', async () => {
	const quota = new ServiceFailure('quota', { codes: ['err_requetes_max'] });
	expect(await outcome(new ScriptedClient(quota))).toBe(quota);
	const other = new TypeError('not of the service');
	expect(await outcome(new ScriptedClient(other))).toBe(other);
});

test('an attempt is resent only after a look and a pause', async () => {
	const client = new ScriptedClient(lostAnswer(), gone(), ours);
	await outcome(client);
	expect(client.calls).toEqual([
		'POST /commande',
		'GET /annonce/N-1/statut',
		'pause',
		'POST /commande',
	]);
});

test('what was found under a number counts only where it is the notice of that number', () => {
	expect(hasNumber(ours, 'N-1')).toBe(true);
	expect(hasNumber(undefined, 'N-1')).toBe(false);
	expect(hasNumber(refusal('err_annonce_suspendue'), 'N-1')).toBe(false);
	expect(hasNumber({ ...ours, numero_commande: 'N-2' }, 'N-1')).toBe(false);
});

test.each(['returnExisting', 'fail'] as const)(
	'a number that is registered while its notice is gone is told as cancelled (%s)',
	async (policy) => {
		const failure = await outcome(new ScriptedClient(taken(), gone(), gone()), policy);
		if (policy === 'fail') {
			expect(failure).toMatchObject({ reason: { codes: ['err_annonce_commandee'] } });
			return;
		}
		const { message, fix } = explain(failure);
		expect(message).toMatch(
			/^The order number N-1 is registered, but its notice is no longer found: it was cancelled\. Nothing was ordered \(err_annonce_commandee\)\./,
		);
		expect(fix).toContain("set 'Order Number Mode' to Custom and give another number");
	},
);

test('a defect is passed on as it is, and nothing is asked after it', async () => {
	const defect = new TypeError('defect');
	const client = new ScriptedClient(defect);
	expect(await outcome(client)).toBe(defect);
	expect(client.calls).toHaveLength(1);
});

test('an order that is stopped while it waits to look again is not known to be placed', async () => {
	const client = new ScriptedClient(lostAnswer(), gone());
	client.pause = () => Promise.reject(new ServiceFailure('cancelled'));
	const failure = await outcome(client);
	expect(failure).toBeInstanceOf(UnknownOutcome);
	expect(explain(failure).message).toContain(
		'It is not known whether the notice with order number',
	);
});

test('what was begun is not sent again as something that begins', async () => {
	const effects: Array<string | undefined> = [];
	const answers = [lostAnswer(), gone(), ours];
	const client = new ScriptedClient(...answers);
	const call = client.call.bind(client);
	client.call = async (wanted) => {
		if (wanted.path === '/commande') effects.push(wanted.sideEffect);
		return await call(wanted);
	};
	await placeOrder(client, body('N-1'), 'fail');
	expect(effects).toEqual(['starts', 'continues']);
});
