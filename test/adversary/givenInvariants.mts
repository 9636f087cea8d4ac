/** What may never reach the service: anything but what was given. And what is made there without need. */
import type { Violation } from './invariants.mts';
import { BEGINNING } from './clock.mts';
import { day, type Body, type Notice } from './model.mts';
import type { Played, Run } from './play.mts';
import { isTextOf, visible } from './texts.mts';
import { ADVERTISER, CONTACT, HEADER } from './workflows.mts';

type Check = (played: Played) => Violation[];

const violation = (promise: string, what: string): Violation => ({ promise, what });

function runOf({ world, runs }: Played, call: number | undefined): Run | undefined {
	const id = world.callOf(call)?.run;
	return runs.find((run) => run.id === id);
}

/** Who pays, as the node or the account says. */
function billedRightly({ work }: Run, body: Body, { world }: Played): boolean {
	const mode = work.billing === 'accountDefault' ? world.readings.billing : work.billing;
	const advertiser = body['facturation'] as { nom_raison_sociale?: string } | undefined;
	const isNamed = advertiser?.nom_raison_sociale === ADVERTISER.name;
	return body['mode_facturation'] === mode && (mode === 'annonceur' ? isNamed : !advertiser);
}

function withProofs({ work }: Run, body: Body): boolean {
	const { justificatifs_papiers: paper, justificatif_numerique: digital, contact } = body;
	if (!work.hasProofs) return (paper ?? digital ?? contact) === undefined;
	return paper === 2 && digital === true && contact === CONTACT;
}

function withHeader({ work }: Run, { entete }: Body): boolean {
	const { texte = '' } = (entete ?? {}) as { texte?: string };
	return visible(texte) === (work.hasHeader ? HEADER : '');
}

/** A date that is over gives way to the next one, unless that is not wanted. */
function onItsDay(run: Run, notice: Notice): boolean {
	const wants = run.wants.filter(({ json }) => isTextOf(notice, json));
	const days = wants.map(({ json }) => json['date']);
	const today = day(BEGINNING + notice.registeredAt);
	return days.some((one) => one === notice.body.date_parution || String(one) <= today);
}

const given: Check = (played) =>
	played.world.model.notices.flatMap((notice) => {
		const run = runOf(played, notice.by);
		if (!run) return [];
		const { body } = notice;
		const kept = {
			category: body.categorie === 'AUTRE' && body.departement === '75',
			billing: billedRightly(run, body, played),
			proofs: withProofs(run, body),
			header: withHeader(run, body),
			date: onItsDay(run, notice),
		};
		return Object.entries(kept).flatMap(([name, isKept]) => {
			if (isKept) return [];
			const what = `${name} of ${notice.reference} by ${run.id}: ${JSON.stringify(body)}`;
			return [violation('What is ordered is what was asked for.', what)];
		});
	});

/** Without an e-mail nothing keeps a second attempt from being a second contact. */
const onceOnly: Check = ({ world, runs }) =>
	runs.flatMap((run) => {
		if (run.work.operation !== 'contact') return [];
		const isOfRun = (by: number | undefined) => world.callOf(by)?.run === run.id;
		const made = world.model.contacts.filter(({ by, email }) => email === '' && isOfRun(by));
		const names = made.map(({ nom, prenom }) => `${nom} ${prenom}`);
		return [...new Set(names)].flatMap((name) => {
			const wants = run.wants.filter(
				({ json }) => `${String(json['nom'])} ${String(json['prenom'])}` === name,
			);
			const count = names.filter((one) => one === name).length;
			if (count <= wants.length) return [];
			return [
				violation('No item ever has its effect twice.', `${run.id}: ${count} contacts ${name}`),
			];
		});
	});

export const givenChecks: readonly Check[] = [given, onceOnly];
