/** Data Tables of n8n, made from the files of `examples/` and read as its own pages do. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Json } from '../lib/execution.mts';
import { EXAMPLES } from '../lib/paths.mts';
import { stage } from './stage.mts';

export interface Table {
	readonly name: string;
	/** All rows, in the order in which they were added. */
	rows(): Promise<readonly Json[]>;
	/** The cells of one column in the rows that have something in another, or just that. */
	marked(mark: string, column: string, value?: string): Promise<readonly string[]>;
	/** Changes cells of the row that has `key` in its first column. */
	change(key: string, cells: Json): Promise<void>;
}

let made = 0;

/**
 * Imports a CSV file as the editor does, with the column types that n8n finds.
 *
 * @param data rows in the place of those of the file
 */
export async function createTable(example: string, data?: readonly Json[]): Promise<Table> {
	const { client } = stage;
	const form = new FormData();
	form.append('hasHeaders', 'true');
	const fileName = `${example}.csv`;
	form.append('file', new Blob([await readFile(join(EXAMPLES, fileName))]), fileName);
	const file = await client.request<{
		id: string;
		columns: ReadonlyArray<{ name: string; type: string }>;
	}>('POST', '/rest/data-tables/uploads', form);
	const { id: project } = await client.request<{ id: string }>('GET', '/rest/projects/personal');
	const tables = `/rest/projects/${project}/data-tables`;
	made += 1;
	const name = `${example} ${made}`;
	const { id } = await client.request<{ id: string }>('POST', tables, {
		name,
		columns: file.columns.map((column) => ({ ...column, csvColumnName: column.name })),
		...(!data && { fileId: file.id }),
	});
	const path = `${tables}/${id}`;
	if (data?.length) await client.request('POST', `${path}/insert`, { data, returnType: 'count' });
	async function rows(): Promise<readonly Json[]> {
		const page = await client.request<{ data: readonly Json[] }>('GET', `${path}/rows`);
		return [...page.data].sort((one, other) => Number(one['id']) - Number(other['id']));
	}
	return {
		name,
		rows,
		async marked(mark, column, value) {
			const cells = await rows();
			const marked = cells.filter(({ [mark]: has }) => (value ? has === value : Boolean(has)));
			return marked.map((row) => String(row[column]));
		},
		async change(key, cells) {
			const filter = { columnName: file.columns[0]?.name, condition: 'eq', value: key };
			const body = { filter: { type: 'and', filters: [filter] }, data: cells };
			await client.request('PATCH', `${path}/rows`, body);
		},
	};
}
