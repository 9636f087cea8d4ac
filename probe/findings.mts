/** What a run has learned so far, and the calls that taught it. */
import { questions, type Answers, type Value } from './questions.mts';
import { Unusable, type Exchange, type Service } from './service.mts';

export interface Found {
	readonly value: Value;
	readonly exchanges: readonly Exchange[];
	/** Why there is no answer. */
	readonly note?: string;
}

/** A title in a department, with its next dates of publication. */
export interface Publication {
	readonly id: number;
	readonly departement: string;
	readonly dates: readonly string[];
}

export class Findings {
	readonly service: Service;
	readonly found = new Map<string, Found>();
	/** The publication that quotes and orders are for. */
	publication: Publication | undefined;

	constructor(service: Service) {
		this.service = service;
	}

	/**
	 * Answers one question or several. One that fails stays open, and the next ones are asked.
	 *
	 * @throws when the run was stopped, or cannot go on
	 */
	async learn(names: readonly string[], work: () => Promise<Answers>): Promise<void> {
		const from = this.service.exchanges.length;
		let answers: Answers = {};
		let note: string | undefined;
		try {
			answers = await work();
		} catch (error) {
			if (this.service.signal.aborted || error instanceof Unusable) throw error;
			note = error instanceof Error ? error.message : String(error);
		}
		const exchanges = this.service.exchanges.slice(from);
		for (const name of names) {
			const value = answers[name] ?? null;
			this.found.set(name, { value, exchanges, ...(note !== undefined && { note }) });
		}
	}

	answer(name: string): Value {
		return this.found.get(name)?.value ?? null;
	}

	answers(): Answers {
		return Object.fromEntries(questions.map(({ name }) => [name, this.answer(name)]));
	}
}

/** The day after, or before, as the service writes days. */
export function dayAfter(date: string, days = 1): string {
	return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

/** A day between two dates on which the newspaper does not appear; undefined if it appears every day. */
export function gapIn(dates: readonly string[]): string | undefined {
	const days = dates.slice(0, -1).map((date) => dayAfter(date));
	return days.find((day) => !dates.includes(day));
}

/** The body of a made-up notice. @throws Error where nothing could be quoted */
export function quoteBody({ publication }: Findings): Record<string, unknown> {
	if (!publication) throw new Error('No publication of the account could be quoted.');
	const { id, departement } = publication;
	const texte = '<p>SOCIETE EXEMPLE, essai, ne pas publier</p>';
	return { publication: id, departement, categorie: 'AUTRE', texte };
}
