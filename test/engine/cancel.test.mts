/** Cancellations of exactly the notice that was named: what names no notice, or perhaps another one, cancels none. */
import { LOST, refused, scriptedForTests, type Asked } from './scripted.mts';

const service = scriptedForTests();
const NOTICE = { reference: 'AL-7', numero_commande: 'N-1', statut: 'a-paraitre' };
const UNKNOWN = 'err_annonce_introuvable';

const cancel = async (reference: string) => await service.run('notice.cancel', { reference });
const deletions = () => service.whats.filter((what) => what.startsWith('DELETE'));

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
		return isKnown ? notice : refused(UNKNOWN);
	};
}

test('a cancellation that was lost and done is found out, and is not sent again', async () => {
	withNotice(() => ({ done: true, answer: LOST }));
	const { json } = await cancel('N-1');
	expect(json).toMatchObject([{ reference: 'AL-7', annulee: true, recupere: true }]);
	expect(deletions()).toEqual(['DELETE /annonce/AL-7']);
});

test('a cancellation that was lost and not done is sent again', async () => {
	withNotice((times) => ({ done: times > 1, answer: times > 1 ? { reference: 'AL-7' } : LOST }));
	const { json } = await cancel('AL-7');
	expect(json).toMatchObject([{ reference: 'AL-7', annulee: true }]);
	expect(deletions()).toHaveLength(2);
});

test('a cancellation that was lost, sent again and refused as unknown reports the notice as cancelled', async () => {
	withNotice((times) => ({ done: times > 1, answer: times > 1 ? refused(UNKNOWN) : LOST }));
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
	['every attempt is lost', () => LOST],
	['the resend is refused', (times: number) => (times > 1 ? refused('err_client_inactif') : LOST)],
])('the error names the notice whose outcome is not known where %s', async (_how, answer) => {
	withNotice((times) => ({ done: false, answer: answer(times) }));
	const { told, json } = await cancel('N-1');
	expect(json).toEqual([]);
	expect(told).toContain('AL-7');
	expect(deletions().length).toBeLessThanOrEqual(3);
});

const entry = (more: object) => ({ annonces: [{ numero_commande: 'N-1', ...more }] });
test.each<[string, object]>([
	['unknown', refused(UNKNOWN)],
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
	['listed as unknown in its status', entry({ reference: 'N-1', statut: 'inconnue' })],
	['refused in its list', entry({ resultat: 'erreur', erreurs: ['err_annonce_suspendue'] })],
	['named by what a path would cut', entry({ reference: 'AL/7', statut: 'parue' })],
])('a notice that is %s is not cancelled, nor reported as cancelled', async (_how, answer) => {
	service.answer = () => answer;
	const { json, told } = await cancel('N-1');
	expect([json, deletions()]).toEqual([[], []]);
	expect(told).not.toBe('');
});
