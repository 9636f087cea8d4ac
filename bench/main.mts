/**
 * `npm run bench -- [--only name,name] [--quick] [--runs 5] [--package folder]`: measures, prints, and writes
 * `docs/benchmarks.md` and `.json`. A suite that was not run keeps its earlier figures there.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../e2e/lib/paths.mts';
import {
	document,
	tableText,
	targetsText,
	withFigures,
	type Kept,
	type Machine,
} from './lib/document.mts';
import { unpackedPackage } from './lib/package.mts';
import { isMet } from './lib/result.mts';
import { suites } from './suites/index.mts';

const JSON_FILE = join(ROOT, 'docs', 'benchmarks.json');
const MARKDOWN_FILE = join(ROOT, 'docs', 'benchmarks.md');
const SCALE_FILE = join(ROOT, 'docs', 'scale.md');

const { values } = parseArgs({
	options: {
		only: { type: 'string' },
		quick: { type: 'boolean', default: false },
		runs: { type: 'string', default: '5' },
		package: { type: 'string' },
	},
});

function machine(): Machine {
	return {
		processor: cpus()[0]?.model ?? 'unknown',
		cores: cpus().length,
		memoryGB: Math.round(totalmem() / 1e9),
		node: process.versions.node,
		load: loadavg()[0] ?? 0,
	};
}

function chosenSuites() {
	if (values.only === undefined) return suites;
	const names = values.only.split(',').map((name) => name.trim());
	const unknown = names.filter((name) => !suites.some((suite) => suite.name === name));
	if (unknown.length > 0) {
		throw new Error(
			`No suite is called ${unknown.join(', ')}. There are: ${suites.map(({ name }) => name).join(', ')}.`,
		);
	}
	return suites.filter(({ name }) => names.includes(name));
}

async function keep(kept: Kept): Promise<void> {
	const order = suites.flatMap(({ name }) => (kept[name] ? [[name, kept[name]] as const] : []));
	const sorted = Object.fromEntries(order);
	await mkdir(join(ROOT, 'docs'), { recursive: true });
	await writeFile(JSON_FILE, `${JSON.stringify(sorted, null, '\t')}\n`);
	await writeFile(MARKDOWN_FILE, document(sorted));
	if (sorted['scale']) {
		await writeFile(SCALE_FILE, withFigures(await readFile(SCALE_FILE, 'utf8'), sorted['scale']));
	}
}

const chosen = chosenSuites();
const runs = Math.max(1, Number(values.runs) || 5);
const source =
	values.package === undefined
		? await unpackedPackage()
		: { packageFolder: resolve(values.package) };
let missed = 0;
for (const suite of chosen) {
	console.log(`\n== ${suite.title}`);
	const started = performance.now();
	const context = {
		quick: values.quick,
		runs: values.quick ? Math.min(runs, 3) : runs,
		...source,
		say: (line: string) => console.log(`   ${line}`),
	};
	const at = machine();
	const result = await suite.run(context);
	const seconds = (performance.now() - started) / 1000;
	for (const table of result.tables) console.log(`\n${tableText(table)}`);
	if (result.targets.length > 0) console.log(targetsText(result.targets));
	missed += result.targets.filter((target) => !isMet(target)).length;
	// Another package, or a quick look, is not what the documents speak of.
	if (values.quick || values.package !== undefined) continue;
	const kept = existsSync(JSON_FILE) ? (JSON.parse(await readFile(JSON_FILE, 'utf8')) as Kept) : {};
	const measuredAt = new Date().toISOString();
	kept[suite.name] = { title: suite.title, measuredAt, seconds, runs, machine: at, ...result };
	await keep(kept);
}
console.log(missed === 0 ? 'Every target is met.' : `${missed} targets are missed.`);
