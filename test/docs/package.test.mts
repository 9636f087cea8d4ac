import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder } from '../structure/package.mts';
import { ROOT } from './documents.mts';

/** Unpacked. n8n reads the whole package at each start, and a build cache, maps or pictures pass this at once. */
const MAXIMUM_BYTES = 300_000;

/** What n8n looks for by name, and a file for each folder of the sources (tools/build/chunks.mjs). */
const NODE_FILES = [
	'LegalNotice.node.js',
	'LegalNotice.node.json',
	'LegalNoticeTrigger.node.js',
	'LegalNoticeTrigger.node.json',
	'actions.js',
	'descriptions.js',
	'domain.js',
	'execution.js',
	'methods.js',
	'operations.js',
	'start.js',
	'transport.js',
	'trigger.js',
];

interface Packed {
	readonly unpackedSize: number;
	readonly files: ReadonlyArray<{ readonly path: string }>;
}

/** What `npm pack` would put into the package. The build has to be there, as it is in `npm test`. */
function packed(): Packed {
	if (!existsSync(join(ROOT, 'dist', 'icons'))) throw new Error('Run `npm run build` first.');
	const listing = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
		cwd: ROOT,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	const [first] = JSON.parse(listing) as Packed[];
	if (!first) throw new Error('npm pack lists nothing.');
	return first;
}

describe('the published package', () => {
	let listing: Packed;

	beforeAll(() => {
		listing = packed();
	});

	test('contains what n8n loads, the README and the licence, and nothing else', () => {
		const schemas = filesUnder('nodes/LegalNotice/__schema__', '.json');
		// One for each operation.
		expect(schemas).toHaveLength(20);
		const expected = [
			'package.json',
			'README.md',
			'LICENSE',
			'dist/credentials/LegalNoticeApi.credentials.js',
			'dist/icons/legalNotice.svg',
			'dist/icons/legalNotice.dark.svg',
			...NODE_FILES.map((file) => `dist/nodes/LegalNotice/${file}`),
			...schemas.map((file) => `dist/${file}`),
		];
		expect(listing.files.map(({ path }) => path).sort()).toEqual(expected.sort());
	});

	test('stays small', () => {
		expect(listing.unpackedSize).toBeLessThan(MAXIMUM_BYTES);
	});
});
