/** The node as the tool of an agent: what a model reads, and what one that means harm cannot do. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { LegalNotice } from '../../nodes/LegalNotice/LegalNotice.node.ts';
import { after, during, virtualTimeForTests } from '../simulation/clock.mts';
import { realTime, shortPauses, shortPausesForTests } from './time.mts';
import { Chance } from '../long/random.mts';
import { runTool, type ToolCalls } from './agent.mts';
import { byId, GOES_ON, RETRIES, workflowPackage } from './engine.mts';
import { BILLED } from './notices.mts';
import { NODE_TYPE, workflowNode } from './nodeTypes.mts';
import { sandboxForTests } from './sandbox.mts';
import { type Asked, refused } from './scripted.mts';

const sandbox = sandboxForTests({ settings: { quotaPerMinute: 100_000 } });
const ai = (name: string) => `={{ $fromAI('${name}', '${name} of the notice', 'string') }}`;
const tool = async (parameters: object, ...calls: IDataObject[]) => {
	const credential = { ...sandbox.credential, environment: 'production' as const };
	return await runTool({ resource: 'notice', ...parameters } as INodeParameters, credential, calls);
};
const ordering = {
	...{ ...BILLED, operation: 'order', fileReference: 'AI' },
	...{ forfait: byId(ai('forfait')), text: ai('text') },
};
const SHORT = { forfait: 'SARL', text: 'Un avis.' };

test('a model that rephrases the same order gets the first order', async () => {
	const [first, second] = await tool(ordering, SHORT, { ...SHORT, text: 'Un avis autrement.' });
	expect(first).toContain('"existant":false');
	// A tool cannot show hints.
	expect(first).toContain('"environnement":"production"');
	expect(second).toContain('"existant":true');
	// The model must not say to its user that this wording was ordered.
	expect(second).toContain('the text given now was NOT ordered');
	expect(second).toContain('"texte_compare":false');
	expect(second).toContain("For a second publication set 'Order Number Mode' to Custom.");
	expect(sandbox.standing()).toHaveLength(1);
});

test.each([2, 3] as const)(
	'what a model fills in among other words is read, and what it leaves out stops: agent %s',
	async (agent) => {
		const text = `=AVIS. {{ $fromAI('text', 'text of the notice', 'string') }} {{ $json.city }}`;
		const all = { resource: 'notice', ...ordering, text } as INodeParameters;
		const [answer] = await runTool(all, sandbox.credential, [SHORT], { agent });
		expect(answer).toContain("The expression {{ $json.city }} in 'Text' returns no value.");
		expect(sandbox.journal.orders()).toHaveLength(0);
		const alone = { ...all, text: text.replace(' {{ $json.city }}', '') };
		await runTool(alone, sandbox.credential, [SHORT], { agent });
		expect(String(sandbox.journal.orders()[0]?.['texte'])).toContain('AVIS. Un avis.');
		sandbox.reset();
	},
);

test('an order whose answer is lost may be an earlier one in other words', async () => {
	shortPauses();
	sandbox.fault({ kind: 'dropAfter', match: { path: 'order' } });
	const [answer] = await tool(ordering, SHORT);
	realTime();
	expect(answer).toContain(
		'la réponse du service n’a pas été reçue\u00a0; il s’agit de cette commande ou d’une précédente',
	);
	expect(sandbox.standing()).toHaveLength(1);
});

describe('with Retry On Fail,', () => {
	const AGENTS = [2, 3] as const;
	shortPausesForTests();

	const loseAnswer = (path: string) => sandbox.fault({ kind: 'dropAfter', match: { path } });
	const call = async (parameters: object, calls: IDataObject[], more: ToolCalls = {}) => {
		const all = { resource: 'notice', ...parameters } as INodeParameters;
		return await runTool(all, sandbox.credential, calls, { settings: RETRIES, ...more });
	};
	const contact = {
		resource: 'contact',
		operation: 'createOrGet',
		lastName: ai('name'),
		firstName: 'Camille',
	};
	const contacts = () => {
		const posts = sandbox.journal.calls().filter(({ path }) => path.endsWith('/contact'));
		return posts.length;
	};

	test.each(AGENTS)('an order without a number is sent once by agent %s', async (agent) => {
		loseAnswer('order');
		const [answer] = await call({ ...ordering, orderNumberMode: 'none' }, [SHORT], { agent });
		expect(answer).toContain('It is not known whether the notice for the file AI was ordered');
		expect(sandbox.journal.orders()).toHaveLength(1);
	});

	test('an order without a number is sent once where the agent calls again because it failed', async () => {
		loseAnswer('order');
		const none = { ...ordering, orderNumberMode: 'none' };
		const answers = await call(none, [SHORT, SHORT], { settings: GOES_ON });
		for (const answer of answers) expect(answer).toContain('It is not known whether the notice');
		expect(sandbox.journal.orders()).toHaveLength(1);
	});

	test.each(AGENTS)('a contact without an e-mail is sent once by agent %s', async (agent) => {
		loseAnswer('createContact');
		const [answer] = await call(contact, [{ name: 'Exemple' }], { agent });
		expect(answer).toContain('It is not known whether the contact Camille Exemple was created');
		expect(contacts()).toBe(1);
	});

	test.each(AGENTS)('a replacement that stopped half way goes on for agent %s', async (agent) => {
		const old = await sandbox.order('AI');
		sandbox.refuse('order', 'err_ville_incorrect');
		const replacing = { ...ordering, operation: 'replace', reference: old };
		const [answer] = await call(replacing, [SHORT], { agent });
		expect(answer).toContain(`"ancienne_reference":"${old}"`);
		expect(sandbox.standing().map(({ reference }) => reference)).not.toContain(old);
		expect(sandbox.standing()).toHaveLength(1);
	});

	test('a call that ends takes nothing away from another one that is tried again', async () => {
		loseAnswer('createContact');
		const settings = { ...RETRIES, waitBetweenTries: 300 };
		const calls = [{ name: 'Exemple' }, { name: 'Modèle' }];
		const answers = await call(contact, calls, { settings, apartMs: 0 });
		expect(answers.filter((answer) => answer.includes('It is not known whether'))).toHaveLength(1);
		expect(contacts()).toBe(2);
	});
});

describe('two equal calls side by side,', () => {
	virtualTimeForTests();

	test('the second of which begins while the first is under way, order once, and the second reads that it was ordered before', async () => {
		const PLACED = { reference: 'AL-1', statut: 'a-paraitre' };
		const sent: string[] = [];
		const answer = async ({ what, names: [number] }: Asked) => {
			if (what.endsWith('/statut')) return { ...PLACED, numero_commande: number };
			if (what !== 'POST /commande') return {};
			if (sent.push(what) > 1) return refused('err_annonce_commandee');
			// The second call begins in this time.
			await after(10_000);
			return PLACED;
		};
		const parameters = { resource: 'notice', ...ordering } as INodeParameters;
		const calling = runTool(parameters, sandbox.credential, [SHORT, SHORT], {
			apartMs: 5_000,
			answer,
		});
		const [first, second] = await during(calling, 60_000);
		expect(first).toContain('"existant":false');
		expect(second).toContain('"existant":true,"recupere":false');
		expect(second).toContain('the text given now was NOT ordered');
		expect(sent).toHaveLength(2);
	});
});

test.each([2, 3] as const)(
	'agent %s reads all of a failure, also where n8n knows a word in it',
	async (agent) => {
		const nowhere = { ...sandbox.credential, baseUrl: 'http://127.0.0.1:9' };
		const parameters = { resource: 'notice', ...ordering } as INodeParameters;
		shortPauses();
		const [answer] = await runTool(parameters, nowhere, [SHORT], { agent });
		realTime();
		expect(answer).toContain('Nothing answers at the host and port of the service (E-CONNREFUSED)');
	},
);

test('the model learns what to change', async () => {
	const forfait = { ...SHORT, forfait: 'MOD_CAP' };
	const [choices, letters] = await tool(ordering, forfait, { ...SHORT, text: 'Avec Łódź.' });
	expect(choices).toMatch(/Choose one of EURL \(EURL\)/);
	expect(letters).toMatch(/"Łódź" in "Avec Łódź\." \(Ł, U\+0141, could be written "L"\)/);
	expect(sandbox.standing()).toEqual([]);
});

test.each([
	[{ ...ordering, operation: 'quote' }],
	[{ resource: 'publication', operation: 'getMany', department: byId('75'), simplify: true }],
	[{ resource: 'account', operation: 'get', simplify: true }],
])('the answer to $operation is short enough for a model', async (parameters) => {
	const [answer] = await tool(parameters, SHORT);
	expect(answer?.length).toBeGreaterThan(50);
	expect(answer?.length).toBeLessThan(2_000);
});

test.each([
	['quote', 'Quote notice (orders nothing) in Legal Notice'],
	['order', 'Order notice (binding, billed) in Legal Notice'],
	['replace', 'Replace notice (cancels, orders anew) in Legal Notice'],
	['cancel', 'Cancel notice for good in Legal Notice'],
])('a model reads by default what %s does and costs', (operation, words) => {
	const node = workflowNode('Tool', NODE_TYPE, { resource: 'notice', operation });
	const description = workflowPackage.NodeHelpers.getToolDescriptionForNode;
	expect(description(node, new LegalNotice())).toBe(words);
});

test('many calls of a hostile model order each kind once for a file, cancel nothing and keep the ceiling', async () => {
	const FILES = 4;
	/** Euros: below the price of some kinds, above that of others. */
	const CEILING = 200;
	const KINDS = [
		...['SARL', 'SAS', 'SCI', 'MOD_CAP'].map((forfait) => ['CONSTI', forfait]),
		...['MOD_CAP', 'MOD_DENOM', 'SARL', ''].map((forfait) => ['MODIF', forfait]),
		...['DISSOL', 'AUTRE', 'SUC_VAC', 'constitution'].map((category) => [category, '']),
	];
	const WORDS = 'société capital gérance Paris 1 000 € siège transfert associés'.split(' ');
	const chance = new Chance(20_261_122);
	const words = (most: number) =>
		Array.from({ length: 1 + chance.whole(most) }, () => chance.pick(WORDS)).join(' ');
	/** What it may fill in, and what it tries to add. */
	const given = (): IDataObject => {
		const [category = '', forfait = ''] = chance.pick(KINDS);
		return {
			...{ category, forfait, header: words(3) },
			date: chance.pick(['', '', '2020-01-01', '2027-01-08', 'demain', '={{ 1 }}']),
			text: words(chance.pick([8, 8, 400])) + chance.pick(['', '', '', ' Łódź', ' <p>']),
			...{ operation: 'cancel', reference: '26L000001', options: { maximumTotal: 1_000_000 } },
			...{ fileReference: `OTHER-${chance.whole(1_000)}`, orderNumber: `MINE-${chance.whole(99)}` },
		};
	};
	const answers: string[] = [];
	for (let file = 1; file <= FILES; file++) {
		// As the README advises: file and newspaper come from the workflow.
		const parameters = {
			...{ ...ordering, fileReference: `FILE-${file}`, category: byId(ai('category')) },
			header: { layout: 'carton_texte_sans_image', text: ai('header') },
			...{ publicationDate: byId(ai('date')), options: { maximumTotal: CEILING } },
		};
		for (const more of [{ operation: 'quote', options: {} }, {}]) {
			answers.push(
				...(await tool({ ...parameters, ...more }, ...Array.from({ length: 20 }, given))),
			);
		}
	}
	expect(answers).toHaveLength(160);
	const orders = sandbox.journal.orders();
	const kinds = orders.map(({ dossier, body }) => {
		const { categorie, forfait } = body as IDataObject;
		return JSON.stringify([dossier, categorie, forfait]);
	});
	// Some of it is ordered, or the test shows nothing.
	expect(kinds.length).toBeGreaterThan(2 * FILES);
	expect(new Set(kinds).size).toBe(kinds.length);
	for (const { dossier } of orders) expect(dossier).toMatch(/^FILE-\d+$/);
	expect(sandbox.calls().filter((call) => call.startsWith('DELETE'))).toEqual([]);
	expect(Math.max(...orders.map((order) => order.montant_ttc))).toBeLessThanOrEqual(CEILING);
	expect(answers.some((answer) => answer.includes("'Maximum Total'"))).toBe(true);
});
