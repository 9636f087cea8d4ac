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
		['octets', 200, /^%PDF-/],
		['expired', 403, /expiré/],
		['signed', 401, /Authentification/],
	])('PDF links: %s', async (pdfLinks, status, text) => {
		await withBench({ settings: { pdfLinks } }, async (bench) => {
			const reference = await bench.ordered();
			const { json } = await bench.client.get(`/annonce/${reference}/documents`);
			const answer = await fetch(String(at(json, 'documents', 0, 'url')));
			expect([answer.status, answer.redirected]).toEqual([status, pdfLinks === 'redirect']);
			expect(await answer.text()).toMatch(text);
		});
	});

	it.each(['chunked', 'escaped', 'bom'] as const)(
		'the same answer, %s',
		async (responseEncoding) => {
			await withBench({}, async ({ client, sandbox }) => {
				const plain = await client.get('/contacts');
				sandbox.settings({ responseEncoding });
				const answer = await client.get('/contacts');
				expect(answer.json).toEqual(plain.json);
				expect([answer.text, answer.headers]).not.toEqual([plain.text, plain.headers]);
			});
		},
	);

	it('the same notice twice in a batch may be refused, files of a suspended one withheld', async () => {
		const settings = { duplicates: 'refused', suspendedNotice: 'filesWithheld' } as const;
		await withBench({ settings }, async (bench) => {
			const reference = await bench.ordered();
			const references = [reference];
			const twice = { references: [reference, reference] };
			const { codes } = await bench.client.post('/annonces/statuts', twice);
			expect(codes).toEqual(['err_reference_incorrect']);
			bench.sandbox.notices.suspend(reference);
			expect((await bench.client.post('/annonces/statuts', { references })).codes).toEqual([]);
			for (const route of ['documents', 'factures']) {
				const refused = await bench.client.post(`/annonces/${route}`, { references });
				expect(refused.codes).toEqual(['err_annonce_suspendue']);
			}
			expect((await bench.client.delete(`/annonce/${reference}`)).codes).toEqual([]);
		});
	});

	it('composed text may come in entities, references as digits, objects with more fields', async () => {
		const settings = {
			composedText: 'entities',
			referenceStyle: 'digits',
			unknownFields: 'added',
		} as const;
		await withBench({ settings }, async (bench) => {
			expect(await bench.composed('<p>é<br/></p><p>B</p>')).toBe(
				'<p class="fs-texte">&#233;<br></p>\n<p class="fs-texte">B</p>',
			);
			expect(await bench.ordered()).toBe('00000001');
			const { json } = await bench.client.get('/contacts');
			expect([json._rang, at(json, 'contacts', 0, '_rang')]).toEqual([null, null]);
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
