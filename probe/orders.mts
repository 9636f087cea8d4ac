/** What only notices and contacts tell: at most five notices with made-up data, all of them cancelled. */
import type { Answer } from '../nodes/LegalNotice/transport/envelope.ts';
import { parsedCodes, result, type Exchange, type Host } from './host.mts';
import { dayAfter, priceOf, quoteBody } from './reads.mts';
import { either, isRefused, listOf, shapeOf, type Probe, type Result } from './probe.mts';

export const MOST_ORDERS = 5;

const ADVERTISER = {
	...{ nom_raison_sociale: 'SOCIETE EXEMPLE', adresse: '1 rue de l Exemple' },
	...{ code_postal: '75000', ville: 'PARIS', pays: 'FRA' },
};

interface Placed {
	readonly answer: Answer;
	/** Finds it in a path, and is nobody else's; undefined where only the reference does. */
	readonly number: string | undefined;
	readonly reference: string;
}

/** The notices of a run, for the one who has to cancel them. */
export class Orders {
	/** Names of what may stand, kept from before the order is sent until it is cancelled. */
	readonly standing = new Set<string>();
	/** Beginning of every order number of this run. */
	readonly stem = `SONDE-${Date.now().toString(36).toUpperCase()}`;
	readonly placed: Placed[] = [];
	#sent = 0;
	readonly #probe: Probe;
	#billing: object = { mode_facturation: 'prescripteur' };

	constructor(probe: Probe) {
		this.#probe = probe;
	}

	body(change: object = {}): object {
		return { ...quoteBody(this.#probe), dossier: 'SONDE', ...this.#billing, ...change };
	}

	/** Places one notice. @throws when the answer is lost, or five were placed */
	async place(number: string | undefined, change: object = {}): Promise<Result> {
		if (this.#sent >= MOST_ORDERS) throw new Error('Five notices were placed.');
		this.#probe.host.signal.throwIfAborted();
		const numbered = number === undefined ? {} : { numero_commande: number };
		const body = this.body({ ...numbered, ...change });
		// Another notice's reference is no name of this one.
		const own = number?.startsWith(this.stem) ? number : '';
		if (own !== '') this.standing.add(own);
		this.#sent++;
		const result = await this.#probe.call({
			method: 'POST',
			path: '/commande',
			body,
			sideEffect: 'starts',
		});
		if (isRefused(result)) {
			if (result.ambiguous) throw result;
			this.#sent--;
			this.standing.delete(own);
			if (!result.has('err_mode_facturation_non_autorisee') || 'facturation' in this.#billing)
				return result;
			this.#billing = { mode_facturation: 'annonceur', facturation: ADVERTISER };
			return await this.place(number, change);
		}
		this.standing.delete(own);
		const reference = String(result.reference);
		this.standing.add(reference);
		const isSafe = /^[\w-]+$/.test(own);
		this.placed.push({ answer: result, reference, number: isSafe ? own : undefined });
		return result;
	}

	get paysItself(): boolean {
		return !('facturation' in this.#billing);
	}
}

const isUnknown = (codes: readonly string[]) =>
	codes.some((code) => /introuvable|reference_/.test(code));

/** Cancels by a name. @returns whether nothing is left of it */
async function cancel(host: Host, name: string, decoded: boolean): Promise<boolean> {
	const path = `/annonce/${encodeURIComponent(name)}`;
	const client = await host.client();
	for (let attempt = 0; attempt < 3; attempt++) {
		try {
			if (decoded && path.includes('%')) {
				const odd = { method: 'DELETE', signedPath: `/annonce/${name}` } as const;
				const exchange = await host.odd(path, odd);
				if (exchange.json?.resultat === 'succes' || isUnknown(parsedCodes(exchange))) return true;
			} else {
				const call = { method: 'DELETE', path, sideEffect: 'continues' } as const;
				const answer = await result(client, call);
				if (!isRefused(answer) || isUnknown(answer.codes)) return true;
			}
		} catch {
			// Its answer was lost: the next attempt tells.
		}
	}
	return false;
}

/** Cancels all that stands. @returns the names of what could not be cancelled */
export async function cancelAll(host: Host, probe: Probe, orders: Orders): Promise<string[]> {
	const decoded = probe.answer('signedPath') === 'decoded';
	// The last one first: its number may be the reference of the first.
	for (const name of [...orders.standing].reverse()) {
		const own = orders.placed.findLast(({ reference }) => reference === name)?.number;
		if (await cancel(host, own ?? name, decoded)) orders.standing.delete(name);
	}
	return [...orders.standing];
}

/** Places four notices and reads what became of them. */
export async function readOrders(probe: Probe, orders: Orders): Promise<void> {
	const [first, second] = probe.publication?.dates ?? [];
	const { stem } = orders;
	await probe.learn('closedDate', async () => {
		const days = (Date.parse(String(second)) - Date.parse(String(first))) / 86_400_000;
		const date = dayAfter(String(first), -days);
		const ordered = await orders.place(`${stem}-1`, { date_parution: date });
		if (!isRefused(ordered))
			return { closedDate: ordered.date_parution === date ? 'kept' : 'moved' };
		const isAboutDate = ordered.codes.some((code) => /bouclage|date/.test(code));
		const again = await orders.place(`${stem}-1`);
		if (isRefused(again)) throw again;
		return { closedDate: isAboutDate ? 'refused' : null };
	});
	const [one] = orders.placed;
	if (!one) return;
	await probe.learn('surplusBilling', async () => {
		const surplus = orders.paysItself ? { facturation: ADVERTISER } : {};
		const odd = await orders.place(one.reference, surplus);
		const surplusBilling = orders.paysItself ? either(odd, 'refused', 'ignored') : null;
		if (!isRefused(odd)) return { surplusBilling };
		if (!isRefused(await orders.place(one.reference))) return { surplusBilling };
		const other = await orders.place(`${stem}-2`, surplus);
		if (isRefused(other)) await orders.place(`${stem}-2`);
		return { surplusBilling: orders.paysItself ? either(other, 'refused', 'ignored') : null };
	});
	await probe.learn('largeur absentNumber', async () => {
		let wide: Result = await orders.place(undefined, { largeur: 2 });
		const largeur = either(wide, 'refused', '');
		if (isRefused(wide)) wide = await orders.place(undefined);
		if (isRefused(wide)) throw wide;
		const isEqual = priceOf(wide) === priceOf(one.answer);
		const absentNumber = shapeOf(wide, 'numero_commande') === 'absent' ? 'absent' : 'null';
		return { largeur: largeur || (isEqual ? 'ignored' : 'priced'), absentNumber };
	});
	await probe.learn('orderNumberUnit', async () => {
		const number = `${stem}-4`;
		const long = number + 'é'.repeat(50 - number.length);
		if (!isRefused(await orders.place(long))) return { orderNumberUnit: 'characters' };
		// Or is it the accent?
		return { orderNumberUnit: either(await orders.place(`${number}é`), 'ascii', 'bytes') };
	});
	await readPlaced(probe, orders, one);
}

/** Reads the notices that were placed. */
async function readPlaced(probe: Probe, orders: Orders, one: Placed): Promise<void> {
	const names = orders.placed.map(({ number, reference }) => number ?? reference);
	const batch = async (references: readonly string[]) =>
		await probe.post('/annonces/statuts', { references });
	const referencesOf = (result: Result) =>
		listOf(result, 'annonces').map(({ reference }) => String(reference));
	await probe.learn('batchOrder', async () => {
		const expected = new Map(names.map((name, at) => [name, orders.placed[at]?.reference]));
		for (const wanted of [names, [...names].reverse(), [...names.slice(1), ...names.slice(0, 1)]]) {
			const answered = referencesOf(await batch(wanted));
			if (answered.join() !== wanted.map((name) => expected.get(name)).join()) {
				return { batchOrder: 'other' };
			}
		}
		return { batchOrder: names.length > 2 ? 'asAsked' : null };
	});
	await probe.learn('duplicates', async () => {
		const name = names[0] ?? '';
		const twice = await batch([name, name]);
		if (isRefused(twice)) return { duplicates: 'refused' };
		return { duplicates: referencesOf(twice).length > 1 ? 'kept' : 'merged' };
	});
	await probe.learn('orderNumberCase', async () => {
		const other = await batch([`${orders.stem}-1`.toLowerCase()]);
		const found = !isRefused(other) && listOf(other, 'annonces').some(({ statut }) => statut);
		return { orderNumberCase: found ? 'ignored' : 'distinguished' };
	});
	await probe.learn('lookupFirst', async () => {
		const other = orders.placed.find(({ answer }) => answer.numero_commande === one.reference);
		if (!other) return { lookupFirst: 'refused' };
		const [found] = referencesOf(await batch([one.reference]));
		return { lookupFirst: found === other.reference ? 'number' : 'reference' };
	});
	const path = `/annonce/${one.number ?? encodeURIComponent(one.reference)}`;
	await probe.learn('referenceStyle initialStatus emptyMotif', async () => {
		const status = await probe.get(`${path}/statut`);
		if (isRefused(status)) throw status;
		const isPlain = encodeURIComponent(one.reference) === one.reference;
		const style = /^\d+$/.test(one.reference) ? 'digits' : 'plain';
		return {
			referenceStyle: isPlain ? style : 'encoded',
			initialStatus: String(status.statut),
			emptyMotif: shapeOf(status, 'motif'),
		};
	});
	await probe.learn('emptyDocuments', async () => {
		const invoices = await probe.get(`${path}/factures`);
		if (isRefused(invoices)) throw invoices;
		return { emptyDocuments: shapeOf(invoices, 'factures') };
	});
	await probe.learn('attestationBeforePublication linkTokens pdfLinks', async () => {
		const read = async () => listOf(await probe.get(`${path}/documents`), 'documents');
		const [documents, again] = [await read(), await read()];
		const attestationBeforePublication = documents.some(({ type }) => type === 'attestation');
		const url = String(documents[0]?.url ?? '');
		if (!URL.canParse(url)) return { attestationBeforePublication };
		const linkTokens = again[0]?.url === url ? 'stable' : 'fresh';
		return { attestationBeforePublication, linkTokens, pdfLinks: await tryLink(probe, url) };
	});
}

const isPdf = ({ body }: Exchange) => body.subarray(0, 1024).includes('%PDF-');

/** What a download gives that brings no keys, and if none then one with them. */
async function tryLink({ host }: Probe, url: string): Promise<string> {
	const plain = await host.link(url);
	const type = String(plain.headers['content-type'] ?? '');
	if (isPdf(plain)) return type.includes('octet-stream') ? 'octets' : 'plain';
	const { origin } = new URL(url);
	if (plain.status >= 300 && plain.status < 400) {
		const target = new URL(String(plain.headers.location ?? ''), url);
		return target.origin === origin ? 'redirect' : 'redirectElsewhere';
	}
	if (origin === host.keys.origin && isPdf(await host.link(url, true))) return 'signed';
	if (plain.status >= 400) return 'expired';
	if (plain.json) return 'json';
	return type.includes('html') ? 'html' : 'other';
}

/** What is asked last of the notices, with the first one cancelled. */
export async function readCancelled(probe: Probe, orders: Orders): Promise<void> {
	const [one] = orders.placed;
	if (!one) return;
	await probe.learn('pdfLinkSeconds', async () => {
		const linked = probe.found.get('pdfLinks');
		if (!['plain', 'octets', 'redirect', 'signed'].includes(String(linked?.value))) return {};
		const read = linked?.exchanges.find(({ json }) => json?.documents);
		const url = String((read?.json?.documents as Answer[])[0]?.url);
		const isSame = (await tryLink(probe, url)) === linked?.value;
		const age = Math.round((Date.now() - (read?.receivedAt ?? 0)) / 1000);
		return { pdfLinkSeconds: isSame ? age : 0 };
	});
	if (one.number === undefined) return;
	await probe.learn('cancelledDocuments cancelledTwice', async () => {
		const decoded = probe.answer('signedPath') === 'decoded';
		if (!(await cancel(probe.host, one.number ?? '', decoded))) return {};
		orders.standing.delete(one.reference);
		const documents = await probe.get(`/annonce/${one.number}/documents`);
		const path = `/annonce/${one.number}`;
		const again = await probe.call({ method: 'DELETE', path, sideEffect: 'continues' });
		return {
			cancelledDocuments: either(documents, 'gone', 'served'),
			cancelledTwice: either(again, 'refused', 'repeated'),
		};
	});
	await probe.learn('reusedNumber', async () => {
		if (orders.standing.has(one.reference)) return {};
		const again = await orders.place(one.number);
		if (!isRefused(again)) return { reusedNumber: 'accepted' };
		const isAboutNumber = again.codes.some((code) => /command/.test(code));
		return { reusedNumber: isAboutNumber ? 'refused' : null };
	});
}

/** Contacts cannot be deleted: one without e-mail, and one that is always the same. */
export async function readContacts(probe: Probe): Promise<void> {
	const contact = async (body: object) =>
		await probe.call({ method: 'POST', path: '/contact', body, sideEffect: 'starts' });
	await probe.learn('contactFields emptyContact', async () => {
		const created = await contact({ nom: 'SONDE', prenom: 'Essai' });
		if (isRefused(created)) return { contactFields: 'required' };
		return { contactFields: 'optional', emptyContact: shapeOf(created, 'email') };
	});
	await probe.learn('contactByEmail emailCase', async () => {
		const same = { email: 'sonde@example.com', prenom: 'Essai' };
		await contact({ ...same, nom: 'SONDE A' });
		const again = await contact({ ...same, nom: 'SONDE B' });
		const other = await contact({ ...same, nom: 'SONDE B', email: 'Sonde@example.com' });
		if (isRefused(again)) throw again;
		const isSame = !isRefused(other) && other.id === again.id;
		return {
			contactByEmail: again.nom === 'SONDE B' ? 'updated' : 'returned',
			emailCase: isSame ? 'ignored' : 'distinguished',
		};
	});
}
