import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './documents.mts';

/** Unpacked. n8n reads the whole package at each start, and a build cache, maps or pictures pass this at once. */
const MAXIMUM_BYTES = 300_000;

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
		const unexpected = listing.files
			.map(({ path }) => path)
			.filter(
				(path) =>
					!['package.json', 'README.md', 'LICENSE'].includes(path) &&
					!/^dist\/(nodes|credentials)\/.+\.(js|json)$/.test(path) &&
					!/^dist\/icons\/[\w.]+\.svg$/.test(path),
			);
		expect(unexpected).toEqual([]);
		// 20 schemas, 2 nodes with their codex, the credential, the folders of the sources, 2 icons.
		expect(listing.files.length).toBeGreaterThan(30);
	});

	test('stays small', () => {
		expect(listing.unpackedSize).toBeLessThan(MAXIMUM_BYTES);
	});
});
