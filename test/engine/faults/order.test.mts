/** Orders under faults: each wanted notice is registered once, or it is told that it is not known. */
import { runNode, type Result } from '../engine.mts';
import { serviceNames } from '../readings.mts';
import { aimed, combinations, nameOf, settingsOf, type Combination } from './cases.mts';
import { clockIsKnown, failedCount, leaks, said, unaccounted, violations } from './matrix.mts';
import { startFaulty } from './services.mts';
import type { Account } from './types.mts';

const MODES = ['automatic', 'custom', 'none'] as const;
type Mode = (typeof MODES)[number];
const FILES = ['D-A', 'D-B', 'D-C'];

describe.each(serviceNames)('orders against the %s', (name) => {
	test('no fault registers a notice twice or leaves one untold', async () => {
		const service = await startFaulty(name);
		const all = combinations(name, true);
		const rows = MODES.flatMap((mode) => all.map((one) => ({ ...one, mode })));
		const found = await violations(
			service,
			rows,
			async (row, account) => {
				const fault = aimed(row, 'order');
				if (fault) account.arm(fault);
				return judge(row, account, row.mode, await order(row, account, row.mode));
			},
			(row) => `number ${row.mode}, ${nameOf(row)}`,
		);
		await service.close();
		expect(found).toEqual([]);
	}, 180_000);
});

async function order(combination: Combination, account: Account, mode: Mode): Promise<Result> {
	return await runNode({
		credential: account.credential,
		items: FILES.map((file) => ({ file })),
		parameters: {
			...account.notice,
			resource: 'notice',
			operation: 'order',
			fileReference: '={{ $json.file }}',
			text: '=Avis du dossier {{ $json.file }}.',
			orderNumberMode: mode,
			orderNumber: '=N-{{ $json.file }}',
		} as never,
		settings: settingsOf(combination),
	});
}

/** How many of the items fail, and how many notices there are afterwards. */
function expected(
	row: Combination,
	account: Account,
	mode: Mode,
): { failing: number; registered: number; words: RegExp } {
	const { fault, lasting } = row;
	const all = FILES.length;
	const struck = lasting ? all - 1 : 1;
	const unknown = /not known whether the notice/;
	// A clock that nothing tells cannot be corrected: everything is refused, and said.
	if (!clockIsKnown(row, account)) {
		return { failing: all, registered: 0, words: /err_timestamp_controle/ };
	}
	const processed = fault.fault?.processed === true;
	if (fault.harmless) return { failing: 0, registered: all, words: /^$/ };
	if (fault.ambiguous && mode === 'none') {
		return { failing: struck, registered: processed ? all : all - struck, words: unknown };
	}
	if (!lasting || processed) return { failing: 0, registered: all, words: /^$/ };
	return {
		failing: struck,
		registered: all - struck,
		words: fault.ambiguous ? unknown : /err_requetes_max/,
	};
}

function judge(combination: Combination, account: Account, mode: Mode, result: Result): string[] {
	const { failing, registered, words } = expected(combination, account, mode);
	const orders = account.orders();
	const wrong = [...leaks(result, account)];
	const counts = FILES.map((file) => orders.filter(({ dossier }) => dossier === file).length);
	if (Math.max(...counts) > 1) wrong.push(`registered twice: ${counts.join(' ')}`);
	if (orders.length !== registered) wrong.push(`${orders.length} registered, not ${registered}`);

	const failed = failedCount(result, FILES.length, orders);
	if (failed !== failing) wrong.push(`${failed} failed, not ${failing}: ${said(result)}`);
	if (failing > 0) {
		wrong.push(...unaccounted(result, FILES.length, combination.continues));
		if (!words.test(said(result))) wrong.push(`other words: ${said(result)}`);
	} else if (result.error) wrong.push(`stopped: ${result.error.message}`);

	for (const { json } of result.items) {
		if (json.reference === undefined) continue;
		const order = orders.find(({ reference }) => reference === json.reference);
		if (!order) wrong.push(`the reference ${String(json.reference)} does not exist`);
		if ('error' in json) wrong.push('a successful item has an error');
	}
	const known = result.items.map(({ json }) => json.reference).filter(Boolean);
	if (new Set(known).size < known.length) wrong.push('one reference for two items');
	return [...wrong, ...callsJudged(combination, account, mode)];
}

/** What was sent: nothing without a number twice, nothing finished again, nothing without end. */
function callsJudged({ fault, retry }: Combination, account: Account, mode: Mode): string[] {
	const sent = account.calls().filter(({ route }) => route === 'order');
	const perFile = FILES.map((file) => sent.filter(({ body }) => body.includes(`"${file}"`)).length);
	const tries = retry ? 2 : 1;
	const wrong: string[] = [];
	if (fault.ambiguous) {
		if (mode === 'none' && perFile.some((count) => count !== 1)) {
			wrong.push(`sent again without a number: ${perFile.join(' ')}`);
		}
		if (perFile.some((count) => count > 3 * tries)) {
			wrong.push(`sent too often: ${perFile.join(' ')}`);
		}
		if (Math.min(...perFile) !== 1)
			wrong.push(`the finished one was sent again: ${perFile.join(' ')}`);
	}
	return wrong;
}
