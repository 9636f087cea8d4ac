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
	const work = async () => succeeded(await stage.attempt(workflow, 'Every morning'));
	const alerts = (dossier: string) =>
		stage.mailsTo(OFFICE).filter(({ text }) => text.includes(`Dossier\u00a0: ${dossier}\n`));
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
		workflow = await stage.open('register', { values: { registerUrl: bodacc.url } });
	});

	/** The one row that is looked for. */
	async function published(dossier: string, cells: Json = {}): Promise<void> {
		for (const row of await notices.rows()) {
			await notices.change(String(row['dossier']), { parue_le: '' });
		}
		const row = { dossier, etat: 'parue', siren: '999 999 999', parue_le: ago(1), ...cells };
		await notices.add(row);
	}

	it('writes number, day and link of the announcement, and nothing else of it', async () => {
		await published('VUE', { probleme: 'Comptabilité : autre chose' });
		answer = announced({ url_complete: LINK, commercant: 'Alix MODÈLE' });
		await work();
		const row = await notices.row('VUE');
		assert.deepEqual(
			[row['bodacc_numero'], row['bodacc_date'], row['bodacc_lien'], row['probleme']],
			['123', '2026-11-20', LINK, 'Comptabilité : autre chose'],
		);
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
		assert.equal((await notices.row('PIÈGE'))['bodacc_lien'], 'https://bodacc.fr/');
	});

	it('tells the office once of an announcement that does not come, and goes on looking', async () => {
		await published('ABSENTE', { parue_le: ago(21), siren: '' });
		await published('RÉCENTE');
		await notices.change('ABSENTE', { parue_le: ago(21) });
		answer = { json: { results: [] } };
		stage.mail.refusing = /./;
		await work();
		stage.mail.refusing = undefined;
		assert.match(String((await notices.row('ABSENTE'))['probleme']), /e-mail d’alerte non envoyé/);
		await work();
		await work();
		assert.deepEqual([alerts('ABSENTE').length, alerts('RÉCENTE').length], [1, 0]);
		const row = await notices.row('ABSENTE');
		assert.match(`${row['bodacc_alerte_le']} ${row['probleme']}`, /^2\S+ $/);
		answer = announced({ url_complete: LINK });
		await work();
		assert.equal((await notices.row('ABSENTE'))['bodacc_lien'], LINK);
	});

	const failures = {
		'is away': () => (bodacc.failing = /./),
		refuses: () => (answer = { status: 429, json: {} }),
		'answers with something else': () => (answer = { json: { results: 'none' } }),
	};
	for (const [how, fail] of Object.entries(failures)) {
		it(`says so in the row when the BODACC ${how}, and asks again`, async () => {
			const dossier = `SANS ${how}`;
			await published(dossier, { parue_le: ago(30) });
			fail();
			await work();
			bodacc.failing = undefined;
			assert.match(String((await notices.row(dossier))['probleme']), /^BODACC : pas de réponse/);
			assert.equal(alerts(dossier).length, 0, 'no answer is no absence');
			answer = announced({ url_complete: LINK });
			await work();
			const row = await notices.row(dossier);
			assert.deepEqual([row['bodacc_lien'], row['probleme']], [LINK, '']);
		});
	}
}
