/** Each outside service fails in each step of proof and order, and n8n is killed in each: no row is lost, ordered twice or stuck without a word. */
import assert from 'node:assert/strict';
import type { Fault } from '../../../sandbox/index.mts';
import type { StoredWorkflow } from '../../lib/client.mts';
import { before, it } from '../../lib/testing.mts';
import { until } from '../../lib/until.mts';
import { setUp, type Notices } from '../notices.mts';
import { stage } from '../stage.mts';

const REVIEWER = 'relecture@cabinet-demo.example';
const WAYS: ReadonlyArray<[string, Omit<Fault, 'match' | 'times'>]> = [
	['refuses the connection', { kind: 'dropBefore' }],
	['takes the call and does not answer', { kind: 'dropAfter' }],
	['answers with the page of a proxy', { kind: 'html' }],
	['answers with an error', { kind: 'status', status: 502 }],
];

export function outages(): void {
	let notices: Notices;
	let order: StoredWorkflow;
	const work = async () => await stage.attempt(order, 'Every five minutes');
	const proofs = (dossier: string) =>
		stage.mailsTo(REVIEWER).filter(({ subject }) => subject.endsWith(` : ${dossier}`));
	/** What the page behind the link writes. */
	const approve = async (dossier: string) =>
		await notices.change(dossier, { etat: 'approuvée', reponse_le: new Date().toISOString() });
	let made = 0;
	async function row(): Promise<string> {
		made += 1;
		const dossier = `COUPURE-${made}`;
		await notices.add({ dossier, texte: `<p>EXEMPLE DÉMO, avis ${made}.</p>` });
		return dossier;
	}

	before(async () => {
		notices = await setUp();
		order = await stage.open('proof-and-order');
	});

	/** Runs it while something is away, and once it is back. */
	async function away(fault: () => void, dossier: string, state: string): Promise<void> {
		fault();
		await work().finally(() => {
			stage.sandbox.clearFaults();
			stage.mail.refusing = undefined;
		});
		const failed = await notices.row(dossier);
		// The node itself resolves an answer that is lost.
		if (failed['etat'] === 'commandée') return;
		assert.equal(failed['etat'], state);
		assert.notEqual(failed['probleme'] ?? '', '', 'a word');
		await work();
	}

	for (const [way, fault] of WAYS) {
		const during = (path: string) => () =>
			stage.sandbox.fault({ ...fault, match: { path }, times: 1000 });
		it(`proposes and orders once although the service ${way}`, async () => {
			const dossier = await row();
			await away(during('quote'), dossier, 'à relire');
			assert.equal(proofs(dossier).length, 1);
			await approve(dossier);
			await away(during('order'), dossier, 'approuvée');
			const done = await notices.row(dossier);
			assert.deepEqual([done['etat'], done['probleme']], ['commandée', '']);
			assert.deepEqual(
				stage.ordered(dossier).map(({ reference }) => reference),
				[done['reference']],
			);
		});
	}

	it('sends the proof once the mail server takes it', async () => {
		const dossier = await row();
		await away(() => (stage.mail.refusing = /relecture/), dossier, 'à relire');
		assert.equal(proofs(dossier).length, 1);
		await notices.change(dossier, { etat: 'refusée' });
	});

	for (const path of ['quote', 'order']) {
		it(`goes on after n8n was killed while it waited for "${path}"`, async () => {
			const dossier = await row();
			if (path === 'order') {
				await work();
				await approve(dossier);
			}
			const slow: Fault = { kind: 'slow', ms: 20_000, match: { path }, times: 1 };
			stage.sandbox.fault(slow);
			const calls = stage.sandbox.journal.calls().length;
			await stage.start(order, 'Every five minutes');
			await until(
				'The call',
				() =>
					stage.sandbox.journal
						.calls()
						.slice(calls)
						.some(({ route }) => route === path) || undefined,
			);
			await stage.kill();
			stage.sandbox.clearFaults();
			await work();
			assert.equal((await notices.row(dossier))['commandee_le'] ?? '', '', 'claimed for a while');
			await notices.change(dossier, { pris_le: '2026-01-01T00:00:00.000Z' });
			await work();
			if (path === 'quote') {
				assert.equal(proofs(dossier).length, 1);
				await approve(dossier);
				await work();
			}
			assert.equal((await notices.row(dossier))['etat'], 'commandée');
			assert.equal(stage.ordered(dossier).length, 1);
		});
	}
}
