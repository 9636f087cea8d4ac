import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './documents.mts';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const FOLDER = join(ROOT, '.github', 'workflows');
const workflows = readdirSync(FOLDER).map((name) => ({
	name,
	text: read(join('.github', 'workflows', name)),
}));
const publish = workflows.find(({ name }) => name === 'publish.yml')?.text ?? '';

/** The text of each job. */
function jobs(text: string): Record<string, string> {
	const [, body = ''] = text.split(/^jobs:\n/m);
	const parts = body.split(/^ {2}(\w+):\n/m).slice(1);
	return Object.fromEntries(
		parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? '']] : [])),
	);
}

test.each(workflows)(
	'$name pins every action by commit and says which version that is',
	({ text }) => {
		const used = text.match(/uses: .+/g) ?? [];
		expect(used.length).toBeGreaterThan(0);
		for (const line of used) expect(line).toMatch(/^uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	},
);

test.each(workflows)('$name gives no job more rights than it names', ({ text }) => {
	expect(text).toMatch(/^permissions:( \{\}|\n {2}contents: read)$/m);
	expect(text).not.toMatch(/write-all|contents: write|secrets\./);
});

test('the checks run on every Node that an n8n with this package may run on', () => {
	const ci = workflows.find(({ name }) => name === 'ci.yml')?.text ?? '';
	const { check = '' } = jobs(ci);
	expect(check).toMatch(/^ +node: \[20, 22, 24\]$/m);
	expect(check).toContain('node-version: ${{ matrix.node }}');
	expect(check).toContain('- run: npm test\n');
	expect(check).toContain('run: node .github/load.cjs\n');
});

test('only the job that publishes can prove who it is, and it runs nothing of the repository', () => {
	const withToken = Object.entries(jobs(publish)).filter(([, text]) => text.includes('id-token'));
	expect(withToken.map(([name]) => name)).toEqual(['publish']);
	expect(jobs(publish)['publish']).not.toMatch(/checkout|npm (ci|install|run|test)/);
});

test('the file that is published is the one that was tested', () => {
	const { test: tested = '', publish: last = '' } = jobs(publish);
	expect(tested.indexOf('npm run test:e2e')).toBeGreaterThan(0);
	expect(tested.indexOf('sha256sum --check')).toBeGreaterThan(tested.indexOf('npm run test:e2e'));
	expect(last).toContain('needs: [pack, test]');
	expect(last.indexOf('sha256sum --check')).toBeGreaterThan(0);
	expect(last.indexOf('npm publish ./')).toBeGreaterThan(last.indexOf('sha256sum --check'));
	expect(publish).not.toMatch(/npm publish(?! \.\/)/);
});

test('the file that is published is packed where nothing is installed but what the build needs', () => {
	const { pack = '' } = jobs(publish);
	expect(pack.match(/npm (?!pack|run build)[^\n]*/g)).toEqual([
		'npm ci --prefix tools/pack --ignore-scripts',
	]);
	const { devDependencies } = JSON.parse(read('package.json')) as {
		devDependencies: Record<string, string>;
	};
	const { dependencies } = JSON.parse(read('tools/pack/package.json')) as {
		dependencies: Record<string, string>;
	};
	const needed = ['@types/node', 'gulp', 'n8n-workflow', 'typescript'];
	expect(Object.keys(dependencies)).toEqual(needed);
	for (const name of needed) expect(dependencies[name]).toBe(devDependencies[name]);
});

test('what was published is scanned by the scanner that the checks run', () => {
	const name = '@n8n/scan-community-package';
	const { dependencies } = JSON.parse(read('tools/scan/package.json')) as {
		dependencies: Record<string, string>;
	};
	const [, version] = new RegExp(`npx --yes ${name}@(\\S+) `).exec(publish) ?? [];
	expect(dependencies[name]).toMatch(/^\d+\.\d+\.\d+$/);
	expect(version).toBe(dependencies[name]);
});

test('every folder that is installed from a lock file is looked at for updates', () => {
	const watched = [...read('.github/dependabot.yml').matchAll(/directory: \/(\S*)\n/g)];
	const names = watched.map(([, folder]) => folder);
	expect(names).toContain('');
	const locks = globSync('{tools,e2e}/*/package-lock.json', { cwd: ROOT });
	const folders = locks.map((file) => dirname(file));
	expect(folders.length).toBeGreaterThan(4);
	expect(folders.filter((folder) => !names.includes(folder))).toEqual([]);
});
