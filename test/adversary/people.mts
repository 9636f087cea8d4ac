/** What people and other programs do to the notices, between runs or in the middle of one. */
import fc from 'fast-check';
import type { Model, Notice } from './model.mts';
import type { Service } from './service.mts';
import { setMachine } from './clock.mts';

const KINDS = [
	...([
		'cancel',
		'publish',
		'suspend',
		'resume',
		'correct',
		'invoice',
		'credit',
		'attest',
	] as const),
	...(['order', 'quota', 'machineClock', 'machineClock', 'serviceClock'] as const),
] as const;

export interface Act {
	readonly kind: (typeof KINDS)[number];
	readonly which: number;
	readonly amount: number;
}

export const act: fc.Arbitrary<Act> = fc.record({
	kind: fc.constantFrom(...KINDS),
	which: fc.nat({ max: 5 }),
	amount: fc.constantFrom(1, 7, 40, -20, -3_600, 20, 3_600, 7_200),
});

/** What had become of notices before a history begins. */
export const pastAct: fc.Arbitrary<Act> = fc.record({
	kind: fc.constantFrom('publish', 'invoice', 'invoice', 'credit', 'attest', 'suspend'),
	which: fc.nat({ max: 3 }),
	amount: fc.constantFrom(1, -1),
});

/** An order that another program places, with a number or without. */
export function orderElsewhere(model: Model, index: number): Notice {
	const number = index % 3 === 2 ? undefined : `A-${index}`;
	const body = {
		...{ publication: 1, departement: '75', categorie: 'AUTRE', dossier: `AILLEURS-${index}` },
		texte: `<p>Avis d'un autre programme, ${index}.</p>`,
		...(number !== undefined && { numero_commande: number }),
	};
	return model.register(body, model.dateFor(undefined) ?? '2026-11-23', 20_000 + index, undefined);
}

/** Some of what comes with a publication is a proof, which has no number. */
const isProof = (amount: number): boolean => amount < 0 || amount === 20;

function onNotice(
	{ kind, amount }: Act,
	notice: Notice,
	model: Model,
	others: readonly Notice[],
): void {
	switch (kind) {
		case 'cancel':
			return void model.cancel(notice, undefined);
		case 'publish':
			return model.setStatus(notice, 'parue');
		case 'suspend':
			return model.setStatus(notice, 'suspendue', 'Pièce manquante');
		case 'resume':
			return model.setStatus(notice, 'a-paraitre');
		case 'correct': {
			// A published notice may have a reason as well, and others later: the specification gives it to any status.
			const { status } = model.statusOf(notice);
			const reason = `Motif ${notice.statuses.length}`;
			return model.setStatus(notice, status === 'parue' ? status : 'suspendue', reason);
		}
		case 'invoice':
			return model.addFile(others, 'facture', 24_600);
		case 'credit':
			return model.addFile([notice], 'avoir', -12_300);
		case 'attest':
			return model.addFile([notice], isProof(amount) ? 'justificatif' : 'attestation', 0);
		default:
			return undefined;
	}
}

export function perform(act: Act, service: Service): void {
	const { kind, which, amount } = act;
	const { model } = service;
	if (kind === 'order') return void orderElsewhere(model, model.notices.length);
	if (kind === 'quota') return service.useUp(Math.abs(amount) % 300);
	if (kind === 'machineClock') return setMachine(amount * 1000);
	if (kind === 'serviceClock') {
		service.offsetMs = amount * 1000;
		return undefined;
	}
	const live = model.notices.filter(({ cancelledAt }) => cancelledAt === undefined);
	const notice = live[which % Math.max(1, live.length)];
	if (!notice) return undefined;
	const next = live[(which + 1) % live.length];
	const others = next && next !== notice && amount > 0 ? [notice, next] : [notice];
	return onNotice(act, notice, model, others);
}

export function actInWords({ kind, which, amount }: Act): string {
	if (kind === 'machineClock') return `the clock of the machine is set ${amount} s ahead`;
	if (kind === 'serviceClock') return `the clock of the service is set ${amount} s ahead`;
	if (kind === 'quota') return `another program uses up ${Math.abs(amount) % 300} calls`;
	if (kind === 'order') return 'another program orders a notice';
	return `somebody else: ${kind}, notice ${which}`;
}
