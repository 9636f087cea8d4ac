/** Data Tables of n8n, made from the files of `examples/` and read as its own pages do. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '../lib/client.mts';
import type { Json } from '../lib/execution.mts';
import { EXAMPLES } from '../lib/paths.mts';

export interface Table {
	readonly name: string;
	/** Name and type of each column, as n8n understood the file. */
	readonly columns: ReadonlyArray<{ name: string; type: string }>;
	/** All rows, in the order in which they were added. */
	rows(): Promise<readonly Json[]>;
	/** Changes cells of the row that has `key` in its first column. */
	change(key: string, cells: Json): Promise<void>;
}

let made = 0;

/**
 * Imports a CSV file as the editor does, with the column types that n8n finds.
 *
 * @param rows instead of those of the file
 */
export async function createTable(
	client: Client,
	example: string,
	rows?: readonly Json[],
): Promise<Table> {
	const form = new FormData();
	form.append('hasHeaders', 'true');
	const fileName = `${example}.csv`;
	form.append('file', new Blob([await readFile(join(EXAMPLES, fileName))]), fileName);
	const file = await client.request<{ id: string; columns: Table['columns'] }>(
		'POST',
		'/rest/data-tables/uploads',
		form,
	);
	const { id: project } = await client.request<{ id: string }>('GET', '/rest/projects/personal');
	const tables = `/rest/projects/${project}/data-tables`;
	made += 1;
	const name = `${example} ${made}`;
	const columns = file.columns.map(({ name: column, type }) => ({ name: column, type }));
	const { id } = await client.request<{ id: string }>('POST', tables, {
		name,
		columns: columns.map((column) => ({ ...column, csvColumnName: column.name })),
		...(!rows && { fileId: file.id }),
	});
	// Blank cells are null, as they are when a person leaves them empty.
	const blank = Object.fromEntries(columns.map((column) => [column.name, null]));
	const data = rows?.map((row) => ({ ...blank, ...row })) ?? [];
	if (data.length > 0) {
		await client.request('POST', `${tables}/${id}/insert`, { data, returnType: 'count' });
	}
	return {
		name,
		columns,
		async rows() {
			const page = await client.request<{ data: readonly Json[] }>('GET', `${tables}/${id}/rows`);
			return [...page.data].sort((one, other) => Number(one['id']) - Number(other['id']));
		},
		async change(key, cells) {
			const columnName = columns[0]?.name;
			await client.request('PATCH', `${tables}/${id}/rows`, {
				filter: { type: 'and', filters: [{ columnName, condition: 'eq', value: key }] },
				data: cells,
			});
		},
	};
}
