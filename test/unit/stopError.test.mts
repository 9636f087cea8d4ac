import { stopError } from '../../nodes/LegalNotice/actions/router.ts';
import { order } from '../../nodes/LegalNotice/actions/notice/order.operation.ts';
import { ServiceFailure } from '../../nodes/LegalNotice/transport/failures.ts';
import { node } from './transport/n8nErrors.mts';

const stoppedAfter = (...done: object[]): string => {
	const failure = new ServiceFailure('refusal', { codes: ['err_texte_absent'] });
	const results = [...done.map((json) => ({ output: [{ json: json as never }] })), { failure }];
	return stopError(node, order, results, done.length, () => '').message;
};

test.each([
	['text', { reference: 'AL-1', numero_commande: 'N-1' }, 'AL-1 / N-1'],
	['numbers', { reference: 4711, numero_commande: 12 }, '4711 / 12'],
	['a reference alone', { reference: 4711, numero_commande: null }, '4711'],
])('a stop names what was done, by %s', (_kind, json, names) => {
	expect(stoppedAfter(json)).toContain(`1 of 2 items were completed before it stopped: ${names}.`);
});

const many = Array.from({ length: 250 }, (_, at) => ({
	reference: `AL-${at}`,
	numero_commande: `N-${at}`,
}));

test('all that were done are named, with a number or without', () => {
	const message = stoppedAfter(...many, { reference: 'AL-LAST', numero_commande: null });
	expect(message).toContain('251 of 252 items');
	expect(message).toContain('AL-0 / N-0, ');
	expect(message).toContain('AL-249 / N-249, AL-LAST.');
});
