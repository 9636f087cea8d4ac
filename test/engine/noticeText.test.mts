import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { byId, runNode } from './engine.mts';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => {
	await sandbox.close();
});

let files = 0;

/** Runs an operation on each of the given items and tells what came of it and which calls it took. */
async function run(
	operation: 'quote' | 'order' | 'replace',
	more: Record<string, unknown>,
	items: Array<Record<string, unknown>> = [{}],
) {
	const before = sandbox.journal.calls().length;
	const { json, error } = await runNode({
		credential: { ...sandbox, baseUrl: sandbox.url },
		items: items as never,
		parameters: {
			resource: 'notice',
			operation,
			reference: 'NOTICE-THAT-IS-NOT-THERE',
			department: byId('75'),
			publication: byId(12),
			category: byId('CONSTI'),
			forfait: byId('SARL'),
			textFormat: 'plainText',
			text: 'Un avis.',
			fileReference: `T-${++files}`,
			billingMode: 'prescripteur',
			...more,
		} as never,
	});
	const calls = sandbox.journal
		.calls()
		.slice(before)
		.map(({ path }) => path.replace(/^.*\/externe/, ''));
	return { json, calls, message: error?.message ?? '', advice: error?.description ?? '' };
}

const warn = { ifTextChanges: 'warn' };

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

describe.each(['order', 'replace'] as const)('%s, with a text that was not meant', (operation) => {
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
});

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
		const text = '<p>Gardé</p><p class="fs-filet_double">Perdu ici</p>';
		for (const parameters of [styled(text), styled('<p>Un avis.</p>', { header: { text } })]) {
			const refused = await run('order', parameters);
			expect(refused.message).toContain('"Perdu ici"');
			expect(refused.calls).toEqual(['/feuilles-styles']);
			const told = await run('quote', { ...parameters, options: warn });
			expect(told.json[0]).toMatchObject({ texte_perdu: ['Perdu ici'], texte_identique: false });
		}
	});

	test('a class that the service does not know gets a note', async () => {
		const { json } = await run('quote', styled('<p class="fs-inconnu">A</p>'));
		expect(json[0]?.avertissements).toEqual([expect.stringContaining('"fs-inconnu"')]);
		const known = await run('quote', styled('<p class="fs-titre">A</p>'));
		expect(known.json[0]).not.toHaveProperty('avertissements');
	});

	test('are not missed where the service has no list of them', async () => {
		sandbox.fault({
			kind: 'codes',
			codes: ['err_action_inconnue'],
			times: 1,
			match: { path: '/feuilles-styles' },
		});
		const { json, message, calls } = await run('quote', styled('<p class="fs-inconnu">A</p>'));
		expect(message).toBe('');
		expect(calls).toEqual(['/feuilles-styles', '/devis']);
		expect(json[0]).not.toHaveProperty('avertissements');
	});

	test('are asked for once however many items there are, and not for fs-filet alone', async () => {
		const many = await run('quote', styled('<p class="fs-titre">A</p>'), [{}, {}, {}]);
		expect(many.calls.filter((path) => path === '/feuilles-styles')).toHaveLength(1);
		const none = await run('quote', styled('<p>A</p><hr class="fs-filet">'));
		expect(none.calls).toEqual(['/devis']);
	});
});

describe('what the publication does not offer', () => {
	const online = { publication: byId(13) };
	const header = { text: 'CABINET DU PONT\n1, rue du Pont' };

	test('a header is refused before anything is sent', async () => {
		for (const operation of ['quote', 'order'] as const) {
			const { message, calls } = await run(operation, { ...online, header });
			expect(message).toMatch(/^'Header' .*publication 13/);
			expect(calls).toEqual([expect.stringMatching(/^\/publications/)]);
		}
	});

	test('a header comes out as lost words when only a warning is wanted', async () => {
		for (const operation of ['quote', 'order'] as const) {
			const { json } = await run(operation, { ...online, header, options: warn });
			expect(json[0]).toMatchObject({
				texte_perdu: ['CABINET DU PONT 1, rue du Pont'],
				texte_identique: false,
				avertissements: [expect.stringContaining('header')],
			});
		}
	});

	test('a digital proof that is not offered is told', async () => {
		const lyon = { department: byId('69'), publication: byId(21) };
		const { json } = await run('quote', { ...lyon, options: { digitalProof: true } });
		expect(json[0]?.avertissements).toEqual([expect.stringContaining('digital proof')]);
		const offered = await run('quote', { options: { digitalProof: true } });
		expect(offered.json[0]).not.toHaveProperty('avertissements');
	});

	test('nothing is asked or said without a header and a digital proof', async () => {
		const { json, calls } = await run('quote', { ...online, options: { digitalProof: false } });
		expect(calls).toEqual(['/devis']);
		expect(json[0]).not.toHaveProperty('avertissements');
	});
});
