/** Of many notices read together, one call that fails for good fails its own items and no others. */
import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';

import { setTimings } from '../../nodes/LegalNotice/transport/timings.ts';
import { runFor } from './documentsServices.mts';
import { close, listen } from './loopback.mts';

/** The service has lost the record of this one, and fails over whatever it stands in. */
const BROKEN = 'N-7';

let server: Server;
let credential: { baseUrl: string; publicKey: string; secretKey: string };

beforeAll(async () => {
	setTimings({ beforeRepeatMs: 1 });
	server = createServer((call, answer) => {
		void json(call).then((body) => {
			const { references } = body as { references: string[] };
			const annonces = references.map((reference) => ({
				reference,
				statut: 'parue',
				documents: [{ type: 'attestation', numero: 'A', url: 'https://files.example/a.pdf' }],
				factures: [{ type: 'facture', numero: reference, montant_ttc: 1, url: '' }],
			}));
			answer.end(
				JSON.stringify(
					references.includes(BROKEN)
						? { resultat: 'erreur', erreurs: ['err_internal_server'] }
						: { resultat: 'succes', annonces },
				),
			);
		});
	});
	credential = { baseUrl: await listen(server), publicKey: 'one', secretKey: 'failed' };
});
afterAll(async () => {
	setTimings();
	await close(server);
});

test.each(['notice.getStatus', 'notice.getStatusChanges', 'document.getMany', 'invoice.getMany'])(
	'%s of 1,000 notices gives what could be read when one call fails for good',
	async (operation) => {
		const references = Array.from({ length: 1_000 }, (_, index) => `N-${index}`);
		const { json: items, error } = await runFor(
			{ credential },
			operation,
			references,
			{},
			{
				onError: 'continueRegularOutput',
			},
		);
		expect(error).toBeUndefined();
		const failed = items.filter((item) => item.error !== undefined);
		expect(failed.length).toBeGreaterThanOrEqual(1);
		expect(failed.length).toBeLessThanOrEqual(100);
		expect(String(failed[0]?.error)).toContain('err_internal_server');
		expect(items).toHaveLength(1_000);
	},
);
