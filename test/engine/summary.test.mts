/** What comes out of a quote, an order, a replacement and a cancellation to be read: `resume`, notes, proof and hints. */
import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';
import { type DefaultTreeAdapterTypes as Tree, parseFragment } from 'parse5';

import { shortPausesForTests } from './time.mts';
import { byId, GOES_ON, type NodeSettings } from './engine.mts';
import { BILLED, numbered } from './notices.mts';
import { png } from './pictures.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();
shortPausesForTests();

const plain = (text: unknown) => String(text).replace(/\s/g, ' ');

describe('resume is one French sentence that a client reads', () => {
	/** As the editor stores a choice from a list. */
	const fromList = (value: string, cachedResultName: string) => ({
		...{ __rl: true, mode: 'list', value, cachedResultName },
	});
	const codes = {
		...BILLED,
		category: byId('MODIF'),
		forfait: byId('MOD_TRS_SIE'),
		fileReference: 'D-1',
	};
	const lines = {
		department: fromList('75', '75 - Paris'),
		publication: fromList('12', 'Another newspaper (12) · hebdomadaire'),
		category: fromList('MODIF', 'Modification (MODIF)'),
		forfait: fromList('MOD_TRS_SIE', 'Transfert (MOD_TRS_SIE)'),
	};
	const DAY = '\\w+ \\d{1,2}(er)? \\p{L}+ 20\\d\\d';
	const matching = (text: string) => new RegExp(text.replaceAll('DAY', DAY), 'u');
	const SUBJECT = 'Transfert de siège social, La Gazette de la Seine \\(75\\)';

	async function run(operation: string, more: object = {}, count = 1): Promise<IDataObject[]> {
		const items = Array.from({ length: count }, () => ({}));
		const parameters = { ...codes, ...more };
		const { json, told } = await sandbox.run(`notice.${operation}`, parameters, { items });
		expect(told).toBe('');
		for (const item of json) expect(Object.keys(item)[0]).toBe('resume');
		// No line begins with one of these.
		for (const { resume } of json) expect(resume).not.toMatch(/ [:;€]|\d h/);
		return json.map((item) => ({ ...item, resume: plain(item.resume) }));
	}
	const quoted = async (more: object) => (await run('quote', more))[0]?.resume;

	test.each([
		[lines, SUBJECT],
		[{}, SUBJECT],
		[{ category: byId('CONSTI'), forfait: byId('SAS') }, 'Constitution \\(SAS\\), La [^,]*'],
		[{ category: byId('CLOTUR'), forfait: byId('') }, 'Clôture de liquidation, La [^,]*'],
	])('the resume of a quote uses names: %#', async (choices, subject) => {
		expect(await quoted(choices)).toMatch(
			matching(
				`^Devis : ${subject}, parution le DAY, à commander avant le DAY à \\d\\d h \\d\\d, \\d+,\\d\\d € TTC$`,
			),
		);
	});

	test.each([false, true])('each list of names is read once (refused: %p)', async (isRefused) => {
		for (const path of isRefused ? ['publications', 'forfaits'] : []) {
			sandbox.refuse(path, 'err_departement_incorrect');
		}
		sandbox.useNewKey();
		const quotes = await run('quote', {}, 20);
		expect(sandbox.calls()).toHaveLength(22);
		const named = isRefused ? 'MOD_TRS_SIE, publication 12 (75)' : 'Transfert de siège social, La';
		for (const { resume } of quotes) expect(resume).toContain(`Devis : ${named}`);
	});

	test('the resume counts what was corrected in text and header', async () => {
		const corrected = { text: 'Capital\u202f: 10\u202f000 €', header: { text: 'L\u202fA' } };
		expect(await quoted(corrected)).toMatch(/TTC, 3 corrections typographiques$/);
		expect(await quoted({ text: 'Capital\u202f!' })).toMatch(/TTC, 1 correction typographique$/);
	});

	test('the resume of an order has its reference, and then says what a new order does not change', async () => {
		const [first] = await run('order');
		const reference = String(first?.reference);
		const named = `sous la référence ${reference} \\(dossier D-1\\) : ${SUBJECT}`;
		expect(first?.resume).toMatch(
			matching(`^Annonce commandée ${named}, parution le DAY, bouclage le DAY à .*€ TTC$`),
		);
		const [second] = await run('order', {
			publicationDate: byId('2031-06-06'),
			billingMode: 'annonceur',
			advertiser: {
				...{ name: 'EXEMPLE', address: '1 rue', postcode: '75001', city: 'Paris', country: 'FRA' },
			},
			options: { paperProofs: 2, digitalProof: false, emailProof: true },
		});
		const inconnu = ['date_parution', 'date_bouclage', 'tarif'];
		// Its own date is not known.
		const date_demandee = '2031-06-06';
		expect(second).toMatchObject({
			dossier: 'D-1',
			reference,
			existant: true,
			date_demandee,
			inconnu,
		});
		expect(second).not.toHaveProperty('date_modifiee');
		expect(second?.resume).toMatch(
			matching(
				`^Annonce déjà commandée sous la référence ${reference} : ${SUBJECT} ; ` +
					'la présente demande ne la modifie pas ; ' +
					'si elle a été commandée sous un autre dossier que D-1, elle le garde ; 1 avertissement$',
			),
		);
	});

	test('the resume says that the date moved, with both days, and that a new order changes nothing of an existing one', async () => {
		const dates = await sandbox.run('publication.getDates', { ...codes, options: { quantity: 2 } });
		const [one, two] = dates.json.map(({ date_parution }) => String(date_parution));
		const first = new Date(`${one}T00:00:00Z`);
		first.setUTCDate(first.getUTCDate() + 1);
		const between = first.toISOString().slice(0, 10);
		expect(between < String(two)).toBe(true);
		const moved =
			/, parution demandée le \w+ \S+ [^ ]+( 20\d\d)?, reportée au \w+ \S+ [^ ]+ 20\d\d, /;
		for (const operation of ['quote', 'order']) {
			const [item] = await run(operation, { publicationDate: byId(between) });
			expect(item).toMatchObject({ date_demandee: between, date_modifiee: true });
			expect(item?.resume).toMatch(moved);
			expect(item?.resume).not.toContain('parution le');
		}
		const [again] = await run('order', { publicationDate: byId(between) });
		expect(again?.resume).toContain('la présente demande ne la modifie pas');
		expect(again?.resume).not.toContain('reportée');
	});

	test('the resumes of a replacement and of a cancellation name the notice and its documents', async () => {
		const reference = await sandbox.order('D-2');
		const [done] = await run('replace', { fileReference: 'D-2', reference, text: 'Corrigé.' });
		expect(done?.resume).toMatch(
			new RegExp(`^Annonce commandée .* TTC ; remplace l’annonce ${reference}, annulée$`),
		);
		expect(Object.keys(done ?? {}).slice(1, 5)).toEqual([
			...['dossier', 'reference', 'ancienne_reference', 'numero_commande'],
		]);
		expect(done).toMatchObject({ dossier: 'D-2' });
		const anew = String(done?.reference);
		sandbox.notices.invoice(anew);
		const [gone] = await run('cancel', { reference: anew });
		expect(gone?.resume).toMatch(
			new RegExp(`^Annonce ${anew} annulée ; facture \\S+, avoir \\S+$`),
		);
	});

	test('the resume of a replacement says that the notice was cancelled before, also when it is run again', async () => {
		const reference = await sandbox.order('D-4');
		await sandbox.run('notice.cancel', { reference });
		const replace = async (more: object) =>
			(await run('replace', { fileReference: 'D-4', text: 'Corrigé.', ...more }))[0] ?? {};
		const options = { oldNoticeAlreadyCancelled: true };
		const done = await replace({ reference, options });
		expect(done).toMatchObject({ ancienne_reference: reference, existant: false });
		expect(done).not.toHaveProperty('documents_annulation');
		const replaces = ` ; remplace l’annonce ${reference}, déjà annulée`;
		expect(done.resume).toMatch(new RegExp(`^Annonce commandée .* TTC${replaces}$`));
		// The automatic number is made of the old reference.
		for (const again of [{ options }, {}]) {
			const found = await replace({ reference, ...again });
			expect(found).toMatchObject({ ancienne_reference: reference, existant: true });
			expect(found.resume).toContain(`${replaces} ; 1 avertissement`);
		}
		// A registered number of the person's own may be that of any notice.
		const own = numbered('D-4-OWN');
		await sandbox.order('D-4', own);
		const existing = { ...own, options: { ifAlreadyOrdered: 'returnExisting' } };
		const found = await replace({ reference: 'GONE-1', ...existing });
		expect(found).toMatchObject({ existant: true, demande: 'GONE-1' });
		expect(found).not.toHaveProperty('ancienne_reference');
		expect(found.resume).not.toContain('remplace');
	});
});

test('an order reports repairs, lost words and notes, whether placed, found again or lost', async () => {
	const options = { ifTextChanges: 'warn' };
	const LOSSY = {
		textFormat: 'html',
		text: '<p>Capital : 10\u202f000 € <u>net</u></p><p class="fs-filet">Perdu ici</p><p>x<sup>n</sup></p>',
	};
	const placed = async (more: object = {}) => {
		const parameters = { ...BILLED, ...LOSSY, fileReference: 'F', options, ...more };
		return (await sandbox.run('notice.order', parameters)).json[0] ?? {};
	};
	const repairs = {
		texte_perdu: ['Perdu ici'],
		corrections: [expect.objectContaining({ code: 'U+202F' })],
		nombre_caracteres: expect.any(Number) as unknown,
	};
	const notes: unknown[] = [
		'Words that will not be printed: "Perdu ici".',
		expect.stringContaining('sup'),
	];
	expect(await placed()).toMatchObject({ existant: false, ...repairs, avertissements: notes });
	const second = await placed();
	const again = [...notes, expect.stringContaining('Ordered once')];
	expect(second).toMatchObject({ existant: true, ...repairs, avertissements: again });
	// The quote of today says nothing of the text as it was composed then.
	expect(second).not.toHaveProperty('texte_visible');
	sandbox.fault({ kind: 'dropAfter', match: { path: 'order' } });
	const lost = await placed({ fileReference: 'LOST' });
	expect(lost).toMatchObject({ recupere: true, ...repairs, avertissements: notes });
	expect(lost.texte_visible).toContain('Capital');
	const own = numbered('OUT-3');
	await placed(own);
	const taken = { ...own, options: { ...options, ifAlreadyOrdered: 'returnExisting' } };
	expect(await placed(taken)).toMatchObject({ existant: true, texte_perdu: ['Perdu ici'] });
});

describe('the proof to approve', () => {
	const withProof = async (operation: string, more: object = {}, items: IDataObject[] = [{}]) => {
		const options = { includePreview: true, ifTextChanges: 'warn' };
		const parameters = { ...BILLED, fileReference: 'P', options, ...more };
		const { json, told } = await sandbox.run(`notice.${operation}`, parameters, { items });
		expect(told).toBe('');
		return { json, proof: String(json[0]?.epreuve_html) };
	};

	test('the proof is made from the answer of a quote, with names for its codes', async () => {
		const logoBinaryField = `data:image/png;base64,${png.toString('base64')}`;
		const { proof } = await withProof('quote', {
			textFormat: 'html',
			text: '<p class="fs-titre">AVIS</p><p>Capital : <b>1 000 €</b></p><hr class="fs-filet"/>',
			header: { text: '<p>Cabinet</p>', layout: 'carton_image_texte_bas', logoBinaryField },
		});
		expect(proof).toMatch(
			/^<div lang="fr" style.*La Gazette de la Seine.*<img src="data:image\/png;base64,iVBOR.*Cabinet.*font-weight:bold;text-align:center;font-size:1.2em"><b>AVIS<.*Capital : <\/?b?.*border-top:1px solid #000.*Paris.*<\/div>$/s,
		);
		expect(proof).toContain('Constitution');
		expect(proof).not.toMatch(/CONSTI|class=|<script|http/);
		// The publication takes no header, and whoever approves the notice reads that.
		const without = { publication: byId(13), header: { text: 'Cabinet' } };
		const { proof: bare } = await withProof('quote', without);
		expect(bare.split('Cabinet')).toHaveLength(2);
		expect(bare).toContain('–\u00a0Mots qui ne seraient pas publiés\u00a0: «\u00a0Cabinet\u00a0».');
	});

	test('the proofs of orders come from a quote first, and lists are read once', async () => {
		const items = ['A', 'B', 'C'].map((file) => ({ file }));
		sandbox.useNewKey();
		const { json, proof } = await withProof('order', { fileReference: '={{ $json.file }}' }, items);
		expect(json.every((one) => String(one.epreuve_html).includes('Un avis.'))).toBe(true);
		expect(plain(proof)).toMatch(/Dossier :<\/b> A<.*Prix :<\/b> [\d,]+ € TTC/);
		const calls = sandbox.calls();
		expect(calls.filter((call) => call.endsWith('/devis'))).toHaveLength(3);
		for (const list of 'feuilles-styles categories forfaits departements publications'.split(' ')) {
			expect(calls.filter((call) => call.endsWith(`/${list}`))).toHaveLength(1);
		}
	});

	test('the proof is left out without the option, or where the order was placed before, and the output says so', async () => {
		const { json: ordered } = await withProof('order', { options: {} });
		expect(ordered[0]).not.toHaveProperty('epreuve_html');
		expect(sandbox.calls()).not.toContain('GET /feuilles-styles');
		const { json, proof } = await withProof('order');
		const { reference } = ordered[0] ?? {};
		expect(json[0]).toMatchObject({ reference, existant: true });
		expect(plain(proof)).toContain(`numéro : ${String(reference)}`);
		expect(proof).not.toContain('Un avis.');
	});

	test('the proof costs no order where a list cannot be read: the text is shown without its style', async () => {
		sandbox.useNewKey();
		sandbox.refuse('feuilles-styles', 'err_internal_server', { times: 9 });
		const { proof } = await withProof('order');
		expect(proof).toMatch(/<p style="margin:0 0 8px;">Un avis\. Dossier [^<]*<\/p>/);
	});
});

/** What the editor shows of a hint, which it renders as HTML. */
function shownOf({ message }: NodeExecutionHint): string {
	const { childNodes } = parseFragment(message);
	expect(childNodes.map(({ nodeName }) => nodeName)).toEqual(['#text']);
	return (childNodes[0] as Tree.TextNode).value;
}

describe('hints above the output', () => {
	const expressions = { fileReference: '={{ $json.file }}', reference: '={{ $json.reference }}' };
	async function run(
		operation: string,
		items: IDataObject[],
		environment: 'test' | 'production' = 'test',
		settings: NodeSettings = {},
		parameters: object = {},
	) {
		const credential = { ...sandbox.credential, environment };
		const more = { credential, items, settings, mode: 'trigger' } as const;
		const all = { ...BILLED, ...expressions, ...parameters };
		const ran = await sandbox.run(`notice.${operation}`, all, more);
		const says = (ran.hints as NodeExecutionHint[]).map(shownOf);
		for (const message of says) expect(message.length).toBeLessThan(120);
		return { ...ran, says };
	}

	test.each([
		[
			'production',
			(verb: string, count: number) =>
				`${count === 1 ? 'A real notice was' : `${count} real notices were`} ${verb.toLowerCase()}, according to the credential`,
		],
		['test', (verb: string) => `${verb} on the test instance; nothing is published or billed`],
	] as const)('the hints say once what was done on %s', async (environment, said) => {
		const says = async (operation: string, ...items: IDataObject[]) =>
			(await run(operation, items, environment)).says;
		expect(await says('quote', { file: 'H-1' })).toEqual([]);
		expect(await says('order', { file: 'H-1' })).toEqual([said('Ordered', 1)]);
		const existed =
			"Ordered once; a changed 'File Reference' is not on it. For a second publication set 'Order Number Mode' to Custom.";
		const both = await says('order', { file: 'H-1' }, { file: 'H-2' });
		expect(both).toEqual([said('Ordered', 1), existed]);
		expect(await says('order', { file: 'H-1' })).toEqual([existed]);
		const [{ reference = '' } = {}] = sandbox.standing('H-1');
		expect(await says('replace', { reference, file: 'H-3' })).toEqual([said('Replaced', 1)]);
		const standing = sandbox.standing().map((order) => ({ reference: order.reference }));
		expect(await says('cancel', ...standing)).toEqual([said('Cancelled', 2)]);
		const twice = { reference: await sandbox.order('H-4') };
		expect(await says('cancel', twice, twice)).toEqual([said('Cancelled', 1)]);
	});

	test('only an effect on production is a warning, and so is an order there that existed before', async () => {
		const kinds = async (environment: 'test' | 'production', file: string) =>
			(await run('order', [{ file }], environment)).hints.map(
				(hint) => (hint as NodeExecutionHint).type,
			);
		for (const [environment, file, kind] of [
			['test', 'K-1', 'info'],
			['production', 'K-2', 'warning'],
		] as const) {
			expect(await kinds(environment, file)).toEqual([kind]);
			// It existed before.
			expect(await kinds(environment, file)).toEqual([kind]);
		}
	});

	test('the hints say that a date moved, and what is not printed', async () => {
		const moved = async (...files: string[]) => {
			const items = files.map((file) => ({ file }));
			return (await run('quote', items, 'test', {}, { publicationDate: byId('2020-01-06') })).says;
		};
		const [one] = await moved('M-1');
		expect(one).toMatch(
			/^The publication date moved: 2020-01-06 was requested, 20\d\d-\d\d-\d\d is the new date$/,
		);
		expect(await moved('M-1', 'M-2')).toEqual([
			'2 publication dates moved: compare date_demandee and date_parution',
		]);
		const html = '<p>Avis <img src="logo.png"></p><p class="fs-filet">Montant</p>';
		const { says } = await run(
			'quote',
			[{}],
			'test',
			{},
			{
				...{ textFormat: 'html', text: html, options: { ifTextChanges: 'warn' } },
			},
		);
		expect(says).toEqual(['Words that will not be printed: "Montant".', 'Left out: img.']);
	});

	test('the hints on words that are lost come before those on other items', async () => {
		const texts = ['<p>A<img src="x"></p>', '<p>x<sup>2</sup></p>', '<p><s>a</s></p>'];
		const items = [...texts, '<p>A</p><p class="fs-filet">Montant</p>'].map((html) => ({ html }));
		const more = { textFormat: 'html', text: '={{ $json.html }}' };
		const options = { ifTextChanges: 'warn' };
		const { says } = await run('quote', items, 'test', {}, { ...more, options });
		expect(says[0]).toBe('Words that will not be printed: "Montant".');
	});

	test('the hint for what has no summary names the field that says why', async () => {
		const { says } = await run('getStatusChanges', [{ reference: '' }], 'test', GOES_ON);
		expect(says).toEqual([
			"1 of 1 item failed; 'message' in its row says why",
			"'Reference or Order Number' is empty.",
		]);
	});

	test.each(['<img src=https://evil.example/p.png>', 'A<x', 'A & B &lt; C'])(
		'show the unknown reference %s letter by letter',
		async (reference) => {
			const { says } = await run('getStatus', [{ reference }]);
			expect(says).toEqual([`The service does not know "${reference}"`]);
		},
	);

	test.each([
		['continueRegularOutput', "1 of 2 items failed; 'resume' in its row says why: row 2"],
		['continueErrorOutput', "1 of 2 items failed; 'error' in the error output says why: row 2"],
	] as const)('the hints say how many items failed, and where: %s', async (onError, sentence) => {
		for (const retryOnFail of [false, true]) {
			const items = [{ file: `F-${String(retryOnFail)}` }, { file: '' }];
			const settings = { onError, retryOnFail, maxTries: 2, waitBetweenTries: 0 };
			const { says, items: main, errorItems } = await run('order', items, 'test', settings);
			expect(says).toEqual([
				'Ordered on the test instance; nothing is published or billed',
				sentence,
				"row 2: 'File Reference' is empty.",
			]);
			const failed = onError === 'continueErrorOutput' ? errorItems : main;
			const told = failed.filter(({ json }) => typeof json.error === 'string');
			expect(told).toHaveLength(1);
			// No French sentence says that an item has failed.
			expect(told[0]?.json.resume ?? told[0]?.json.error).not.toMatch(/annonce/i);
		}
	});
});
