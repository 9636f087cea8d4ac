/** What people and other programs do at the service, or to a clock, between runs or in the middle of one. */
import fc from 'fast-check';
import type { Notice } from '../../sandbox/store.mts';
import { dayOf, stepMachine } from './clock.mts';
import type { SimulatedService } from './service.mts';

/** In the portal, to one notice. */
const ON_NOTICES = [
	'publish',
	'suspend',
	'resume',
	'correct',
	'invoice',
	'credit',
	'attest',
] as const;
const ELSEWHERE = ['order', 'quota', 'machineClock', 'serviceClock', 'close'] as const;
type Kind = (typeof ON_NOTICES)[number] | (typeof ELSEWHERE)[number] | 'cancel' | 'bill';

export interface Act {
	readonly kind: Kind;
	/** Among the notices in force, counted around; of a day that closes, days from the first one of the history. */
	readonly which: number;
	/** Seconds of a clock, calls of a quota, a motif. */
	readonly amount: number;
}

const actOf = (kinds: readonly Kind[]): fc.Arbitrary<Act> =>
	fc.record({
		kind: fc.constantFrom(...kinds),
		which: fc.nat({ max: 5 }),
		amount: fc.constantFrom(1, 7, 40, -20, -3_600, 20, 3_600, 200),
	});

export const act = actOf([...ON_NOTICES, 'cancel', 'cancel', ...ELSEWHERE]);
/** What changes a notice in force, and nothing else. */
export const portalAct = actOf([...ON_NOTICES, 'cancel', 'correct', 'suspend', 'bill']);
/** What had become of notices before a history begins. */
export const pastAct = actOf([
	...(['publish', 'suspend', 'invoice', 'invoice', 'credit', 'attest', 'cancel', 'bill'] as const),
]);
/** One of some kinds, to one of the first notices or on one of the first days. */
export const actOn = (kinds: readonly Kind[], most = 1): fc.Arbitrary<Act> =>
	fc.record({
		kind: fc.constantFrom(...kinds),
		which: fc.nat({ max: most }),
		amount: fc.constantFrom(1, -20),
	});

/** The number with which another program orders; every third notice has none. */
const numberElsewhere = (index: number): string | undefined =>
	index % 3 === 2 ? undefined : `AILLEURS-${index}`;

/** An order that another program places. */
export function orderElsewhere(
	service: SimulatedService,
	number = numberElsewhere(service.notices.length),
): void {
	const index = service.notices.length;
	const body = {
		...{ publication: 13, departement: '75', categorie: 'AUTRE', dossier: `AILLEURS-${index}` },
		...{ mode_facturation: 'prescripteur', texte: `<p>Avis d'un autre programme, ${index}.</p>` },
		...(number !== undefined && { numero_commande: number }),
	};
	service.byPeople(() => void service.sandbox.call('order', body));
}

function onNotice({ kind, amount }: Act, { reference, statut }: Notice, service: SimulatedService) {
	const { notices } = service.sandbox;
	const acts: Partial<Record<Kind, () => unknown>> = {
		cancel: () => notices.cancel(reference),
		publish: () => notices.publish(reference),
		suspend: () => notices.suspend(reference, 'Pièce manquante'),
		resume: () => notices.backToBePublished(reference),
		correct: () => notices.setStatus(reference, statut, `Motif ${amount}`),
		invoice: () => notices.invoice(reference),
		bill: () => notices.invoice(service.standing.slice(0, 2).map((one) => one.reference)),
		credit: () => notices.credit(reference),
		attest: () => notices.addDocument(reference, amount < 0 ? 'justificatif' : 'attestation'),
	};
	service.byPeople(() => void acts[kind]?.());
}

export function perform(one: Act, service: SimulatedService): void {
	const { kind, which, amount } = one;
	if (kind === 'order') return orderElsewhere(service);
	if (kind === 'quota') return service.useUp(Math.abs(amount));
	if (kind === 'close') return service.close(dayOf(which));
	if (kind === 'machineClock') return stepMachine(amount * 1000);
	if (kind === 'serviceClock') {
		service.aheadMs += amount * 1000;
		return undefined;
	}
	const { standing } = service;
	const notice = standing[which % Math.max(1, standing.length)];
	return notice && onNotice(one, notice, service);
}

export function actInWords({ kind, which, amount }: Act): string {
	if (kind === 'machineClock') return `the clock of the machine is set by ${amount} s`;
	if (kind === 'serviceClock') return `the clock of the service is set by ${amount} s`;
	if (kind === 'quota') return `another program makes ${Math.abs(amount)} calls`;
	if (kind === 'order') return 'another program orders a notice';
	if (kind === 'close') return `the newspapers close ${dayOf(which)} early`;
	if (kind === 'bill')
		return 'somebody in the portal: one invoice for the first two standing notices';
	return `somebody in the portal: ${kind}, the standing notice ${which}`;
}
