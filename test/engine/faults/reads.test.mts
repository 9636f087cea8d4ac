/** Everything that only reads, under faults: it gives the same as without, or says that it cannot be had. */
import type { IDataObject } from 'n8n-workflow';

import { registry } from '../../../nodes/LegalNotice/actions/registry.ts';
import { runNode, type Result } from '../engine.mts';
import { serviceNames } from '../readings.mts';
import { aimed, combinations, nameOf, settingsOf, type Combination } from './cases.mts';
import { clockIsKnown, errorText, leaks, said, violations } from './matrix.mts';
import { orderAll } from './orderAll.mts';
import { startFaulty } from './services.mts';
import type { Account, Route } from './types.mts';

interface Reading {
	name: string;
	/** The call that the fault strikes. */
	route: Route;
	parameters?: IDataObject;
	/** Whether it asks for notices, which are ordered first. */
	ofNotices?: boolean;
	/** Whether another account reads something else; the other lists, read alike, see no fault that lasts. */
	ofAccount?: boolean;
}

const all = { returnAll: true };
const notices = {
	ofNotices: true,
	ofAccount: true,
	parameters: { reference: '={{ $json.number }}' },
};
const readings: readonly Reading[] = [
	{
		name: 'notice.quote',
		route: 'quote',
		parameters: { text: '=Avis {{ $json.number }}.' },
		ofAccount: true,
	},
	{ name: 'notice.getStatus', route: 'statuses', ...notices },
	{ name: 'notice.getStatusChanges', route: 'statuses', ...notices },
	{ name: 'document.getMany', route: 'documentsBatch', ...notices },
	{ name: 'document.download', route: 'documentsBatch', ...notices },
	{ name: 'invoice.getMany', route: 'invoicesBatch', ...notices },
	{ name: 'publication.getMany', route: 'publications', parameters: all },
	{ name: 'publication.getDates', route: 'dates' },
	{ name: 'contact.getMany', route: 'contacts', parameters: all, ofAccount: true },
	{ name: 'account.get', route: 'client', ofAccount: true },
	{ name: 'referenceData.getCategories', route: 'categories', parameters: all },
	{ name: 'referenceData.getCountries', route: 'countries', parameters: all },
	{ name: 'referenceData.getDepartments', route: 'departments', parameters: all },
	{ name: 'referenceData.getForfaits', route: 'forfaits', parameters: all },
	{ name: 'referenceData.getStyleSheets', route: 'styleSheets', parameters: all },
];
/** In matrices of their own, and what makes no call. */
const elsewhere = ['notice.order', 'notice.cancel', 'notice.replace', 'contact.createOrGet'];
const offline = ['notice.checkText'];
const NUMBERS = ['N-A', 'N-B', 'N-C'];

test('every operation stands in a matrix', () => {
	const existing = Object.entries(registry).flatMap(([resource, { operations }]) =>
		Object.keys(operations).map((operation) => `${resource}.${operation}`),
	);
	const tested = [...readings.map(({ name }) => name), ...elsewhere, ...offline];
	expect(existing.sort()).toEqual(tested.sort());
});

describe.each(serviceNames)('reading from the %s', (service) => {
	test('no fault changes what is read, and one that lasts is told', async () => {
		const faulty = await startFaulty(service);
		const rows = readings.flatMap((reading) =>
			combinations(service)
				.filter(({ fault }) => !fault.notForReads)
				.filter(({ lasting }) => !lasting || reading.ofAccount === true)
				.map((row) => ({ ...row, reading })),
		);
		const known = new Map<string, Promise<Result>>();
		// Most lists are the same for every account, so they are read once without a fault.
		const withoutFault = async (reading: Reading, account: Account) => {
			if (reading.ofAccount) return await read(reading, account);
			const plain = known.get(reading.name) ?? read(reading, account);
			known.set(reading.name, plain);
			return await plain;
		};
		const found = await violations(
			faulty,
			rows,
			async (row, account) => {
				const { reading } = row;
				if (reading.ofNotices && clockIsKnown(row, account)) await orderAll(account, NUMBERS);
				const before = account.orders().length;
				const plain = await withoutFault(reading, account);
				const fault = aimed(row, reading.route, 0);
				if (fault) account.arm(fault);
				const result = await read(reading, account, row);
				const wrong = clockIsKnown(row, account)
					? judge(row, plain, result)
					: /err_timestamp_controle/.test(said(result))
						? []
						: [`the clock is not told: ${said(result)}`];
				if (account.orders().length !== before) wrong.push('something was ordered');
				return [...wrong, ...leaks(result, account)];
			},
			(row) => `${row.reading.name}, ${nameOf(row)}`,
			{ waitingAtOnce: 90, answerMs: 800 },
		);
		await faulty.close();
		expect(found).toEqual([]);
		// The largest of the matrices: half a minute, and many times that on a busy machine.
	}, 300_000);
});

async function read(reading: Reading, account: Account, row?: Combination): Promise<Result> {
	const [resource, operation] = reading.name.split('.');
	return await runNode({
		credential: account.credential,
		items: (reading.ofNotices ? NUMBERS : NUMBERS.slice(0, 1)).map((number) => ({ number })),
		parameters: { ...account.notice, resource, operation, ...reading.parameters } as never,
		settings: row ? settingsOf(row) : {},
	});
}

function judge(
	{ fault, lasting, continues }: Combination,
	plain: Result,
	result: Result,
): string[] {
	if (plain.error) return [`not even without a fault: ${plain.error.message}`];
	const fails = lasting && !fault.harmless;
	if (!fails) {
		if (result.error) return [`stopped: ${result.error.message}`];
		return JSON.stringify(named(result)) === JSON.stringify(named(plain)) ? [] : ['other items'];
	}
	const words = fault.ambiguous
		? /connection to the service was lost|did not answer within|answer is not the service|err_internal_server|"erreur" without a code/
		: /err_requetes_max/;
	if (!words.test(said(result))) return [`other words: ${said(result)}`];
	if (!continues) return result.error ? [] : ['did not stop'];
	return result.items.every((item) => errorText(item) !== '') ? [] : ['an item hides the failure'];
}

/** Links may carry a new token each time, and a change is noticed when it is read; everything else stays. */
function named(result: Result): unknown[] {
	return result.items.map(({ json, pairedItem }) => [
		{ ...json, url: undefined, constate_le: undefined },
		pairedItem,
	]);
}
