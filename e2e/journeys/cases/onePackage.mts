/** The whole desk brought by one program, with the firm's own values. */
import assert from 'node:assert/strict';
import type { Json } from '../../lib/execution.mts';
import { it } from '../../lib/testing.mts';
import { openNotices } from '../../lib/noticesTable.mts';
import { DeskProgram } from '../deskProgram.mts';
import { stage } from '../stage.mts';

const OFFICE = 'bureau@etude.example';
const REVIEWER = 'maitre@etude.example';
const FIRM = 'Étude Dupont & Filles';

export function onePackage(): void {
	it('brings workflows with the values of the firm, table and places for the credentials, and publishes what needs neither CRM nor language model; a second time nothing is made twice or written over', async () => {
		const { client, world } = stage;
		const { rawApiKey: key } = await client.request<{ rawApiKey: string }>(
			'POST',
			'/rest/api-keys',
			{
				label: 'desk',
				expiresAt: null,
				scopes: ['workflow:import', 'workflow:activate', 'dataTable:create'],
			},
		);
		const stored = async () => await client.request<readonly Json[]>('GET', '/rest/workflows');
		const load = async (department: string): Promise<readonly string[]> => {
			const program = new DeskProgram();
			program.answer(`${world.server.url}/`, key, FIRM, OFFICE, REVIEWER, '', '', department, '27');
			await program.says('Then press Enter');
			program.answer('');
			await program.says('Done.');
			assert.doesNotMatch(program.said, /Not published/);
			assert.ok(!program.said.includes(key));
			return (await stored()).map(({ name }) => String(name)).sort();
		};
		const valuesOf = async (start: string): Promise<Json> => {
			const { id } = (await stored()).find(({ name }) => String(name).startsWith(start)) ?? {};
			const { nodes } = await client.workflow(String(id));
			const values = nodes.find(({ name }) => name === 'Your values')?.parameters['assignments'];
			const { assignments } = values as { assignments: ReadonlyArray<Json> };
			return Object.fromEntries(assignments.map(({ name, value }) => [String(name), value]));
		};
		const once = await load('33');
		assert.ok(once.some((name) => name.startsWith('Proof and order')));
		assert.deepEqual(await load('69'), once);
		assert.deepEqual(await (await openNotices(client)).rows(), []);
		assert.equal((await valuesOf('Page and mail'))['nom_du_cabinet'], FIRM);
		const { relecteur, cabinet, expediteur } = await valuesOf('Proof and order');
		assert.deepEqual([relecteur, cabinet, expediteur], [REVIEWER, OFFICE, OFFICE]);
		assert.equal((await valuesOf('Accounting'))['comptabilite'], OFFICE);
		const { departement, journal, plafond } = await valuesOf('New notice: a new company');
		assert.deepEqual([departement, journal, plafond], ['33', '27', 400]);
		for (const { id, name } of await stored()) {
			const text = JSON.stringify(await client.workflow(String(id)));
			assert.ok(!text.includes('cabinet-demo'), `${String(name)} has an e-mail of the example`);
		}
		const order = (await stored()).find(({ name }) => String(name).startsWith('Proof and order'));
		const { nodes } = await client.workflow(String(order?.['id']));
		const quote = nodes.find(({ name }) => name === 'Quote the notice');
		const { id, name } = quote?.credentials?.['legalNoticeApi'] ?? {};
		assert.notEqual(id, world.credential.id, 'the one there is may be that of production');
		assert.equal(name, 'Legal Notice API');
		const form = await fetch(`${world.server.url}/form/annonce-libre`);
		assert.ok(!form.ok, 'a form whose password is not filled in yet is closed');
		const published = (await stored()).filter(({ name, activeVersionId: version }) => {
			return once.includes(String(name)) && Boolean(version);
		});
		for (const { id } of published) await client.deactivate(String(id));
		const are = published.map(({ name }) => String(name));
		assert.equal(are.length, once.length - 3, are.join());
		assert.ok(are.some((name) => name.startsWith('Follow')));
		assert.ok(!are.some((name) => /^(AI drafts|CRM|Set up)/.test(name)), are.join());
	});

	it('asks again for what is wrong and for nothing else, and never shows the key', async () => {
		const program = new DeskProgram();
		program.answer('http://127.0.0.1:9/');
		program.answer('demo-wrong-key');
		await program.says('There is no n8n with an API at this address');
		program.answer(stage.world.server.url);
		await program.says('n8n does not know this key');
		assert.ok(!program.said.includes('demo-wrong-key'));
		program.close();
	});

	it('takes no value that would have to be escaped, and no newspaper for granted, which another account may not have', async () => {
		const { rawApiKey: key } = await stage.client.request<{ rawApiKey: string }>(
			'POST',
			'/rest/api-keys',
			{ label: 'questions', expiresAt: null, scopes: ['workflow:import'] },
		);
		const program = new DeskProgram();
		program.answer(stage.world.server.url, key, 'Étude "Dupont"');
		await program.says('with a quotation mark');
		program.answer(FIRM, 'bureau"@etude.example');
		await program.says('other characters than');
		program.answer(OFFICE, '', '', '', '75', '');
		await program.says('from the list of a Legal Notice node (of the sandbox: 12): Empty');
		program.close();
		assert.doesNotMatch(program.said, /n8n did not take/);
	});
}
