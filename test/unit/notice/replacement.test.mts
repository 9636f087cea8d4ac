/** What a replacement does with refusals between its steps. */
import type { IDataObject } from 'n8n-workflow';

import type { OrderInput } from '../../../nodes/LegalNotice/domain/notice.ts';
import { Replacement } from '../../../nodes/LegalNotice/actions/notice/replacement.ts';
import { LeftOpen, OperationStop } from '../../../nodes/LegalNotice/domain/operationStop.ts';
import { ServiceFailure } from '../../../nodes/LegalNotice/transport/failures.ts';
import { refusal, ScriptedClient, type Scripted } from './scriptedClient.mts';

const old = { reference: 'AL-7', statut: 'a-paraitre' };
const resolved = { resultat: 'succes', annonces: [old] };
const free = refusal('err_annonce_introuvable');
const quoted = { resultat: 'succes', tarif: {} };
const done = { ancienne_reference: 'AL-7', documents_annulation: [] };
const body = { departement: '75', publication: 12, texte: 'Un avis.' };

function inputOf(requestedDate?: string, number: string | undefined = 'NEW-1'): OrderInput {
	return {
		numberFor: () => number,
		numberMode: 'custom',
		ifAlreadyOrdered: 'returnExisting',
		maximumTotal: undefined,
		body,
		notice: { body, requestedDate },
	} as never;
}

async function failureOf(
	answers: Scripted[],
	earlier?: IDataObject,
	input = inputOf(),
): Promise<unknown> {
	const client = new ScriptedClient(...answers);
	const steps = { recall: () => earlier, remember: () => undefined };
	return await new Replacement(client, input, 'AL-7', steps)
		.run(false)
		.catch((failure: unknown) => failure);
}

test('what another item kept from going on stays just that, also half way', async () => {
	const notStarted = new ServiceFailure('notStarted');
	expect(await failureOf([free, notStarted], done)).toBe(notStarted);
});

test('any other failure half way tells where things stand', async () => {
	const inactive = refusal('err_client_inactif');
	const failure = await failureOf([inactive], done);
	expect(failure).toBeInstanceOf(LeftOpen);
	expect(failure).toMatchObject({ reason: inactive });
	expect(String(failure)).toContain('AL-7 is cancelled, but the new one is not ordered yet');
});

test('a number that cannot be asked for stops before the cancellation', async () => {
	const suspended = refusal('err_annonce_suspendue');
	expect(await failureOf([resolved, suspended])).toBe(suspended);
});

test('a number of another notice stops before the cancellation', async () => {
	const failure = await failureOf([resolved, { reference: 'AL-8', numero_commande: 'NEW-1' }]);
	expect(failure).toBeInstanceOf(OperationStop);
	expect(String(failure)).toContain('NEW-1 belongs to the notice AL-8');
});

test('a cancellation that is refused leaves nothing half way', async () => {
	const suspended = refusal('err_annonce_suspendue');
	expect(await failureOf([resolved, free, quoted, suspended])).toBe(suspended);
});

test('a quote that tells no date is judged by the date asked for', async () => {
	const dates = [{ date_parution: '2027-01-05' }, { date_parution: '2027-01-08' }];
	const publications = [{ id: 12, departement: '75', dates }];
	const listed = { resultat: 'succes', publications };
	const failure = await failureOf(
		[resolved, free, quoted, listed],
		undefined,
		inputOf('2027-01-06'),
	);
	expect(String(failure)).toContain('does not take notices for 2027-01-06');
});
