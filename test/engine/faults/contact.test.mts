/** New contacts under faults: one for each e-mail; without an e-mail never a second one. */
import { runNode, type Result } from '../engine.mts';
import { serviceNames } from '../readings.mts';
import { aimed, combinations, nameOf, settingsOf, type Combination } from './cases.mts';
import { clockIsKnown, errorText, leaks, said, violations } from './matrix.mts';
import { startFaulty } from './services.mts';
import type { Account } from './types.mts';

const NAMES = ['Exemple-A', 'Exemple-B', 'Exemple-C'];
type Row = Combination & { withEmail: boolean };

describe.each(serviceNames)('contacts at the %s', (name) => {
	test('no fault creates a contact twice or leaves one untold', async () => {
		const service = await startFaulty(name);
		const rows = [true, false].flatMap((withEmail) =>
			combinations(name).map((row) => ({ ...row, withEmail })),
		);
		const found = await violations(
			service,
			rows,
			async (row, account) => {
				const fault = aimed(row, 'createContact');
				if (fault) account.arm(fault);
				const result = await create(row, account);
				if (!clockIsKnown(row, account)) {
					return /err_timestamp_controle/.test(said(result)) ? [] : ['the clock is not told'];
				}
				return judge(row, account, result, await created(account));
			},
			(row) => `${row.withEmail ? 'with' : 'without'} e-mail, ${nameOf(row)}`,
		);
		await service.close();
		expect(found).toEqual([]);
	}, 120_000);
});

async function create(row: Row, account: Account): Promise<Result> {
	return await runNode({
		credential: account.credential,
		items: NAMES.map((lastName) => ({ lastName })),
		parameters: {
			resource: 'contact',
			operation: 'createOrGet',
			lastName: '={{ $json.lastName }}',
			firstName: 'Camille',
			email: row.withEmail ? '={{ $json.lastName.toLowerCase() }}@demo.example' : '',
		},
		settings: settingsOf(row),
	});
}

/** Last names of the contacts that the service has now, of those asked for. */
async function created(account: Account): Promise<string[]> {
	const { json } = await runNode({
		credential: account.credential,
		parameters: { resource: 'contact', operation: 'getMany', returnAll: true },
	});
	return json.map(({ nom }) => String(nom)).filter((nom) => NAMES.includes(nom));
}

function judge(row: Row, account: Account, result: Result, there: readonly string[]): string[] {
	const { fault, lasting, withEmail, continues } = row;
	const wrong = leaks(result, account);
	const processed = fault.fault?.processed === true;
	const struck = fault.harmless ? 0 : lasting ? NAMES.length - 1 : 1;
	if (new Set(there).size < there.length) wrong.push(`created twice: ${there.join(' ')}`);

	// A lost answer cannot be recovered without an e-mail, and nothing but the POST itself tells the contact's ID.
	const failing = fault.ambiguous && !withEmail ? struck : lasting ? struck : 0;
	const missing = processed || (!failing && fault.ambiguous) ? 0 : failing;
	if (there.length < NAMES.length - missing && continues) {
		wrong.push(`${there.length} created, not ${NAMES.length - missing}`);
	}
	const sent = account.calls().filter(({ route }) => route === 'createContact');
	const perName = NAMES.map((one) => sent.filter(({ body }) => body.includes(`"${one}"`)).length);
	if (!withEmail && fault.ambiguous && perName.some((count) => count > 1)) {
		wrong.push(`sent again without an e-mail: ${perName.join(' ')}`);
	}
	const unknown = fault.ambiguous ? /not known whether the contact/ : /err_requetes_max/;
	if (failing === 0) return result.error ? [...wrong, `stopped: ${said(result)}`] : wrong;
	if (!unknown.test(said(result))) wrong.push(`other words: ${said(result)}`);
	if (continues) {
		const failed = result.items.filter((item) => errorText(item) !== '').length;
		if (failed !== failing) wrong.push(`${failed} failed, not ${failing}: ${said(result)}`);
	} else if (!result.error) wrong.push('did not stop');
	return wrong;
}
