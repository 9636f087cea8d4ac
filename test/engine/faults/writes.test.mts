/** What orders, cancels, replaces and creates, under faults: each exactly once, or it is said that it is not known. */
import type { IDataObject } from 'n8n-workflow';

import type { RouteName } from '../../../sandbox/types.mts';
import { runNode, type Result } from '../engine.mts';
import { BILLED } from '../notices.mts';
import { serviceNames } from '../readings.mts';
import { files, register } from './ordering.mts';
import * as matrix from './matrix.mts';
import { clockIsKnown, errorText, said, type Row, type Service } from './matrix.mts';

const ALL = 3;
const FILES = files(ALL).map((one) => one.file);

type Kind = 'order' | 'cancel' | 'replace' | 'contact';

interface Write extends matrix.Subject {
	kind: Kind;
	/** Whether the service can be asked afterwards what became of a call. */
	askable: boolean;
	parameters: IDataObject;
}

const file = '={{ $json.file }}';
const old = '=OLD-{{ $json.file }}';
const orderNumber = '=N-{{ $json.file }}';
const text = '=Nouvel avis {{ $json.file }}.';
const texts = { ...BILLED, resource: 'notice', fileReference: file, text, orderNumber };
const operations: Record<Kind, IDataObject> = {
	order: { ...texts, operation: 'order' },
	cancel: { resource: 'notice', operation: 'cancel', reference: old },
	replace: { ...texts, operation: 'replace', reference: old },
	contact: { resource: 'contact', operation: 'createOrGet', lastName: file, firstName: 'Camille' },
};
const kinds = Object.keys(operations) as Kind[];

/** Operation, the call that is struck, whether its outcome can be asked for, parameters. */
const table: ReadonlyArray<[Kind, RouteName, boolean, IDataObject]> = [
	['order', 'order', true, { orderNumberMode: 'automatic' }],
	['order', 'order', true, { orderNumberMode: 'custom' }],
	['order', 'order', false, { orderNumberMode: 'none' }],
	['cancel', 'cancel', true, {}],
	['replace', 'cancel', true, { orderNumberMode: 'automatic' }],
	['replace', 'order', true, { orderNumberMode: 'automatic' }],
	['replace', 'order', false, { orderNumberMode: 'none' }],
	['contact', 'createContact', true, { email: '={{ $json.file }}@demo.example' }],
	['contact', 'createContact', false, { email: '' }],
];
const writes = table.map(([kind, route, askable, more]): Write => {
	const name = `${route} struck, ${JSON.stringify(more)}`;
	const parameters = { ...operations[kind], ...more };
	return { kind, name, route, askable, parameters, whole: kind === 'order' };
});

const all = serviceNames.flatMap((name) => kinds.map((kind) => [kind, name] as const));
test.each(all)(
	'%s at the %s: no fault does anything twice or leaves anything unsaid',
	async (kind, name) => {
		const subjects = writes.filter((write) => write.kind === kind);
		const rows = matrix.rowsOf(name, subjects);
		expect(await matrix.violations(name, rows, check)).toEqual([]);
	},
	180_000,
);

async function check(row: Row<Write>, service: Service): Promise<string[]> {
	const { subject } = row;
	const exist = subject.kind === 'cancel' || subject.kind === 'replace';
	// A notice for each file, and one more that is nobody's business.
	if (exist && clockIsKnown(row)) await register(service, ALL + 1, 'OLD-');
	matrix.arm(row, service, 1);
	const result = await runNode({
		credential: service.credential,
		items: files(ALL),
		parameters: subject.parameters as never,
		settings: matrix.settingsOf(row),
	});
	const wrong = matrix.leaks(result, service);
	if (clockIsKnown(row)) return [...wrong, ...(await judge(row, service, result))];
	if (!/err_timestamp_controle/.test(said(result))) wrong.push(`other words: ${said(result)}`);
	return service.sandbox.journal.orders().length > 0 ? [...wrong, 'something was ordered'] : wrong;
}

/** How many items fail, how many things are not done for them, and what is said of it. */
function expected({ subject, fault, lasting }: Row<Write>) {
	const struck = fault.outcome === 'well' ? 0 : lasting ? ALL - 1 : 1;
	const isDone = fault.fault?.processed === true;
	const isLost = fault.outcome === 'unknown' && !subject.askable;
	// Only the call itself gives the identifier of a contact, also of one that exists.
	const isFound = !lasting || (isDone && subject.kind !== 'contact');
	const failing = isLost || !isFound ? struck : 0;
	const words = fault.outcome === 'unknown' ? /not known whether the/ : /err_requetes_max/;
	return { failing, undone: isDone ? 0 : failing, words };
}

async function judge(row: Row<Write>, service: Service, result: Result): Promise<string[]> {
	const { failing, undone, words } = expected(row);
	const { subject, continues } = row;
	const wrong: string[] = [];
	const done = await doneFor(subject.kind, service);
	if (done.some((references) => references.length > 1)) wrong.push('done twice');
	const count = done.flat().length;
	// A node that stops has not started every replacement and contact.
	const exact = continues || failing === 0 || ['order', 'cancel'].includes(subject.kind);
	if (exact ? count !== ALL - undone : count > ALL - undone) {
		wrong.push(`${count} done, not ${ALL - undone}`);
	}
	const well = FILES.map((_, index) => isWell(result, index, done[index]?.[0]));
	const failed = well.filter((one) => !one).length;
	if (exact ? failed !== failing : failed < failing) wrong.push(`${failed} failed, not ${failing}`);
	if (failing > 0) wrong.push(...unaccounted(result, continues));
	if (failing > 0 ? !words.test(said(result)) : result.error) wrong.push('other words');
	wrong.push(...sideEffects(subject.kind, service, result, done), ...sentTooOften(row, service));
	return wrong.length > 0 ? [...wrong, said(result)] : [];
}

/** References of what the service has done for each file: ordered, cancelled or created. */
async function doneFor(kind: Kind, { sandbox, credential }: Service): Promise<string[][]> {
	if (kind === 'contact') {
		const parameters = { resource: 'contact', operation: 'getMany', returnAll: true };
		const { json } = await runNode({ credential, parameters });
		return FILES.map((one) => json.filter(({ nom }) => nom === one).map(({ id }) => String(id)));
	}
	return FILES.map((one) =>
		sandbox.journal
			.orders()
			.filter(({ dossier }) => dossier === one)
			.filter(({ numero_commande: number, cancelled: gone }) =>
				kind === 'cancel' ? gone : number !== `OLD-${one}`,
			)
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
		const [, done, count] =
			/(\d+) of (\d+) items were completed before it stopped/.exec(error.message) ?? [];
		const failed = 1 + Number(/(\d+) more failed/.exec(error.message)?.[1] ?? 0);
		const left = Number(/(\d+) were not started/.exec(error.message)?.[1] ?? 0);
		const isAll = Number(count) === ALL && Number(done) + failed + left === ALL;
		return isAll ? [] : [`the error does not account for ${ALL} items`];
	}
	const pairs = items.map(({ pairedItem }) => (pairedItem as { item: number }).item);
	return pairs.join() === [...FILES.keys()].join() ? [] : [`items are paired with ${pairs.join()}`];
}

/** Other notices stay, and no replacement leaves two notices, or none without a word. */
function sideEffects(kind: Kind, { sandbox }: Service, result: Result, done: string[][]) {
	const orders = sandbox.journal.orders();
	const isStruck = orders.some((one) => !FILES.includes(one.dossier) && one.cancelled);
	const wrong = isStruck ? ['another notice is cancelled'] : [];
	if (kind !== 'replace') return wrong;
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
function sentTooOften({ subject, fault, retry }: Row<Write>, { sandbox }: Service): string[] {
	const sent = sandbox.journal.calls().filter(({ route }) => route === subject.route);
	const references = new Map(
		sandbox.journal.orders().map((one) => [one.numero_commande, one.reference]),
	);
	const perFile = FILES.map((one) => {
		const old = `/${references.get(`OLD-${one}`)}`;
		const isNew = (body: string) => body.includes(`"${one}"`) && !body.includes(`"OLD-${one}"`);
		return sent.filter((call) => decodeURIComponent(call.path).endsWith(old) || isNew(call.body))
			.length;
	});
	const wrong: string[] = [];
	const counted = perFile.reduce((sum, count) => sum + count, 0);
	if (subject.route === 'cancel' && counted !== sent.length)
		wrong.push('something else was deleted');
	// Refusals for quota and clock do nothing and may come more often.
	if (fault.outcome !== 'unknown') return wrong;
	const most = subject.askable ? 3 * (retry ? 2 : 1) : 1;
	const finishedAgain = subject.kind === 'order' && Math.min(...perFile) !== 1;
	if (finishedAgain || perFile.some((count) => count > most)) wrong.push(`sent ${perFile.join()}`);
	return wrong;
}
