/** Each outside service fails in each step of proof and order: no row is lost, ordered twice or stuck without a word. */
import assert from 'node:assert/strict';
import type { Fault } from '../../../sandbox/index.mts';
import type { StoredWorkflow } from '../../lib/client.mts';
import { before, it } from '../../lib/testing.mts';
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
		stage
			.mailsTo(REVIEWER)
			.filter(({ subject, text }) => /à relire/.test(subject) && text.includes(`>${dossier}<`));
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
		assert.match(String(failed['probleme']), /nouvel essai dans cinq minutes/);
		await work();
	}

	for (const [way, fault] of WAYS) {
		const during = (path: string) => () =>
			stage.sandbox.fault({ ...fault, match: { path }, times: 1000 });
		it(`proposes and orders once although the service ${way}`, async () => {
			const dossier = await row();
			await away(during('quote'), dossier, 'à relire');
			assert.equal(proofs(dossier).length, 1);
			await notices.change(dossier, { etat: 'approuvée', reponse: 'Approuvée.' });
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
}
