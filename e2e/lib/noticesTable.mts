/** The tables `notices` and `factures` of the desk, read and changed as n8n's own pages do. */
import type { Client } from './client.mts';
import type { Json } from './execution.mts';

/** A row that can be quoted. */
export const NOTICE = {
	etat: 'à relire',
	societe: 'EXEMPLE DÉMO',
	texte: 'AVIS DE MODIFICATION\n\nEXEMPLE DÉMO : l’objet social change.',
	departement: '75',
	journal: '12',
	categorie: 'MODIF',
	forfait: 'MOD_OBJET',
};

export const openNotices = async (client: Client) => await openTable(client, 'notices', NOTICE);
export const openInvoices = async (client: Client) => await openTable(client, 'factures');

/**
 * @param common cells of each row that is added
 * @throws Error unless there is exactly one table of that name
 */
async function openTable(client: Client, name: string, common: Json = {}) {
	const { id: project } = await client.request<{ id: string }>('GET', '/rest/projects/personal');
	const tables = `/rest/projects/${project}/data-tables`;
	const filter = encodeURIComponent(JSON.stringify({ name }));
	const { data } = await client.request<{ data: Array<{ id: string }> }>(
		'GET',
		`${tables}?filter=${filter}`,
	);
	const [table, ...others] = data;
	if (!table || others.length > 0) throw new Error(`${data.length} tables named "${name}"`);
	const path = `${tables}/${table.id}`;
	return {
		/** All rows, in the order in which they were added. */
		async rows(): Promise<readonly Json[]> {
			const page = await client.request<{ data: readonly Json[] }>('GET', `${path}/rows?take=250`);
			return [...page.data].sort((one, other) => Number(one['id']) - Number(other['id']));
		},
		/** Adds a row, as a CRM or a person does. */
		async add(cells: Json): Promise<void> {
			const body = { data: [{ ...common, ...cells }], returnType: 'count' };
			await client.request('POST', `${path}/insert`, body);
		},
		/** Changes cells of the rows of a file (dossier). */
		async change(dossier: string, cells: Json): Promise<void> {
			const filters = [{ columnName: 'dossier', condition: 'eq', value: dossier }];
			const body = { filter: { type: 'and', filters }, data: cells };
			await client.request('PATCH', `${path}/rows`, body);
		},
	};
}
