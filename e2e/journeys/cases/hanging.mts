/** What is outside takes a call and says nothing more: every step ends, says so in its row or as a failed run, and is done once later. */
import assert from 'node:assert/strict';
import type { StoredWorkflow } from '../../lib/client.mts';
import type { Json } from '../../lib/execution.mts';
import { after, before, it } from '../../lib/testing.mts';
import { ACCESS, booksWith, httpStandIn } from '../httpStandIn.mts';
import { modelServer } from '../modelServer.mts';
import { first, second } from '../noticeForm.mts';
import { setUp, type Notices } from '../notices.mts';
import { COLLEAGUE, stage, succeeded } from '../stage.mts';

const REVIEWER = 'relecture@cabinet-demo.example';
const OFFICE = 'formalites@cabinet-demo.example';
const INBOX = 'factures@cabinet-demo.example';
const LINK = 'https://www.bodacc.fr/annonce/detail-annonce/A/20260001/123';
const ANNOUNCED = { familleavis: 'modification', numeroannonce: 1, url_complete: LINK };
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** A step that talks to something outside, in a workflow that starts by itself. */
interface Step {
	readonly workflow: () => StoredWorkflow;
	readonly trigger: string;
	readonly hang: () => void;
	/** The cells of its row, whose notice is ordered where it has a reference. */
	readonly row: (file: string) => Json | Promise<Json>;
	/** What stands in `probleme` meanwhile; a run that fails says it otherwise. */
	readonly says: RegExp | 'the run fails' | 'nothing yet';
	/** How often it was done; once in the end, twice at most where a receipt was lost. */
	readonly done: (file: string) => number;
	readonly most?: number;
}

export function hanging(): void {
	let notices: Notices;
	let order: StoredWorkflow;
	let approval: StoredWorkflow;
	let follow: StoredWorkflow;
	let byMail: StoredWorkflow;
	let byApi: StoredWorkflow;
	let register: StoredWorkflow;
	let deals: StoredWorkflow;
	const entries: Json[] = [];
	const books = booksWith(entries);
	const bodacc = httpStandIn(() => ({ json: { results: [ANNOUNCED] } }), true);
	/** What deals have heard, by their IDs. */
	const deal: Record<string, Json> = {};
	const crm = httpStandIn(({ method, path, body }) => {
		const id = String(path.split('/').at(-1));
		if (method === 'PATCH') deal[id] = body;
		return { json: { id, stage: 'won', name: 'AFFAIRE', company: { name: 'Cie' }, ...deal[id] } };
	});

	before(async () => {
		notices = await setUp();
		const impatient = true;
		order = await stage.open('proof-and-order', { impatient });
		approval = await stage.open('approval-and-reminders');
		follow = await stage.open('follow', { impatient });
		const values = { comptabilite: INBOX };
		byMail = await stage.open('accounting', { impatient, values });
		const pennylane = { ...values, pennylane: true, adresse_pennylane: books.url };
		byApi = await stage.open('accounting', { impatient, values: pennylane, activated: true });
		register = await stage.open('register', { impatient, values: { registre: bodacc.url } });
		deals = await stage.open('crm-deal-to-notice', { impatient, values: { crm: crm.url } });
	});
	after(() => letGo());

	function letGo(): void {
		stage.sandbox.clearFaults();
		stage.mail.hanging = undefined;
		for (const one of [books, bodacc, crm]) one.hanging = undefined;
	}
	const service = (path: string) => () =>
		stage.sandbox.fault({ kind: 'timeout', ms: 120_000, match: { path }, times: 1000 });
	const mail = (where: 'greeting' | 'receipt') => () => (stage.mail.hanging = where);
	const entry = (call: RegExp) => () => (books.hanging = call);
	const to = (recipient: string, text: string) =>
		stage.mailsTo(recipient).filter((one) => `${one.subject}\n${one.text}`.includes(text)).length;

	/** Cells of a row whose notice is published and invoiced. */
	async function ordered(file: string): Promise<Json> {
		const reference = await stage.numbered(file);
		stage.sandbox.notices.publish(reference);
		stage.sandbox.notices.invoice(reference);
		return { etat: 'commandée', reference, client_email: `${file.toLowerCase()}@client.example` };
	}
	const client = (file: string) => stage.mailsTo(`${file.toLowerCase()}@client.example`).length;
	const invoices = (file: string) => to(INBOX, file);

	const proof = {
		workflow: () => order,
		trigger: 'Every five minutes',
		row: (file: string) => ({ texte: `<p>Objet social : ${file}.</p>` }),
		says: /nouvel essai dans cinq minutes/,
		done: (file: string) => to(REVIEWER, `>${file}<`),
	};
	const telling = {
		workflow: () => approval,
		trigger: 'Every ten minutes',
		says: 'nothing yet',
	} as const;
	const following = {
		workflow: () => follow,
		trigger: 'Every half hour',
		row: ordered,
		says: 'the run fails',
		done: client,
	} as const;
	const mailing = {
		workflow: () => byMail,
		trigger: 'Every hour',
		row: ordered,
		says: /^Comptabilité : ./,
		done: invoices,
	};
	const booking = { ...mailing, workflow: () => byApi, done: () => entries.length };
	const steps: Readonly<Record<string, Step>> = {
		'the quote': { ...proof, hang: service('quote') },
		'the e-mail with the proof': { ...proof, hang: mail('greeting') },
		'the reminder': {
			...telling,
			hang: mail('greeting'),
			row: () => ({ bouclage: ago(-60), demande_le: ago(60), resume: 'Devis', jeton: 'f00' }),
			done: (file) => to(REVIEWER, `>${file}<`),
		},
		'the e-mail with what went wrong': {
			...telling,
			hang: mail('greeting'),
			row: (file) => ({ etat: 'problème', probleme: `À régler ${file}` }),
			done: (file) => to(OFFICE, `À régler ${file}`),
		},
		'the status': { ...following, hang: service('statut') },
		'the list of documents': {
			...following,
			hang: service('documents'),
			says: 'nothing yet',
		},
		'the e-mail with the attestation': {
			...following,
			hang: mail('greeting'),
			says: /^Attestation : ./,
		},
		'the receipt of the e-mail with the attestation': {
			...following,
			hang: mail('receipt'),
			says: /^Attestation : ./,
			most: 2,
		},
		'the e-mail with an invoice': { ...mailing, hang: mail('greeting') },
		'the receipt of the e-mail with an invoice': { ...mailing, hang: mail('receipt'), most: 2 },
		'the upload of an invoice': { ...booking, hang: entry(/POST .file_attachments/) },
		'the search for an entry': { ...booking, hang: entry(/^GET/) },
		'the entry of an invoice, which is made': {
			...booking,
			hang: entry(/POST .supplier_invoices/),
		},
		'the register': {
			workflow: () => register,
			trigger: 'Every morning',
			row: () => ({ etat: 'parue', parue_le: ago(1), siren: '999999999' }),
			hang: () => (bodacc.hanging = /./),
			says: 'the run fails',
			done: (file) => Number(found.has(file)),
		},
		'what a deal hears': {
			workflow: () => deals,
			trigger: 'Every ten minutes',
			hang: () => (crm.hanging = /PATCH/),
			row: (file) => ({ source: `crm:${file}`, annonceur: '{"nom":"Cie"}', etat: 'refusée' }),
			says: 'nothing yet',
			done: (file) => Number(deal[file]?.['etat'] === 'refusée'),
		},
	};
	/** Files whose announcement stands in their row. */
	const found = new Set<string>();
	async function look(file: string): Promise<Json> {
		const row = await notices.row(file);
		if (row['bodacc'] === LINK) found.add(file);
		return row;
	}
	/** All other rows are looked at no more. */
	async function alone(): Promise<void> {
		const done = { etat: 'terminée', reference: '', parue_le: '', probleme: '', source: '' };
		for (const { dossier } of await notices.rows()) await notices.change(String(dossier), done);
	}

	for (const [what, step] of Object.entries(steps)) {
		it(`${what}: the step ends, says so, and is done later`, async () => {
			await alone();
			const file = `ATTENTE-${Object.keys(steps).indexOf(what)}`;
			await notices.add({ dossier: file, ...(await step.row(file)) });
			const before = step.done(file);
			step.hang();
			const run = await stage.attempt(step.workflow(), step.trigger).finally(letGo);
			const row = await look(file);
			if (step.says === 'the run fails') assert.equal(run.status, 'error');
			else if (step.says !== 'nothing yet') assert.match(String(row['probleme']), step.says);
			for (let again = 0; again < 2; again += 1) {
				succeeded(await stage.attempt(step.workflow(), step.trigger));
			}
			await look(file);
			const times = step.done(file) - before;
			assert.ok(times >= 1 && times <= (step.most ?? 1), `${times} times`);
		});
	}

	it('an order that the service takes and does not confirm is placed once', async () => {
		await alone();
		await notices.add({ dossier: 'ATTENTE-COMMANDE' });
		succeeded(await stage.attempt(order, 'Every five minutes'));
		const answer = { etat: 'approuvée', reponse: 'Approuvée.' };
		await notices.change('ATTENTE-COMMANDE', answer);
		const match = { path: 'order' };
		for (const processed of [false, true]) {
			stage.sandbox.fault({ kind: 'timeout', ms: 120_000, match, processed, times: 1 });
		}
		await stage.attempt(order, 'Every five minutes').finally(letGo);
		await stage.attempt(order, 'Every five minutes');
		const row = await notices.row('ATTENTE-COMMANDE');
		assert.deepEqual([row['etat'], row['probleme']], ['commandée', '']);
		assert.equal(stage.ordered('ATTENTE-COMMANDE').length, 1);
	});

	it('a form goes on with empty fields while the registers are silent', async () => {
		const registers = { annuaire: bodacc.url, registre: bodacc.url };
		const form = await stage.open('company-change', { impatient: true, values: registers });
		bodacc.hanging = /./;
		await stage.active(form, async () => {
			const page = await first('annonce-modification', 'ATTENTE-FORM', 'Transfert du siège');
			assert.equal(await page.getByLabel('Dénomination').inputValue(), '');
			await second(page);
			await page.close();
			await stage.rested(await stage.begun(form));
		});
		letGo();
		assert.equal((await notices.row('ATTENTE-FORM'))['etat'], 'à relire');
	});

	it('a CRM that calls hears no success for a deal that cannot be read, and one row is written when it calls again', async () => {
		const call = async () =>
			await fetch(`${stage.world.server.url}/webhook/legal-notice-deal-won`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', [ACCESS.name]: ACCESS.value },
				body: JSON.stringify({ dealId: 'A-1' }),
			});
		const rows = async () => (await notices.rows()).filter(({ source }) => source === 'crm:A-1');
		await stage.active(deals, async () => {
			crm.hanging = /^GET/;
			assert.equal((await call()).status, 500);
			assert.deepEqual(await rows(), []);
			letGo();
			for (let times = 0; times < 2; times += 1) {
				const response = await call();
				assert.deepEqual([response.status, await response.text()], [200, '']);
			}
		});
		assert.equal((await rows()).length, 1);
	});

	it('a correction says so while the service is silent, and the same again goes on', async () => {
		await alone();
		const reference = await stage.numbered('ATTENTE-CORR');
		await notices.add({ dossier: 'ATTENTE-CORR', etat: 'commandée', reference });
		const form = await stage.open('correct-a-notice', { impatient: true });
		const text = '<p class="fs-texte">EXEMPLE DÉMO. Texte corrigé.</p>';
		const send = async (): Promise<string> => {
			const page = await stage.form('annonce-corriger', { 'Dossier ou référence': 'ATTENTE-CORR' });
			await page.getByLabel('Texte corrigé').fill(text);
			await stage.decide(page, 'Oui, corriger');
			const last = page.getByText(/^Annonce remplacée|^À reprendre|^Rien n’a été changé/).first();
			await last.waitFor({ timeout: 120_000 });
			const said = await page.locator('body').innerText();
			await page.close();
			return said;
		};
		await stage.active(form, async () => {
			service('statut')();
			assert.match(await send(), /ne répond pas/);
			letGo();
			service('quote')();
			assert.match(await send(), /À reprendre/);
			letGo();
			const row = await notices.row('ATTENTE-CORR');
			assert.match(String(row['probleme']), /^Correction : non faite/);
			assert.match(await send(), /Annonce remplacée/);
		});
		const standing = stage.ordered('ATTENTE-CORR').filter(({ cancelled }) => !cancelled);
		assert.equal(standing.length, 1);
		assert.equal((await notices.row('ATTENTE-CORR'))['probleme'], '');
	});

	const { server } = modelServer(() => ({ say: 'EXEMPLE DÉMO' }));
	it('a draft says so while the model is silent; the form sent again writes the same row', async () => {
		const own = { impatient: true, model: `${server.url}/v1` };
		const draft = await stage.open('ai-drafts-a-notice', own);
		const send = async () => {
			const fields = { Dossier: 'ATTENTE-IA', 'Décision à publier': 'Décision.', Société: 'Cie' };
			const page = await stage.form('annonce-assistant', fields);
			await page.getByText('Demande enregistrée').waitFor();
			await page.close();
			return await stage.next(draft);
		};
		await stage.active(draft, async () => {
			server.hanging = /./;
			assert.equal((await send()).status, 'error');
			server.hanging = undefined;
			const row = await notices.row('ATTENTE-IA');
			assert.match(`${row['etat']} ${row['probleme']}`, /^brouillon .*renvoyez le formulaire/);
			assert.equal((await send()).status, 'success');
		});
		const row = await notices.row('ATTENTE-IA');
		assert.deepEqual([row['etat'], row['probleme']], ['à relire', '']);
	});

	it('the page of the desk ends a download that hangs with a sentence, and setting up with an error', async () => {
		await alone();
		const reference = await stage.numbered('ATTENTE-PDF');
		const cells = { etat: 'commandée', attestation_le: ago(1), reference };
		await notices.add({ dossier: 'ATTENTE-PDF', ...cells });
		const page = await stage.open('desk-page', { impatient: true });
		const again = await stage.open('desk-set-up', { impatient: true });
		const open = async () =>
			await fetch(`${stage.world.server.url}/webhook/annonces?attestation=${reference}`, {
				headers: { authorization: `Basic ${btoa(`${COLLEAGUE.user}:${COLLEAGUE.password}`)}` },
			});
		await stage.active(page, async () => {
			service('documents')();
			assert.equal((await open()).status, 404);
			letGo();
			assert.equal((await open()).headers.get('content-type'), 'application/pdf');
		});
		// The 30 seconds of this step stand in no field of its node: one silence is waited for, then the line is cut.
		stage.sandbox.fault({ kind: 'timeout', ms: 120_000, match: { path: 'client' }, times: 1 });
		stage.sandbox.fault({ kind: 'dropBefore', match: { path: 'client' }, times: 1000 });
		const run = await stage.start(again, 'When clicking ‘Execute workflow’');
		const ended = await stage.client.finished(run, 90_000).finally(letGo);
		assert.equal(ended.status, 'error');
	});
}
