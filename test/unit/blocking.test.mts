/**
 * Nothing that the service may answer holds n8n up: its one thread serves everybody. The time counted is that of this
 * thread alone, and the shortest of several runs, so that a busy machine does not count.
 */
import type { ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

import { getMany } from '../../nodes/LegalNotice/actions/invoice/getMany.operation.ts';
import { publicationLabel } from '../../nodes/LegalNotice/domain/notice.ts';
import {
	gatherInvoices,
	invoiceFields,
	linesOf,
} from '../../nodes/LegalNotice/notices/invoices.ts';
import {
	describeContent,
	filesOf,
	filesOutcome,
	inBinaryFields,
	isPdf,
} from '../../nodes/LegalNotice/notices/files.ts';
import { FileRefusal } from '../../nodes/LegalNotice/errors/failures.ts';
import { compareComposed } from '../../nodes/LegalNotice/domain/text/compare.ts';
import { askForList } from '../../nodes/LegalNotice/notices/ask.ts';
import { readAnswer, refusalIn } from '../../nodes/LegalNotice/transport/envelope.ts';
import { explain, fullText } from '../../nodes/LegalNotice/errors/words.ts';
import { listSearch } from '../../nodes/LegalNotice/methods/dropdowns.ts';
import { previewHtml } from '../../nodes/LegalNotice/domain/preview.ts';
import {
	EVENT_NAMES,
	NOTHING_KNOWN,
	statusOutcome,
} from '../../nodes/LegalNotice/notices/changes.ts';
import { diff } from '../../nodes/LegalNotice/trigger/poll.ts';
import {
	emptyState,
	Memory,
	perAspect,
	type State,
} from '../../nodes/LegalNotice/trigger/state.ts';
import { FakeContext, success } from './transport/fakeContext.mts';
import { concealer } from '../../nodes/LegalNotice/transport/signing.ts';

const MB = 1_048_576;
const SIZE = 3 * MB;
const HALF = SIZE / 2;
const MOST_MS_PER_MB = 50;
/**
 * Where each of the shortest entries costs more than its bytes: JSON.parse looks up each short text (57 ms), each date
 * is formatted twice (4 µs), each file gets a name or a digest, each line or invoice an item (up to 75 ms).
 */
const MOST_OF_ENTRIES = 100;
/** What a busy machine adds although its slowness is taken off: caches that others fill. Slow code takes many times as long. */
const NOISE = 1.5;

/** As many as an answer of this size holds. */
function filled<Entry>(make: (at: number) => Entry, bytes = SIZE): Entry[] {
	const length = Math.floor(bytes / (JSON.stringify(make(12_345)).length + 1));
	return Array.from({ length }, (_, at) => make(at));
}
const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown;

const conceal = concealer({ publicKey: 'demo-public+key', secretKey: 'demo-secret' } as never);
const answered = (value: unknown) => {
	const body = Buffer.from(JSON.stringify(value));
	return () => readAnswer(200, body, conceal);
};
const page = (piece: string) => {
	const body = Buffer.from(piece.repeat(SIZE / piece.length));
	return () => readAnswer(502, body, conceal);
};
const instead = (piece: string) => {
	const body = Buffer.from(piece.repeat(SIZE / piece.length));
	return () => [describeContent(body, 'text/html'), isPdf(body)];
};
const refused = (fields: object) => () =>
	explain(refusalIn({ resultat: 'erreur', ...fields }, 200, conceal));

const item = { montant_ht: 1, taux_tva: 20 };
const invoice = (at: number) => {
	const dated = { type: 'facture', numero: `F-${at}`, date_facture: '2026-01-01' };
	return { ...dated, montant_ht: 1, montant_ttc: 1, url: 'https://files.example/a' };
};
const invoiced = (factures: unknown, at = 1) => ({
	itemIndex: 0,
	asked: `AL-${at}`,
	notice: { reference: `AL-${at}`, factures },
});
const split = (splitBy: string, factures: unknown) => async () => {
	const given: Record<string, unknown> = { reference: 'AL-1', splitBy, downloadFiles: true };
	const context = {
		fn: {
			getNodeParameter: (name: string, _item: number, otherwise: unknown) =>
				given[name] ?? otherwise,
			continueOnFail: () => false,
		},
		client: () => ({ call: () => ({ resultat: 'succes', reference: 'AL-1', factures }) }),
		downloads: () => ({ fetch: () => ({ binary: {}, missing: [], failures: [] }) }),
	};
	return await getMany.execute(context as never, [0]);
};
const lineAt = (at: number, taux: number) => ({
	reference: `AL-${at}`,
	annonce: item,
	tva: [{ taux, montant: 1 }],
});
const lines = filled((at) => lineAt(at, 20));
const linesOfManyRates = filled((at) => lineAt(at, at));
const rates = {
	annonce: item,
	remises: filled((at) => ({ montant_ht: 1, taux_tva: at }), HALF),
	tva: filled((at) => ({ taux: at, montant: 1 }), HALF),
};
const batch = async (annonces: readonly object[]) => {
	const call = async () => await Promise.resolve({ resultat: 'succes', annonces });
	const client = { environment: 'test' as const, call };
	const list = Array.from({ length: 100 }, (_, at) => `AL-${at}`);
	return (await askForList(client, 'statut', list)).found;
};
const words = (word: string) => `<p>${`${word} `.repeat(SIZE / (word.length + 1))}</p>`;

const facts = {
	file: 'D-1',
	newspaper: 'Le Journal',
	department: '75',
	kind: 'Autre annonce',
	requestedDate: undefined,
	header: undefined,
	styles: filled((at) => ({
		classe: `fs-${at}`,
		definition_css: 'color: red; '.repeat(100),
		rang: at,
	})),
};
const preview = (composed: string) => () => previewHtml(facts, { tarif: { tva: lines } }, composed);
const styled = (at: number) =>
	`<p class="fs-${at} fs-${at + 1}" style="margin-left: ${at}px; color: red">a<b>b</b></p>`;

const listed = (search: keyof typeof listSearch, field: string, entry: (at: number) => object) => {
	const reply = success({ [field]: filled(entry) });
	const { context } = new FakeContext(reply);
	const parameters: Record<string, string> = { department: '75', publication: '1' };
	const editor = {
		...context,
		getCurrentNodeParameter: (name: string) => parameters[name],
	} as unknown as ILoadOptionsFunctions;
	return async () => await listSearch[search].call(editor, 'journal');
};

const many = Array.from({ length: 10_000 }, (_, at) => `AL-${at}`);
const watched = (reference: string) => {
	const documents = [
		{ type: 'attestation', numero: `A-${reference}`, url: 'https://files.example/a' },
	];
	return { reference, statut: 'parue', documents, factures: [invoice(1)] };
};
const found = many.map((reference) => [reference, watched(reference)] as const);
const settings = {
	list: many,
	events: new Set(EVENT_NAMES),
	firstSight: 'current',
	documentTypes: new Set<string>(),
	files: false,
	waitPolls: 0,
	stopAfterDays: undefined,
} as const;
const outcomesOf = <Outcome,>(read: (one: ReturnType<typeof watched>, asked: string) => Outcome) =>
	new Map(found.map(([asked, one]) => [asked, read(one, asked)] as const));
const poll = (before: State) => {
	const answers = {
		status: outcomesOf((one, asked) => statusOutcome(one, asked, NOTHING_KNOWN)),
		documents: outcomesOf((one, asked) => filesOutcome(one, asked, 'documents')),
		invoices: outcomesOf((one, asked) => filesOutcome(one, asked, 'factures')),
		atFault: perAspect(() => new Set<string>()),
		documentsTried: new Set<string>(),
	};
	return diff({ before, settings, answers, nowMs: 0, filesAtHand: new Map() });
};
const { state: afterPoll } = poll(emptyState(0));
const stored = () => {
	const seen = (at: number) => ({ statut: 'parue', n: 1, parue: 1, documents: `a${at}b` });
	const notices = Object.fromEntries(
		filled((at) => ({ [`AL-${at}`]: seen(at) })).flatMap(Object.entries),
	);
	const missed = { status: {}, documents: {}, invoices: {} };
	return { version: 2, since: 0, polls: 1, lost: 0, notices, held: {}, missed };
};
const remembered = () => {
	const context = {
		getWorkflow: () => ({ id: '1' }),
		getNode: () => ({ id: '1' }),
		getWorkflowStaticData: stored,
	} as unknown as IPollFunctions;
	const memory = Memory.open(context, 1_000, true);
	return () => expect(memory?.load(0)?.polls).toBe(1);
};

test.each<[what: string, work: () => unknown, most?: number]>([
	[
		'a list of notices',
		answered({ resultat: 'succes', a: filled((at) => ({ reference: `AL-${at}` })) }),
	],
	[
		'short texts',
		answered({ resultat: 'succes', a: filled((at) => at.toString(36)) }),
		MOST_OF_ENTRIES,
	],
	['a list of numbers', answered({ resultat: 'succes', a: filled((at) => at) })],
	['a list of lists', answered({ resultat: 'succes', a: filled(() => nested(2)) })],
	['deep lists', answered({ resultat: 'succes', a: filled(() => nested(60)) })],
	[
		'names',
		answered({ resultat: 'succes', ...Object.fromEntries(filled((at) => [`k${at}`, {}])) }),
	],
	['colons behind a long name', page(`{"${'x'.repeat(SIZE - 1_000)}"${':'.repeat(900)}`)],
	...[' ', '<', '<p ', '<script ', 'abcdef0123456789', '1234567890', 'demo-public', '&amp;'].map(
		(piece): [string, () => unknown] => [`a page of ${piece}`, page(piece)],
	),
	['codes', refused({ erreurs: filled((at) => `err_champ_${at}_incorrect`) })],
	['a text of codes', refused({ erreurs: 'err_'.repeat(SIZE / 4) })],
	['a long code', refused({ erreurs: [`err_${'a'.repeat(SIZE)}`] })],
	['phrases as codes', refused({ erreurs: filled((at) => `phrase ${at}`) })],
	['a long detail', refused({ erreurs: ['err_a'], plus: 'x'.repeat(SIZE) })],
	['many details', refused({ erreurs: ['err_a'], plus: filled((at) => ({ a: [[at]] })) })],
	[
		'a batch',
		async () => await batch(filled((at) => ({ reference: `AL-${at}`, statut: 'parue' }))),
	],
	[
		'a batch of refusals',
		async () => await batch(filled((at) => ({ reference: `AL-${at}`, erreurs: ['x'] }))),
	],
	[
		'documents of one name',
		() =>
			inBinaryFields(
				filesOf(
					filled(() => ({ type: 'justificatif' })),
					'AL-1',
				),
			),
		MOST_OF_ENTRIES,
	],
	[
		'invoices of one number',
		() => inBinaryFields(filled(() => ({ type: 'facture', numero: 'F-1' }))),
	],
	['rates and discounts', () => linesOf({ lignes: [rates] })],
	['lines of an invoice', () => invoiceFields({ ...invoice(1), lignes: lines })],
	[
		'lines of many rates',
		() => invoiceFields({ ...invoice(1), lignes: linesOfManyRates }),
		MOST_OF_ENTRIES,
	],
	['different invoices', () => gatherInvoices([invoiced(filled(invoice))])],
	[
		'one invoice again and again',
		() =>
			gatherInvoices([invoiced([{ ...invoice(1), lignes: lines }, ...filled(() => invoice(1))])]),
	],
	[
		'one invoice of many notices',
		() =>
			gatherInvoices(
				filled((at) => invoiced([{ ...invoice(1), lignes: [{ reference: `AL-${at}` }] }], at)),
			),
	],
	['invoices, one item each', split('invoice', filled(invoice)), MOST_OF_ENTRIES],
	['invoices of a notice', split('notice', filled(invoice)), MOST_OF_ENTRIES],
	['lines, one item each', split('line', [{ ...invoice(1), lignes: lines }]), MOST_OF_ENTRIES],
	['lines of a notice', split('notice', [{ ...invoice(1), lignes: lines }])],
	['a long label', () => publicationLabel({ id: 1, libelle: 'x'.repeat(SIZE) }, true)],
	...['<', '<p ', '<h1', '<title>', '\uFEFF', ' '].map((piece): [string, () => unknown] => [
		`${piece} instead of a PDF`,
		instead(piece),
	]),
	['a long reason', () => fullText(new FileRefusal('x'.repeat(SIZE), ''))],
	['text of a preview', preview('<p>a</p>'.repeat(SIZE / 8))],
	['styles of a preview', preview(Array.from({ length: 7_000 }, (_, at) => styled(at)).join(''))],
	[
		'newspapers in a list',
		listed('searchPublications', 'publications', (id) => ({ id, libelle: `Le Journal ${id}` })),
	],
	[
		'dates in a list',
		listed('searchPublicationDates', 'publications', (at) => ({
			id: 1,
			dates: [{ date_parution: `2026-01-${10 + (at % 20)}`, date_bouclage: `${at}` }],
		})),
	],
	[
		'contacts in a list',
		listed('searchContacts', 'contacts', (id) => ({ id, nom: `Journal ${id}` })),
	],
	['news of ten thousand notices', () => poll(emptyState(0)), MOST_OF_ENTRIES],
	['ten thousand known notices', () => poll(afterPoll)],
	['the state of a trigger', remembered(), MOST_OF_ENTRIES],
	['a composed text', () => compareComposed('<p>a b</p>', words('c'))],
	['a composed text that repeats', () => compareComposed(words('a').slice(0, 100_000), words('a'))],
	['composed paragraphs', () => compareComposed('<p>a</p>', '<p>c d</p>'.repeat(SIZE / 10))],
	['composed <', () => compareComposed('<p>a</p>', '<'.repeat(SIZE))],
	['composed &', () => compareComposed('<p>a</p>', '&'.repeat(SIZE))],
])('three megabytes of %s do not hold n8n up', async (_what, work, most = MOST_MS_PER_MB) => {
	const best = await shortest(work, most);
	const slowness = best < most ? 1 : await slownessOfMachine();
	expect(best / slowness).toBeLessThan(most * NOISE);
});

/** Milliseconds for a megabyte in the shortest of some runs, up to the first that is short enough. */
async function shortest(work: () => unknown, enough = 0): Promise<number> {
	let best = Infinity;
	for (let runs = 0; runs < 8 && best >= enough; runs++) {
		const before = process.threadCpuUsage();
		await work();
		const { user, system } = process.threadCpuUsage(before);
		best = Math.min(best, (user + system) / 1_000 / (SIZE / MB));
	}
	return best;
}

/** How many times as long as on a quiet machine, where reading this list takes 14 ms a megabyte, things take now. */
async function slownessOfMachine(): Promise<number> {
	const json = JSON.stringify(filled((at) => ({ reference: `AL-${at}` })));
	return Math.max(1, (await shortest(() => JSON.parse(json))) / 14);
}

test('the largest answer allowed is read', () => {
	const reference = 'x'.repeat(32 * MB - 100);
	const answer = answered({ resultat: 'succes', reference })();
	expect(answer).toMatchObject({ reference });
});
