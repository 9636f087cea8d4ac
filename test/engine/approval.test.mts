/** An order of exactly what was approved (*Approved Fingerprint*), and in time (*Publish By*). */
import { byId } from './engine.mts';
import { BILLED, NOTICE } from './notices.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();

const run = async (operation: string, more: object = {}) =>
	await sandbox.run(`notice.${operation}`, {
		...{ ...BILLED, text: NOTICE.text, fileReference: 'APPROVED' },
		...more,
	});
const quoted = async (more: object = {}) => (await run('quote', more)).json[0] ?? {};
const changing = () => sandbox.calls().filter((call) => /commande|DELETE/.test(call));

describe('Approved Fingerprint', () => {
	const approved = async () => ({ approvedPrint: String((await quoted()).empreinte) });

	test('an order of what was quoted is placed, without one more call', async () => {
		const options = await approved();
		await run('order', { fileReference: 'NAMES' });
		sandbox.reset();
		const { told } = await run('order', { options });
		expect(told).toBe('');
		expect(sandbox.calls()).toEqual(['POST /commande']);
	});

	test.each([
		['another text', { text: 'Un autre avis.' }, /text or the header/],
		[
			'a header',
			{ header: { layout: 'carton_texte_sans_image', text: 'Cabinet Martin' } },
			/text or the header/,
		],
		['another newspaper', { publication: byId(13) }, /newspaper or the kind/],
		['another department', { department: byId('92') }, /newspaper or the kind/],
		['another category', { category: byId('AUTRE') }, /newspaper or the kind/],
		['another forfait', { forfait: byId('SAS') }, /newspaper or the kind/],
	])('%s is refused before anything is sent', async (_what, change, sentence) => {
		const options = await approved();
		const reference = await sandbox.order('OLD');
		const before = changing().length;
		for (const operation of ['order', 'replace']) {
			const { told } = await run(operation, { reference, options, ...change });
			expect(told).toMatch(sentence);
		}
		expect(changing()).toHaveLength(before);
	});

	test('a correction that was approved replaces its notice', async () => {
		const options = await approved();
		const reference = await sandbox.order('OLD', { text: 'Avec une faute.' });
		const { json, told } = await run('replace', { reference, options });
		expect(told).toBe('');
		expect(json[0]).toMatchObject({ ancienne_reference: reference });
	});

	test('the preview shows it at its foot, and Check Text its first group', async () => {
		const { empreinte, epreuve_html: html } = await quoted({ options: { includePreview: true } });
		expect(String(html)).toContain(`Empreinte\u00a0: ${String(empreinte)}`);
		const { json } = await sandbox.run('notice.checkText', { text: NOTICE.text });
		expect(json[0]?.empreinte).toBe(String(empreinte).split('-')[0]);
	});

	test('an empty fingerprint stops the order', async () => {
		const { told } = await run('order', { options: { approvedPrint: '' } });
		expect(told).toContain("'Approved Fingerprint' was added, but is empty");
		expect(changing()).toEqual([]);
	});
});

describe('Publish By', () => {
	let next: string;
	beforeAll(async () => {
		next = String((await quoted()).date_parution);
	});
	const dayBefore = (day: string) =>
		new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

	test('an order that appears in time is placed for the day of its quote', async () => {
		const { json, told } = await run('order', { options: { publishBy: `${next}T00:00:00` } });
		expect(told).toBe('');
		expect(json[0]).toMatchObject({ date_parution: next });
		expect(json[0]).not.toHaveProperty('parution_trop_tardive');
	});

	test('an order that appears later stops unsent, and names the newspapers still in time after one call', async () => {
		const late = dayBefore(next);
		const reference = await sandbox.order('OLD');
		const before = changing().length;
		for (const operation of ['order', 'replace']) {
			const { told } = await run(operation, { reference, options: { publishBy: late } });
			expect(told).toContain(`would appear on ${next}, later than 'Publish By' (${late})`);
			expect(told).toMatch(
				/Still in time: .+ \(\d+\) on \d{4}-\d{2}-\d{2}, closing|the earliest is/,
			);
		}
		expect(changing()).toHaveLength(before);
		expect(sandbox.calls().filter((call) => call.includes('dates-parutions'))).toHaveLength(2);
	});

	test('the error names the earliest newspaper where none is in time', async () => {
		const { told } = await run('order', { options: { publishBy: '2026-01-05' } });
		expect(told).toMatch(
			/No other newspaper of the department 75 is in time; the earliest is .+ on /,
		);
	});

	test('the error also names an earlier day of the chosen newspaper where a later day was chosen', async () => {
		const dates = await sandbox.run('publication.getDates', {
			department: byId('75'),
			publication: byId(12),
			quantity: 2,
		});
		const [first, second] = dates.json.map(({ date_parution: day }) => String(day));
		const options = { publishBy: first };
		const { told } = await run('order', { options, publicationDate: byId(String(second)) });
		expect(told).toMatch(new RegExp(`later than.*Still in time:.* \\(12\\) on ${first}`));
	});

	test('the error says nothing of the other newspapers where the dates cannot be read', async () => {
		sandbox.fault({ kind: 'html', match: { path: 'dates' }, times: 9 });
		const { told } = await run('order', { options: { publishBy: '2026-01-05' } });
		expect(told).toContain("later than 'Publish By'");
		expect(told).toContain('The other newspapers of the department 75 could not be looked up');
		expect(sandbox.standing()).toEqual([]);
	});

	test('a quote that is late comes out with its price and a warning', async () => {
		const json = await quoted({ options: { publishBy: '2026-01-05' } });
		expect(json).toMatchObject({ parution_trop_tardive: true, date_parution: next });
		expect(json.avertissements).toEqual([expect.stringContaining('later than')]);
		expect(json.total_ttc).toBeGreaterThan(0);
	});

	test('whoever approves a quote that is late, or lacks words, reads so in French', async () => {
		const options = { publishBy: '2026-01-05', includePreview: true, ifTextChanges: 'warn' };
		const text = '<p>Avis</p><p class="fs-filet">Perdu ici</p>';
		const json = await quoted({ textFormat: 'html', text, options });
		const late = 'parution trop tardive, la date limite étant le lundi 5 janvier 2026';
		const lost = 'mots qui ne seraient pas publiés\u00a0: «\u00a0Perdu ici\u00a0»';
		for (const drawback of [late, lost]) expect(json.resume).toContain(drawback);
		expect(json.a_verifier).toEqual([
			'Parution trop tardive, la date limite étant le lundi 5 janvier 2026.',
			expect.stringMatching(/^(?:Encore à temps|Aucun autre journal)/),
			'Mots qui ne seraient pas publiés\u00a0: «\u00a0Perdu ici\u00a0».',
		]);
	});

	test('whoever approves a quote reads its warnings in French, in its preview as well', async () => {
		const json = await quoted({
			publication: byId(13),
			category: byId('={{ "DISSOL" }}'),
			forfait: byId('MOD_OBJET'),
			textFormat: 'html',
			text: '<p>Avis <s>du 2 mars</s> de vente</p><img src="x"/><p hidden>Note interne</p>',
			options: { digitalProof: true, paperProofs: 1, includePreview: true },
		});
		const sentences = (json.a_verifier ?? []) as string[];
		expect(sentences).toEqual([
			'La catégorie DISSOL n’a pas de forfait\u00a0: MOD_OBJET n’est pas pris en compte.',
			'Ce journal ne fournit pas de justificatif papier.',
			'Le texte barré sera publié comme le reste.',
			'Une image du texte ne sera pas publiée.',
			'Masqués dans le texte, ces mots ne seront pas publiés\u00a0: «\u00a0Note interne\u00a0».',
		]);
		for (const sentence of sentences) {
			expect(json.epreuve_html).toContain(`–\u00a0${sentence}`);
		}
	});
});
