/** Replacements under faults: never two notices for one, never none without being told. */
import { runNode, type Result } from '../engine.mts';
import { serviceNames } from '../readings.mts';
import { aimed, combinations, nameOf, settingsOf, type Combination } from './cases.mts';
import { clockIsKnown, errorText, leaks, said, unaccounted, violations } from './matrix.mts';
import { orderAll } from './orderAll.mts';
import { startFaulty } from './services.mts';
import type { Account } from './types.mts';

const FILES = ['D-A', 'D-B', 'D-C'];

interface Row extends Combination {
	route: 'cancel' | 'order';
	mode: 'automatic' | 'none';
}

/** The fault strikes the cancellation, or the order after it; with and without a number to ask for. */
const rowsWith = (all: Combination[]) =>
	all.flatMap((one): Row[] => [
		{ ...one, route: 'cancel', mode: 'automatic' },
		{ ...one, route: 'order', mode: 'automatic' },
		{ ...one, route: 'order', mode: 'none' },
	]);

describe.each(serviceNames)('replacements against the %s', (name) => {
	test('no fault leaves two notices for one, or none without a word', async () => {
		const service = await startFaulty(name);
		const found = await violations(
			service,
			rowsWith(combinations(name)),
			async (row, account) => {
				if (!clockIsKnown(row, account)) {
					const { error } = await replace({ ...row, continues: false }, account);
					return /err_timestamp_controle/.test(error?.message ?? '')
						? []
						: ['the clock is not told'];
				}
				await orderAll(account, FILES, 'OLD-');
				const fault = aimed(row, row.route);
				if (fault) account.arm(fault);
				return judge(row, account, await replace(row, account));
			},
			(row) => `${row.route}, number ${row.mode}, ${nameOf(row)}`,
		);
		await service.close();
		expect(found).toEqual([]);
	}, 180_000);
});

async function replace(row: Row, account: Account): Promise<Result> {
	return await runNode({
		credential: account.credential,
		items: FILES.map((file) => ({ file })),
		parameters: {
			...account.notice,
			resource: 'notice',
			operation: 'replace',
			reference: '=OLD-{{ $json.file }}',
			fileReference: '={{ $json.file }}',
			text: '=Nouvel avis {{ $json.file }}.',
			orderNumberMode: row.mode,
		} as never,
		settings: settingsOf(row),
	});
}

/** How many items are struck so that they cannot end well. */
function expectedFailing({ fault, lasting, route, mode }: Row): number {
	const struck = lasting ? FILES.length - 1 : 1;
	if (fault.harmless) return 0;
	if (route === 'order' && mode === 'none' && fault.ambiguous) return struck;
	return lasting && fault.fault?.processed !== true ? struck : 0;
}

function judge(row: Row, account: Account, result: Result): string[] {
	const wrong = leaks(result, account);
	const orders = account.orders();
	const failing = expectedFailing(row);
	const words = said(result);
	let notReplaced = 0;
	for (const [index, file] of FILES.entries()) {
		const ofFile = orders.filter(({ dossier }) => dossier === file);
		const old = ofFile.find(({ number }) => number === `OLD-${file}`);
		const fresh = ofFile.filter((order) => order !== old);
		const item = result.items[index];
		const well = result.error
			? fresh.some(({ reference }) => doneIn(words).includes(reference))
			: errorText(item) === '';
		if (!well) notReplaced++;
		if (fresh.length > 1) wrong.push(`${file} ordered ${fresh.length} times`);
		if (fresh.length === 1 && !old?.cancelled) wrong.push(`${file} has two notices`);
		if (well && (fresh.length !== 1 || fresh[0]?.cancelled)) wrong.push(`${file} told replaced`);
		if (well && !result.error && item?.json.reference !== fresh[0]?.reference) {
			wrong.push(`${file} has another reference`);
		}
		// Cancelled and not known to be ordered anew: the person learns which.
		if (!well && old?.cancelled && !words.includes(old.reference)) {
			wrong.push(`${file} is cancelled and nobody is told: ${words}`);
		}
	}
	// A node that stops may not have started the last one.
	const exact = row.continues || failing === 0;
	if (exact ? notReplaced !== failing : notReplaced < failing) {
		wrong.push(`${notReplaced} failed, not ${failing}: ${words}`);
	}
	if (failing > 0) wrong.push(...unaccounted(result, FILES.length, row.continues));
	else if (result.error) wrong.push(`stopped: ${words}`);
	return wrong;
}

function doneIn(words: string): string {
	return /items were completed before it stopped[^.]*\./.exec(words)?.[0] ?? '';
}
