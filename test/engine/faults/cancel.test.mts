/** Cancellations under faults: the notices that were named are cancelled, no other is, and nothing stays untold. */
import { runNode, type Result } from '../engine.mts';
import { serviceNames } from '../readings.mts';
import { aimed, combinations, settingsOf, type Combination } from './cases.mts';
import {
	clockIsKnown,
	errorText,
	failedCount,
	leaks,
	said,
	unaccounted,
	violations,
} from './matrix.mts';
import { orderAll } from './orderAll.mts';
import { startFaulty } from './services.mts';
import type { Account } from './types.mts';

const NAMED = ['N-A', 'N-B', 'N-C'];
const BYSTANDER = 'N-D';

describe.each(serviceNames)('cancellations against the %s', (name) => {
	test('no fault cancels another notice or leaves one untold', async () => {
		const service = await startFaulty(name);
		const found = await violations(service, combinations(name), async (row, account) => {
			if (!clockIsKnown(row, account)) {
				const { error } = await cancel({ ...row, continues: false }, account);
				return /err_timestamp_controle/.test(error?.message ?? '') ? [] : ['the clock is not told'];
			}
			await orderAll(account, [...NAMED, BYSTANDER]);
			const fault = aimed(row, 'cancel');
			if (fault) account.arm(fault);
			return judge(row, account, await cancel(row, account));
		});
		await service.close();
		expect(found).toEqual([]);
	}, 120_000);
});

async function cancel(row: Combination, account: Account): Promise<Result> {
	return await runNode({
		credential: account.credential,
		items: NAMED.map((number) => ({ number })),
		parameters: { resource: 'notice', operation: 'cancel', reference: '={{ $json.number }}' },
		settings: settingsOf(row),
	});
}

function expected({ fault, lasting }: Combination): { failing: number; words: RegExp } {
	const recovers = fault.harmless || !lasting || fault.fault?.processed === true;
	return {
		failing: recovers ? 0 : NAMED.length - 1,
		words: fault.ambiguous ? /not known whether the notice/ : /err_requetes_max/,
	};
}

function judge(row: Combination, account: Account, result: Result): string[] {
	const { failing, words } = expected(row);
	const wrong = leaks(result, account);
	const orders = account.orders();
	const cancelled = orders.filter((order) => order.cancelled);
	if (cancelled.some(({ number }) => number === BYSTANDER)) wrong.push('another one is cancelled');
	if (cancelled.length !== NAMED.length - failing) {
		wrong.push(`${cancelled.length} cancelled, not ${NAMED.length - failing}`);
	}
	const failed = failedCount(result, NAMED.length, orders);
	if (failed !== failing) wrong.push(`${failed} failed, not ${failing}: ${said(result)}`);
	if (failing > 0) {
		wrong.push(...unaccounted(result, NAMED.length, row.continues));
		if (!words.test(said(result))) wrong.push(`other words: ${said(result)}`);
	} else if (result.error) wrong.push(`stopped: ${result.error.message}`);
	for (const { json } of result.items.filter((item) => errorText(item) === '')) {
		const order = orders.find(({ number }) => number === json.demande);
		if (json.annulee !== true || json.reference !== order?.reference || !order?.cancelled) {
			wrong.push(`told wrongly: ${JSON.stringify(json)}`);
		}
	}
	return [...wrong, ...callsJudged(row, account)];
}

/** Only the service's own references of the named notices are ever deleted, and never without end. */
function callsJudged({ fault, retry }: Combination, account: Account): string[] {
	const own = account
		.orders()
		.flatMap(({ number, reference }) => (NAMED.includes(number ?? '') ? [reference] : []));
	const sent = account.calls().filter(({ route }) => route === 'cancel');
	const most = 3 * (retry ? 2 : 1);
	const perNotice = own.map(
		(reference) =>
			sent.filter(({ path }) => decodeURIComponent(path).endsWith(`/${reference}`)).length,
	);
	const wrong: string[] = [];
	if (perNotice.reduce((sum, count) => sum + count, 0) !== sent.length) {
		wrong.push('something else was deleted');
	}
	// Refusals for quota and clock do nothing and may come more often.
	if (fault.ambiguous && perNotice.some((count) => count > most))
		wrong.push(`sent without end: ${perNotice.join(' ')}`);
	return wrong;
}
