/** `bench/main.mts [--only name,name] [--quick] [--runs 5]`: measures, and prints a table and its targets for each suite. */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { sectionText, type Suite } from './lib/suite.mts';
import { calls } from './suites/calls.mts';
import { floor } from './suites/floor.mts';
import { invoices } from './suites/invoices.mts';
import { loading } from './suites/loading.mts';
import { orders } from './suites/orders.mts';
import { share } from './suites/share.mts';
import { quota } from './suites/quota.mts';
import { statuses } from './suites/statuses.mts';
import { text } from './suites/text.mts';
import { trigger } from './suites/trigger.mts';

const suites: Readonly<Record<string, readonly [title: string, run: Suite]>> = {
	calls: ['Calls, against what users would do instead', calls],
	orders: ['Orders and quotes of a service far away', orders],
	floor: ['What of a call is n8n itself', floor],
	share: ["The package's own share, and how long n8n stands still", share],
	statuses: ['Statuses of many notices', statuses],
	trigger: ['The trigger', trigger],
	invoices: ['An invoice that many notices share', invoices],
	quota: ['Under the quota', quota],
	text: ['Checking and repairing texts', text],
	loading: ['Loading and size', loading],
};

const { values } = parseArgs({
	options: {
		only: { type: 'string', default: Object.keys(suites).join() },
		quick: { type: 'boolean', default: false },
		runs: { type: 'string', default: '5' },
	},
});

const chosen = values.only.split(',').map((name) => {
	const suite = suites[name.trim()];
	if (suite) return suite;
	throw new Error(`No suite is called ${name}. There are: ${Object.keys(suites).join(', ')}.`);
});
const { quick } = values;
const runs = quick ? 2 : Math.max(1, Number(values.runs) || 5);
let missed = 0;
for (const [title, run] of chosen) {
	console.log(`\n== ${title}`);
	const started = performance.now();
	const load = loadavg()[0] ?? 0;
	const say = (line: string) => console.log(`   ${line}`);
	const result = await run({ quick, runs, say });
	const seconds = Math.round((performance.now() - started) / 1000);
	const machine = `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, Node ${process.versions.node}`;
	console.log(
		`${seconds} s, ${runs} runs behind each median; ${machine}, load ${load.toFixed(1)} at the start.`,
	);
	console.log(`\n${sectionText(result)}`);
	missed += result.targets.filter(({ isMet }) => !isMet).length;
}
console.log(missed === 0 ? 'Every target is met.' : `${missed} targets are missed.`);
