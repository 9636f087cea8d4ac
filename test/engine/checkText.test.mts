import { runNode, workflowPackage, type Credential } from './engine.mts';
import { noticeIn } from './notices.mts';
import { LegalNotice } from '../../nodes/LegalNotice/LegalNotice.node.ts';
import { sandboxForTests } from './sandbox.mts';

const { NodeHelpers } = workflowPackage;
/** Nothing listens there: a call would fail the test. */
const nowhere: Credential = {
	baseUrl: 'http://127.0.0.1:9',
	publicKey: 'demo-public-key',
	secretKey: 'demo-secret',
};

const check = async (text: unknown, more: Record<string, unknown> = {}) =>
	await runNode({
		credential: nowhere,
		items: [{ text } as never],
		parameters: {
			resource: 'notice',
			operation: 'checkText',
			textFormat: 'plainText',
			text: '={{ $json.text }}',
			...more,
		} as never,
	});

describe('checking a text', () => {
	test('a good text comes out ready, cleaned up, with its length', async () => {
		const { json, error } = await check('AVIS\n\nCapital : 10\u202f000 €');
		expect(error).toBeUndefined();
		expect(json).toEqual([
			expect.objectContaining({
				envoyable: true,
				texte_nettoye: '<p>AVIS</p><p>Capital : 10\u00a0000 €</p>',
				texte_perdu: [],
				nombre_caracteres_refuses: 0,
				corrections: [expect.objectContaining({ code: 'U+202F', par: '\u00a0', nombre: 1 })],
				resume: 'Texte prêt à être envoyé : 22 caractères',
			}),
		]);
	});

	test('what would be lost is listed with the way to keep it, and the item succeeds', async () => {
		const { json, error } = await check('<p>Gardé</p><div>Perdu ici</div>', { textFormat: 'html' });
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({
			envoyable: false,
			texte_perdu: ['Perdu ici'],
			pertes: [{ genre: 'otherTag', mots: 'Perdu ici', balise: 'div' }],
			texte_visible: 'Gardé',
		});
		expect(json[0]).toHaveProperty(['pertes', 0, 'conseil']);
		expect(json[0]?.resume).toBe(
			"Texte à corriger avant l'envoi : 1 passage à récrire pour ne pas être perdu",
		);
	});

	test('characters that cannot be printed are named with position and suggestion', async () => {
		const { json } = await check('Société Đorđe');
		expect(json[0]).toMatchObject({
			envoyable: false,
			nombre_caracteres_refuses: 2,
			caracteres_refuses: [
				{ caractere: 'Đ', code: 'U+0110', position: 9, suggestion: 'D' },
				{ caractere: 'đ', code: 'U+0111', position: 12, suggestion: 'd' },
			],
			texte_visible: 'Société Đorđe',
		});
	});

	test.each([[''], ['  \n '], [null], [undefined], [12]])(
		'the text %p is answered like any other',
		async (text) => {
			const { json, error } = await check(text);
			expect(error).toBeUndefined();
			expect(json[0]?.envoyable).toBe(text === 12);
		},
	);

	test('neither the credential nor the service is asked', async () => {
		const { credentialReads, json } = await check('AVIS');
		expect(credentialReads).toBe(0);
		expect(json).toHaveLength(1);
	});
});

describe('the credential of the node', () => {
	const { description } = new LegalNotice();
	const asked = (parameters: Record<string, unknown>) => {
		const node = { typeVersion: 1 };
		const filled = NodeHelpers.getNodeParameters(
			description.properties,
			parameters as never,
			true,
			false,
			node,
			description,
		);
		return (description.credentials ?? []).filter((credential) =>
			NodeHelpers.displayParameter(filled ?? {}, credential, node, description),
		).length;
	};

	test('is not asked for by the text check', () => {
		expect(asked({ resource: 'notice', operation: 'checkText' })).toBe(0);
	});

	test('is asked for by every other operation, also right after switching from the text check', () => {
		const operations = description.properties.filter(({ name }) => name === 'operation');
		for (const { options, displayOptions } of operations) {
			for (const option of options ?? []) {
				if (!('value' in option) || option.value === 'checkText') continue;
				const resource = displayOptions?.show?.resource?.[0];
				expect(asked({ resource, operation: option.value })).toBe(1);
			}
		}
	});
});

describe('the same finding as in an order', () => {
	const sandbox = sandboxForTests();

	test('what the check calls ready is taken by the service, and printed as the check says', async () => {
		const text = 'AVIS\n\nL’ŒUVRE & FILS < 10\u202f000 €\nligne 2';
		const [checked] = (await check(text)).json;
		const { json, error } = await runNode({
			credential: sandbox.credential,
			parameters: {
				resource: 'notice',
				operation: 'quote',
				...noticeIn('75', 12),
				textFormat: 'html',
				text: checked?.texte_nettoye as string,
			} as never,
		});
		expect(checked?.envoyable).toBe(true);
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({
			texte_identique: true,
			texte_visible: checked?.texte_visible,
			nombre_caracteres: checked?.nombre_caracteres,
		});
	});
});
