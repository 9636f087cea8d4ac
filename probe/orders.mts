/** What only notices tell: at most four with made-up data, all of them cancelled at the end. */
import { dayAfter, quoteBody, type Findings } from './findings.mts';
import { listOf, type Exchange, type Service } from './service.mts';

export const MOST_ORDERS = 4;

const ADVERTISER = {
	nom_raison_sociale: 'SOCIETE EXEMPLE',
	adresse: '1 rue de l Exemple',
	code_postal: '75000',
	ville: 'PARIS',
	pays: 'FRA',
};

/** A stop ends no call that changes something: what is under way is finished, and what was ordered is cancelled. */
const unstopped = new AbortController().signal;

const isUnknown = ({ codes }: Exchange) =>
	codes.some((code) => /introuvable|reference_/.test(code));

/** The notices of a run, for the one who has to cancel them. */
export class Orders {
	/** Order numbers of what may be in force: from before the order is sent until it is cancelled. */
	readonly standing = new Set<string>();
	/** Beginning of every order number of this run. Its letters show whether case counts. */
	readonly stem = `SONDE-${Date.now().toString(36).toUpperCase()}`;
	readonly #findings: Findings;
	#sent = 0;
	#billing: object = { mode_facturation: 'prescripteur' };

	constructor(findings: Findings) {
		this.#findings = findings;
	}

	body(change: object = {}): object {
		return { ...quoteBody(this.#findings), dossier: 'SONDE', ...this.#billing, ...change };
	}

	/**
	 * Places one notice. A refused one does not count.
	 *
	 * @throws when the answer is lost, or four were placed
	 */
	async place(number: string, change: object = {}): Promise<Exchange> {
		if (this.#sent >= MOST_ORDERS) throw new Error('Four notices were placed.');
		const { service } = this.#findings;
		service.signal.throwIfAborted();
		const stood = this.standing.has(number);
		this.standing.add(number);
		this.#sent++;
		const body = this.body({ numero_commande: number, ...change });
		const answer = await service.call({ method: 'POST', path: '/commande', body }, unstopped);
		// Only a refusal in the service's own words says that nothing was placed.
		if (answer.codes.length === 0 || answer.json?.resultat !== 'erreur') return answer;
		if (answer.codes.includes('err_internal_server')) return answer;
		this.#sent--;
		if (!stood) this.standing.delete(number);
		const mayPay = !answer.codes.includes('err_mode_facturation_non_autorisee');
		if (mayPay || 'facturation' in this.#billing) return answer;
		this.#billing = { mode_facturation: 'annonceur', facturation: ADVERTISER };
		return await this.place(number, change);
	}
}

/** Cancels by an order number. @returns whether nothing is left of it */
async function cancel(service: Service, number: string, isDecoded: boolean): Promise<boolean> {
	const path = `/annonce/${encodeURIComponent(number)}`;
	const signedPath = isDecoded ? `/annonce/${number}` : path;
	for (let attempt = 0; attempt < 3; attempt++) {
		try {
			const answer = await service.call({ method: 'DELETE', path, signedPath }, unstopped);
			if (answer.codes.length === 0 || isUnknown(answer)) return true;
		} catch {
			// Its answer was lost: the next attempt tells.
		}
	}
	return false;
}

/** Cancels all that may be in force. @returns the order numbers of what could not be cancelled */
export async function cancelAll(findings: Findings, orders: Orders): Promise<string[]> {
	const isDecoded = findings.answer('signedPath') === 'decoded';
	for (const number of orders.standing) {
		if (await cancel(findings.service, number, isDecoded)) orders.standing.delete(number);
	}
	return [...orders.standing];
}

/** Places notices and reads what became of them. @returns the reference of the first one, if it was placed */
export async function readOrders(findings: Findings, orders: Orders): Promise<string | undefined> {
	const first = `${orders.stem}-1`;
	let reference: string | undefined;
	const placed = (answer: Exchange) => {
		if (answer.codes.length > 0)
			throw new Error(`The order was refused: ${answer.codes.join(', ')}`);
		reference = String(answer.json?.reference);
	};
	await findings.learn(['closedDate'], async () => {
		// The newspaper appears as often before its next date as after it.
		const [next = '', later = ''] = findings.publication?.dates ?? [];
		const days = (Date.parse(later) - Date.parse(next)) / 86_400_000;
		const past = dayAfter(next, -days);
		const answer = await orders.place(first, { date_parution: past });
		if (answer.codes.length > 0) {
			const isAboutDate = answer.codes.some((code) => /bouclage|date/.test(code));
			placed(await orders.place(first));
			return { closedDate: isAboutDate ? 'refused' : null };
		}
		placed(answer);
		return { closedDate: answer.json?.date_parution === past ? 'kept' : 'moved' };
	});
	if (reference === undefined) return undefined;
	await findings.learn(['orderNumberUnit'], async () => {
		const number = `${orders.stem}-2`;
		const padded = number + 'é'.repeat(50 - number.length);
		if ((await orders.place(padded)).codes.length === 0) return { orderNumberUnit: 'characters' };
		const { codes } = await orders.place(`${number}é`);
		return { orderNumberUnit: codes.length > 0 ? 'ascii' : 'bytes' };
	});
	await readPlaced(findings, first, reference);
	return reference;
}

/** Reads the first notice in several ways. */
async function readPlaced(findings: Findings, number: string, reference: string): Promise<void> {
	const { service } = findings;
	const isInList = async (name: string) => {
		const answer = await service.post('/annonces/statuts', { references: [name] });
		if (isUnknown(answer)) return false;
		return listOf(answer, 'annonces').some(({ statut }) => statut !== undefined);
	};
	await findings.learn(['referenceStyle'], () => {
		const isPlain = encodeURIComponent(reference) === reference;
		const style = /^\d+$/.test(reference) ? 'digits' : 'plain';
		return Promise.resolve({ referenceStyle: isPlain ? style : 'encoded' });
	});
	await findings.learn(['ownRoutes'], async () => {
		const { codes } = await service.get(`/annonce/${number}/statut`);
		if (codes.length === 0) return { ownRoutes: 'served' };
		return { ownRoutes: (await isInList(number)) ? 'missing' : null };
	});
	await findings.learn(['orderNumberCase'], async () => {
		const isFound = await isInList(number.toLowerCase());
		return { orderNumberCase: isFound ? 'ignored' : 'distinguished' };
	});
	await findings.learn(['pdfLinks'], async () => {
		const answer = await service.get(`/annonce/${number}/documents`);
		const url = listOf(answer, 'documents')[0]?.url;
		return { pdfLinks: typeof url === 'string' ? await tryLink(service, url) : null };
	});
}

const isPdf = ({ body }: Exchange) => body.subarray(0, 1024).includes('%PDF-');

/** What a download without keys gives, and where it gives no file, whether the keys help. */
async function tryLink(service: Service, url: string): Promise<string> {
	const plain = await service.download(url);
	const type = String(plain.headers['content-type'] ?? '');
	if (isPdf(plain)) return type.includes('octet-stream') ? 'octets' : 'plain';
	if (plain.status >= 300 && plain.status < 400) {
		const target = new URL(String(plain.headers.location ?? ''), url);
		return target.origin === new URL(url).origin ? 'redirect' : 'redirectElsewhere';
	}
	if (isPdf(await service.download(url, true))) return 'signed';
	if (plain.status >= 400) return 'expired';
	return plain.json ? 'json' : 'html';
}

/** Cancels the first notice and orders its number again. */
export async function readCancelled(findings: Findings, orders: Orders): Promise<void> {
	const number = `${orders.stem}-1`;
	await findings.learn(['reusedNumber'], async () => {
		if (!orders.standing.has(number)) return {};
		if (!(await cancel(findings.service, number, false))) return {};
		orders.standing.delete(number);
		const { codes } = await orders.place(number);
		if (codes.length === 0) return { reusedNumber: 'accepted' };
		return { reusedNumber: codes.some((code) => /command/.test(code)) ? 'refused' : null };
	});
}
