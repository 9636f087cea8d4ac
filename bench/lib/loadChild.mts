/** In a process of its own: how long the package takes to load where n8n-workflow is loaded already, as in n8n. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const folder = process.argv[2] ?? '';
const load = createRequire(join(folder, 'package.json'));
load('n8n-workflow');
// n8n itself uses these long before it loads packages.
await Promise.all([import('node:crypto'), import('node:stream')]);
new Intl.DateTimeFormat('en', { timeZone: 'America/New_York' }).format(0);
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
	n8n: { nodes: string[]; credentials: string[] };
};

globalThis.gc?.();
const heapBefore = process.memoryUsage().heapUsed;
const cpuBefore = process.cpuUsage();
const started = performance.now();
// What n8n's package loader does at start: every file of the manifest, and one object of each class.
for (const file of [...manifest.n8n.credentials, ...manifest.n8n.nodes]) {
	for (const Type of Object.values(load(join(folder, file)) as Record<string, new () => object>)) {
		new Type();
	}
}
const ms = performance.now() - started;
const cpu = process.cpuUsage(cpuBefore);
const heap = process.memoryUsage().heapUsed - heapBefore;
const files = Object.keys(load.cache).filter((path) => path.startsWith(folder)).length;
process.stdout.write(JSON.stringify({ ms, cpuMs: (cpu.user + cpu.system) / 1000, heap, files }));
