import { stopError } from '../../nodes/LegalNotice/actions/stopError.ts';
import { order } from '../../nodes/LegalNotice/actions/notice/order.operation.ts';
import { ServiceFailure } from '../../nodes/LegalNotice/transport/failures.ts';
import { node } from './transport/nodeErrors.mts';

const stoppedAfter = (json: object): string => {
	const failure = new ServiceFailure('refusal', { codes: ['err_texte_absent'] });
	const results = [{ output: [{ json: json as never }] }, { failure }];
	return stopError(node, order, results, 1, () => '').message;
};

test.each([
	['text', { reference: 'AL-1', numero_commande: 'N-1' }, 'AL-1 / N-1'],
	['numbers', { reference: 4711, numero_commande: 12 }, '4711 / 12'],
	['a reference alone', { reference: 4711, numero_commande: null }, '4711'],
])('a stop names what was done, by %s', (_kind, json, names) => {
	expect(stoppedAfter(json)).toContain(`Done before it stopped: 1 of 2 items: ${names}.`);
});
