/**
 * n8n is killed in the middle of a step, as by a power cut, started again, and the workflow run again: what was begun is
 * done in the end. An e-mail whose receipt was lost may come twice; an order and an entry are made once.
 */
import assert from 'node:assert/strict';
import type { Json } from '../../lib/execution.mts';
import { openInvoices } from '../../lib/noticesTable.mts';
import { before, it } from '../../lib/testing.mts';
import { until } from '../../lib/until.mts';
import { booksWith, httpStandIn } from '../httpStandIn.mts';
import { setUp, type Notices } from '../notices.mts';
import type { Own } from '../ownValues.mts';
import { stage, succeeded } from '../stage.mts';

const INBOX = 'factures@cabinet-demo.example';
const LINK = 'https://www.bodacc.fr/annonce/detail-annonce/A/20260001/123';
const ANNOUNCED = { familleavis: 'modification', numeroannonce: 1, url_complete: LINK };
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

interface Step {
	readonly example: string;
	readonly trigger: string;
	readonly own?: () => Own;
	/** Cells of the row that it works on. */
	readonly row: (file: string) => Json | Promise<Json>;
	/** The route of the service at which n8n is killed; without it, when an e-mail has come whose receipt is owed. */
	readonly route?: string;
	/** Another system whose answer it waits for then. */
	readonly system?: [ReturnType<typeof httpStandIn>, RegExp];
	/** How often it is done, where twice would show. */
	readonly times?: (file: string) => number;
	/** The most times; once without it. */
	readonly most?: number;
	readonly done: (row: Json) => boolean | Promise<boolean>;
}

export function killed(): void {
	let notices: Notices;
	const entries: Json[] = [];
	const books = booksWith(entries);
	const bodacc = httpStandIn(() => ({ json: { results: [ANNOUNCED] } }), true);

	before(async () => {
		notices = await setUp();
	});

	const mails = (about: RegExp, file: string) =>
		stage.mail.mails.filter((mail) => about.test(mail.subject) && mail.text.includes(file)).length;
	const orders = (file: string) => stage.ordered(file).length;
	const text = (file: string) => ({ texte: `<p>Objet social : ${file}.</p>` });
	/** A published and invoiced notice. */
	async function published(file: string): Promise<Json> {
		const reference = await stage.numbered(file);
		stage.sandbox.notices.publish(reference);
		stage.sandbox.notices.invoice(reference);
		return { etat: 'commandée', reference, client_email: `${file.toLowerCase()}@client.example` };
	}
	/** A row that somebody has approved. */
	async function approved(file: string): Promise<Json> {
		const work = await stage.open('proof-and-order');
		await notices.add({ dossier: file, ...text(file) });
		succeeded(await stage.attempt(work, 'Every five minutes'));
		return { etat: 'approuvée', reponse: 'Approuvée.' };
	}
	const passedOn = async (file: string): Promise<boolean> =>
		(await (await openInvoices(stage.client)).rows()).some(({ dossier }) => dossier === file);

	const ordering = {
		example: 'proof-and-order',
		trigger: 'Every five minutes',
		done: ({ etat, commandee_le: said }: Json) => etat === 'commandée' && Boolean(said),
		row: approved,
		times: orders,
	};
	const proposing = {
		...ordering,
		row: text,
		times: (file: string) => mails(/annonce à relire/, file),
		done: ({ etat, demande_le: out }: Json) => etat === 'à relire' && Boolean(out),
	};
	const telling = { example: 'approval-and-reminders', trigger: 'Every ten minutes', most: 2 };
	const following = {
		example: 'follow',
		trigger: 'Every half hour',
		row: published,
		times: (file: string) => stage.mailsTo(`${file.toLowerCase()}@client.example`).length,
		done: ({ etat, attestation_le: sent }: Json) => etat === 'parue' && Boolean(sent),
	};
	const invoicing = {
		example: 'accounting',
		trigger: 'Every hour',
		own: () => ({ values: { comptabilite: INBOX } }),
		row: published,
		times: (file: string) => stage.mailsTo(INBOX).filter((mail) => mail.text.includes(file)).length,
		done: async ({ dossier }: Json) => await passedOn(String(dossier)),
	};
	const waiting = () => ({ demande_le: inHours(-1), bouclage: inHours(2), jeton: 'f00' });

	const steps: Readonly<Record<string, Step>> = {
		'waiting for the quote': { ...proposing, route: 'quote' },
		'sending the proof': { ...proposing, most: 2 },
		'waiting for the order': { ...ordering, route: 'order' },
		'confirming the order': { ...ordering },
		'reminding the reviewer': {
			...telling,
			row: waiting,
			times: (file) => mails(/^Rappel, /, file),
			done: ({ relance_le: told }) => Boolean(told),
		},
		'telling the office of a problem': {
			...telling,
			row: () => ({ etat: 'problème', probleme: 'À régler' }),
			times: (file) => mails(/annonce à corriger/, file),
			done: ({ probleme_dit: told }) => told === 'À régler',
		},
		'reading the status': { ...following, route: 'status' },
		'looking for the attestation': { ...following, route: 'documents' },
		'sending the attestation': { ...following, most: 2 },
		'reading the invoices': { ...invoicing, route: 'invoices' },
		'sending an invoice': { ...invoicing, most: 2 },
		'booking an invoice': {
			...invoicing,
			own: () => ({
				values: { pennylane: true, adresse_pennylane: books.url },
				activated: true,
			}),
			system: [books, /POST .supplier_invoices/],
			times: () => entries.length,
		},
		'asking the register': {
			example: 'register',
			trigger: 'Every morning',
			own: () => ({ values: { registre: bodacc.url } }),
			row: () => ({ etat: 'parue', parue_le: inHours(-1), siren: '999999999' }),
			system: [bodacc, /./],
			done: ({ bodacc: link }) => link === LINK,
		},
	};

	/** All other rows are looked at no more. */
	async function alone(): Promise<void> {
		const done = { etat: 'terminée', reference: '', parue_le: '', probleme: '' };
		for (const { dossier } of await notices.rows()) await notices.change(String(dossier), done);
	}

	/** Runs it, kills n8n in the middle of the step, and starts n8n again. */
	async function killedIn(step: Step, file: string): Promise<() => Promise<void>> {
		const { example, trigger, own, route, system } = step;
		const workflow = await stage.open(example, own?.());
		const { calls } = stage.sandbox.journal;
		const [asked, sent, held] = [calls().length, stage.mail.mails.length, system?.[0].held ?? 0];
		if (route !== undefined) {
			stage.sandbox.fault({ kind: 'slow', ms: 30_000, match: { path: route } });
		} else if (system) system[0].hanging = system[1];
		else stage.mail.hanging = 'receipt';
		await stage.start(workflow, trigger);
		await until(`The moment to kill n8n, ${file}`, () => {
			if (route !== undefined)
				return (
					calls()
						.slice(asked)
						.some((one) => one.route === route) || undefined
				);
			if (system) return system[0].held > held || undefined;
			return stage.mail.mails.length > sent || undefined;
		});
		await stage.kill();
		stage.sandbox.clearFaults();
		stage.mail.hanging = undefined;
		if (system) system[0].hanging = undefined;
		return async () => void succeeded(await stage.attempt(workflow, trigger));
	}

	for (const [name, step] of Object.entries(steps)) {
		it(`${name}: goes on after n8n was killed`, async () => {
			await alone();
			const file = `TUE-${Object.keys(steps).indexOf(name)}`;
			const cells = await step.row(file);
			const there = (await notices.rows()).some(({ dossier }) => dossier === file);
			await (there ? notices.change(file, cells) : notices.add({ dossier: file, ...cells }));
			const before = step.times?.(file) ?? 0;
			const again = await killedIn(step, file);
			for (let run = 0; run < 2; run += 1) await again();
			const row = await notices.row(file);
			assert.ok(await step.done(row), JSON.stringify({ ...row, epreuve: '' }));
			const times = (step.times?.(file) ?? before + 1) - before;
			assert.ok(times >= 1 && times <= (step.most ?? 1), `${times} times`);
		});
	}
}
