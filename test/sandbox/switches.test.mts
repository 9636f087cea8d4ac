import { definitions } from '../../sandbox/settings.mts';
import type { Settings } from '../../sandbox/index.mts';
import { withBench } from './bench.mts';
import { at } from './client.mts';
import { noticeSwitches } from './probes/noticeSwitches.mts';
import { requestSwitches } from './probes/requestSwitches.mts';
import { transportSwitches } from './probes/transportSwitches.mts';

const probes = Object.entries({ ...transportSwitches, ...noticeSwitches, ...requestSwitches });

describe('every switch for what the specification leaves open', () => {
	it('has a probe', () => {
		expect(probes.map(([name]) => name).sort()).toEqual(Object.keys(definitions).sort());
	});

	it.each(probes)('%s', async (_name, probe) => {
		const options = probe.options ?? {};
		expect(await withBench(options, probe.run)).toEqual(probe.before);
		const changed = { ...options, settings: { ...options.settings, ...probe.change } };
		expect(await withBench(changed, probe.run)).toEqual(probe.after);
	});

	it('an unknown reference may be an entry of its own, which is the only one refused', async () => {
		await withBench({ settings: { unknownReferences: 'entry' } }, async (bench) => {
			const known = await bench.ordered();
			for (const route of ['statuts', 'documents', 'factures']) {
				const { json } = await bench.client.post(`/annonces/${route}`, {
					references: ['nobody', known],
				});
				expect(json).toMatchObject({
					resultat: 'succes',
					annonces: [
						{ reference: 'nobody', resultat: 'erreur', erreurs: ['err_annonce_introuvable'] },
						{ reference: known },
					],
				});
			}
		});
	});

	it.each<[Settings['pdfLinks'], number, RegExp]>([
		['plain', 200, /^%PDF-/],
		['html', 200, /Connexion/],
		['json', 200, /^\{"resultat":"erreur"/],
		['redirect', 200, /^%PDF-/],
		['expired', 403, /expiré/],
	])('PDF links: %s', async (pdfLinks, status, text) => {
		await withBench({ settings: { pdfLinks } }, async (bench) => {
			const reference = await bench.ordered();
			const { json } = await bench.client.get(`/annonce/${reference}/documents`);
			const answer = await fetch(String(at(json, 'documents', 0, 'url')));
			expect([answer.status, answer.redirected]).toEqual([status, pdfLinks === 'redirect']);
			expect(await answer.text()).toMatch(text);
		});
	});

	it('refuses a switch or a value that does not exist, and then changes nothing', async () => {
		await withBench({}, async ({ client }) => {
			const wrong = { forfaitsRoute: 'missing', batchOrder: 'sorted' };
			const refused = await client.plain('POST', '/_sandbox/settings', wrong);
			expect(refused.json.error).toBe('"batchOrder" accepts asAsked, shuffled, not "sorted".');
			expect((await client.get('/forfaits')).status).toBe(200);
			const unknown = await client.plain('POST', '/_sandbox/settings', { latency: 3 });
			expect([unknown.status, unknown.json.error]).toEqual([
				400,
				'There is no switch named "latency".',
			]);
		});
	});
});
