/** What is published, and the rights that the workflows have. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder, ROOT } from './package.mts';

/** The build has to be there, as it is in `npm test`. */
test('the package has what the compiler writes, what n8n looks for, README and licence', () => {
	const command = ['pack', '--dry-run', '--json', '--ignore-scripts'];
	const listing = execFileSync('npm', command, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' });
	const [packed] = JSON.parse(listing) as [{ files: Array<{ path: string }> }];
	const written = [...filesUnder('nodes', '.ts'), ...filesUnder('credentials', '.ts')];
	const built = [
		...['icons/legalNotice.svg', 'icons/legalNotice.dark.svg'],
		...written.map((file) => file.replace(/\.ts$/, '.js')),
		...filesUnder('nodes', '.json'),
	].map((file) => `dist/${file}`);
	const expected = ['package.json', 'README.md', 'LICENSE', ...built];
	expect(packed.files.map(({ path }) => path).sort()).toEqual(expected.sort());
});

const read = (file: string): string => readFileSync(join(ROOT, '.github/workflows', file), 'utf8');

test.each(readdirSync(join(ROOT, '.github/workflows')))(
	'%s pins its actions, and gives no job more rights than it names',
	(file) => {
		const used = read(file).match(/uses: .+/g) ?? [''];
		for (const line of used) expect(line).toMatch(/^uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
		expect(read(file)).toMatch(/^permissions:( \{\}|\n {2}contents: read)$/m);
		expect(read(file)).not.toMatch(/write-all|contents: write/);
		// The first release needs a token, because npm knows a Trusted Publisher only of a package that exists.
		const secrets = file === 'publish.yml' ? ['secrets.NPM_TOKEN'] : [];
		expect(read(file).match(/secrets\.\w*/g) ?? []).toEqual(secrets);
	},
);
