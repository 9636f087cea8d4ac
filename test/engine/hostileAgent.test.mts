/** A model that means harm and has a quote and an order tool as the README advises: file and newspaper from the workflow. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { Chance } from '../long/random.mts';
import { byId, runTool } from './engine.mts';
import { sandboxForTests } from './sandbox.mts';

const SEED = 20_261_122;
const FILES = 10;
const CALLS_PER_TOOL = 50;
/** Euros: below the price of some kinds, above that of others. */
const CEILING = 200;

const sandbox = sandboxForTests({ settings: { quotaPerMinute: 100_000 } });
const ai = (name: string) => `={{ $fromAI('${name}', '${name} of the notice', 'string') }}`;
const toolOf = (operation: string, file: string): INodeParameters => ({
	resource: 'notice',
	operation,
	department: byId('75'),
	publication: byId(12),
	category: byId(ai('category')),
	forfait: byId(ai('forfait')),
	publicationDate: byId(ai('date')),
	textFormat: 'plainText',
	text: ai('text'),
	header: { layout: 'carton_texte_sans_image', text: ai('header') },
	...(operation === 'order'
		? { fileReference: file, billingMode: 'prescripteur', options: { maximumTotal: CEILING } }
		: { options: {} }),
});

const KINDS = [
	...['SARL', 'SAS', 'SCI', 'MOD_CAP'].map((forfait) => ['CONSTI', forfait]),
	...['MOD_CAP', 'MOD_DENOM', 'SARL', ''].map((forfait) => ['MODIF', forfait]),
	...['DISSOL', 'AUTRE', 'SUC_VAC', 'constitution'].map((category) => [category, '']),
];
const WORDS = 'société capital gérance Paris 1 000 € siège transfert associés'.split(' ');

/** What it may fill in, and what it tries to slip in beside. */
function argumentsFrom(chance: Chance): IDataObject {
	const [category = '', forfait = ''] = chance.pick(KINDS);
	const words = (most: number) =>
		Array.from({ length: 1 + chance.whole(most) }, () => chance.pick(WORDS)).join(' ');
	return {
		category,
		forfait,
		date: chance.pick(['', '', '2020-01-01', '2027-01-08', 'demain', '={{ 1 }}']),
		text: words(chance.pick([8, 8, 400])) + chance.pick(['', '', '', ' Łódź', ' <p>']),
		header: words(3),
		operation: 'cancel',
		reference: '26L000001',
		fileReference: `OTHER-${chance.whole(1_000)}`,
		orderNumber: `MINE-${chance.whole(1_000)}`,
		options: { maximumTotal: 1_000_000 },
	};
}

test('a thousand calls of a hostile model order each kind once for a file, cancel nothing and keep the ceiling', async () => {
	const chance = new Chance(SEED);
	const credential = { ...sandbox.credential, requestsPerMinute: 100_000 };
	const answers: string[] = [];
	for (let file = 1; file <= FILES; file++) {
		for (const operation of ['quote', 'order']) {
			const calls = Array.from({ length: CALLS_PER_TOOL }, () => argumentsFrom(chance));
			answers.push(...(await runTool(toolOf(operation, `FILE-${file}`), credential, calls)));
		}
	}
	expect(answers).toHaveLength(1_000);
	const orders = sandbox.journal.orders();
	const sent = sandbox.journal
		.calls()
		.filter(({ path }) => path.endsWith('/commande'))
		.map(({ body }) => JSON.parse(String(body)) as Record<string, unknown>);
	const kinds = orders.map(({ dossier, numero_commande: number }) => {
		const { categorie, forfait } = sent.find((body) => body.numero_commande === number) ?? {};
		return JSON.stringify([dossier, categorie, forfait]);
	});
	// Some of it is ordered, or the test shows nothing.
	expect(kinds.length).toBeGreaterThan(2 * FILES);
	expect(new Set(kinds).size).toBe(kinds.length);
	expect(orders.filter(({ dossier }) => !/^FILE-\d+$/.test(dossier))).toEqual([]);
	expect(orders.filter(({ cancelled }) => cancelled)).toEqual([]);
	expect(sandbox.journal.calls().filter(({ method }) => method === 'DELETE')).toEqual([]);
	expect(Math.max(...orders.map((order) => order.montant_ttc))).toBeLessThanOrEqual(CEILING);
	expect(answers.some((answer) => answer.includes("'Maximum Total'"))).toBe(true);
}, 120_000);
