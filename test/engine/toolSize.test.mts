/** Answers to an agent stay small enough for a model to read. */
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Operation } from '../../nodes/LegalNotice/actions/operation.types.ts';
import { registry } from '../../nodes/LegalNotice/actions/registry.ts';
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { byId, runNode, runTool, type Credential } from './engine.mts';
import { credentialOf } from './sandbox.mts';

const publications = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		id: index + 1,
		departement: '75',
		libelle: `Journal numéro ${index + 1}`,
		periodicite: 'hebdomadaire',
		type: 'papier',
		entete: true,
		justificatif_papier: true,
		justificatif_numerique: true,
		logo_web: {},
	}));

test.each([
	[60, true],
	[60, false],
	[3, true],
])(
	'%i publications (Return All %j) come in less than 2 kB, and a cut is told',
	async (count, all) => {
		const sandbox = await startSandbox();
		try {
			const body = JSON.stringify({ resultat: 'succes', publications: publications(count) });
			sandbox.fault({ kind: 'wrongShape', body });
			const parameters = {
				resource: 'publication',
				operation: 'getMany',
				returnAll: all,
				limit: 50,
			};
			const [answer = ''] = await runTool(
				{ ...parameters, simplify: true },
				credentialOf(sandbox),
				[{}],
			);
			expect(answer).toContain('"libelle":"Journal numéro 1"');
			expect(Buffer.byteLength(answer)).toBeLessThan(2_000);
			const told = /Only \d+ of 60 publications are shown.*Department/.test(answer);
			expect(told).toBe(count === 60);
		} finally {
			await sandbox.close();
		}
	},
);

describe('with 500 publications, and an invoice and a credit note of 60 notices', () => {
	let sandbox: Sandbox;
	let credential: Credential;
	let few: string;
	let many: string;

	beforeAll(async () => {
		sandbox = await startSandbox();
		const keys = sandbox.createKey({ publications: 500, discountPercent: 10 });
		credential = { ...keys, baseUrl: sandbox.url };
		const [publication] = await run('publication.getMany', {});
		const place = {
			department: byId(String(publication?.departement)),
			publication: byId(Number(publication?.id)),
			category: byId('AUTRE'),
			text: 'Un avis.',
			billingMode: 'prescripteur',
			options: { paperProofs: 2 },
			fileReference: '={{ $json.file }}',
		};
		const files = Array.from({ length: 61 }, (_, index) => ({ file: `DOSSIER-2026-${index}` }));
		const placed = (await run('notice.order', place, files)).map(({ reference }) =>
			String(reference),
		);
		[few = '', many = ''] = placed;
		sandbox.notices.invoice(few);
		sandbox.notices.credit(few);
		sandbox.notices.invoice(placed.slice(1));
		sandbox.notices.credit(many);
	});
	afterAll(async () => {
		await sandbox.close();
	});

	const parametersOf = (name: string, more: object) => {
		const [resource, operation] = name.split('.');
		return { resource, operation, ...more } as never;
	};
	const run = async (name: string, more: object, items: IDataObject[] = [{}]) => {
		const { json, error } = await runNode({
			credential,
			items,
			parameters: parametersOf(name, more),
		});
		if (error) throw error;
		return json;
	};
	const ask = async (name: string, more: object) => {
		const [answer = ''] = await runTool(parametersOf(name, more), credential, [{}]);
		return answer;
	};

	const cases: Array<[string, object, 'few' | 'many', RegExp]> = [
		['account.get', {}, 'few', /"raison_sociale"/],
		['publication.getMany', { returnAll: true }, 'few', /Only \d+ of 500 publications are shown/],
		['invoice.getMany', { splitBy: 'invoice' }, 'few', /"references_facturees":.*"avoir"/],
		['invoice.getMany', { splitBy: 'line' }, 'few', /"ligne_ttc":\d/],
		['invoice.getMany', { splitBy: 'notice' }, 'few', /"total_avoirs_ttc":-/],
		['invoice.getMany', { splitBy: 'invoice' }, 'many', /"total_ttc":\d.*Few fields are shown/],
		['invoice.getMany', { splitBy: 'line' }, 'many', /Only \d+ of \d+ are shown, with few fields/],
		['invoice.getMany', { splitBy: 'notice' }, 'many', /"facturee":true/],
	];

	test.each(cases)('%s %j comes in less than 2 kB (%s)', async (name, more, which, shown) => {
		const reference = which === 'few' ? few : many;
		const answer = await ask(name, { ...more, reference });
		expect(answer).toMatch(shown);
		expect(Buffer.byteLength(answer)).toBeLessThan(2_000);
	});

	test('every operation that can be simplified is looked at', () => {
		const isSimplify = ({ name }: INodeProperties) => name === 'simplify';
		const simplified = Object.entries(registry).flatMap(([resource, { operations }]) =>
			Object.entries(operations)
				.filter(([, one]: [string, Operation]) => one.properties.some(isSimplify))
				.map(([operation]) => `${resource}.${operation}`),
		);
		expect([...new Set(cases.map(([name]) => name))].sort()).toEqual(simplified.sort());
	});

	test('with Simplify off, and in a workflow, an invoice has everything', async () => {
		const all = { reference: many, splitBy: 'invoice', simplify: false };
		expect(await ask('invoice.getMany', all)).toMatch(/"lignes":\[.*"references_facturees":\[/);
		const [invoice] = await run('invoice.getMany', { ...all, simplify: true });
		expect(invoice?.references_facturees).toHaveLength(60);
		expect(invoice).not.toHaveProperty('avertissements');
	});
});
