/** The table `notices` of the desk, made by its own workflow and read as n8n's pages do. */
import assert from 'node:assert/strict';
import type { Json } from '../lib/execution.mts';
import { until } from '../lib/until.mts';
import { stage, succeeded } from './stage.mts';

export interface Notices {
	/** All rows, in the order in which they were added. */
	rows(): Promise<readonly Json[]>;
	/** The one row of a file (dossier). */
	row(dossier: string): Promise<Json>;
	/** Waits until the row of a file is in a state. */
	inState(dossier: string, state: string): Promise<Json>;
	/** Adds a row, as a CRM or a person does. */
	add(cells: Json): Promise<void>;
	/** Changes cells of the rows of a file. */
	change(dossier: string, cells: Json): Promise<void>;
}

/** A row that can be quoted. */
export const NOTICE = {
	etat: 'à relire',
	nature: 'Modification de l’objet',
	societe: 'EXEMPLE DÉMO',
	texte: '<p class="fs-titre">EXEMPLE DÉMO</p><p class="fs-texte">L’objet social change.</p>',
	departement: '75',
	journal: '12',
	categorie: 'MODIF',
	forfait: 'MOD_OBJET',
	plafond: 400,
	source: 'annonce-modification',
};

/** Runs "Set up the desk"; a second time changes nothing. */
export async function setUp(): Promise<Notices> {
	const { client } = stage;
	const workflow = await stage.open('desk-set-up');
	succeeded(await stage.attempt(workflow, 'When clicking ‘Execute workflow’'));
	const { id: project } = await client.request<{ id: string }>('GET', '/rest/projects/personal');
	const tables = `/rest/projects/${project}/data-tables`;
	const filter = encodeURIComponent(JSON.stringify({ name: 'notices' }));
	const found = await client.request<{ data: Array<{ id: string }> }>(
		'GET',
		`${tables}?filter=${filter}`,
	);
	assert.equal(found.data.length, 1, 'one table of that name');
	const path = `${tables}/${found.data[0]?.id}`;
	async function rows(): Promise<readonly Json[]> {
		const page = await client.request<{ data: readonly Json[] }>('GET', `${path}/rows?take=250`);
		return [...page.data].sort((one, other) => Number(one['id']) - Number(other['id']));
	}
	async function row(dossier: string): Promise<Json> {
		const all = (await rows()).filter((one) => one['dossier'] === dossier);
		assert.equal(all.length, 1, `rows of ${dossier}: ${all.length}`);
		return all[0] ?? {};
	}
	return {
		rows,
		row,
		async inState(dossier, state) {
			return await until(`"${dossier}" in the state ${state}`, async () => {
				const one = await row(dossier);
				return one['etat'] === state ? one : undefined;
			});
		},
		async add(cells) {
			const data = [{ ...NOTICE, ...cells }];
			await client.request('POST', `${path}/insert`, { data, returnType: 'count' });
		},
		async change(dossier, cells) {
			const filters = [{ columnName: 'dossier', condition: 'eq', value: dossier }];
			const body = { filter: { type: 'and', filters }, data: cells };
			await client.request('PATCH', `${path}/rows`, body);
		},
	};
}
