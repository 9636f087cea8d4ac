import type { Answer } from '../../../nodes/LegalNotice/transport/envelope.ts';
import { fetchNotices } from '../../../nodes/LegalNotice/transport/batch.ts';
import type { ServiceClient } from '../../../nodes/LegalNotice/transport/client.ts';
import { ServiceFailure } from '../../../nodes/LegalNotice/transport/failures.ts';
import { statusOutcome } from '../../../nodes/LegalNotice/trigger/answers.ts';

const refused = (code: string) => new ServiceFailure('refusal', { codes: [code] });

/** A service that answers a list with what a function makes of it. */
function asking(answer: (references: readonly string[]) => Answer | ServiceFailure) {
	const lists: Array<readonly string[]> = [];
	const client: ServiceClient = {
		environment: 'test',
		call: ({ body }) => {
			const { references } = body as { references: string[] };
			lists.push(references);
			const answered = answer(references);
			return answered instanceof ServiceFailure
				? Promise.reject(answered)
				: Promise.resolve(answered);
		},
	};
	return { client, lists };
}

const entries = (references: readonly string[]): Answer => ({
	annonces: references.map((reference) => ({ reference, statut: 'parue' })),
});

test.each([
	['the connection lost', new ServiceFailure('noAnswer', { networkCode: 'ECONNRESET' })],
	['a gateway that gave up', new ServiceFailure('notTheService', { status: 504 })],
])('%s while the unknown reference is searched costs no other part', async (_name, broken) => {
	let calls = 0;
	const { client } = asking((references) => {
		if (++calls === 4) return broken;
		return references.includes('N-9') ? refused('err_annonce_introuvable') : entries(references);
	});
	const list = Array.from({ length: 20 }, (_value, index) => `N-${index}`);
	const found = await fetchNotices(client, 'statut', list);
	const failed = [...found].filter(([, answer]) => answer === broken).map(([name]) => name);
	expect(failed.length).toBeLessThan(10);
	for (const name of list.filter((one) => !failed.includes(one) && one !== 'N-9')) {
		expect(found.get(name)).toEqual({ reference: name, statut: 'parue' });
	}
});

test('references that are each refused for a reason of their own are not told as unknown', async () => {
	const reasons: Readonly<Record<string, string>> = { A: 'err_a_mauvais', B: 'err_b_mauvais' };
	const { client, lists } = asking((references) => {
		const [only = ''] = references;
		return refused(references.length === 1 ? (reasons[only] ?? '') : 'err_liste_mauvaise');
	});
	await expect(fetchNotices(client, 'statut', ['A', 'B'])).rejects.toMatchObject({
		facts: { codes: ['err_a_mauvais'] },
	});
	expect(lists).toEqual([['A', 'B'], ['A'], ['B']]);
});

test('what can be read among references that are each refused for a reason of their own is read', async () => {
	const list = Array.from({ length: 12 }, (_value, index) => `N-${index}`);
	// Neither is among the few that are asked by themselves.
	const readable = ['N-3', 'N-8'];
	const { client } = asking((references) => {
		const bad = references.find((reference) => !readable.includes(reference));
		if (bad === undefined) return entries(references);
		return refused(references.length === 1 ? `err_mauvais_${bad}` : 'err_liste_mauvaise');
	});
	const found = await fetchNotices(client, 'statut', list);
	for (const reference of list) {
		if (readable.includes(reference)) expect(found.get(reference)).toMatchObject({ reference });
		else expect(found.get(reference)).toBeInstanceOf(ServiceFailure);
	}
});

test('an answer that names no notice is of the one that was asked', () => {
	const unnamed = { reference: 'N-1', orderNumber: null };
	const statut = 'parue';
	expect(statusOutcome({ statut }, 'N-1')).toMatchObject(unnamed);
	expect(statusOutcome({ statut, reference: ' ', numero_commande: '' }, 'N-1')).toMatchObject(
		unnamed,
	);
	expect(statusOutcome({ statut, reference: 'AL-7', numero_commande: 'N-1' }, 'N-1')).toMatchObject(
		{
			reference: 'AL-7',
			orderNumber: 'N-1',
		},
	);
});
