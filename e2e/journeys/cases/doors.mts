/** A page of somebody else's, opened in a real browser that knows the passwords, sends what it can to every entrance of the desk. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdirSync } from 'node:fs';
import { decide, linkIn } from '../approvalPage.mts';
import type { StoredWorkflow } from '../../lib/client.mts';
import type { Json } from '../../lib/execution.mts';
import { EXAMPLES } from '../../lib/paths.mts';
import { after, before, it } from '../../lib/testing.mts';
import { until } from '../../lib/until.mts';
import { readExample, type WorkflowNode } from '../../lib/workflow.mts';
import { modelServer } from '../modelServer.mts';
import { setUp, type Notices } from '../notices.mts';
import { COLLEAGUE, stage, succeeded } from '../stage.mts';

const REVIEWER = 'relecture@cabinet-demo.example';
/** What a page that means harm would write into fields: an ordered notice, a yes, a text of its own. */
const STOLEN = '<p class="fs-texte">EXEMPLE DÉMO. Texte d’un inconnu.</p>';
const ENCODINGS = ['multipart/form-data', 'application/x-www-form-urlencoded'];

/** Where requests from outside arrive. */
interface Entrance {
	readonly example: string;
	readonly path: string;
	readonly kind: 'form' | 'webhook';
	readonly method: string;
	/** `none` where a key in the link, or in the page, takes its place. */
	readonly password: string;
}

function entranceOf(example: string, { type, parameters }: WorkflowNode): Entrance[] {
	const options = Object(parameters['options']) as Json;
	const password = String(parameters['authentication'] ?? 'none');
	if (type.endsWith('.formTrigger')) {
		return [{ example, path: String(options['path']), kind: 'form', method: 'POST', password }];
	}
	if (!type.endsWith('.webhook')) return [];
	const method = String(parameters['httpMethod'] ?? 'GET');
	return [{ example, path: String(parameters['path']), kind: 'webhook', method, password }];
}

async function entrances(): Promise<readonly Entrance[]> {
	const found: Entrance[] = [];
	for (const file of readdirSync(EXAMPLES).filter((name) => name.endsWith('.json'))) {
		const example = file.replace('.json', '');
		const { nodes } = await readExample(example);
		found.push(...nodes.flatMap((node) => entranceOf(example, node)));
	}
	return found;
}

export function doors(): void {
	let notices: Notices;
	let doorsOfDesk: readonly Entrance[];
	let order: StoredWorkflow;
	/** The rows that nobody but the person with the link may change. */
	let known: ReadonlySet<unknown>;
	/** By the name of the example. */
	const opened = new Map<string, StoredWorkflow>();
	const { server: model } = modelServer(() => ({ say: 'EXEMPLE DÉMO' }));
	/** The page that the foreign server shows next. */
	let html = '';
	const foreign = createServer((request, response) => {
		response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
		response.end(request.url === '/' ? html : '');
	});

	const addressOf = ({ kind, path }: Entrance) => `${stage.world.server.url}/${kind}/${path}`;
	/** By name it is another site than n8n, which has a number. */
	const origin = () => `http://localhost:${(foreign.address() as AddressInfo).port}`;

	before(async () => {
		foreign.listen(0, 'localhost');
		await once(foreign, 'listening');
		notices = await setUp();
		for (const { dossier } of await notices.rows()) {
			await notices.change(String(dossier), { etat: 'terminée', reference: '' });
		}
		doorsOfDesk = await entrances();
		order = await stage.open('proof-and-order');
		for (const { example } of doorsOfDesk) {
			if (opened.has(example)) continue;
			const own = example.startsWith('ai-') ? { model: `${model.url}/v1` } : {};
			const workflow = await stage.open(example, own);
			opened.set(example, workflow);
			await stage.activate(workflow);
		}
		const reference = await stage.numbered('PORTES-1');
		const cells = { etat: 'commandée', reference, commandee_le: new Date().toISOString() };
		await notices.add({ dossier: 'PORTES-1', ...cells });
		await notices.add({
			dossier: 'PORTES-2',
			societe: 'PORTES-2',
			texte: '<p>EXEMPLE DÉMO, portes.</p>',
		});
		await work();
		known = new Set((await notices.rows()).map(({ id }) => id));
	});
	after(async () => {
		for (const { id } of opened.values()) await stage.client.deactivate(id);
		foreign.close();
		foreign.closeAllConnections();
	});

	const work = async () => succeeded(await stage.attempt(order, 'Every five minutes'));

	/** What must not change, whatever arrives: the notices of the service, and the rows that were there. */
	async function standing() {
		const rows = (await notices.rows()).filter(({ id }) => known.has(id));
		return {
			orders: stage.sandbox.journal.orders().map((one) => [one.reference, one.cancelled]),
			rows: rows.map((row) => [row['dossier'], row['etat'], row['reference'], row['texte']]),
		};
	}
	/** A draft that somebody's page had written is one that a person has to read first. */
	const newcomers = async () =>
		(await notices.rows())
			.filter(({ id }) => !known.has(id))
			.map(({ etat, reference, reponse: answered }) => ({ etat, reference, answered }));

	/** Fields of the page that means harm, by whatever name n8n gives them. */
	function fields(more: Json = {}): Array<[string, string]> {
		const numbered = Array.from({ length: 8 }, (_, at) => [`field-${at}`, 'PORTES-1'] as const);
		const named = {
			demande: 'PORTES-1',
			dossier: 'PORTES-2',
			texte: STOLEN,
			accord: 'Oui, corriger',
			decision: 'oui',
			jeton: '',
			dealId: '4711',
			...more,
		};
		const entries = [...numbered, ...Object.entries(named)];
		return entries.map(([name, value]) => [name, String(value)]);
	}

	/** As a browser sends them; n8n takes a form in no other way. */
	function bodyFor({ kind }: Entrance): URLSearchParams | FormData {
		if (kind === 'webhook') return new URLSearchParams(fields());
		const form = new FormData();
		for (const [name, value] of fields()) form.append(name, value);
		return form;
	}

	/** A form that sends itself as soon as the page is opened. @returns the status of the answer */
	async function posted(action: string, encoding: string): Promise<number> {
		const page = await stage.page();
		const inputs = fields().map(
			([name, value]) => `<input name="${name}" value="${value.replaceAll('"', '&quot;')}">`,
		);
		html = `<form method="post" enctype="${encoding}" action="${action}">${inputs.join('')}</form>
<script>document.forms[0].submit()</script>`;
		const answer = page.waitForResponse((one) => one.url() === action);
		await page.goto(origin(), { waitUntil: 'commit' });
		const status = (await answer).status();
		await page.close();
		return status;
	}

	/** The same with `fetch`, with the passwords of the browser. @returns what the page could read of the answers */
	async function fetched(action: string): Promise<readonly string[]> {
		const page = await stage.page();
		html = '<title>Foreign</title>';
		await page.goto(origin());
		const read = await page.evaluate(
			async ({ url, entries }) => {
				const form = new FormData();
				for (const [name, value] of entries) form.append(name, value);
				const bodies = [
					form,
					new URLSearchParams(entries),
					JSON.stringify(Object.fromEntries(entries)),
				];
				const read: string[] = [];
				for (const body of bodies) {
					for (const mode of ['cors', 'no-cors'] as const) {
						const sent = fetch(url, { method: 'POST', credentials: 'include', mode, body });
						read.push(await sent.then(async (answer) => await answer.text()).catch(() => ''));
					}
				}
				return read;
			},
			{ url: action, entries: fields() },
		);
		await page.close();
		return read;
	}

	it('finds the forms, the pages and the calls of the desk', () => {
		assert.ok(doorsOfDesk.filter(({ kind }) => kind === 'form').length >= 6);
		const open = doorsOfDesk.filter(({ password }) => password === 'none');
		assert.deepEqual(new Set(open.map(({ path }) => path)), new Set(['annonce-accord']));
	});

	it('refuses every form, page and call without its password', async () => {
		const before = await standing();
		for (const entrance of doorsOfDesk) {
			const wrong = btoa(`${COLLEAGUE.user}:guessed`);
			const keys: Array<Record<string, string>> = [{}, { authorization: `Basic ${wrong}` }];
			for (const headers of keys) {
				for (const method of new Set(['POST', entrance.method, 'GET'])) {
					const body = method === 'POST' ? bodyFor(entrance) : null;
					const answer = await fetch(addressOf(entrance), { method, headers, body });
					const said = `${method} ${entrance.path} ${answer.status}`;
					const text = await answer.text();
					if (entrance.password === 'none') assert.match(text, /Ce lien n’est plus valable/, said);
					else assert.match(String(answer.status), /^(401|403|404)$/, said);
				}
			}
		}
		await work();
		assert.deepEqual(await standing(), before);
	});

	it('orders, replaces, cancels and approves nothing that a foreign page has a browser send that knows the passwords', async () => {
		const before = await standing();
		const started: string[] = [];
		for (const entrance of doorsOfDesk) {
			const { id } = opened.get(entrance.example) ?? {};
			const runs = async () => await stage.client.executionIds(String(id));
			const { length } = await runs();
			for (const encoding of ENCODINGS) {
				const status = await posted(addressOf(entrance), encoding);
				if (entrance.password === 'basicAuth') assert.notEqual(status, 401, 'the browser logs in');
			}
			const read = await fetched(addressOf(entrance));
			assert.doesNotMatch(read.join(), /signature|form-waiting|jeton=|PORTES/, entrance.path);
			if ((await runs()).length > length) started.push(entrance.path);
		}
		const forms = doorsOfDesk.filter(({ kind }) => kind === 'form').map(({ path }) => path);
		assert.deepEqual(
			forms.filter((path) => !started.includes(path)),
			[],
			'the requests do arrive',
		);

		// Whoever knows how n8n counts its runs guesses the address of the second page.
		let guessed = 0;
		for (const { id } of opened.values()) {
			for (const run of await stage.client.executionIds(id)) {
				if (!/waiting/.test((await stage.rested(run)).status)) continue;
				const waiting = `${stage.world.server.url}/form-waiting/${run}`;
				for (const action of [waiting, `${waiting}?signature=${'0'.repeat(64)}`]) {
					assert.equal(await posted(action, 'multipart/form-data'), 401);
				}
				guessed += 1;
				if (guessed % 4 === 0) await fetched(waiting);
			}
		}
		assert.ok(guessed > 0, 'forms wait at their second page');
		for (let times = 0; times < 2; times += 1) await work();
		assert.deepEqual(await standing(), before);
		for (const { etat, reference, answered } of await newcomers()) {
			assert.match(String(etat), /^(brouillon|à relire|problème)$/);
			assert.deepEqual([reference ?? '', answered ?? ''], ['', '']);
		}
	});

	it('lets the person with the link decide all the same, once', async () => {
		const mails = stage
			.mailsTo(REVIEWER)
			.filter(({ subject }) => subject.startsWith('PORTES-2 : '));
		assert.equal(mails.length, 1);
		const page = await stage.page();
		await page.goto(linkIn(mails[0]?.text));
		await decide(page, 'oui');
		await page.close();
		await work();
		await until('The order', () => stage.ordered('PORTES-2')[0]);
		await notices.change('PORTES-2', { etat: 'terminée' });
		await notices.change('PORTES-1', { etat: 'terminée', reference: '' });
	});
}
