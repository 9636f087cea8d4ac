import { stopError } from '../../nodes/LegalNotice/actions/router.ts';
import { order } from '../../nodes/LegalNotice/actions/order/order.operation.ts';
import { ServiceFailure } from '../../nodes/LegalNotice/errors/failures.ts';
import { node } from './transport/n8nErrors.mts';

const stoppedAfter = (...done: object[]): string => {
	const failure = new ServiceFailure('refusal', { codes: ['err_texte_absent'] });
	const results = [...done.map((json) => ({ output: [{ json: json as never }] })), { failure }];
	return stopError(node, order, results, () => '').message;
};

test('a stop names all that was done, with a number or without', () => {
	const many = Array.from({ length: 250 }, (_, at) => ({
		reference: `AL-${at}`,
		numero_commande: `N-${at}`,
	}));
	const numbers = { reference: 4711, numero_commande: 12 };
	const message = stoppedAfter(...many, numbers, { reference: 'LAST', numero_commande: null });
	expect(message).toMatch(/252 of 253 items were completed before it stopped: AL-0 \/ N-0, /);
	expect(message).toContain('AL-249 / N-249, 4711 / 12, LAST.');
});
