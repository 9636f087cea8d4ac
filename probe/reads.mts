/** What reading and quoting tell. */
import { setTimeout as sleep } from 'node:timers/promises';
import { nonEmptyText } from '../nodes/LegalNotice/domain/parameters.ts';
import type { Answer } from '../nodes/LegalNotice/transport/envelope.ts';
import { setClock } from '../nodes/LegalNotice/transport/signing.ts';
import { type Exchange, parsedCodes } from './host.mts';
import { either, codeOf, isRefused, listOf, shapeOf } from './probe.mts';
import type { Probe, Publication, Result } from './probe.mts';
import type { Answers, Value } from './questions.mts';

export const TEXT = '<p>SOCIETE EXEMPLE, essai, ne pas publier</p>';
/** Nobody's references; short, so that a hundred of them are a small body. */
const nobody = (count: number) => Array.from({ length: count }, (_, i) => `zq${i.toString(36)}`);
const MOST_BYTES = 1_048_576;
const BATCH = 100;

/** The largest number that is taken, of those from `taken` to below `refused`. */
async function bisect(
	taken: number,
	refused: number,
	takes: (size: number) => Promise<boolean>,
): Promise<number> {
	if (refused - taken <= 1) return taken;
	const middle = Math.floor((taken + refused) / 2);
	return (await takes(middle))
		? await bisect(middle, refused, takes)
		: await bisect(taken, middle, takes);
}

const isTimely = (exchange: Exchange) => !parsedCodes(exchange).includes('err_timestamp_controle');

/** Milliseconds by which the service is ahead, by its Date headers. @returns undefined without any */
function offsetByDates(exchanges: readonly Exchange[]): number | undefined {
	let [least, most] = [-Infinity, Infinity];
	for (const { headers, sentAt, receivedAt } of exchanges) {
		const date = Date.parse(String(headers.date ?? ''));
		if (Number.isNaN(date)) continue;
		least = Math.max(least, date - receivedAt);
		most = Math.min(most, date + 1000 - sentAt);
	}
	return least > -Infinity ? (least + most) / 2 : undefined;
}

/** Looks for the service's clock where no Date header tells it: seconds ahead, or undefined. */
export async function searchClock({ host }: Probe): Promise<number | undefined> {
	for (let step = 0; step <= 60; step++) {
		for (const ahead of step === 0 ? [0] : [step * 10, -step * 10]) {
			const timestamp = Math.floor(Date.now() / 1000) + ahead;
			if (isTimely(await host.odd('/client', { timestamp }))) return ahead;
		}
	}
	return undefined;
}

/** Clock, signature and encoding. */
export async function readWire(probe: Probe, ahead: number): Promise<void> {
	const { host } = probe;
	await probe.learn('clockOffsetSeconds clockWindowSeconds dateHeader', async () => {
		// A Date has whole seconds: two halves of one say more than calls of the same moment.
		await sleep(500);
		await host.odd('/client');
		const byDates = offsetByDates(host.exchanges);
		const isTaken = async (offset: number) => {
			// In the middle of a second of the service, as far as it is known.
			const now = () => Date.now() + (byDates ?? ahead * 1000);
			const phase = now() % 1000;
			if (phase < 200 || phase > 700) await sleep((1500 - phase) % 1000);
			return isTimely(await host.odd('/client', { timestamp: Math.floor(now() / 1000) + offset }));
		};
		const most = await bisect(0, 17, isTaken);
		const least = await bisect(0, 17, async (offset) => await isTaken(-offset));
		const byWindow = ahead + (most - least) / 2;
		// What was found without a Date header may stand at the edge of the window.
		if (byDates === undefined) {
			setClock(host.keys, byWindow * 1000);
		}
		return {
			clockOffsetSeconds: byDates === undefined ? Math.floor(byWindow) : Math.round(byDates / 1000),
			clockWindowSeconds: Math.ceil((most + least) / 2),
			dateHeader: byDates !== undefined,
		};
	});
	await probe.learn('signatureCase', async () => {
		const { status, json } = await host.odd('/client', { upperCase: true });
		return { signatureCase: status === 200 && json?.resultat === 'succes' ? 'any' : 'lower' };
	});
	await probe.learn('signedPath pathCharacters', async () => {
		const signs = async (path: string, decoded: boolean) => {
			const signedPath = decoded ? decodeURIComponent(path) : path;
			const answered = await host.odd(path, { signedPath });
			const codes = parsedCodes(answered);
			return codes.length > 0 && !codes.includes('err_signature_calculee');
		};
		const blank = '/annonce/zq%20zq/statut';
		const encoded = await signs(blank, false);
		const decoded = !encoded && (await signs(blank, true));
		const slash = await signs('/annonce/zq%2Fzq/statut', decoded);
		const accent = await signs('/annonce/zq%C3%A9/statut', decoded);
		const rest = accent ? 'noSlash' : slash ? 'noAccent' : 'none';
		return {
			signedPath: encoded ? 'encoded' : decoded ? 'decoded' : 'other',
			pathCharacters: slash && accent ? 'any' : rest,
		};
	});
	await probe.learn('responseEncoding latencyMs', async () => {
		const { headers, body } = await host.odd('/departements');
		const text = body.toString('latin1');
		const forms: ReadonlyArray<readonly [boolean, string]> = [
			['content-encoding' in headers, String(headers['content-encoding'])],
			[body.subarray(0, 3).equals(Buffer.from('\uFEFF')), 'bom'],
			[/\\u00e|\\\//.test(text), 'escaped'],
			[headers['transfer-encoding'] === 'chunked', 'chunked'],
		];
		const times = host.exchanges.map(({ sentAt, receivedAt }) => receivedAt - sentAt);
		return {
			responseEncoding: forms.find(([isSo]) => isSo)?.[1] ?? 'plain',
			latencyMs: Math.floor(Math.min(...times) / 50) * 50,
		};
	});
}

/** Whether a body that is not declared as JSON is read. */
async function readForm(probe: Probe): Promise<Answers> {
	const [path, references] = ['/annonces/statuts', nobody(1)];
	const declared = codeOf(await probe.post(path, { references }));
	const plain = { method: 'POST', body: JSON.stringify({ references }) } as const;
	const [code = null] = parsedCodes(await probe.host.odd(path, plain));
	return { requestForm: code === declared ? 'read' : 'refused' };
}

/** Lists, and the publication that the quotes are for. */
export async function readLists(probe: Probe): Promise<void> {
	await probe.learn('requestForm', () => readForm(probe));
	await probe.learn('forfaitsRoute filetStyles', async () => ({
		forfaitsRoute: either(await probe.get('/forfaits'), 'missing', 'served'),
		filetStyles:
			listOf(await probe.get('/feuilles-styles', { type: 'filet' }), 'feuilles_styles').length > 0,
	}));
	let publications: Array<Record<string, unknown>> = [];
	await probe.learn('publicationIds', async () => {
		publications = listOf(await probe.get('/publications'), 'publications');
		const ids = publications.map(({ id }) => id);
		const labels = publications.map(({ libelle }) => libelle);
		if (new Set(ids).size < ids.length) return { publicationIds: 'perTitle' };
		return { publicationIds: new Set(labels).size < labels.length ? 'perPair' : null };
	});
	const all = listOf(await probe.get('/dates-parutions', { quantite: 20 }), 'publications').map(
		({ id, departement, dates }): Publication => ({
			id: Number(id),
			departement: String(departement),
			dates: (Array.isArray(dates) ? (dates as Answer[]) : []).map((one) =>
				String(one.date_parution),
			),
		}),
	);
	const gaps = (one: Publication) => Number(gapIn(one.dates) !== undefined);
	const usable = all.filter(({ dates }) => dates.length > 1).sort((a, b) => gaps(b) - gaps(a));
	for (const publication of usable.slice(0, 5)) {
		probe.publication = publication;
		if (!isRefused(await quote(probe))) break;
		// A refused question would say nothing where everything is refused.
		probe.publication = undefined;
	}
	await probe.learn('emptyList', async () => {
		const taken = new Set(publications.map(({ departement }) => departement));
		const codes = listOf(await probe.get('/departements'), 'departements').map(({ code }) => code);
		const departement = codes.map(String).find((code) => !taken.has(code));
		if (departement === undefined) return {};
		const list = await probe.get('/publications', { departement });
		return { emptyList: isRefused(list) ? codeOf(list) : shapeOf(list, 'publications') };
	});
	await probe.learn('notOffered', async () => {
		const lacks = (field: string) => publications.find((one) => one[field] === false);
		const [paper, header] = [lacks('justificatif_papier'), lacks('entete')];
		const { id, departement } = paper ?? header ?? {};
		if (id === undefined) return {};
		const entete = { disposition: 'carton_texte_sans_image', texte: '<p>EXEMPLE</p>' };
		const asked = paper ? { justificatifs_papiers: 1 } : { entete };
		const change = { publication: id, departement };
		return { notOffered: await refuses(probe, { ...change, ...asked }, change) };
	});
	await probe.learn('zeroPaperProofs digitalProofDefault', async () => {
		const only = (paper: boolean) =>
			publications.find(
				({ justificatif_papier, justificatif_numerique }) =>
					justificatif_numerique === !paper && (!paper || justificatif_papier === true),
			);
		const lineIn = async (
			chosen: Record<string, unknown> | undefined,
			line: string,
			change: object,
		) => {
			if (!chosen) return null;
			const { id, departement } = chosen;
			const quoted = await quote(probe, { publication: id, departement, ...change });
			if (isRefused(quoted)) throw quoted;
			return line in (quoted.tarif as object);
		};
		const papers = await lineIn(only(true), 'justificatif_papier', { justificatifs_papiers: 0 });
		return {
			zeroPaperProofs: papers === null ? null : papers ? 'default' : 'none',
			digitalProofDefault: await lineIn(only(false), 'justificatif_numerique', {}),
		};
	});
}

/** A day between two dates on which the newspaper does not appear. */
function gapIn(dates: readonly string[]): string | undefined {
	const days = dates.map((date) => dayAfter(date));
	return days.slice(0, -1).find((day) => !dates.includes(day));
}

export function dayAfter(date: string, days = 1): string {
	return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

export function quoteBody({ publication: chosen }: Probe): Record<string, unknown> {
	if (!chosen) throw new Error('No publication of the account could be quoted.');
	const { id, departement } = chosen;
	return { publication: id, departement, categorie: 'AUTRE', texte: TEXT };
}

async function quote(probe: Probe, change: object = {}): Promise<Result> {
	return await probe.post('/devis', { ...quoteBody(probe), ...change });
}

/** What a refused change means, and an accepted one. @returns null where `usual` is refused as well */
async function refuses(
	probe: Probe,
	change: object,
	usual: object = {},
	[refused, accepted] = ['refused', 'ignored'],
): Promise<string | null> {
	if (isRefused(await quote(probe, usual))) return null;
	return either(await quote(probe, change), refused ?? null, accepted ?? null);
}

/** Euros before tax. */
export function priceOf(result: Result): number {
	if (isRefused(result)) throw result;
	const { totaux } = (result.tarif ?? {}) as { totaux?: { montant_ht?: unknown } };
	return Number(totaux?.montant_ht);
}

/** Whether the words of `html` are in the composed text, or in the price where the quote has no text. */
async function keeps(probe: Probe, html: string, without: string): Promise<boolean> {
	const [quoted, other] = [
		await quote(probe, { texte: html }),
		await quote(probe, { texte: without }),
	];
	if (isRefused(quoted)) throw quoted;
	const text = nonEmptyText(quoted.texte);
	return text === undefined ? priceOf(quoted) > priceOf(other) : text.includes('MOT');
}

const WORDS = 'MOT '.repeat(40);
const FORBIDDEN = 'ğ';

/** What quotes tell, each of one body. */
export async function readQuotes(probe: Probe, foreign?: string): Promise<void> {
	await probe.learn('quoteVersion numberTypes unknownFields', async () => {
		const [quoted, refused] = [await quote(probe), await quote(probe, { sonde: 1 })];
		if (isRefused(quoted)) throw quoted;
		const version = 'date_bouclage' in quoted ? '1.29' : '1.28';
		const known = ['resultat', 'date_parution', 'date_bouclage', 'texte', 'tarif'];
		const isMore = Object.keys(quoted).some((name) => !known.includes(name));
		const { totaux } = quoted.tarif as { totaux: { montant_ht: unknown } };
		return {
			quoteVersion: 'texte' in quoted ? version : '1.27',
			numberTypes: typeof totaux.montant_ht,
			unknownFields: either(refused, 'refused', isMore ? 'added' : 'ignored'),
		};
	});
	const codeFor = async (change: object) => codeOf(await quote(probe, change));
	const single: Record<string, () => Promise<Value>> = {
		nullFields: () => refuses(probe, { entete: null }, {}, ['incorrect', 'absent']),
		surplusForfait: () =>
			refuses(probe, { categorie: 'DISSOL', forfait: 'SARL' }, { categorie: 'DISSOL' }),
		charsetCheck: () => refuses(probe, { texte: '<p>10&#8239;000</p>' }, {}, ['decoded', 'raw']),
		errorReporting: async () => {
			const faulty = await quote(probe, { publication: undefined, texte: '' });
			if (!isRefused(faulty)) return null;
			return faulty.codes.length > 1 ? 'all' : 'first';
		},
		unlistedFields: async () => {
			const code = await codeFor({ entete: 'x' });
			if (code === null) return 'ignored';
			return { err_entete_incorrect: 'pattern', err_body_incorrect: 'body' }[code] ?? code;
		},
		unavailableDate: async () => {
			const date = gapIn(probe.publication?.dates ?? []);
			if (date === undefined) return null;
			const quoted = await quote(probe, { date_parution: date });
			if (isRefused(quoted)) return 'refuse';
			return quoted.date_parution === date ? 'kept' : 'move';
		},
		forbiddenInline: async () => {
			const kept = await keeps(probe, `<p>A <em>${WORDS}</em></p>`, '<p>A</p>');
			return kept ? 'kept' : 'dropped';
		},
		nestedParagraphs: async () => {
			const kept = await keeps(probe, `<p>A</p><div><p>${WORDS}</p></div>`, '<p>A</p>');
			return kept ? 'kept' : 'dropped';
		},
		composedText: async () => {
			const quoted = await quote(probe, { texte: '<p>É</p>' });
			if (isRefused(quoted)) throw quoted;
			const { texte } = quoted;
			if (typeof texte !== 'string') return null;
			return / style=/.test(texte) ? 'styled' : texte.includes('É') ? 'plain' : 'entities';
		},
		foreignPublication: async () => {
			const [publication, departement] = foreign?.split(':') ?? [];
			return departement ? await codeFor({ publication: Number(publication), departement }) : null;
		},
		bodyMaximum: async () => {
			const base = Buffer.byteLength(JSON.stringify(quoteBody(probe)));
			// What stands outside of a paragraph is no text.
			const takes = async (bytes: number) =>
				!isRefused(await quote(probe, { texte: TEXT + ' '.repeat(bytes - base) }));
			if (!(await takes(base))) return null;
			return (await takes(MOST_BYTES)) ? 0 : await bisect(base, MOST_BYTES, takes);
		},
	};
	for (const [name, work] of Object.entries(single)) {
		await probe.learn(name, async () => ({ [name]: await work() }));
	}
	await probe.learn('charsetError charsetDetail', async () => {
		const refused = await quote(probe, { texte: `<p>${FORBIDDEN}</p>` });
		if (!isRefused(refused)) return { charsetError: 'none' };
		const { erreurs = [], ...more } = probe.last?.json ?? {};
		const texts = (erreurs as unknown[]).map(String);
		const named = texts.find((text) => text.includes(FORBIDDEN));
		const inField = JSON.stringify(more).includes(FORBIDDEN) ? 'field' : 'none';
		const place = named?.includes('err_') ? 'suffix' : 'element';
		return { charsetError: codeOf(refused), charsetDetail: named ? place : inField };
	});
	await probe.learn('reservedCategories reservedCategory', async () => {
		const refused = [await quote(probe, { categorie: 'SUC_VAC' })];
		refused.push(await quote(probe, { categorie: 'SUC_DES' }));
		const code = refused.map(codeOf).find((one) => one !== null) ?? null;
		return { reservedCategories: code ? 'closed' : 'open', reservedCategory: code };
	});
}

const asked = async (probe: Probe, references: readonly string[]) =>
	await probe.post('/annonces/statuts', { references });

/** Batches of names that nobody has; `known` are notices beside them. */
export async function readBatches(probe: Probe, known: readonly string[]): Promise<void> {
	await probe.learn('unknownReference unknownReferenceCode', async (): Promise<Answers> => {
		const unknownReferenceCode = codeOf(await probe.get('/annonce/zqzq/statut'));
		const answer = await asked(probe, [...known.slice(0, 1), ...nobody(1)]);
		if (isRefused(answer)) return { unknownReference: 'refused', unknownReferenceCode };
		const entries = listOf(answer, 'annonces').length > known.slice(0, 1).length;
		return { unknownReference: entries ? 'entry' : 'omitted', unknownReferenceCode };
	});
	await probe.learn('largestBatch batchTooLarge', async () => {
		const usual = codeOf(await asked(probe, nobody(1)));
		let refusal: string | null = null;
		const takes = async (size: number) => {
			const code = codeOf(await asked(probe, nobody(size)));
			if (code !== usual) refusal = code;
			return code === usual;
		};
		const largestBatch = (await takes(BATCH)) ? 0 : await bisect(1, BATCH, takes);
		return { largestBatch, batchTooLarge: refusal };
	});
}

/** Notices that the caller knows of. */
export async function readNamed(
	probe: Probe,
	{ suspended, invoiced, published }: Partial<Record<string, unknown>>,
): Promise<void> {
	const entry = async (name: unknown, path: string) => {
		const answer = await probe.post(path, { references: [name] });
		return isRefused(answer) ? undefined : (listOf(answer, 'annonces')[0] ?? {});
	};
	await probe.learn('suspendedNotice', async () => {
		if (suspended === undefined) return {};
		const status = await entry(suspended, '/annonces/statuts');
		if (!status) return { suspendedNotice: 'refused' };
		const documents = await entry(suspended, '/annonces/documents');
		const answer = documents ? 'usable' : 'filesWithheld';
		return { suspendedNotice: status.statut === 'suspendue' ? answer : null };
	});
	await probe.learn('discountSign creditSign', async () => {
		const text = JSON.stringify(invoiced ? await entry(invoiced, '/annonces/factures') : {});
		const amount = /"remises":\[\{[^}]*"montant_ht":"?(-?[\d.]+)/.exec(text)?.[1];
		const credit = /"type":"avoir".*?"annonce":(\{.*?\})/.exec(text)?.[1];
		const isNegative = (name: string) => new RegExp(`"${name}":"?-`).test(credit ?? '');
		return {
			discountSign: amount ? (Number(amount) < 0 ? 'negative' : 'positive') : null,
			creditSign: credit ? (isNegative('quantite') ? 'quantity' : 'unit') : null,
		};
	});
	await probe.learn('attestationAtPublication', async () => {
		if (published === undefined) return {};
		const { documents } = (await entry(published, '/annonces/documents')) ?? {};
		return { attestationAtPublication: JSON.stringify(documents ?? []).includes('"attestation"') };
	});
	// These notices are somebody's.
	const names = ['suspendedNotice', 'discountSign', 'creditSign', 'attestationAtPublication'];
	for (const name of names) {
		probe.found.set(name, { value: probe.answer(name), exchanges: [] });
	}
}
