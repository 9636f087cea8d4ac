import { prepareText } from '../../../nodes/LegalNotice/domain/text/index.ts';
import { orderFields } from '../../../nodes/LegalNotice/actions/notice/orderOutput.ts';
import type { OrderInput } from '../../../nodes/LegalNotice/actions/notice/orderInput.ts';
import { ScriptedClient } from './scriptedClient.mts';

const input = (number: string | undefined) =>
	({
		body: number === undefined ? {} : { numero_commande: number },
		numberMode: 'custom',
		notice: {
			identity: { text: 'Avis.' },
			prepared: prepareText({ format: 'plainText', text: 'Avis.' }),
			lostWords: [],
			notes: [],
		},
	}) as unknown as OrderInput;

test.each([
	['the one of the order, where the answer has none', {}, 'N-1', 'N-1'],
	['the one of the answer', { numero_commande: 'n-1' }, 'N-1', 'n-1'],
	['none, where none was given', {}, undefined, undefined],
])('the order number of the item is %s', (_which, more, given, shown) => {
	const answer = { resultat: 'succes', reference: 'AL-1', ...more };
	const placed = { kind: 'existing', answer } as const;
	const fields = orderFields(new ScriptedClient(), input(given), placed, undefined);
	expect(fields).toMatchObject({ reference: 'AL-1', existant: true, recupere: false });
	expect(fields['numero_commande']).toBe(shown);
});
