/** What reading and quoting tell: nothing of it changes anything at the service. */
import { gapIn, quoteBody, type Findings, type Publication } from './findings.mts';
import type { Answers } from './questions.mts';
import { listOf, type Exchange } from './service.mts';

/** References that nobody has. */
const nobody = (count: number) => Array.from({ length: count }, (_, i) => `zq${i.toString(36)}`);
/** As many as the package puts into one list. */
const LONGEST_LIST = 100;

/** Clock and signature. */
export async function readWire(findings: Findings): Promise<void> {
	const { service } = findings;
	await findings.learn(['dateHeader'], async () => {
		const { headers } = await service.get('/departements');
		return { dateHeader: headers.date !== undefined };
	});
	await findings.learn(['signedPath'], async () => {
		const path = '/annonce/zq%20zq/statut';
		const isSigned = async (signedPath: string) =>
			!(await service.call({ path, signedPath })).codes.includes('err_signature_calculee');
		if (await isSigned(path)) return { signedPath: 'encoded' };
		return { signedPath: (await isSigned(decodeURIComponent(path))) ? 'decoded' : 'neither' };
	});
}

/** Finds a publication that can be quoted, best one that does not appear every day; learns what quotes tell. */
export async function readQuotes(findings: Findings): Promise<void> {
	const { service } = findings;
	const quote = async (change: object = {}): Promise<Exchange> =>
		await service.post('/devis', { ...quoteBody(findings), ...change });

	const hasGap = ({ dates }: Publication) => Number(gapIn(dates) !== undefined);
	const usable = publicationsOf(await service.get('/dates-parutions', { quantite: '20' }))
		.filter(({ dates }) => dates.length > 1)
		.sort((a, b) => hasGap(b) - hasGap(a));
	for (const publication of usable.slice(0, 5)) {
		findings.publication = publication;
		if ((await quote()).codes.length === 0) break;
		findings.publication = undefined;
	}
	await findings.learn(['quoteFields'], async () => {
		const { json, codes } = await quote();
		if (!json || codes.length > 0) throw new Error(`The quote was refused: ${codes.join(', ')}`);
		if (typeof json.date_parution !== 'string') return { quoteFields: 'undated' };
		if (typeof json.texte !== 'string') return { quoteFields: '1.27' };
		return { quoteFields: typeof json.date_bouclage === 'string' ? '1.29' : '1.28' };
	});
	await findings.learn(['unavailableDate'], async () => {
		const date = gapIn(findings.publication?.dates ?? []);
		if (date === undefined) return {};
		const { json, codes } = await quote({ date_parution: date });
		if (codes.length > 0) return { unavailableDate: 'refused' };
		return { unavailableDate: json?.date_parution === date ? 'kept' : 'moved' };
	});
}

function publicationsOf(exchange: Exchange): Publication[] {
	return listOf(exchange, 'publications').map(({ id, departement, dates }) => {
		const days = Array.isArray(dates) ? (dates as Array<Record<string, unknown>>) : [];
		const named = days.map(({ date_parution }) => String(date_parution));
		return { id: Number(id), departement: String(departement), dates: named };
	});
}

/** Asks for lists of names that nobody has. @param known the reference of a notice beside them, if one was placed */
export async function readLists(findings: Findings, known?: string): Promise<void> {
	const { service } = findings;
	const statuses = async (references: readonly string[]): Promise<Exchange> =>
		await service.post('/annonces/statuts', { references });

	await findings.learn(['unknownReferenceCode'], async () => {
		const [code = null] = (await service.get('/annonce/zqzq/statut')).codes;
		return { unknownReferenceCode: code };
	});
	await findings.learn(['unknownReference'], async (): Promise<Answers> => {
		const mixed = known === undefined ? nobody(1) : [known, ...nobody(1)];
		const answer = await statuses(mixed);
		if (answer.codes.length > 0) return { unknownReference: 'refused' };
		const named = listOf(answer, 'annonces').map(({ reference }) => String(reference));
		if (known !== undefined && !named.includes(known)) return { unknownReference: 'spoils' };
		return { unknownReference: named.length === mixed.length ? 'entry' : 'omitted' };
	});
	await findings.learn(['largestBatch', 'batchTooLarge'], async () => {
		// Unknown names may have a list refused as well: too long is what is answered otherwise than a list of one.
		const [usual] = (await statuses(nobody(1))).codes;
		let refusal: string | null = null;
		const isTaken = async (size: number) => {
			const [code] = (await statuses(nobody(size))).codes;
			if (code !== usual) refusal = code ?? null;
			return code === usual;
		};
		if (await isTaken(LONGEST_LIST)) return { largestBatch: 0 };
		let [taken, refused] = [1, LONGEST_LIST];
		while (refused - taken > 1) {
			const middle = Math.floor((taken + refused) / 2);
			if (await isTaken(middle)) taken = middle;
			else refused = middle;
		}
		return { largestBatch: taken, batchTooLarge: refusal };
	});
}

/** Reads a notice that the service has suspended. */
export async function readSuspended(findings: Findings, name?: string): Promise<void> {
	const { service } = findings;
	await findings.learn(['suspendedNotice'], async () => {
		if (name === undefined) return {};
		const read = async (list: string) =>
			await service.post(`/annonces/${list}`, { references: [name] });
		const status = await read('statuts');
		if (status.codes.includes('err_annonce_suspendue')) return { suspendedNotice: 'refused' };
		const [notice] = listOf(status, 'annonces');
		if (notice?.statut !== 'suspendue') throw new Error('The notice is not suspended.');
		const { codes } = await read('documents');
		return { suspendedNotice: codes.length > 0 ? 'filesWithheld' : 'usable' };
	});
	// This notice is somebody's: the report shows none of its calls.
	findings.found.set('suspendedNotice', {
		value: findings.answer('suspendedNotice'),
		exchanges: [],
	});
}
