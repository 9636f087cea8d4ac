/** Data Tables of n8n, made and read as its own pages do. */
import type { Client } from '../lib/client.mts';
import type { Json } from '../lib/execution.mts';

export type ColumnType = 'string' | 'number' | 'boolean' | 'date';

export interface Table {
	readonly id: string;
	/** All rows, in the order in which they were added. */
	rows(): Promise<readonly Json[]>;
	/** Changes cells of the row that has `key` in its first column. */
	change(key: string, cells: Json): Promise<void>;
}

export async function createTable(
	client: Client,
	name: string,
	columns: Readonly<Record<string, ColumnType>>,
	rows: readonly Json[],
): Promise<Table> {
	const { id: project } = await client.request<{ id: string }>('GET', '/rest/projects/personal');
	const tables = `/rest/projects/${project}/data-tables`;
	const { id } = await client.request<{ id: string }>('POST', tables, {
		name,
		columns: Object.entries(columns).map(([column, type]) => ({ name: column, type })),
	});
	// Blank cells are null, as they are when a person leaves them empty.
	const blank = Object.fromEntries(Object.keys(columns).map((column) => [column, null]));
	const data = rows.map((row) => ({ ...blank, ...row }));
	await client.request('POST', `${tables}/${id}/insert`, { data, returnType: 'count' });
	return {
		id,
		async rows() {
			const page = await client.request<{ data: readonly Json[] }>('GET', `${tables}/${id}/rows`);
			return [...page.data].sort((one, other) => Number(one['id']) - Number(other['id']));
		},
		async change(key, cells) {
			const [columnName] = Object.keys(columns);
			await client.request('PATCH', `${tables}/${id}/rows`, {
				filter: { type: 'and', filters: [{ columnName, condition: 'eq', value: key }] },
				data: cells,
			});
		},
	};
}
