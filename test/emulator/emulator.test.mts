import { createHash } from 'node:crypto';
import { startEmulator, type Emulator, type EmulatorOptions } from './index.mts';

const prefix = '/annonce-legale/api/externe';
// Wednesday 6 May 2026, 10:00 in Paris: the 8th is a holiday, the 9th and 10th a week-end.
const moment = Date.parse('2026-05-06T10:00:00+02:00');

let emulator: Emulator;
let clock = moment;

async function start(
	personality: 'strict' | 'lenient',
	more: Omit<EmulatorOptions, 'now'> = {},
): Promise<void> {
	clock = moment;
	emulator = await startEmulator({ personality, now: () => clock, ...more });
}

afterEach(async () => {
	await emulator.close();
});

interface Sent {
	body?: string;
	timestamp?: number;
	/** Headers added or, when empty, left out. */
	headers?: Record<string, string>;
	/** What is signed, when it is not what is sent. */
	signedBody?: string;
	signedPath?: string;
}

/** Signs as the section "Authentication" says, without any code of the emulator. */
async function raw(method: string, target: string, sent: Sent = {}): Promise<Response> {
	const timestamp = String(sent.timestamp ?? Math.floor(clock / 1000));
	const path = sent.signedPath ?? `${prefix}/${target.split('?')[0] ?? ''}`;
	const body = sent.signedBody ?? sent.body ?? '';
	const text = [emulator.secretKey, method, path, body, timestamp].join('+');
	const headers: Record<string, string> = {
		Application: emulator.publicKey,
		Timestamp: timestamp,
		Signature: createHash('sha256').update(text).digest('hex'),
		...(sent.body !== undefined && { 'Content-Type': 'application/json' }),
		...sent.headers,
	};
	const kept = Object.entries(headers).filter(([, value]) => value !== '');
	return fetch(`${emulator.url}${prefix}/${target}`, {
		method,
		headers: kept,
		...(sent.body !== undefined && { body: sent.body }),
	});
}

/** What the tests look at of any answer. */
interface Answer {
	resultat: string;
	erreurs?: string[];
	reference: string;
	texte: string;
	publications: Array<{ dates: unknown }>;
	annonces: unknown;
	documents: Array<{ type: string; url: string }>;
	factures: Array<{ montant_ht: number }>;
	tarif: { totaux: { montant_ht: number } };
}

async function call(method: string, target: string, sent: Sent = {}): Promise<Answer> {
	const response = await raw(method, target, sent);
	expect(response.status).toBe(200);
	return JSON.parse(await response.text()) as Answer;
}

const post = (target: string, value: unknown) =>
	call('POST', target, { body: JSON.stringify(value) });

const notice = (more: Record<string, unknown> = {}) => ({
	...(emulator.publicKey.includes('strict')
		? { publication: 13, departement: '2A' }
		: { publication: 900001, departement: '93' }),
	categorie: 'MODIF',
	forfait: 'MOD_DIR',
	dossier: 'D-1',
	mode_facturation: 'prescripteur',
	texte: '<p>Société fictive</p>',
	...more,
});

/** The fields of a quote: an order without what only an order has. */
const quoted = (more: Record<string, unknown> = {}) =>
	Object.fromEntries(
		Object.entries(notice(more)).filter(
			([name]) => !['dossier', 'mode_facturation'].includes(name),
		),
	);

describe('signature and quota', () => {
	test('the bytes are signed: the same JSON with other white space is refused', async () => {
		await start('lenient');
		const body = '{ "references": [] }\r\n';
		expect(await call('POST', 'annonces/statuts', { body })).toMatchObject({ resultat: 'succes' });
		expect(
			await call('POST', 'annonces/statuts', { body, signedBody: '{"references":[]}' }),
		).toMatchObject({ resultat: 'erreur', erreurs: ['err_signature_calculee'] });
	});

	test('the path is signed as sent, without the query and without the base path', async () => {
		await start('strict', { basePath: '/recette' });
		const ok = await call('GET', 'dates-parutions?quantite=2');
		expect(ok.resultat).toBe('succes');
		const signedPath = `${prefix}/dates-parutions?quantite=2`;
		const refused = await call('GET', 'dates-parutions?quantite=2', { signedPath });
		expect(refused.erreurs).toEqual(['err_signature_calculee']);
		const encoded = await call('GET', 'annonce/N%C2%B0%201%2F2/statut');
		expect(encoded.erreurs).toEqual(['err_annonce_introuvable']);
		const decoded = { signedPath: `${prefix}/annonce/N° 1/2/statut` };
		const wrong = await call('GET', 'annonce/N%C2%B0%201%2F2/statut', decoded);
		expect(wrong.erreurs).toEqual(['err_signature_calculee']);
	});

	test.each([
		[-6, ['err_timestamp_controle']],
		[-5, undefined],
		[5, undefined],
		[6, ['err_timestamp_controle']],
	])('a timestamp %i seconds off', async (gap, codes) => {
		await start('strict');
		const answer = await call('GET', 'pays', { timestamp: clock / 1000 + gap });
		expect(answer.erreurs).toEqual(codes);
	});

	test('missing headers: all listed by the strict one, the first by the lenient one', async () => {
		const headers = { Application: '', Signature: '', Timestamp: '' };
		await start('strict');
		expect((await call('GET', 'pays', { headers })).erreurs).toEqual([
			'err_application_absent',
			'err_timestamp_absent',
			'err_signature_absent',
		]);
		await emulator.close();
		await start('lenient');
		expect((await call('GET', 'pays', { headers })).erreurs).toEqual(['err_application_absent']);
		expect((await call('GET', 'pays', { headers: { Application: 'autre' } })).erreurs).toEqual([
			'err_cle_inconnue',
		]);
	});

	test('call 301 within a minute is refused, and the next minute is free again', async () => {
		await start('lenient');
		for (let count = 0; count < 300; count += 1) await raw('GET', 'pays');
		expect((await call('GET', 'pays')).erreurs).toEqual(['err_requetes_max']);
		clock += 60_001;
		expect((await call('GET', 'pays')).resultat).toBe('succes');
	});
});

describe('dates', () => {
	test('a closing time moves back over a week-end and the holiday before it', async () => {
		await start('strict');
		const answer = await call('GET', 'dates-parutions?quantite=4&publication=13&departement=2A');
		expect(answer.publications).toEqual([
			{
				id: 13,
				departement: '2A',
				dates: [
					{ date_parution: '2026-05-07', date_bouclage: '2026-05-06 16:30:00' },
					{ date_parution: '2026-05-08', date_bouclage: '2026-05-07 16:30:00' },
					{ date_parution: '2026-05-09', date_bouclage: '2026-05-07 16:30:00' },
					{ date_parution: '2026-05-11', date_bouclage: '2026-05-07 16:30:00' },
				],
			},
		]);
		const legacy = await call('GET', 'dates-parution?quantite=4&publication=13&departement=2A');
		expect(legacy).toEqual(answer);
	});

	test('a closing time moves back when a holiday lies between it and the publication', async () => {
		await start('lenient');
		const answer = await call(
			'GET',
			'dates-parutions?quantite=3&publication=900002&departement=2B',
		);
		// Thursday 14 May 2026 is Ascension Day.
		expect(answer.publications[0]?.dates).toEqual([
			{ date_parution: '2026-05-08', date_bouclage: '2026-05-06 11:00:00' },
			{ date_parution: '2026-05-12', date_bouclage: '2026-05-07 11:00:00' },
			{ date_parution: '2026-05-15', date_bouclage: '2026-05-12 11:00:00' },
		]);
	});

	test('a missed date moves in a quote; in an order it moves or is refused', async () => {
		await start('strict');
		clock = Date.parse('2026-05-06T16:30:00+02:00');
		const missed = { date_parution: '2026-05-07' };
		expect(await post('devis', quoted(missed))).toMatchObject({ date_parution: '2026-05-08' });
		expect((await post('commande', notice(missed))).erreurs).toEqual(['err_bouclage_depasse']);
		const gone = { date_parution: '2026-05-05' };
		expect((await post('commande', notice(gone))).erreurs).toEqual(['err_date_indisponible']);
		expect(emulator.orders()).toHaveLength(0);
		await emulator.close();
		await start('lenient');
		const moved = await post('commande', notice({ date_parution: '2026-05-05' }));
		expect(moved).toMatchObject({ resultat: 'succes', date_parution: '2026-05-06' });
	});
});

describe('life of a notice', () => {
	test('the order number stands for the reference and cannot be ordered twice', async () => {
		await start('strict');
		const { reference } = await post('commande', notice({ numero_commande: 'Ab 1' }));
		expect(await call('GET', 'annonce/aB%201/statut')).toEqual({
			resultat: 'succes',
			reference,
			numero_commande: 'Ab 1',
			statut: 'a-paraitre',
		});
		const again = await post('commande', notice({ numero_commande: 'AB 1' }));
		expect(again.erreurs).toEqual(['err_annonce_commandee']);
		expect(emulator.orders()).toMatchObject([{ reference, dossier: 'D-1', cancelled: false }]);
	});

	test('a cancelled number: reusable for the lenient one only', async () => {
		for (const [personality, outcome] of [
			['strict', 'erreur'],
			['lenient', 'succes'],
		] as const) {
			await start(personality);
			await post('commande', notice({ numero_commande: 'N1' }));
			expect((await call('DELETE', 'annonce/N1')).resultat).toBe('succes');
			expect((await call('GET', 'annonce/N1/statut')).erreurs).toEqual(['err_annonce_introuvable']);
			expect((await post('commande', notice({ numero_commande: 'N1' }))).resultat).toBe(outcome);
			if (personality === 'strict') await emulator.close();
		}
	});

	test('an unknown reference refuses the batch, or is left out of answers given backwards', async () => {
		await start('strict');
		const only = await post('commande', notice());
		expect(only).not.toHaveProperty('numero_commande');
		const refused = await post('annonces/statuts', { references: [only.reference, 'X'] });
		expect(refused).toEqual({ resultat: 'erreur', erreurs: ['err_annonce_introuvable'] });
		const eight = Array.from({ length: 8 }, (_, index) => String(index));
		const tooMany = await post('annonces/statuts', { references: eight });
		expect(tooMany.erreurs).toEqual(['err_body_incorrect']);
		await emulator.close();
		await start('lenient');
		const one = await post('commande', notice());
		const two = await post('commande', notice());
		emulator.setStatus(two.reference, 'suspendue', 'Pièce manquante');
		const answer = await post('statut', { references: [one.reference, 'X', two.reference] });
		expect(answer.annonces).toMatchObject([
			{ reference: two.reference, statut: 'suspendue', motif: 'Pièce manquante' },
			{ reference: one.reference, numero_commande: null, motif: null },
		]);
	});

	test('cancelling an invoiced notice returns invoice and credit note, as real files', async () => {
		await start('lenient');
		const { reference, tarif } = await post('commande', notice());
		emulator.addDocument(reference, 'justificatif');
		emulator.addDocument(reference, 'facture');
		const { documents } = await call('DELETE', `annonce/${reference}`);
		expect(documents.map((item) => item.type)).toEqual(['facture', 'avoir']);
		const { factures } = await call('GET', `annonce/${reference}/factures`);
		expect(factures[1]?.montant_ht).toBe(-tarif.totaux.montant_ht);
		const file = await fetch(documents[0]?.url ?? '');
		const pdf = Buffer.from(await file.arrayBuffer()).toString('latin1');
		expect(pdf).toMatch(/^%PDF-1\.4\n[\s\S]*%%EOF\n$/);
		const xref = /startxref\n(\d+)/.exec(pdf)?.[1];
		expect(pdf.slice(Number(xref), Number(xref) + 4)).toBe('xref');
	});
});

describe('text', () => {
	const texte =
		'dehors<p class="fs-texte fs-titre">Côté <b>A &amp; B</b><br/><i>tu</i></p><hr class=fs-filet>' +
		'<p class=inconnue><span class=fs-souligne>fin</span></p>';

	test('is composed tidily, with entities, or tersely, with the style sheet', async () => {
		await start('strict');
		expect((await post('devis', quoted({ texte }))).texte).toBe(
			'<p class="fs-titre">C&ocirc;t&eacute; <strong>A &amp; B</strong><br></p>\n' +
				'<p class="fs-texte"><span class="fs-souligne">fin</span></p>',
		);
		await emulator.close();
		await start('lenient');
		expect((await post('devis', notice({ texte }))).texte).toBe(
			'<p class=fs-titre style="text-align:center;font-weight:bold">Côté <b>A &amp; B</b><br/></p>' +
				'<hr class=fs-filet style="border-top:1px solid">' +
				'<p class=fs-texte style="text-align:justify">' +
				'<span class=fs-souligne style="text-decoration:underline">fin</span></p>',
		);
	});

	test('a character outside Windows-1252 is named', async () => {
		await start('lenient');
		const refused = await post('devis', notice({ texte: '<p>prix → 10 €</p>' }));
		expect(refused.erreurs).toEqual(['err_chaine_incorrect (→)']);
	});
});

test('the strict one lists every fault and refuses what nobody documented', async () => {
	await start('strict');
	const faulty = notice({ forfait: 'INCONNU', surprise: 1, departement: '33', texte: undefined });
	expect((await post('commande', faulty)).erreurs).toEqual([
		'err_publication_non_habilite',
		'err_forfait_inconnu',
		'err_texte_absent',
		'err_body_incorrect',
	]);
	expect(emulator.calls().at(-1)).toMatchObject({ path: `${prefix}/commande`, accepted: false });
});
