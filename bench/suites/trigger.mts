/** What one poll of the trigger costs, by the number of notices it watches and by what it reads of each. */
import { watch } from '../lib/engine.mts';
import { withService } from '../lib/service.mts';
import { atMost, medians, type SuiteContext, type SuiteResult } from '../lib/suite.mts';

const LATENCY_MS = 50;
/** What n8n's durable poller allows. */
const BUDGET_SECONDS = 36;
/** Processor time of a quiet poll, n8n's own work included. */
const MOST_CPU_MS = 500;

const STATUS_EVENTS = ['statusChanged', 'published', 'suspended', 'toBePublished'];
const KINDS = [
	{ kinds: 'status', events: STATUS_EVENTS, mostBytes: 60 },
	{
		kinds: 'status, documents, invoices',
		events: [...STATUS_EVENTS, 'newDocument', 'newInvoice'],
		mostBytes: 90,
	},
];

type Service = Parameters<Parameters<typeof withService>[0]>[0];

/** Notices that each have an attestation and an invoice, as most have that are watched for long. */
async function invoicedNotices(service: Service, size: number) {
	const account = await service.createAccount();
	const references = await service.seed(account, size);
	const left = references.values();
	const invoiceAll = async () => {
		for (const reference of left) await service.act(reference, 'invoice');
	};
	await Promise.all(Array.from({ length: 20 }, invoiceAll));
	await service.settings({ latencyMs: LATENCY_MS });
	return { account, references };
}

async function polls(service: Service, size: number, events: readonly string[], runs: number) {
	const { account, references } = await invoicedNotices(service, size);
	const poll = watch({
		parameters: {
			events: [...events],
			references: references.join('\n'),
			firstSight: 'none',
			options: {},
		},
		items: [],
		account,
		requestsPerMinute: 1_000_000,
	});
	const { ms: firstMs } = await poll();
	const measured = [];
	// A hundredth of the notices is published between two polls, each time others.
	const portion = size / 100;
	for (let round = 0; round < runs; round++) {
		await service.forgetCalls();
		const { ms, cpuMs, heapMB } = await poll();
		const { length: calls } = await service.calls(account);
		for (const reference of references.slice(round * portion, (round + 1) * portion)) {
			await service.act(reference, 'publish');
		}
		const { items, ms: changedMs, stateBytes } = await poll();
		if (items !== portion) throw new Error(`${items} events came for ${portion}.`);
		const bytesEach = stateBytes / size;
		measured.push({ calls, ms, cpuMs, heapMB, firstMs, changedMs, bytesEach });
	}
	const { cpuMs, ...others } = medians(measured);
	return { ...others, cpuMs, leastCpuMs: Math.min(...measured.map((one) => one.cpuMs)) };
}

export async function trigger({ quick, runs, say }: SuiteContext): Promise<SuiteResult> {
	const measured = await withService(async (service) => {
		const all = [];
		for (const size of quick ? [100, 1_000] : [100, 1_000, 10_000]) {
			for (const watched of KINDS) {
				all.push({ size, ...watched, ...(await polls(service, size, watched.events, runs)) });
				say(`${size} references, ${watched.kinds}`);
			}
		}
		return all;
	});
	const times = measured.flatMap(({ ms, firstMs, changedMs }) => [ms, firstMs, changedMs]);
	const [last] = measured.slice(-1);
	const ofState = KINDS.map(({ kinds, mostBytes }) => {
		const bytes = measured.filter((one) => one.kinds === kinds).map((one) => one.bytesEach);
		return atMost(`State of a reference: ${kinds}`, Math.max(...bytes), mostBytes, 'bytes');
	});
	const rows = measured.map((one) => [
		...[one.size, one.kinds, one.calls, one.ms, one.leastCpuMs, one.cpuMs, one.heapMB],
		...[one.firstMs, one.changedMs, one.bytesEach],
	]);
	return {
		columns:
			'references | read of each | calls | quiet poll, ms | ms of processor, least | median | MB of heap | first poll, ms | a hundredth changed, ms | bytes of state a reference',
		rows,
		note: `In n8n's engine, without the quota; the service answers after ${LATENCY_MS} ms. Each notice has an attestation and an invoice. Processor time is that of n8n and the package together.`,
		targets: [
			atMost('Slowest poll', Math.max(...times) / 1000, BUDGET_SECONDS, 's'),
			atMost(
				`Quiet poll of ${last?.size} references with three kinds`,
				last?.leastCpuMs ?? NaN,
				MOST_CPU_MS,
				'ms of processor',
			),
			...ofState,
		],
	};
}
