import { filesUnder, publishedSources, type SourceFile } from './package.mts';
import {
	codesIn,
	domainImports,
	domainInputOutput,
	errorsElsewhere,
	foreignImports,
	itemsTakenElsewhere,
	sendingElsewhere,
	transportImports,
} from './architecture.mts';

const sources = publishedSources();
const domain = 'nodes/LegalNotice/domain/planted.ts';
const action = 'nodes/LegalNotice/actions/notice/planted.ts';

/** Each rule, with a line that it has to find. */
const rules: Array<[string, (sources: readonly SourceFile[]) => string[], SourceFile]> = [
	[
		'the package imports n8n-workflow, node:crypto and itself, and nothing else',
		foreignImports,
		{ path: action, text: "import axios from 'axios';" },
	],
	[
		'the domain imports nothing of n8n and nothing of the rooms above',
		domainImports,
		{ path: domain, text: "import { sleep } from 'n8n-workflow';" },
	],
	[
		'the domain reads and writes nothing',
		domainInputOutput,
		{ path: domain, text: "const answer = await fetch('https://example.com');" },
	],
	[
		'transport knows no operation',
		transportImports,
		{
			path: 'nodes/LegalNotice/transport/planted.ts',
			text: "import { registry } from '../actions/registry';",
		},
	],
	[
		'operations reach the service only through transport',
		sendingElsewhere,
		{ path: action, text: 'await this.helpers.httpRequest({ url });' },
	],
	[
		'only one file takes all input items, others the one that they work on',
		itemsTakenElsewhere,
		{ path: action, text: 'for (const item of fn.getInputData()) use(item);' },
	],
	[
		'only transport makes errors for n8n',
		errorsElsewhere,
		{ path: action, text: "throw new NodeApiError(node, {}, { message: 'x' });" },
	],
];

test.each(rules)('%s', (_name, violations, planted) => {
	expect(violations([planted])).toHaveLength(1);
	expect(violations(sources)).toEqual([]);
});

test('what is only mentioned in a comment or looked at for one item is no violation', () => {
	expect(
		itemsTakenElsewhere([{ path: action, text: 'const item = fn.getInputData()[itemIndex];' }]),
	).toEqual([]);
	expect(sendingElsewhere([{ path: action, text: '// not through httpRequest' }])).toEqual([]);
	expect(sendingElsewhere([{ path: action, text: 'await this.fetch(file);' }])).toEqual([]);
});

test('a request under another name is one', () => {
	const text = 'const send = fetch;\nconst { httpRequest: other } = fn.helpers;';
	expect(sendingElsewhere([{ path: action, text }])).toHaveLength(2);
});

/** Each of these decides what happens next, and none puts the code into words. */
const DECIDING: Record<string, string[]> = {
	// Creating a contact: the service cannot choose among several.
	'actions/contact/createOrGet.operation.ts': ['err_multiple_contact'],
	// Ordering and cancelling once: what has already been done, and what is gone.
	'actions/notice/cancel.operation.ts': [
		'err_annonce_introuvable',
		'err_reference_absent',
		'err_reference_incorrect',
	],
	'actions/notice/order.operation.ts': ['err_annonce_commandee'],
	'actions/notice/registered.ts': ['err_annonce_commandee', 'err_annonce_suspendue'],
	// A date that closed: an order placed in time is looked for, the next dates are.
	'actions/notice/openDate.ts': ['err_bouclage_depasse', 'err_date_indisponible'],
	'actions/notice/replacement.ts': ['err_annonce_commandee', 'err_annonce_introuvable'],
	'actions/lookup.ts': ['err_annonce_introuvable'],
	// Reading the envelope, the quota and the clock.
	'transport/envelope.ts': ['err_requetes_max'],
	'transport/client.ts': ['err_timestamp_controle'],
	'transport/failures.ts': ['err_internal_server'],
	// Asking for many notices: which refusals concern one of them.
	'transport/batch.ts': ['err_annonce_suspendue', 'err_body_incorrect'],
	// Reading a status: the one of a notice refused for being suspended is that.
	'trigger/answers.ts': ['err_annonce_suspendue'],
};

test('codes of the service stand in the error table, and elsewhere only where they decide what to do', () => {
	const table = ['transport/errorTable.ts'];
	const unexpected = sources
		.filter(({ path }) => path.startsWith('nodes/') && !table.some((file) => path.endsWith(file)))
		.flatMap((source) => {
			const file = source.path.replace('nodes/LegalNotice/', '');
			const allowed = DECIDING[file] ?? [];
			return codesIn(source)
				.filter((code) => !allowed.includes(code))
				.map((code) => `${file}: ${code}`);
		});
	expect(unexpected).toEqual([]);
	expect(codesIn({ path: action, text: "if (code === 'err_x_absent') // err_y" })).toEqual([
		'err_x_absent',
	]);
});

test('files are small enough to be read at once', () => {
	const long = sources
		.map(({ path, text }) => ({ path, lines: text.split('\n').length }))
		// The table of codes is data.
		.filter(({ path }) => !path.endsWith('/errorTable.ts'))
		.filter(({ lines }) => lines > 300);
	expect(long).toEqual([]);
});

test('the test, sandbox and tools are no part of what is published', () => {
	expect(filesUnder('nodes', '.mts')).toEqual([]);
	expect(filesUnder('credentials', '.mts')).toEqual([]);
});
