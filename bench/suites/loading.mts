/** What the package costs an n8n that never uses it: time at start, memory, disk. */
import { execFile } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageFolder } from '../lib/package.mts';
import { atMost, medians, type SuiteContext, type SuiteResult } from '../lib/suite.mts';

const CHILD = join(import.meta.dirname, '..', 'lib', 'loadChild.mts');

export async function loading({ quick }: SuiteContext): Promise<SuiteResult> {
	const loads: Array<{ ms: number; cpuMs: number; heap: number; files: number }> = [];
	for (let round = 0; round < (quick ? 3 : 15); round++) {
		const given = ['--expose-gc', CHILD, packageFolder];
		const { stdout } = await promisify(execFile)(process.execPath, given);
		loads.push(JSON.parse(stdout) as (typeof loads)[number]);
	}
	const { ms, cpuMs, heap, files } = medians(loads);
	const sizes = globSync('**', { cwd: packageFolder, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => statSync(join(parentPath, name)).size);
	const unpacked = sizes.reduce((sum, bytes) => sum + bytes, 0) / 1000;
	return {
		columns: ' | figure',
		rows: [
			['ms to load (median of fresh processes)', ms],
			['ms of processor', cpuMs],
			['JavaScript files loaded', files],
			['kB of heap', heap / 1000],
			['files published', sizes.length],
			['kB unpacked', unpacked],
		],
		targets: [atMost('Loading the package, processor time', cpuMs, 30, 'ms')],
	};
}
