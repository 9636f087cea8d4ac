/** Everything that only reads, under faults: it gives the same as without, or says that it cannot be had. */
import type { IDataObject } from 'n8n-workflow';

import { registry } from '../../../nodes/LegalNotice/actions/registry.ts';
import type { RouteName } from '../../../sandbox/types.mts';
import { runNode, type Result } from '../engine.mts';
import { BILLED } from '../notices.mts';
import { serviceNames } from '../readings.mts';
import { files, register } from './ordering.mts';
import * as matrix from './matrix.mts';
import { errorText, said, type Row, type Service } from './matrix.mts';

interface Reading extends matrix.Subject {
	parameters?: IDataObject;
	/** Whether it asks for notices, which are ordered first. */
	ofNotices?: boolean;
	/** Whether each account reads something else; the other lists, read alike, see no fault that lasts. */
	ofAccount?: boolean;
}

const all = { parameters: { returnAll: true } };
const numbered = { parameters: { reference: '={{ $json.file }}' } };
const notices = { ofNotices: true, ofAccount: true, ...numbered };
/** With the call that the fault strikes. */
const table: ReadonlyArray<[string, RouteName, Omit<Reading, keyof matrix.Subject>?]> = [
	['notice.quote', 'quote', { ofAccount: true }],
	['notice.getStatus', 'statuses', notices],
	['notice.getStatusChanges', 'statuses', notices],
	['document.getMany', 'documentsBatch', notices],
	['document.download', 'documentsBatch', notices],
	['invoice.getMany', 'invoicesBatch', notices],
	['publication.getMany', 'publications', all],
	['publication.getDates', 'dates'],
	['contact.getMany', 'contacts', { ...all, ofAccount: true }],
	['account.get', 'client', { ofAccount: true }],
	['referenceData.getCategories', 'categories', all],
	['referenceData.getCountries', 'countries', all],
	['referenceData.getDepartments', 'departments', all],
	['referenceData.getForfaits', 'forfaits', all],
	['referenceData.getStyleSheets', 'styleSheets', all],
];
const readings = table.map(([name, route, more]): Reading => ({ name, route, ...more }));
/** Those that change something, which have their own matrix. */
const others = ['notice.order', 'notice.cancel', 'notice.replace', 'contact.createOrGet'];
const NOTICES = 3;

test('every operation stands in a matrix', () => {
	const existing = Object.entries(registry).flatMap(([resource, { operations }]) =>
		Object.keys(operations).map((operation) => `${resource}.${operation}`),
	);
	// The last one makes no call.
	const tested = [...readings.map(({ name }) => name), ...others, 'notice.checkText'];
	expect(existing.sort()).toEqual(tested.sort());
});

test.each(serviceNames)(
	'reading from the %s: no fault changes what is read, and one that lasts is told',
	async (service) => {
		const rows = matrix
			.rowsOf(service, readings)
			.filter(({ fault }) => !fault.notForReads)
			.filter(({ lasting, subject }) => !lasting || subject.ofAccount === true);
		const lists = new Map<string, Promise<Result>>();
		const check = async (row: Row<Reading>, started: Service) => {
			const { subject } = row;
			const isKnown = matrix.clockIsKnown(row);
			if (subject.ofNotices && isKnown) await register(started, NOTICES, '');
			const plain = (subject.ofAccount ? undefined : lists.get(subject.name)) ?? read(row, started);
			lists.set(subject.name, plain);
			await plain;
			matrix.arm(row, started, 0);
			const result = await read(row, started, matrix.settingsOf(row));
			const isTold = /err_timestamp_controle/.test(said(result));
			const wrong = isKnown ? judge(row, await plain, result) : isTold ? [] : [said(result)];
			const isOrdered = started.sandbox.journal.orders().length > (subject.ofNotices ? NOTICES : 0);
			return [...wrong, ...matrix.leaks(result, started), ...(isOrdered ? ['ordered'] : [])];
		};
		expect(await matrix.violations(service, rows, check)).toEqual([]);
	},
	// The largest of the matrices: half a minute, and many times that on a busy machine.
	300_000,
);

async function read({ subject }: Row<Reading>, service: Service, settings = {}): Promise<Result> {
	const [resource, operation] = subject.name.split('.');
	return await runNode({
		credential: service.credential,
		items: files(subject.ofNotices ? NOTICES : 1),
		parameters: { ...BILLED, resource, operation, ...subject.parameters } as never,
		settings,
	});
}

function judge({ fault, lasting, continues }: Row, plain: Result, result: Result): string[] {
	if (plain.error) return [`not even without a fault: ${plain.error.message}`];
	if (!lasting || fault.outcome === 'well') {
		if (result.error) return [`stopped: ${result.error.message}`];
		return named(result) === named(plain) ? [] : ['other items'];
	}
	const words =
		fault.outcome === 'unknown'
			? /connection to the service was lost|did not answer within|answer is not the service|err_internal_server|"erreur" without a code/
			: /err_requetes_max/;
	if (!words.test(said(result))) return [`other words: ${said(result)}`];
	if (!continues) return result.error ? [] : ['did not stop'];
	return result.items.every((item) => errorText(item) !== '') ? [] : ['an item hides the failure'];
}

/** Links may carry a new token each time, and a change is noticed when it is read; everything else stays. */
function named({ items }: Result): string {
	const volatile = { url: undefined, constate_le: undefined };
	return JSON.stringify(
		items.map(({ json, pairedItem }) => [{ ...json, ...volatile }, pairedItem]),
	);
}
