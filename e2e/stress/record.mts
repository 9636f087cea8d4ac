/** The figures of the last run, printed and, with `--record`, kept in `docs/measured/`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'prettier';
import { ROOT } from '../lib/paths.mts';

export interface Measured {
	/** File name in `docs/measured/`, without ending. */
	readonly name: string;
	readonly title: string;
	/** What was done, in prose; Markdown. */
	readonly about: string;
	readonly command: string;
	readonly columns: readonly string[];
	readonly rows: ReadonlyArray<ReadonlyArray<string | number>>;
	/** What the figures say; Markdown. */
	readonly reading: string;
}

export async function tell(record: Measured, keep: boolean): Promise<void> {
	const table = [record.columns, record.columns.map(() => '---'), ...record.rows]
		.map((row) => `| ${row.join(' | ')} |`)
		.join('\n');
	console.log(`\n${table}\n\n${record.reading}`);
	if (!keep) return;
	const text = `# ${record.title}

${record.about}

\`\`\`sh
${record.command}
\`\`\`

Last run: ${new Date().toISOString().slice(0, 10)}, on a machine with two cores.

${table}

${record.reading}
`;
	const folder = join(ROOT, 'docs', 'measured');
	await mkdir(folder, { recursive: true });
	await writeFile(
		join(folder, `${record.name}.md`),
		await format(text, { parser: 'markdown', proseWrap: 'always', printWidth: 120 }),
	);
}
