/** Everything that only reads, under faults: it gives the same as without, or says that it cannot be had. */
import { registry } from '../../../nodes/LegalNotice/actions/registry.ts';
import type { Result } from '../engine.mts';
import { BILLED } from '../notices.mts';
import { serviceNames } from '../readings.mts';
import type { TestSandbox } from '../sandbox.mts';
import { files, register } from './ordering.mts';
import * as matrix from './matrix.mts';
import { errorText, said, type Row } from './matrix.mts';

/** With a matrix of their own, and one that makes no call. */
const OTHERS = 'notice.order notice.cancel notice.replace contact.createOrGet notice.checkText';
const readings = Object.entries(registry)
	.flatMap(([resource, { operations }]) =>
		Object.keys(operations).map((operation) => ({ name: `${resource}.${operation}` })),
	)
	.filter(({ name }) => !OTHERS.split(' ').includes(name));
const NOTICES = 3;
const OF_NOTICES = /getStatus|document|invoice/;

async function read({ name }: matrix.Subject, service: TestSandbox, settings = {}) {
	const parameters = { ...BILLED, returnAll: true, reference: '={{ $json.file }}' };
	return await service.run(name, parameters, {
		items: files(OF_NOTICES.test(name) ? NOTICES : 1),
		settings,
	});
}

test.each(serviceNames)(
	'reading from the %s: no fault changes what is read, and one that lasts is told',
	async (reading) => {
		const rows = matrix.rowsOf(reading, readings).filter(({ fault }) => !fault.onlyForWrites);
		expect(await matrix.violations(reading, rows, check)).toEqual([]);
	},
	// The largest of the matrices: half a minute, and many times that on a busy machine.
	300_000,
);

async function check(row: Row, service: TestSandbox): Promise<string[]> {
	const count = OF_NOTICES.test(row.subject.name) && matrix.clockIsKnown(row) ? NOTICES : 0;
	if (count > 0) await register(service, count, '');
	const plain = await read(row.subject, service);
	matrix.arm(row, service);
	const result = await read(row.subject, service, matrix.settingsOf(row));
	const isOrdered = service.journal.orders().length > count;
	const wrong = [...judge(row, plain, result), ...matrix.leaks(result, service)];
	return isOrdered ? [...wrong, 'something was ordered'] : wrong;
}

function judge(row: Row, plain: Result, result: Result): string[] {
	const { fault, lasting, continues } = row;
	if (!matrix.clockIsKnown(row)) {
		return said(result).includes('err_timestamp_controle') ? [] : [`other words: ${said(result)}`];
	}
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
