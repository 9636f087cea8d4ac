import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder, ROOT } from '../structure/package.mts';

/** Unpacked. A build cache, maps or pictures pass this at once. */
const MAXIMUM_BYTES = 660_000;

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

	test('contains what the compiler writes, what n8n looks for, README and licence, and nothing else', () => {
		const schemas = filesUnder('nodes/LegalNotice/__schema__', '.json');
		// One for each operation.
		expect(schemas).toHaveLength(20);
		const expected = [
			'package.json',
			'README.md',
			'LICENSE',
			'dist/icons/legalNotice.svg',
			'dist/icons/legalNotice.dark.svg',
			...[...filesUnder('nodes', '.ts'), ...filesUnder('credentials', '.ts')].map(
				(file) => `dist/${file.replace(/\.ts$/, '.js')}`,
			),
			...filesUnder('nodes', '.node.json').map((file) => `dist/${file}`),
			...schemas.map((file) => `dist/${file}`),
		];
		expect(listing.files.map(({ path }) => path).sort()).toEqual(expected.sort());
	});

	test('stays small', () => {
		expect(listing.unpackedSize).toBeLessThan(MAXIMUM_BYTES);
	});
});
