/** What whoever approves a quote has to look at, in French: what `avertissements` says to whoever runs the workflow. */
import { frenchDay } from '../../reading/cells/dates';
import { warningsInFrench, type Finding } from '../../reading/text/findings';
import type { Note, NoticeInput } from '../../domain/notice';
import type { Lateness } from './deadline';
import type { MissedDay } from './openDate';

/** What keeps a quote from being approved, as clauses of `resume`. */
interface Drawbacks {
	readonly late: readonly string[];
	readonly lost: readonly string[];
}

/** @param publishBy the last day, after which the notice would appear */
export function lateInFrench(publishBy = ''): string[] {
	return [`parution trop tardive, la date limite étant le ${frenchDay(publishBy) ?? publishBy}`];
}

const LONGEST_PASSAGE = 80;
const MOST_PASSAGES = 3;

/** @param lost words that will not be printed: `texte_perdu` */
export function lostInFrench(lost: unknown): string[] {
	if (!Array.isArray(lost)) return [];
	const quoted = lost.slice(0, MOST_PASSAGES).map((passage) => {
		const words = String(passage);
		const isLong = words.length > LONGEST_PASSAGE;
		return `«\u00a0${isLong ? `${words.slice(0, LONGEST_PASSAGE - 1)}…` : words}\u00a0»`;
	});
	const more = lost.length - quoted.length;
	if (more > 0) quoted.push(more === 1 ? 'et un autre passage' : `et ${more} autres passages`);
	return [`mots qui ne seraient pas publiés\u00a0: ${quoted.join(', ')}`];
}

/** What is known of a quote beside the service's answer. */
interface Quoted {
	readonly notice: NoticeInput;
	/** What the publication does not offer. */
	readonly notes: readonly Note[];
	readonly missed: MissedDay | undefined;
	readonly late: Lateness | undefined;
}

const MOST_TO_CHECK = 20;

/** All of it, in sentences. */
export function toCheckInFrench(
	{ notice, notes, missed, late }: Quoted,
	styles: readonly Finding[],
	drawbacks: Drawbacks,
): string[] {
	const findings = [
		...notice.prepared.findings,
		...(notice.preparedHeader?.findings ?? []),
		...styles,
	];
	const sentences = [
		...drawbacks.late.map(asSentence),
		...(late ? [late.french] : []),
		...drawbacks.lost.map(asSentence),
		...(missed ? [asSentence(`la date demandée est déplacée, ${missed.french}`)] : []),
		...[...notice.notes, ...notes].map(({ french }) => french),
		// Last, because a text may have many of these.
		...warningsInFrench(findings),
	];
	const different = [...new Set(sentences)];
	const more = different.length - MOST_TO_CHECK;
	const shown = different.slice(0, MOST_TO_CHECK);
	return more <= 0 ? shown : [...shown, `Points à vérifier non montrés ici\u00a0: ${more}.`];
}

function asSentence(clause: string): string {
	return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}
