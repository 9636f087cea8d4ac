/** Runs of every operation in every situation that shows in its output, against the sandbox. */
import type { IDataObject } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { byId, runNode, runTool, type Credential, type NodeSettings } from '../engine/engine.mts';
import { Poller } from '../engine/poll.mts';

const NOTICE = {
	department: byId('75'),
	publication: byId(12),
	category: byId('CONSTI'),
	forfait: byId('SARL'),
	textFormat: 'plainText',
	text: 'AVIS\n\nCapital : 10\u202f000 €',
};
const LOSSY = {
	textFormat: 'html',
	text: '<p>Gardé <em>ici</em></p><div>Perdu</div>',
	options: { ifTextChanges: 'warn' },
};
const ORDER = { ...NOTICE, billingMode: 'prescripteur' };
const T = 'succes';

type Outputs = Map<string, IDataObject[]>;

/** What each operation put out, by `resource.operation`. */
export async function runEverything(): Promise<Outputs> {
	const sandbox = await startSandbox();
	try {
		const keys = sandbox.createKey({ discountPercent: 5 });
		return await new Runs(sandbox, { ...keys, baseUrl: sandbox.url }).all();
	} finally {
		await sandbox.close();
	}
}

class Runs {
	private readonly outputs: Outputs = new Map();
	private readonly sandbox: Sandbox;
	private readonly credential: Credential;

	constructor(sandbox: Sandbox, credential: Credential) {
		this.sandbox = sandbox;
		this.credential = credential;
	}

	async all(): Promise<Outputs> {
		for (const operation of [
			'getCategories',
			'getCountries',
			'getDepartments',
			'getForfaits',
			'getStyleSheets',
		]) {
			await this.run('referenceData', operation);
		}
		await this.run('account', 'get', { simplify: false });
		await this.run('publication', 'getMany', { simplify: false });
		await this.run('publication', 'getDates', {});
		await this.contacts();
		await this.texts();
		const reference = await this.orders();
		await this.bills(reference);
		await this.replacements();
		await this.cancellations();
		await this.runAsTool('order', { fileReference: 'F-TOOL' });
		const [toReplace] = await this.run('notice', 'order', { ...ORDER, fileReference: 'F-TOOL-2' });
		await this.runAsTool('replace', {
			fileReference: 'F-TOOL-2',
			reference: toReplace?.reference,
		});
		await this.trigger();
		return this.outputs;
	}

	private async run(
		resource: string,
		operation: string,
		parameters: Record<string, unknown> = {},
		items: IDataObject[] = [{}],
		settings: NodeSettings = {},
	): Promise<IDataObject[]> {
		const result = await runNode({
			credential: this.credential,
			items,
			parameters: { resource, operation, ...parameters } as never,
			settings,
		});
		if (result.error) throw result.error;
		const json = result.json.filter((item) => !('error' in item));
		const name = `${resource}.${operation}`;
		this.outputs.set(name, [...(this.outputs.get(name) ?? []), ...json]);
		return json;
	}

	/** Runs an operation of notices twice as the tool of an agent, which words the text anew. */
	private async runAsTool(operation: string, parameters: Record<string, unknown>): Promise<void> {
		const text = "={{ $fromAI('text', 'Text of the notice', 'string') }}";
		const texts = [{ text: 'Un texte.' }, { text: 'Un autre texte.' }];
		await this.asTool(`notice.${operation}`, { ...ORDER, ...parameters, text }, texts);
	}

	private async asTool(
		name: string,
		parameters: Record<string, unknown>,
		calls: IDataObject[],
	): Promise<void> {
		const [resource, operation] = name.split('.');
		const chosen = { resource, operation, ...parameters } as never;
		const answers = await runTool(chosen, this.credential, calls);
		const outputs = answers.flatMap((answer) => JSON.parse(answer) as IDataObject[]);
		this.outputs.set(name, [...(this.outputs.get(name) ?? []), ...outputs]);
	}

	/** The next answer of a route is this one. */
	private answerOnce(path: string, body: object, times = 1): void {
		this.sandbox.fault({
			kind: 'wrongShape',
			times,
			match: { path, publicKey: this.credential.publicKey },
			body: JSON.stringify({ resultat: T, ...body }),
		});
	}

	private async contacts(): Promise<void> {
		await this.run('contact', 'getMany');
		const email = 'formalites@cabinet-demo.example';
		await this.run('contact', 'createOrGet', { email, lastName: 'Autre', portalPassword: 'demo' });
	}

	private async texts(): Promise<void> {
		await this.run('notice', 'checkText', NOTICE);
		await this.run('notice', 'checkText', { ...LOSSY, text: `${LOSSY.text}<p>Đ Ж</p>` });
		const { json } = await runNode({
			credential: this.credential,
			parameters: {
				resource: 'publication',
				operation: 'getDates',
				department: NOTICE.department,
				publication: NOTICE.publication,
			} as never,
		});
		await this.run('notice', 'quote', {
			...NOTICE,
			publicationDate: byId(String(json.at(-1)?.date_parution)),
		});
		await this.run('notice', 'quote', { ...NOTICE, ...LOSSY });
		this.answerOnce('quote', { texte: '<p>AVIS</p><p>Capital : 10 000 € payés</p>', tarif: {} });
		await this.run('notice', 'quote', { ...NOTICE, options: { includeProof: true } });
	}

	private async orders(): Promise<string> {
		const dated = { ...ORDER, fileReference: 'F-1', publicationDate: byId(this.lastDate()) };
		const [first] = await this.run('notice', 'order', dated);
		await this.run('notice', 'order', dated);
		await this.run('notice', 'order', { ...ORDER, ...LOSSY, fileReference: 'F-2' });
		this.answerOnce('quote', { texte: '<p>AVIS</p><p>Capital : 10 000 € payés</p>', tarif: {} });
		const warned = { options: { ifTextChanges: 'warn', includeProof: true } };
		await this.run('notice', 'order', { ...ORDER, ...warned, fileReference: 'F-3' });
		const reference = String(first?.reference);
		this.sandbox.notices.suspend(reference);
		const twice = [{ reference }, { reference: 'INCONNUE' }];
		const asked = { reference: '={{ $json.reference }}' };
		await this.run('notice', 'getStatus', asked, twice);
		const { publicKey } = this.credential;
		const match = { path: 'statut', publicKey };
		this.sandbox.fault({ kind: 'codes', codes: ['err_annonce_suspendue'], match, times: 1 });
		await this.run('notice', 'getStatus', { reference });
		const before = { previousStatus: 'suspendue', previousReason: 'Pièce manquante' };
		await this.run('notice', 'getStatusChanges', { ...asked, ...before }, twice);
		return reference;
	}

	private lastDate(): string {
		const dates = this.outputs.get('notice.quote')?.map(({ date_demandee: date }) => date);
		return String(dates?.find((date) => date !== undefined));
	}

	private async bills(reference: string): Promise<void> {
		this.sandbox.notices.invoice(reference);
		this.sandbox.notices.credit(reference);
		const both = [{ reference }, { reference: 'INCONNUE' }];
		const asked = { reference: '={{ $json.reference }}' };
		await this.run('document', 'getMany', asked, both);
		await this.run('document', 'download', asked, both);
		for (const splitBy of ['invoice', 'line', 'notice']) {
			await this.run('invoice', 'getMany', { ...asked, splitBy, simplify: false }, both);
		}
		this.sandbox.settings({ pdfLinks: 'html' });
		const files = { reference, splitBy: 'notice', downloadFiles: true, simplify: false };
		await this.run('invoice', 'getMany', files, [{}], { onError: 'continueRegularOutput' });
		this.sandbox.settings({ pdfLinks: 'plain' });
		const line = { annonce: { montant_ht: 100, taux_tva: 20 }, totaux: { montant_ht: 99 } };
		const facture = { type: 'facture', numero: 'F-9', montant_ht: 101, montant_ttc: 120 };
		for (const lignes of [[line], []]) {
			for (const splitBy of ['invoice', 'notice']) {
				this.answerOnce('invoices', { reference, factures: [{ ...facture, lignes }] });
				await this.run('invoice', 'getMany', { reference, splitBy, simplify: false });
			}
		}
		const lignes = Array.from({ length: 40 }, (_, index) => ({ ...line, reference: `N-${index}` }));
		this.answerOnce('invoices', { reference, factures: [{ ...facture, lignes }] });
		await this.asTool('invoice.getMany', { reference, splitBy: 'line' }, [{}]);
	}

	private async replacements(): Promise<void> {
		const old = await this.ordered('F-4');
		this.sandbox.notices.invoice(old);
		const again = { ...ORDER, fileReference: 'F-4', publicationDate: byId(this.lastDate()) };
		await this.run('notice', 'replace', { ...again, reference: old, text: 'Corrigé.\u202f' });
		await this.run('notice', 'replace', { ...again, reference: old, text: 'Corrigé.\u202f' });
		const lossy = await this.ordered('F-5');
		const warned = { ...again, ...LOSSY, fileReference: 'F-5', reference: lossy };
		await this.run('notice', 'replace', warned);
		const added = await this.ordered('F-6');
		this.answerOnce('quote', { texte: '<p>Nouveau mot</p>', tarif: {} });
		await this.run('notice', 'replace', {
			...again,
			fileReference: 'F-6',
			reference: added,
			text: 'Nouveau',
		});
	}

	private async cancellations(): Promise<void> {
		await this.run('notice', 'cancel', { reference: await this.ordered('F-7') });
		const unreadable = await this.ordered('F-11');
		const cancelled = { reference: unreadable, documents: 'unreadable' };
		this.answerOnce(`annonce/${unreadable}`, cancelled);
		await this.run('notice', 'cancel', { reference: unreadable });
		const reference = await this.ordered('F-8');
		this.sandbox.notices.invoice(reference);
		this.sandbox.settings({ pdfLinks: 'html' });
		await this.run('notice', 'cancel', { reference, downloadFiles: true });
		this.sandbox.settings({ pdfLinks: 'plain' });
	}

	private async ordered(fileReference: string): Promise<string> {
		const [order] = await this.run('notice', 'order', { ...ORDER, fileReference });
		return String(order?.reference);
	}
	/** The trigger: what it shows in the editor, and a publication whose attestation does not come. */
	private async trigger(): Promise<void> {
		this.sandbox.settings({ attestationBeforePublication: false, pdfLinks: 'html' });
		const references = [await this.ordered('F-9'), await this.ordered('F-10')];
		const [invoiced = '', published = ''] = references;
		this.sandbox.notices.invoice(invoiced);
		const shown: IDataObject[] = [];
		const watch = (events: string[], more: Record<string, unknown> = {}) =>
			new Poller({
				credential: this.credential,
				parameters: {
					events,
					references: [...references, 'INCONNUE'].join(','),
					firstSight: 'none',
					options: {},
					...more,
				} as never,
			});
		for (const events of [['newDocument'], ['newInvoice'], ['notFound'], ['suspended']]) {
			const files = { options: { downloadFiles: events[0] === 'newInvoice' } };
			const items = await watch(events, files).fetchTestEvent();
			shown.push(...items.map(({ json }) => json));
		}
		this.sandbox.notices.suspend(published);
		const none = { reference: published, documents: [] };
		this.answerOnce('/documents', { ...none, annonces: [none] }, 9);
		const waiting = watch(['published'], { options: { waitForDocument: 1, downloadFiles: false } });
		await waiting.activate();
		await waiting.poll();
		this.sandbox.notices.setStatus(published, 'parue');
		for (let polls = 0; polls < 4; polls++) shown.push(...(await waiting.poll()));
		this.outputs.set('trigger', shown);
	}
}
