import { byId, runNode } from './engine.mts';
import { serviceNames, startService, type RunningService, type ServiceName } from './services.mts';

/** Publications that lack something. */
const ONLINE = { department: byId('75'), publication: byId(13) };
const PRINTED = { department: byId('69'), publication: byId(21) };
/** This one refuses what the other leaves out. */
const REFUSING: ServiceName = 'strict sandbox';
/** A class of type filet that only the service's list names, or the usual one. */
const FILET: Record<ServiceName, string> = {
	'strict sandbox': 'fs-filet',
	'lenient sandbox': 'fs-filet_double',
};

const warn = { ifTextChanges: 'warn' };
let files = 0;

describe.each(serviceNames)('against the %s,', (name) => {
	let service: RunningService;
	beforeAll(async () => {
		service = await startService(name);
	});
	afterAll(async () => {
		await service.close();
	});

	/** Runs an operation on each of the given items and tells what came of it and which calls it took. */
	async function run(
		operation: 'quote' | 'order' | 'replace',
		more: Record<string, unknown>,
		items: Array<Record<string, unknown>> = [{}],
	) {
		const before = service.calls().length;
		const { json, error } = await runNode({
			credential: service.credential,
			items: items as never,
			parameters: {
				resource: 'notice',
				operation,
				reference: 'NOTICE-THAT-IS-NOT-THERE',
				...service.notice,
				text: 'Un avis.',
				fileReference: `T-${++files}`,
				billingMode: 'prescripteur',
				...more,
			} as never,
		});
		const calls = service
			.calls()
			.slice(before)
			.map((call) => call.replace(/^\w+ /, ''));
		return { json, calls, message: error?.message ?? '', advice: error?.description ?? '' };
	}

	describe('a text that is no text', () => {
		test.each([
			['an object', '={{ $json.value }}', { a: 1 }],
			['a list', '={{ $json.value }}', ['AVIS']],
			['a boolean', '={{ $json.value }}', true],
		])('%s is refused, never printed as such', async (_name, text, value) => {
			for (const parameters of [{ text }, { header: { text } }]) {
				const { calls, message, advice } = await run('quote', parameters, [{ value }]);
				expect(message).toMatch(/^'(Text|Header)' .*not a text/);
				expect(advice).not.toBe('');
				expect(calls).toEqual([]);
			}
		});

		test('a number is printed as it is written', async () => {
			const { json } = await run('quote', { text: '={{ $json.value }}' }, [{ value: 12 }]);
			expect(json[0]).toMatchObject({ texte_visible: '12' });
		});
	});

	describe.each(['order', 'replace'] as const)(
		'%s, with a text that was not meant',
		(operation) => {
			test.each([
				['HTML tags in plain text', '<p>AVIS</p>', '<p>', /'Text Format' to HTML/],
				['an expression left over', 'Capital : {{ capital }} €', '{{ capital }}', /[Ff]ill in/],
				['a missing value', 'Gérance : undefined', 'undefined', /[Ff]ill in/],
				['an object', 'Siège : [object Object]', '[object Object]', /[Ff]ill in/],
			])('%s stop before any call', async (_name, text, named, fix) => {
				for (const [label, parameters] of [
					['Text', { text: '={{ $json.text }}' }],
					['Header', { header: { text: '={{ $json.text }}' } }],
				] as const) {
					const { calls, message, advice } = await run(operation, parameters, [{ text }]);
					expect(message).toContain(`'${label}'`);
					expect(message).toContain(named);
					expect(advice).toMatch(fix);
					expect(calls).toEqual([]);
				}
			});

			test('goes on when only a warning is wanted', async () => {
				const { calls } = await run(operation, { text: 'Gérance : undefined', options: warn });
				expect(calls.length).toBeGreaterThan(0);
			});

			test('what HTML escapes on purpose, Markdown and the like stop nothing', async () => {
				const { calls } = await run(operation, {
					textFormat: 'html',
					text: '<p>a &lt;b&gt; **c**</p>',
				});
				expect(calls.length).toBeGreaterThan(0);
			});
		},
	);

	test('a quote only warns of a text that was not meant', async () => {
		const { json, message } = await run('quote', { text: '<p>Gérance : undefined</p>' });
		expect(message).toBe('');
		expect(json[0]?.avertissements).toHaveLength(2);
	});

	describe('style classes of an HTML text', () => {
		const styled = (text: string, more: Record<string, unknown> = {}) => ({
			textFormat: 'html',
			text,
			...more,
		});

		test('words in a paragraph of any class of type filet are refused, or told', async () => {
			const text = `<p>Gardé</p><p class="${FILET[name]}">Perdu ici</p>`;
			for (const parameters of [styled(text), styled('<p>Un avis.</p>', { header: { text } })]) {
				const refused = await run('order', parameters);
				expect(refused.message).toContain('"Perdu ici"');
				expect(refused.calls).toEqual(FILET[name] === 'fs-filet' ? [] : ['/feuilles-styles']);
				const told = await run('quote', { ...parameters, options: warn });
				expect(told.json[0]).toMatchObject({ texte_perdu: ['Perdu ici'], texte_identique: false });
			}
		});

		test('are asked for once however many items there are, and not for fs-filet alone', async () => {
			const many = await run('quote', styled('<p class="fs-titre">A</p>'), [{}, {}, {}]);
			const asked = many.calls.filter((path) => path === '/feuilles-styles');
			expect(asked).toHaveLength(1);
			const none = await run('quote', styled('<p>A</p><hr class="fs-filet">'));
			expect(none.calls).not.toContain('/feuilles-styles');
		});
	});

	describe('what the publication does not offer', () => {
		const header = { text: 'CABINET DU PONT\n1, rue du Pont' };
		const places = ['quote', 'order'] as const;

		test('a header is refused before anything is sent', async () => {
			for (const operation of places) {
				const { message, calls } = await run(operation, { ...ONLINE, header });
				expect(message).toMatch(/^'Header' .*publication 13/);
				expect(calls).toEqual(['/feuilles-styles', '/publications']);
			}
		});

		test('a header comes out as lost words when only a warning is wanted', async () => {
			for (const operation of places) {
				const { json, message } = await run(operation, { ...ONLINE, header, options: warn });
				if (name === REFUSING) {
					expect(message).toContain('err_entete_incorrect');
					continue;
				}
				expect(json[0]).toMatchObject({
					texte_perdu: ['CABINET DU PONT 1, rue du Pont'],
					texte_identique: false,
					avertissements: [expect.stringContaining('header')],
				});
			}
		});

		test('a digital proof that is not offered is told', async () => {
			const options = { digitalProof: true, paperProofs: 1 };
			const { json, message } = await run('quote', { ...PRINTED, options });
			if (name === REFUSING) expect(message).toContain('err_justificatif_numerique_incorrect');
			else {
				expect(json[0]?.avertissements).toEqual([expect.stringContaining('digital proof')]);
			}
			const offered = await run('quote', { options: { digitalProof: true } });
			expect(offered.message).toBe('');
			expect(offered.json[0]).not.toHaveProperty('avertissements');
		});

		test('nothing is asked or said without a header and a proof', async () => {
			const options = { digitalProof: false, paperProofs: 0 };
			const { json, calls } = await run('quote', { ...PRINTED, options });
			expect(calls[0]).toBe('/devis');
			expect(json[0]?.avertissements ?? []).not.toContainEqual(expect.stringContaining('offers'));
		});
	});
});
