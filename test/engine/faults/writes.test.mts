/** What orders, cancels, replaces and creates, under faults: each exactly once, or it is said that it is not known. */
import type { RouteName } from '../../../sandbox/types.mts';
import type { Result } from '../engine.mts';
import { serviceNames } from '../readings.mts';
import type { TestSandbox } from '../sandbox.mts';
import * as matrix from './matrix.mts';
import { clockIsKnown, errorText, said, type Row } from './matrix.mts';
import { files, ORDER, register } from './ordering.mts';

const ALL = 3;
const FILES = files(ALL).map((one) => one.file);

const anew = { text: '=Nouvel avis {{ $json.file }}.', orderNumber: '=N-{{ $json.file }}' };
const old = { reference: '=OLD-{{ $json.file }}' };
const operations = {
	'notice.order': { ...ORDER, ...anew },
	'notice.cancel': old,
	'notice.replace': { ...ORDER, ...anew, ...old },
	'contact.createOrGet': { lastName: '={{ $json.file }}', firstName: 'Camille' },
};
type Operation = keyof typeof operations;

interface Write extends matrix.Subject {
	operation: Operation;
	/** Whether the service can be asked afterwards what became of a call. */
	askable: boolean;
	parameters: object;
}

/** Operation, the call that is struck, whether its outcome can be asked for, parameters. */
const table: ReadonlyArray<[Operation, RouteName, boolean, object]> = [
	['notice.order', 'order', true, { orderNumberMode: 'automatic' }],
	['notice.order', 'order', true, { orderNumberMode: 'custom' }],
	['notice.order', 'order', false, { orderNumberMode: 'none' }],
	['notice.cancel', 'cancel', true, {}],
	['notice.replace', 'cancel', true, { orderNumberMode: 'automatic' }],
	['notice.replace', 'order', true, { orderNumberMode: 'automatic' }],
	['contact.createOrGet', 'createContact', true, { email: '={{ $json.file }}@demo.example' }],
	['contact.createOrGet', 'createContact', false, { email: '' }],
];

const all = serviceNames.flatMap((name) =>
	Object.keys(operations).map((operation) => [operation, name] as const),
);
test.each(all)(
	'%s at the %s: no fault does anything twice or leaves anything unsaid',
	async (one, reading) => {
		const writes = table.map(([operation, route, askable, more]): Write => {
			const name = `${route} struck, ${JSON.stringify(more)}`;
			const parameters = { ...operations[operation], ...more };
			const whole = operation === 'notice.order';
			return { operation, name, route, askable, parameters, whole };
		});
		const subjects = writes.filter(({ operation }) => operation === one);
		const rows = matrix.rowsOf(reading, subjects);
		expect(await matrix.violations(reading, rows, check)).toEqual([]);
	},
	180_000,
);

async function check(row: Row<Write>, service: TestSandbox): Promise<string[]> {
	const { operation, parameters } = row.subject;
	// A notice for each file, and one more that is nobody's business.
	if ('reference' in parameters && clockIsKnown(row)) await register(service, ALL + 1, 'OLD-');
	matrix.arm(row, service, 1);
	const more = { items: files(ALL), settings: matrix.settingsOf(row) };
	const result = await service.run(operation, parameters, more);
	const wrong = matrix.leaks(result, service);
	if (clockIsKnown(row)) return [...wrong, ...(await judge(row, service, result))];
	if (!/err_timestamp_controle/.test(said(result))) wrong.push(`other words: ${said(result)}`);
	return service.journal.orders().length > 0 ? [...wrong, 'something was ordered'] : wrong;
}

/** How many items fail, how many things are not done for them, and what is said of it. */
function expected({ subject, fault, lasting }: Row<Write>) {
	const struck = fault.outcome === 'well' ? 0 : lasting ? ALL - 1 : 1;
	const isDone = fault.fault?.processed === true;
	const isLost = fault.outcome === 'unknown' && !subject.askable;
	// Only the call itself gives the identifier of a contact, also of one that exists.
	const isFound = !lasting || (isDone && subject.operation !== 'contact.createOrGet');
	const failing = isLost || !isFound ? struck : 0;
	const words = fault.outcome === 'unknown' ? /not known whether the/ : /err_requetes_max/;
	return { failing, undone: isDone ? 0 : failing, words };
}

async function judge(row: Row<Write>, service: TestSandbox, result: Result): Promise<string[]> {
	const { failing, undone, words } = expected(row);
	const { subject, continues } = row;
	const wrong: string[] = [];
	const done = await doneFor(subject.operation, service);
	if (done.some((references) => references.length > 1)) wrong.push('done twice');
	const count = done.flat().length;
	// A node that stops has not started every replacement and contact.
	const isExact = continues || failing === 0 || /order|cancel/.test(subject.operation);
	if (isExact ? count !== ALL - undone : count > ALL - undone) {
		wrong.push(`${count} done, not ${ALL - undone}`);
	}
	const failed = FILES.filter((_, index) => !isWell(result, index, done[index]?.[0])).length;
	if (isExact ? failed !== failing : failed < failing)
		wrong.push(`${failed} failed, not ${failing}`);
	if (failing > 0) wrong.push(...unaccounted(result, continues));
	if (failing > 0 ? !words.test(said(result)) : result.error) wrong.push('other words');
	wrong.push(...sideEffects(subject, service, result, done), ...sentTooOften(row, service));
	return wrong.length > 0 ? [...wrong, said(result)] : [];
}

/** References of what the service has done for each file: ordered, cancelled or created. */
async function doneFor(operation: Operation, service: TestSandbox): Promise<string[][]> {
	if (operation === 'contact.createOrGet') {
		const { json } = await service.run('contact.getMany', { returnAll: true });
		return FILES.map((one) => json.filter(({ nom }) => nom === one).map(({ id }) => String(id)));
	}
	const orders = service.journal.orders();
	const isDone = ({ numero_commande: number, dossier, cancelled }: (typeof orders)[number]) =>
		operation === 'notice.cancel' ? cancelled : number !== `OLD-${dossier}`;
	return FILES.map((one) =>
		orders
			.filter((order) => order.dossier === one && isDone(order))
			.map(({ reference }) => reference),
	);
}

/** Whether an item came out with what was done for it, or the error that stopped the node names that as done. */
function isWell({ items, error }: Result, index: number, reference = 'nothing'): boolean {
	const completed = /\d+ of \d+ items were completed before it stopped[^.]*\./;
	if (error) return completed.exec(error.message)?.[0].includes(reference) === true;
	const { json } = items[index] ?? {};
	return String(json?.reference ?? json?.id) === reference && errorText(items[index]) === '';
}

/** Whether every input item is in the output once, in its place, or the error accounts for all. */
function unaccounted({ error, items }: Result, continues: boolean): string[] {
	if (error) {
		if (continues) return ['the node stopped although it continues'];
		const figure = (words: RegExp) => Number(words.exec(error.message)?.[1] ?? 0);
		const done = figure(/(\d+) of 3 items were completed before it stopped/);
		const failed = 1 + figure(/(\d+) more failed/);
		const isAll = done + failed + figure(/(\d+) were not started/) === ALL;
		return isAll ? [] : [`the error does not account for ${ALL} items`];
	}
	const pairs = items.map(({ pairedItem }) => (pairedItem as { item: number }).item);
	return pairs.join() === [...FILES.keys()].join() ? [] : [`items are paired with ${pairs.join()}`];
}

/** Other notices stay, and no replacement leaves two notices, or none without a word. */
function sideEffects(
	{ operation }: Write,
	{ journal }: TestSandbox,
	result: Result,
	done: string[][],
): string[] {
	const orders = journal.orders();
	const isStruck = orders.some((one) => !FILES.includes(one.dossier) && one.cancelled);
	const wrong = isStruck ? ['another notice is cancelled'] : [];
	if (operation !== 'notice.replace') return wrong;
	for (const [index, one] of FILES.entries()) {
		const old = orders.find(({ numero_commande: number }) => number === `OLD-${one}`);
		const [reference] = done[index] ?? [];
		if (reference !== undefined && !old?.cancelled) wrong.push(`${one} has two notices`);
		const isTold = isWell(result, index, reference) || said(result).includes(`${old?.reference}`);
		if (old?.cancelled && !isTold) wrong.push(`${one} is cancelled, and nobody is told`);
	}
	return wrong;
}

/** Nothing else is deleted; nothing that cannot be asked for is sent twice, and the rest not without end. */
function sentTooOften({ subject, fault, retry }: Row<Write>, { journal }: TestSandbox): string[] {
	const sent = journal.calls().filter(({ route }) => route === subject.route);
	const perFile = FILES.map((one) => {
		const old = journal.orders().find(({ numero_commande: number }) => number === `OLD-${one}`);
		const isNew = (body: string) => body.includes(`"${one}"`) && !body.includes(`"OLD-${one}"`);
		return sent.filter(({ path, body }) => path.endsWith(`/${old?.reference}`) || isNew(body))
			.length;
	});
	const wrong: string[] = [];
	const counted = perFile.reduce((sum, count) => sum + count, 0);
	if (subject.route === 'cancel' && counted !== sent.length) {
		wrong.push('something else was deleted');
	}
	// Refusals for quota and clock do nothing and may come more often.
	if (fault.outcome !== 'unknown') return wrong;
	const most = subject.askable ? 3 * (retry ? 2 : 1) : 1;
	const finishedAgain = subject.operation === 'notice.order' && Math.min(...perFile) !== 1;
	if (finishedAgain || perFile.some((count) => count > most)) wrong.push(`sent ${perFile.join()}`);
	return wrong;
}
