/**
 * The desk as an n8n package, made from the same files that the editor imports: a gzip-compressed tar with a manifest, as
 * `POST /api/v1/n8n-packages/import` of n8n 2.41 takes it (beta). Without folders and variables it needs no licence.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';

interface Node {
	readonly name: string;
	readonly type: string;
	readonly parameters: Readonly<Record<string, unknown>>;
}

interface Workflow {
	readonly name: string;
	readonly nodes: readonly Node[];
	readonly connections: object;
	readonly settings: object;
}

const EXAMPLES = join(import.meta.dirname, '../../examples');
/** Patterns for tables of one's own. */
const APART = ['quote-order-status', 'table-to-orders'];
/** The editor asks for each by name; n8n makes an empty one where there is none of that type. */
const CREDENTIALS: Readonly<Record<string, string>> = {
	legalNoticeApi: 'Legal Notice API',
	smtp: 'E-mails of the desk (SMTP)',
	httpBasicAuth: 'Forms and page of the desk (Basic Auth)',
	httpHeaderAuth: 'CRM (Header Auth)',
	openAiApi: 'Language model',
};
const BLOCK = 512;

/** An ID of letters and digits, the same at every run: the files name the workflows that they call by it. */
export const idOf = (name: string): string =>
	createHash('sha256').update(name).digest('hex').slice(0, 16);

function credentialOf({ type, parameters }: Node): string | undefined {
	if (/legalNotice(Trigger|Tool)?$/.test(type)) return 'legalNoticeApi';
	if (type.endsWith('.emailSend')) return 'smtp';
	if (type.endsWith('.lmChatOpenAi')) return 'openAiApi';
	const asked = [parameters['genericAuthType'], parameters['authentication']].map(String);
	if (asked.some((one) => /headerAuth$/i.test(one))) return 'httpHeaderAuth';
	return asked.includes('basicAuth') ? 'httpBasicAuth' : undefined;
}

function withCredential(node: Node): Node {
	const type = credentialOf(node);
	if (type === undefined) return node;
	const credential = { id: idOf(type), name: CREDENTIALS[type] ?? type };
	return { ...node, credentials: { [type]: credential } } as Node;
}

/** The tables that "Set up the desk" makes, with their columns. */
function tablesOf({ nodes }: Workflow) {
	const made = nodes.filter(({ name }) => name.startsWith('Make the table '));
	return made.map(({ parameters }) => {
		const { column } = parameters['columns'] as {
			column: ReadonlyArray<{ name: string; type?: string }>;
		};
		const columns = column.map(({ name, type = 'string' }, index) => ({ name, type, index }));
		const name = String(parameters['tableName']);
		const id = idOf(name);
		return { target: `data-tables/${name}-${id}`, content: { id, name, columns } };
	});
}

/** The workflows that a workflow calls, by their IDs. */
const calledBy = ({ nodes }: Workflow): string[] =>
	nodes
		.filter(({ type }) => type.endsWith('.executeWorkflow'))
		.map(({ parameters }) => (parameters['workflowId'] as { value: string }).value);

/** Whether a workflow works on a table. */
const worksOn = ({ nodes }: Workflow, table: string): boolean =>
	nodes.some(({ type, parameters }) => {
		const { value } = Object(parameters['dataTableId']) as { value?: string };
		return type.endsWith('.dataTable') && [value, parameters['tableName']].includes(table);
	});

/** A workflow as the package holds it. */
interface Packed {
	readonly file: string;
	readonly target: string;
	readonly content: Workflow & { readonly id: string };
}
type Table = ReturnType<typeof tablesOf>[number];

const read = (file: string): Workflow =>
	JSON.parse(readFileSync(join(EXAMPLES, `${file}.json`), 'utf8')) as Workflow;

/**
 * The files of the desk, each after those that it calls: n8n publishes a workflow only after them.
 *
 * @returns their names without `.json`
 */
export function inCallOrder(): readonly string[] {
	const files = globSync('*.json', { cwd: EXAMPLES })
		.map((path) => basename(path, '.json'))
		.filter((name) => !APART.includes(name))
		.sort();
	const ordered = new Set<string>();
	function add(file: string): void {
		const called = calledBy(read(file));
		files.filter((one) => one !== file && called.includes(idOf(one))).forEach(add);
		ordered.add(file);
	}
	files.forEach(add);
	return [...ordered];
}

function packed(file: string): Packed {
	const { name, nodes, connections, settings } = read(file);
	const id = idOf(file);
	const content = {
		id,
		name,
		nodes: nodes.map(withCredential),
		connections,
		settings: { ...settings, timezone: 'Europe/Paris' },
		parentFolderId: null,
		isArchived: false,
	};
	return { file, target: `workflows/${file}-${id}`, content };
}

/** What the package needs of the n8n that takes it. */
function requirementsOf(workflows: readonly Packed[], tables: readonly Table[]) {
	const usedByWorkflows = (uses: (one: Workflow) => boolean): string[] =>
		workflows.filter(({ content }) => uses(content)).map(({ content }) => content.id);
	return {
		credentials: Object.entries(CREDENTIALS).map(([type, name]) => ({
			id: idOf(type),
			name,
			type,
			usedByWorkflows: usedByWorkflows(({ nodes }) =>
				nodes.some((node) => credentialOf(node) === type),
			),
		})),
		dataTables: tables.map(({ content: { id, name } }) => ({
			id,
			name,
			usedByWorkflows: usedByWorkflows((one) => worksOn(one, name)),
		})),
		workflows: workflows
			.map(({ content: { id, name } }) => ({
				id,
				name,
				usedByWorkflows: usedByWorkflows((one) => calledBy(one).includes(id)),
			}))
			.filter(({ usedByWorkflows: { length } }) => length > 0),
	};
}

/** The files of the package, the manifest first. */
export function deskFiles(): ReadonlyMap<string, string> {
	const workflows = inCallOrder().map(packed);
	const setUp = workflows.find(({ file }) => file === 'desk-set-up');
	if (!setUp) throw new Error('There is no desk-set-up.json.');
	const tables = tablesOf(setUp.content);
	const manifest = {
		packageFormatVersion: '1',
		exportedAt: '2026-11-22T00:00:00.000Z',
		sourceN8nVersion: '2.41.0',
		sourceId: 'n8n-nodes-legal-notice',
		workflows: workflows.map(({ target, content: { id, name } }) => ({ id, name, target })),
		dataTables: tables.map(({ target, content: { id, name } }) => ({ id, name, target })),
		requirements: requirementsOf(workflows, tables),
	};
	const json = (value: object): string => JSON.stringify(value, null, '\t');
	return new Map([
		['manifest.json', json(manifest)],
		...workflows.flatMap(
			({ target, content }): Array<[string, string]> => [
				[`${target}/workflow.json`, json(content)],
				[
					`${target}/workflow-metadata.json`,
					json({ versionId: content.id, publishedVersionId: null }),
				],
			],
		),
		...tables.map(({ target, content }): [string, string] => [
			`${target}/data-table.json`,
			json(content),
		]),
	]);
}

export function deskPackage(): Buffer {
	const entries = [...deskFiles()].flatMap(([path, text]) => entryOf(path, Buffer.from(text)));
	return gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)]), { level: 9 });
}

/** One file of a tar archive (POSIX ustar): its header, its content, and what fills the last block. */
function entryOf(path: string, content: Buffer): Buffer[] {
	const header = Buffer.alloc(BLOCK);
	const octal = (value: number, length: number): string =>
		`${value.toString(8).padStart(length - 1, '0')}\0`;
	if (path.length > 100) throw new Error(`The path ${path} is too long.`);
	header.write(path, 0);
	header.write(octal(0o644, 8), 100);
	header.write(octal(0, 8), 108);
	header.write(octal(0, 8), 116);
	header.write(octal(content.length, 12), 124);
	header.write(octal(0, 12), 136);
	header.write('        0', 148);
	header.write('ustar\0' + '00', 257);
	const sum = header.reduce((total, byte) => total + byte, 0);
	header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
	return [header, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)];
}
