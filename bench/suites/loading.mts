/** What the package costs an n8n that never uses it: time at start, memory, disk. */
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sizesOf } from '../lib/package.mts';
import type { Suite, SuiteContext, SuiteResult } from '../lib/result.mts';
import { median } from '../lib/statistics.mts';

const execute = promisify(execFile);
const CHILD = join(import.meta.dirname, '..', 'lib', 'loadChild.mts');

async function run({ quick, packageFolder, tarball }: SuiteContext): Promise<SuiteResult> {
	const loads: Array<{ ms: number; cpuMs: number; heap: number; files: number }> = [];
	for (let round = 0; round < (quick ? 3 : 15); round++) {
		const { stdout } = await execute(process.execPath, ['--expose-gc', CHILD, packageFolder]);
		loads.push(JSON.parse(stdout) as (typeof loads)[number]);
	}
	const ms = median(loads.map((load) => load.ms));
	const cpuMs = median(loads.map((load) => load.cpuMs));
	const { files, bytes } = await sizesOf(packageFolder);
	return {
		tables: [
			{
				title: 'What the package adds to n8n',
				columns: ['', 'figure'],
				rows: [
					['ms to load (median of fresh processes)', ms],
					['ms, slowest of them', Math.max(...loads.map((load) => load.ms))],
					['ms of processor', cpuMs],
					['JavaScript files loaded', loads[0]?.files ?? 0],
					['kB of heap', median(loads.map((load) => load.heap)) / 1000],
					['files published', files],
					['kB unpacked', bytes / 1000],
					['kB as a tarball', tarball ? (await stat(tarball)).size / 1000 : null],
				],
			},
		],
		targets: [
			{
				name: 'Loading the package, processor time',
				measured: cpuMs,
				limit: 25,
				kind: 'atMost',
				unit: 'ms',
			},
			{
				name: 'Published package, unpacked',
				measured: bytes / 1000,
				limit: 660,
				kind: 'atMost',
				unit: 'kB',
			},
		],
	};
}

export const loading: Suite = { name: 'loading', title: 'Loading and size', run };
