/** What a batch says of single notices, beside their data: refused, or found under another spelling. */
import { fetchNotices } from '../../../nodes/LegalNotice/transport/batch.ts';
import { ServiceFailure } from '../../../nodes/LegalNotice/transport/failures.ts';
import type { ServiceClient } from '../../../nodes/LegalNotice/transport/client.ts';
import { statusOutcome } from '../../../nodes/LegalNotice/trigger/answers.ts';

type Entry = Record<string, unknown>;

/** A service that answers each reference of a batch with an entry, or leaves it out. */
function service(entryOf: (reference: string) => Entry | undefined) {
	const batches: string[][] = [];
	const client: ServiceClient = {
		environment: 'test',
		call: ({ body }) => {
			const { references } = body as { references: string[] };
			batches.push(references);
			const annonces = references.map(entryOf).filter((entry) => entry !== undefined);
			return Promise.resolve({ resultat: 'succes', annonces });
		},
	};
	return { client, batches };
}

const published = (reference: string) => ({ reference, statut: 'parue' });
const asked = ['AL-1', 'NOPE', 'AL-2'];

describe('an entry of a batch that is a refusal of its own', () => {
	const read = async (refused: Entry) => {
		const { client, batches } = service((reference) =>
			reference === 'NOPE' ? { reference, ...refused } : published(reference),
		);
		const found = await fetchNotices(client, 'statut', asked);
		expect(batches).toEqual([asked]);
		expect(['AL-1', 'AL-2'].map((name) => found.get(name))).toEqual(
			['AL-1', 'AL-2'].map(published),
		);
		expect(found.has('NOPE')).toBe(true);
		return found.get('NOPE');
	};

	test.each([
		{ resultat: 'erreur', erreurs: ['err_annonce_introuvable'] },
		{ resultat: 'erreur', erreurs: ['err_reference_incorrect'] },
		{ resultat: 'erreur', erreurs: ['err_references_absent'] },
		{ resultat: 'erreur', erreurs: 'err_reference_inconnue' },
		{ erreurs: ['err_annonce_introuvable'] },
		{ erreurs: ['err_annonce_introuvable'], statut: null },
	])('%j says that the notice is unknown', async (refused) => {
		expect(await read(refused)).toBeUndefined();
	});

	test('is the status of a notice that is refused as suspended', async () => {
		const found = await read({ resultat: 'erreur', erreurs: ['err_annonce_suspendue'] });
		expect(statusOutcome(found, 'NOPE')).toMatchObject({ status: 'suspendue' });
	});

	test.each([
		[{ resultat: 'erreur', erreurs: ['err_internal_server'] }, ['err_internal_server']],
		[{ resultat: 'erreur' }, []],
	])('%j concerns just this notice, with its code', async (refused, codes) => {
		const found = await read(refused);
		expect(found).toBeInstanceOf(ServiceFailure);
		expect(found).toMatchObject({ kind: 'refusal', codes });
	});

	test.each([
		{ statut: 'parue', erreurs: [] },
		{ resultat: 'succes', statut: 'parue' },
		{ statut: 'parue', erreurs: ['err_motif_absent'] },
		{ documents: [], erreur: null },
	])('is not %j: that answers', async (answered) => {
		expect(await read(answered)).toEqual({ reference: 'NOPE', ...answered });
	});
});

describe('two names that differ in case only', () => {
	const notice = { reference: 'AL-1', numero_commande: 'U-NUM', statut: 'parue' };

	/** A service that answers each of its notices once, whatever the number of its names. */
	function merging(isCaseIgnored: boolean) {
		const fold = (name: string) => (isCaseIgnored ? name.toLowerCase() : name);
		const told = new Set<string>();
		const names = [notice.reference, notice.numero_commande].map(fold);
		const { client, batches } = service((reference) => {
			const asked = `${batches.length}`;
			if (!names.includes(fold(reference)) || told.has(asked)) return undefined;
			told.add(asked);
			return notice;
		});
		return { client, batches };
	}

	test.each([
		['U-NUM', 'u-Num'],
		['u-Num', 'U-NUM'],
		['AL-1', 'u-num'],
		['u-num', 'U-Num', 'U-NUM'],
	])('%s and %s are one notice for a service that ignores case', async (...names) => {
		const { client, batches } = merging(true);
		const found = await fetchNotices(client, 'statut', [...names, 'NOPE']);
		for (const name of names) expect([name, found.get(name)]).toEqual([name, notice]);
		expect(found.get('NOPE')).toBeUndefined();
		expect(batches).toHaveLength(2);
		expect(batches[1]).not.toContain('NOPE');
	});

	test('are two for a service that does not: the other is unknown', async () => {
		const { client } = merging(false);
		const found = await fetchNotices(client, 'statut', ['U-NUM', 'u-Num']);
		expect([found.get('U-NUM'), found.get('u-Num')]).toEqual([notice, undefined]);
		expect(found.has('u-Num')).toBe(true);
	});

	test('are two for a service that refuses a batch for the unknown one', async () => {
		const names = [...Array.from({ length: 12 }, (_, index) => `AL-${index}`), 'al-5'];
		const { client, batches } = service(published);
		const call: ServiceClient['call'] = async (asked) => {
			const answer = await client.call(asked);
			if (batches.at(-1)?.includes('al-5') !== true) return answer;
			throw new ServiceFailure('refusal', { codes: ['err_annonce_introuvable'] });
		};
		const found = await fetchNotices({ ...client, call }, 'statut', names);
		expect([...found.keys()].sort()).toEqual([...names].sort());
		expect(found.get('al-5')).toBeUndefined();
		expect(found.get('AL-5')).toEqual(published('AL-5'));
	});

	test('of which the second could not be asked, it is not told as unknown', async () => {
		const { client, batches } = merging(true);
		const call: ServiceClient['call'] = async (asked) => {
			if (batches.length > 0) throw new ServiceFailure('busy');
			return await client.call(asked);
		};
		const found = await fetchNotices({ ...client, call }, 'statut', ['U-NUM', 'u-Num']);
		expect(found.get('U-NUM')).toEqual(notice);
		expect(found.get('u-Num')).toMatchObject({ kind: 'busy' });
	});
});
