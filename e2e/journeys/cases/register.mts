/** Published rows until the register has announced the same: what the BODACC says, and what becomes of no answer. */
import assert from 'node:assert/strict';
import type { StoredWorkflow } from '../../lib/client.mts';
import type { Json } from '../../lib/execution.mts';
import { before, it } from '../../lib/testing.mts';
import { httpStandIn } from '../httpStandIn.mts';
import { setUp, type Notices } from '../notices.mts';
import { stage, succeeded } from '../stage.mts';

const OFFICE = 'formalites@cabinet-demo.example';
const DAY = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();
const LINK = 'https://www.bodacc.fr/annonce/detail-annonce/A/20260001/123';

export function register(): void {
	let notices: Notices;
	let workflow: StoredWorkflow;
	let answer: { status?: number; json: Json } = { json: {} };
	const bodacc = httpStandIn(() => answer, true);
	const run = async () => await stage.attempt(workflow, 'Every morning');
	const work = async () => succeeded(await run());
	const alerts = (dossier: string) =>
		stage.mailsTo(OFFICE).filter(({ subject }) => subject.endsWith(`, dossier ${dossier}`));
	const announced = (more: Json = {}) => ({
		json: {
			results: [
				{ familleavis: 'collective', numeroannonce: 1, url_complete: 'https://www.bodacc.fr/1' },
				{ familleavis: 'modification', numeroannonce: 123, dateparution: '2026-11-20', ...more },
			],
		},
	});

	before(async () => {
		notices = await setUp();
		workflow = await stage.open('register', { values: { registre: bodacc.url } });
	});

	/** The one row that is looked for. */
	async function published(dossier: string, cells: Json = {}): Promise<void> {
		for (const row of await notices.rows()) {
			await notices.change(String(row['dossier']), { parue_le: '' });
		}
		const row = { dossier, etat: 'parue', siren: '999 999 999', parue_le: ago(1), ...cells };
		await notices.add(row);
	}

	it('writes the link of the announcement, and nothing else of it', async () => {
		await published('VUE', { probleme: 'Comptabilité : autre chose' });
		answer = announced({ url_complete: LINK, commercant: 'Alix MODÈLE' });
		await work();
		const row = await notices.row('VUE');
		assert.deepEqual([row['bodacc'], row['probleme']], [LINK, 'Comptabilité : autre chose']);
		assert.ok(!JSON.stringify(row).includes('Alix'));
		const [, query = ''] = bodacc.received.at(-1)?.path.split('?') ?? [];
		const where = new URLSearchParams(query).get('where') ?? '';
		assert.match(where, /^registre="999999999" and dateparution>=date'\d{4}-\d\d-\d\d'$/);
		const before = bodacc.received.length;
		await work();
		assert.equal(bodacc.received.length, before, 'it is not looked for again');
	});

	it('asks for no other company, whatever stands in the row, and links to no other site', async () => {
		await published('PIÈGE', { siren: '1" or registre="222222222' });
		answer = announced({ url_complete: 'javascript:alert(1)' });
		await work();
		const [, query = ''] = bodacc.received.at(-1)?.path.split('?') ?? [];
		const where = new URLSearchParams(query).get('where') ?? '';
		assert.match(where, /^registre="122222222" and/);
		assert.equal((await notices.row('PIÈGE'))['bodacc'], 'https://www.bodacc.fr/');
	});

	it('tells the office once of an announcement that does not come, and goes on looking', async () => {
		await published('ABSENTE', { parue_le: ago(21), siren: '' });
		await published('RÉCENTE');
		await notices.change('ABSENTE', { parue_le: ago(21) });
		answer = { json: { results: [] } };
		stage.mail.refusing = /./;
		await work();
		stage.mail.refusing = undefined;
		assert.equal((await notices.row('ABSENTE'))['bodacc'] ?? '', '');
		await work();
		await work();
		assert.deepEqual([alerts('ABSENTE').length, alerts('RÉCENTE').length], [1, 0]);
		assert.match(
			String((await notices.row('ABSENTE'))['bodacc']),
			/^signalé le \d\d?(er)? \S+ 20\d\d$/,
		);
		answer = announced({ url_complete: LINK });
		await work();
		assert.equal((await notices.row('ABSENTE'))['bodacc'], LINK);
	});

	const failures = {
		'is away': () => (bodacc.failing = /./),
		refuses: () => (answer = { status: 429, json: {} }),
		'answers with something else': () => (answer = { json: { results: 'none' } }),
	};
	for (const [how, fail] of Object.entries(failures)) {
		it(`shows the run as failed when the BODACC ${how}, and asks again`, async () => {
			const dossier = `SANS ${how}`;
			await published(dossier, { parue_le: ago(30) });
			fail();
			assert.equal((await run()).status, 'error');
			bodacc.failing = undefined;
			assert.equal(alerts(dossier).length, 0, 'no answer is no absence');
			answer = announced({ url_complete: LINK });
			await work();
			assert.equal((await notices.row(dossier))['bodacc'], LINK);
		});
	}
}
