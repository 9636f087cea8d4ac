/** What the workflows of continuous integration may do, and how the package comes to the registry. */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../structure/package.mts';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const workflows = readdirSync(join(ROOT, '.github/workflows')).map((name) => ({
	name,
	text: read(`.github/workflows/${name}`),
}));

/** The text of each job of a workflow. */
function jobsOf(file: string): Record<string, string> {
	const { text = '' } = workflows.find(({ name }) => name === file) ?? {};
	const parts = (text.split(/^jobs:\n/m)[1] ?? '').split(/^ {2}(\w+):\n/m).slice(1);
	return Object.fromEntries(
		parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? '']] : [])),
	);
}

test.each(workflows)(
	'$name pins its actions, and gives no job more rights than it names',
	(one) => {
		const used = one.text.match(/uses: .+/g) ?? [];
		expect(used.length).toBeGreaterThan(0);
		for (const line of used) expect(line).toMatch(/^uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
		expect(one.text).toMatch(/^permissions:( \{\}|\n {2}contents: read)$/m);
		expect(one.text).not.toMatch(/write-all|contents: write|secrets\./);
	},
);

test('the checks run on every Node that an n8n with this package may run on', () => {
	const { check = '' } = jobsOf('ci.yml');
	expect(check).toMatch(/^ +node: \[20, 22, 24\]$/m);
	for (const step of ['run: npm test\n', 'run: node .github/load.cjs\n'])
		expect(check).toContain(step);
});

test('what is published is packed from few tools, tested, and sent by a job that runs nothing of ours', () => {
	const { pack = '', test: tested = '', publish = '' } = jobsOf('publish.yml');
	expect(pack.match(/npm (?!pack|run build)[^\n]*/g)).toEqual([
		'npm ci --prefix tools/pack --ignore-scripts',
	]);
	const order = ['npm run test:e2e', 'sha256sum --check'].map((step) => tested.indexOf(step));
	expect(order).toEqual([expect.any(Number), expect.any(Number)]);
	expect(Math.min(...order)).toBeGreaterThan(0);
	expect(order[1]).toBeGreaterThan(order[0] ?? 0);
	expect(publish).toMatch(/needs: \[pack, test\][^]*sha256sum --check[^]*npm publish \.\//);
	expect(publish).not.toMatch(/checkout|npm (ci|install|run|test)|npm publish(?! \.\/)/);
	expect(publish).toContain('id-token');
	expect(pack + tested).not.toMatch(/id-token|npm publish/);
});

interface Manifest {
	dependencies: Record<string, string>;
	devDependencies: Record<string, string>;
}

test('the tools that pack and scan are of the versions that the checks use', () => {
	const own = JSON.parse(read('package.json')) as Manifest;
	const packing = (JSON.parse(read('tools/pack/package.json')) as Manifest).dependencies;
	expect(Object.keys(packing)).toEqual(['@types/node', 'gulp', 'n8n-workflow', 'typescript']);
	expect(own.devDependencies).toMatchObject(packing);
	const scanner = '@n8n/scan-community-package';
	const version = (JSON.parse(read('tools/scan/package.json')) as Manifest).dependencies[scanner];
	expect(read('.github/workflows/publish.yml')).toContain(`npx --yes ${scanner}@${version} `);
	expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});

test('every folder that is installed from a lock file is looked at for updates', () => {
	const watched = read('.github/dependabot.yml').matchAll(/directory: \/(\S*)\n/g);
	const folders = globSync('{.,{tools,e2e}/*}/package-lock.json', { cwd: ROOT }).map(dirname);
	const names = folders.map((folder) => (folder === '.' ? '' : folder));
	expect([...watched].map(([, folder]) => folder)).toEqual(expect.arrayContaining(names));
});
