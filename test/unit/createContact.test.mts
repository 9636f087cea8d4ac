/** With a portal password, a failure is told without what the service wrote, and with everything else. */
import { createContact } from '../../nodes/LegalNotice/actions/contact/createContact.ts';
import { explain } from '../../nodes/LegalNotice/transport/errors.ts';
import {
	ServiceFailure,
	type FailureFacts,
	type FailureKind,
} from '../../nodes/LegalNotice/transport/failures.ts';
import { lostAnswer, ScriptedClient, type Scripted } from './notice/scriptedClient.mts';

const noContacts = { resultat: 'succes', contacts: [] };

async function told(portalPassword: string, ...answers: Scripted[]): Promise<string> {
	const client = new ScriptedClient(noContacts, ...answers);
	const input = { email: '', lastName: 'Martin', firstName: '', portalPassword };
	try {
		await createContact({ client: () => Promise.resolve(client) } as never, input);
	} catch (failure) {
		return explain(failure).message;
	}
	return 'created';
}

test.each<[FailureKind, FailureFacts]>([
	['notSent', { refusedByN8n: 'The host is blocked.' }],
	['notSent', { networkCode: 'ECONNREFUSED' }],
	['refusal', { codes: ['err_nom_incorrect'] }],
	['redirect', { status: 302 }],
	['cancelled', { underWay: true }],
])('%s of %j is told as without a password', async (kind, facts) => {
	const failure = new ServiceFailure(kind, facts);
	expect(await told('demo-portal', failure)).toBe(await told('', failure));
});

test('a contact without its identifier is told as such', async () => {
	const nameless = { resultat: 'succes', nom: 'Martin' };
	expect(await told('demo-portal', nameless)).toContain('The answer lacks "id"');
	expect(await told('', nameless)).toContain('The answer lacks "id"');
});

test('what the service wrote is not told, it may quote the password', async () => {
	const quoting = { codes: ['err_mot_passe_incorrect'], details: ['demo-portal'] };
	const page = { status: 400, excerpt: 'mot_passe=demo-portal' };
	for (const failure of [
		new ServiceFailure('refusal', quoting),
		new ServiceFailure('blocked', page),
	]) {
		expect(await told('', failure)).toContain('demo-portal');
		expect(await told('demo-portal', failure)).not.toContain('demo-portal');
	}
});

test('a contact that is made at the second attempt is told as found again, for the first one may have made it', async () => {
	const made = { resultat: 'succes', id: 7 };
	const input = {
		email: 'p.martin@example.com',
		lastName: 'Martin',
		firstName: '',
		portalPassword: '',
	};
	const create = async (...answers: Scripted[]) => {
		const client = new ScriptedClient(noContacts, ...answers);
		return await createContact({ client: () => Promise.resolve(client) } as never, input);
	};
	expect(await create(made)).toMatchObject({ recovered: false });
	expect(await create(lostAnswer(), noContacts, made)).toMatchObject({ recovered: true });
});
