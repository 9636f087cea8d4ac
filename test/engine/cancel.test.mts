/** Cancellations of exactly the notice that was named: what names no notice, or perhaps another one, cancels none. */
import { after } from '../simulation/clock.mts';
import { RETRIES } from './engine.mts';
import { LOST, refused, scriptedForTests, UNKNOWN, type Asked } from './scripted.mts';

const service = scriptedForTests();
const NOTICE = { reference: 'AL-7', numero_commande: 'N-1', statut: 'a-paraitre' };
const REFUSED = refused('err_client_inactif');

const cancel = async (reference: string) => await service.run('notice.cancel', { reference });

/** A service with one notice, whose cancellations are answered as a test says. */
function withNotice(
	deleted: (times: number) => { done: boolean; answer: object },
	notice: object = NOTICE,
) {
	let isThere = true;
	let times = 0;
	service.answer = ({ method, path, names }: Asked) => {
		if (method === 'DELETE') {
			const { done, answer } = deleted(++times);
			isThere &&= !done;
			return answer;
		}
		const isKnown = isThere && names.some((name) => ['AL-7', 'N-1'].includes(name));
		if (path === '/annonces/statuts') return { annonces: isKnown ? [notice] : [] };
		return isKnown ? notice : UNKNOWN;
	};
}

test('a cancellation that was lost and done is found out, and is not sent again', async () => {
	withNotice(() => ({ done: true, answer: LOST }));
	const { json } = await cancel('N-1');
	expect(json).toMatchObject([{ reference: 'AL-7', annulee: true, recupere: true }]);
	expect(service.deletions).toEqual(['DELETE /annonce/AL-7']);
});

test.each([
	['a notice', NOTICE],
	['one without number and status', { reference: 'AL-7' }],
])('a cancellation of %s that was lost and not done is sent again', async (_what, notice) => {
	const answer = (times: number) => (times > 1 ? { reference: 'AL-7' } : LOST);
	withNotice((times) => ({ done: times > 1, answer: answer(times) }), notice);
	const { json } = await cancel('AL-7');
	expect(json).toMatchObject([{ reference: 'AL-7', annulee: true }]);
	expect(service.deletions).toHaveLength(2);
});

test('a cancellation that was lost, sent again and refused as unknown reports the notice as cancelled', async () => {
	withNotice((times) => ({ done: times > 1, answer: times > 1 ? UNKNOWN : LOST }));
	const { json } = await cancel('AL-7');
	expect(json).toMatchObject([{ reference: 'AL-7', annulee: true, recupere: true }]);
});

test.each([
	['the status of a cancelled notice', NOTICE, { reference: 'AL-7', statut: 'annulee' }],
	['no status yet where it is looked up', { ...NOTICE, statut: null }, { reference: 'AL-7' }],
])('the notice is cancelled with an answer of %s', async (_how, notice, answer) => {
	withNotice(() => ({ done: true, answer }), notice);
	const { json } = await cancel('AL-7');
	expect(json).toMatchObject([{ reference: 'AL-7', annulee: true, recupere: false }]);
});

test.each([
	[
		'every attempt is lost',
		() => LOST,
		/^N-1: It is not known whether the notice AL-7 was cancelled\. .* \(ECONNRESET\)\.?$/,
	],
	[
		'the second attempt is refused',
		(times: number) => (times > 1 ? REFUSED : LOST),
		/Two seconds later, the notice AL-7 was not cancelled, and the next attempt failed: .*err_client_inactif/,
	],
])('the error says what is known of the notice where %s', async (_how, answer, words) => {
	withNotice((times) => ({ done: false, answer: answer(times) }));
	const { told, json } = await cancel('N-1');
	expect(json).toEqual([]);
	expect(told).toMatch(words);
	expect(service.deletions.length).toBeLessThanOrEqual(3);
});

test('a cancellation that was done and stays unknown says what another run means, which does not find the notice', async () => {
	withNotice(() => ({ done: true, answer: LOST }));
	const answers = service.answer;
	service.answer = async (call) =>
		call.method === 'GET' && service.deletions.length > 0 ? LOST : await answers(call);
	const { told, advice } = await cancel('N-1');
	expect(told).toMatch(/^N-1: It is not known whether the notice AL-7 was cancelled\. /);
	expect(told).not.toContain('Try again later');
	expect(advice).toBe('Run it again. If the notice is not found then, it was cancelled.');
	service.answer = answers;
	const again = await cancel('N-1');
	expect(again.told).toContain('err_annonce_introuvable');
	expect(again.advice).toContain('A cancelled notice');
});

test('a notice that somebody else cancels at the same moment is not reported as cancelled by the node', async () => {
	withNotice(() => ({ done: true, answer: UNKNOWN }));
	const { told, json } = await cancel('N-1');
	expect([json, service.deletions.length]).toEqual([[], 1]);
	expect(told).toMatch(/^N-1: The notice AL-7 was cancelled by somebody else a moment ago/);
});

test('a cancellation that succeeds without a reference keeps its credit note', async () => {
	withNotice(() => ({ done: true, answer: { documents: [{ type: 'avoir', numero: 'A-1' }] } }));
	const { json } = await cancel('AL-7');
	expect(json).toMatchObject([{ annulee: true, documents: [{ numero: 'A-1' }] }]);
	expect(service.deletions).toHaveLength(1);
});

describe('where several items name one notice', () => {
	const done = { reference: 'AL-7', annulee: true };

	test.each([
		[['AL-7', 'N-1']],
		[['N-1', 'AL-7']],
		[['N-1', 'AL-7', 'N-1']],
		[['AL-7', ...Array.from({ length: 60 }, () => 'N-1')]],
	])('it is cancelled once, and each item shows that: %j', async (names) => {
		withNotice(() => ({ done: true, answer: { reference: 'AL-7' } }));
		const { json, told } = await service.runFor('notice.cancel', names);
		expect([told, service.deletions.length]).toEqual(['', 1]);
		expect(json).toMatchObject(names.map(() => done));
	});

	test('a cancellation that is under way is reported for an item that does not find its notice any more', async () => {
		withNotice(() => ({ done: true, answer: { reference: 'AL-7' } }));
		const { answer } = service;
		service.answer = async (call) => {
			// The second item asks when the notice is gone, and before the first one has its answer.
			if (call.names.includes('N-1')) await after(200);
			const answered = answer(call);
			if (call.method === 'DELETE') await after(400);
			return answered;
		};
		const { json, told } = await service.runFor('notice.cancel', ['AL-7', 'N-1']);
		expect([told, service.deletions.length]).toEqual(['', 1]);
		expect(json).toMatchObject([done, done]);
	});

	/** In the first try the second item cannot look up its notice. @param struck what the first one's calls come to, if anything */
	async function retried(deletion: object, struck: (call: Asked) => object | undefined) {
		withNotice(() => ({ done: true, answer: deletion }));
		const { answer } = service;
		let reads = 0;
		service.answer = async (call) => {
			if (call.names.includes('N-1') && ++reads === 1) {
				await after(100);
				return REFUSED;
			}
			return struck(call) ?? (await answer(call));
		};
		return await service.runFor('notice.cancel', ['AL-7', 'N-1'], RETRIES);
	}

	test('one that is done is reported by Retry On Fail also for the item that could not look up its notice in time', async () => {
		const { json, told } = await retried({ reference: 'AL-7' }, () => undefined);
		expect([told, service.deletions.length]).toEqual(['', 1]);
		expect(json).toMatchObject([done, done]);
	});

	test('one that is lost is reported by Retry On Fail for both', async () => {
		let looks = 0;
		// Every look-up of the first try fails.
		const { json, told } = await retried(LOST, ({ what }) =>
			what.endsWith('/statut') && ++looks <= 3 ? REFUSED : undefined,
		);
		expect([told, service.deletions.length]).toEqual(['', 1]);
		const recovered = { ...done, recupere: true };
		expect(json).toMatchObject([recovered, recovered]);
	});
});

test('a cancellation that is refused is not reported by Retry On Fail when somebody else cancels the notice meanwhile', async () => {
	withNotice(() => ({ done: true, answer: REFUSED }));
	const { told } = await service.runFor('notice.cancel', ['AL-7'], RETRIES);
	expect(told).toContain('err_annonce_introuvable');
	expect(service.deletions).toHaveLength(1);
});

test('an answer without its list is no proof for the next try that a notice is gone', async () => {
	withNotice(() => ({ done: false, answer: LOST }));
	const { answer } = service;
	service.answer = (call) => {
		if (service.deletions.length < 3) return answer(call);
		return call.path === '/annonces/statuts' ? {} : LOST;
	};
	const { told, advice } = await service.runFor('notice.cancel', ['N-1'], RETRIES);
	expect(`${told} ${advice}`).toMatch(
		/not known whether the notice AL-7 was cancelled.*This one failed:/,
	);
	expect(service.deletions).toHaveLength(3);
});

test('a notice that is closed is not cancelled, and no other date is advised', async () => {
	withNotice(() => ({ done: false, answer: refused('err_bouclage_depasse') }));
	const { told, advice } = await cancel('N-1');
	expect(told).toMatch(
		/^N-1: The notice AL-7 was not cancelled, because it is closed: .*err_bouclage_depasse/,
	);
	expect(advice).not.toContain('Publication Date');
});

describe('a published notice', () => {
	const PUBLISHED = { ...NOTICE, statut: 'parue' };
	const done = () => ({ done: true, answer: { reference: 'AL-7' } });

	test('is left as it is', async () => {
		withNotice(done, PUBLISHED);
		const { told, advice } = await cancel('N-1');
		expect(told).toBe('N-1: The notice AL-7 is published already. It was not cancelled.');
		expect(advice).toContain("'If Already Published' to Cancel");
		expect(service.deletions).toEqual([]);
	});

	test('is cancelled where the option says so, and the item says that it was published', async () => {
		withNotice(done, PUBLISHED);
		const options = { ifAlreadyPublished: 'cancel' };
		const { json } = await service.run('notice.cancel', { reference: 'N-1', options });
		const resume = 'Annonce AL-7, déjà parue, annulée';
		expect(json).toMatchObject([{ resume, ancien_statut: 'parue', annulee: true }]);
		expect(json[0]).not.toHaveProperty('statut');
	});

	test('is left as it is where the option is an expression that finds nothing', async () => {
		withNotice(done, PUBLISHED);
		const options = { ifAlreadyPublished: '={{ $json.policy }}' };
		const { told } = await service.run('notice.cancel', { reference: 'N-1', options });
		expect(told).toContain("'If Already Published'");
		expect(service.deletions).toEqual([]);
	});
});

test('what the service says of a notice comes out with its cancellation', async () => {
	const more = { dossier: 'F-1', publication: 'La Gazette', date_parution: '2026-12-04' };
	withNotice(() => ({ done: true, answer: { reference: 'AL-7' } }), { ...NOTICE, ...more });
	const { json } = await cancel('AL-7');
	const resume =
		'Annonce AL-7 (dossier F-1, La Gazette, parution le vendredi 4 décembre 2026) annulée';
	expect(json).toMatchObject([{ resume, numero_commande: 'N-1', ...more }]);
});

const entry = (more: object) => ({ annonces: [{ numero_commande: 'N-1', ...more }] });
test.each<[string, object]>([
	['unknown', UNKNOWN],
	['left out of the answer', { annonces: [] }],
	[
		'written in other letters',
		entry({ reference: 'AL-7', numero_commande: 'n-1', statut: 'parue' }),
	],
	[
		'answered with another',
		entry({ numero_commande: 'N-10', reference: 'AL-70', statut: 'parue' }),
	],
	['found without a reference', entry({ statut: 'parue' })],
	['found with 0 for a reference', entry({ statut: 'parue', reference: 0 })],
	['repeated without a status', entry({ reference: 'N-1' })],
	['refused with its list', refused('err_annonce_suspendue')],
	['refused in its list', entry({ resultat: 'erreur', erreurs: ['err_annonce_suspendue'] })],
	['named by what a path would cut', entry({ reference: 'AL/7', statut: 'parue' })],
])('a notice that is %s is not cancelled, nor reported as cancelled', async (_how, answer) => {
	service.answer = () => answer;
	const { json, told } = await cancel('N-1');
	expect([json, service.deletions]).toEqual([[], []]);
	expect(told).not.toBe('');
});
