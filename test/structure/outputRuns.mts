/** Runs of every operation in every situation that shows in its output, against the sandbox. */
import type { IDataObject } from 'n8n-workflow';

import { startSandbox } from '../../sandbox/index.mts';
import { byId, runNode, runTool, type NodeSettings } from '../engine/engine.mts';
import { NOTICE as PLACE } from '../engine/notices.mts';
import { Poller } from '../engine/poll.mts';

type Parameters = Record<string, unknown>;

const NOTICE = { ...PLACE, textFormat: 'plainText', text: 'AVIS\n\nCapital : 10\u202f000 €' };
const WARN = { options: { ifTextChanges: 'warn' } };
const LOSSY = {
	...WARN,
	textFormat: 'html',
	text: '<p>Gardé <em>ici</em></p><div>Perdu</div>',
};
const ORDER = { ...NOTICE, billingMode: 'prescripteur' };
/** A composed text with a word of the service's own. */
const ADDED = { texte: '<p>AVIS</p><p>Capital : 10 000 € payés</p>', tarif: {} };
const BOTH = { reference: '={{ $json.reference }}' };

/** @returns what each operation put out, by `resource.operation`, and the `trigger` */
export async function runEverything(): Promise<Map<string, IDataObject[]>> {
	const sandbox = await startSandbox();
	const credential = { baseUrl: sandbox.url, ...sandbox.createKey({ discountPercent: 5 }) };
	const { publicKey } = credential;
	const outputs = new Map<string, IDataObject[]>();
	const add = (name: string, items: IDataObject[]) =>
		outputs.set(name, [...(outputs.get(name) ?? []), ...items]);

	const run = async (
		name: string,
		more: Parameters = {},
		items: IDataObject[] = [{}],
		settings: NodeSettings = {},
	): Promise<IDataObject[]> => {
		const [resource, operation] = name.split('.');
		const parameters = { resource, operation, ...more } as never;
		const result = await runNode({ credential, items, parameters, settings });
		if (result.error) throw result.error;
		const json = result.json.filter((item) => !('error' in item));
		add(name, json);
		return json;
	};
	/** As the tool of an agent. */
	const runAsTool = async (name: string, more: Parameters, calls: IDataObject[]) => {
		const [resource, operation] = name.split('.');
		const answers = await runTool({ resource, operation, ...more } as never, credential, calls);
		add(
			name,
			answers.flatMap((answer) => JSON.parse(answer) as IDataObject[]),
		);
	};
	/** The next answer of a route is this one. */
	const answerOnce = (path: string, body: object, times = 1) => {
		const text = JSON.stringify({ resultat: 'succes', ...body });
		sandbox.fault({ kind: 'wrongShape', times, match: { path, publicKey }, body: text });
	};
	let files = 0;
	const order = async (more: Parameters = {}): Promise<string> => {
		const fileReference = `F-${++files}`;
		const [ordered] = await run('notice.order', { ...ORDER, fileReference, ...more });
		return String(ordered?.reference);
	};

	for (const name of ['Categories', 'Countries', 'Departments', 'Forfaits', 'StyleSheets']) {
		await run(`referenceData.get${name}`);
	}
	await run('account.get', { simplify: false });
	await run('publication.getMany', { simplify: false });
	await run('publication.getDates');
	const { department, publication } = NOTICE;
	const dates = await run('publication.getDates', { department, publication });
	const publicationDate = byId(String(dates.at(-1)?.date_parution));
	await run('contact.getMany');
	const email = 'formalites@cabinet-demo.example';
	await run('contact.createOrGet', { email, lastName: 'Autre', portalPassword: 'demo' });

	await run('notice.checkText', NOTICE);
	await run('notice.checkText', { ...LOSSY, text: `${LOSSY.text}<p>Đ Ж</p>` });
	await run('notice.quote', { ...NOTICE, publicationDate });
	await run('notice.quote', { ...NOTICE, ...LOSSY });
	answerOnce('quote', ADDED);
	await run('notice.quote', { ...NOTICE, options: { includeProof: true } });

	const reference = await order({ fileReference: 'TWICE', publicationDate });
	await order({ fileReference: 'TWICE', publicationDate });
	await order(LOSSY);
	answerOnce('quote', ADDED);
	await order({ options: { ifTextChanges: 'warn', includeProof: true } });

	const twice = [{ reference }, { reference: 'INCONNUE' }];
	sandbox.notices.suspend(reference);
	await run('notice.getStatus', BOTH, twice);
	const match = { path: 'statut', publicKey };
	sandbox.fault({ kind: 'codes', codes: ['err_annonce_suspendue'], match });
	await run('notice.getStatus', { reference });
	const before = { previousStatus: 'suspendue', previousReason: 'Pièce manquante' };
	await run('notice.getStatusChanges', { ...BOTH, ...before }, twice);

	sandbox.notices.invoice(reference);
	sandbox.notices.credit(reference);
	const none = { documentTypes: ['justificatif'], options: { returnWithoutDocuments: true } };
	for (const operation of ['document.getMany', 'document.download']) {
		await run(operation, BOTH, twice);
		await run(operation, { ...BOTH, ...none }, twice);
	}
	for (const splitBy of ['invoice', 'line', 'notice']) {
		await run('invoice.getMany', { ...BOTH, splitBy, simplify: false }, twice);
	}
	sandbox.settings({ pdfLinks: 'html' });
	const withFiles = { reference, splitBy: 'notice', downloadFiles: true, simplify: false };
	await run('invoice.getMany', withFiles, [{}], { onError: 'continueRegularOutput' });
	sandbox.settings({ pdfLinks: 'plain' });
	const line = { annonce: { montant_ht: 100, taux_tva: 20 }, totaux: { montant_ht: 99 } };
	const facture = { type: 'facture', numero: 'F-9', montant_ht: 101, montant_ttc: 120 };
	for (const lignes of [[line], []]) {
		for (const splitBy of ['invoice', 'notice']) {
			answerOnce('invoices', { reference, factures: [{ ...facture, lignes }] });
			await run('invoice.getMany', { reference, splitBy, simplify: false });
		}
	}
	const lignes = Array.from({ length: 40 }, (_, index) => ({ ...line, reference: `N-${index}` }));
	answerOnce('invoices', { reference, factures: [{ ...facture, lignes }] });
	await runAsTool('invoice.getMany', { reference, splitBy: 'line' }, [{}]);

	const replace = async (more: Parameters, times = 1) => {
		const fileReference = `R-${++files}`;
		const old = await order({ fileReference });
		if (times === 2) sandbox.notices.invoice(old);
		if (more.text === 'Nouveau') answerOnce('quote', { texte: '<p>Nouveau mot</p>', tarif: {} });
		const again = { ...ORDER, fileReference, publicationDate, reference: old, ...more };
		for (let time = 0; time < times; time++) await run('notice.replace', again);
	};
	await replace({ text: 'Corrigé.\u202f' }, 2);
	await replace(LOSSY);
	await replace({ text: 'Nouveau' });

	await run('notice.cancel', { reference: await order() });
	const unreadable = await order();
	answerOnce(`annonce/${unreadable}`, { reference: unreadable, documents: 'unreadable' });
	await run('notice.cancel', { reference: unreadable });
	const invoiced = await order();
	sandbox.notices.invoice(invoiced);
	sandbox.settings({ pdfLinks: 'html' });
	await run('notice.cancel', { reference: invoiced, downloadFiles: true });

	// Twice, with a text that the agent words anew.
	const text = "={{ $fromAI('text', 'Text of the notice', 'string') }}";
	const texts = [{ text: 'Un texte.' }, { text: 'Un autre texte.' }];
	await runAsTool('notice.order', { ...ORDER, fileReference: 'TOOL', text }, texts);
	const old = await order({ fileReference: 'TOOL-2' });
	const anew = { ...ORDER, fileReference: 'TOOL-2', reference: old, text };
	await runAsTool('notice.replace', anew, texts);

	// What the trigger shows in the editor, and a publication whose attestation does not come.
	sandbox.settings({ attestationBeforePublication: false });
	const watched = [await order(), await order()];
	const [billed = '', published = ''] = watched;
	sandbox.notices.invoice(billed);
	const watch = (events: string[], options: Parameters = {}) => {
		const references = [...watched, 'INCONNUE'].join(',');
		const parameters = { events, references, firstSight: 'none', options } as never;
		return new Poller({ credential, parameters });
	};
	for (const event of ['newDocument', 'newInvoice', 'notFound', 'suspended']) {
		const items = await watch([event], { downloadFiles: event === 'newInvoice' }).fetchTestEvent();
		add(
			'trigger',
			items.map(({ json }) => json),
		);
	}
	sandbox.notices.suspend(published);
	const bare = { reference: published, documents: [] };
	answerOnce('/documents', { ...bare, annonces: [bare] }, 9);
	const waiting = watch(['published'], { waitForDocument: 1, downloadFiles: false });
	await waiting.activate();
	await waiting.poll();
	sandbox.notices.setStatus(published, 'parue');
	for (let polls = 0; polls < 4; polls++) add('trigger', await waiting.poll());
	await sandbox.close();
	return outputs;
}
