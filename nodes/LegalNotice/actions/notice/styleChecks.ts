import { explain } from '../../transport/errors';
import { asThrown, ServiceFailure } from '../../transport/failures';
import { trimmedText } from '../../domain/parameters';
import { type OperationContext, askForCheck, listForCheck, uncheckedNote } from '../context';

/** Style classes by what they are for (specification, FeuilleStyle). */
export interface StyleClasses {
	readonly classes: readonly string[];
	readonly filets: readonly string[];
	readonly paragraphs: readonly string[];
}

/** The style classes of the service; neither they nor a note where it has no list of them (before 1.28). */
export async function styleClasses(
	context: OperationContext,
): Promise<{ known?: StyleClasses; note?: string }> {
	const list = await askForCheck(async () => await readClasses(context));
	if ('reason' in list) {
		return {
			note: uncheckedNote('The style classes of the text could not be checked', list.reason),
		};
	}
	return list.found ? { known: list.found } : {};
}

/**
 * Classes of paragraphs that the category does not have: the service prints such a paragraph in the default class of
 * the category, without a word ("Notice text rules", 4).
 */
export async function categoryNotes(
	context: OperationContext,
	category: string,
	used: readonly string[],
	known: StyleClasses,
): Promise<string[]> {
	const ofParagraphs = used.filter((name) => known.paragraphs.includes(name));
	if (ofParagraphs.length === 0) return [];
	const list = await askForCheck(
		async () => await listForCheck(context, '/categories', 'categories'),
	);
	if ('reason' in list) {
		const what = `The style classes of the category ${category} could not be checked`;
		return [uncheckedNote(what, list.reason)];
	}
	const entry = list.found.find(({ code }) => code === category);
	const own: unknown[] = Array.isArray(entry?.classes_html) ? entry.classes_html : [];
	if (own.length === 0) return [];
	const usual = trimmedText(entry?.classe_html_defaut);
	return ofParagraphs
		.filter((name) => !own.includes(name))
		.map(
			(name) =>
				`The category ${category} has no style class "${name}": its paragraph is printed in ${usual === '' ? 'the default class' : `"${usual}"`}.`,
		);
}

async function readClasses(context: OperationContext): Promise<StyleClasses | undefined> {
	try {
		const styles = await listForCheck(context, '/feuilles-styles', 'feuilles_styles');
		const named = (of?: string) =>
			styles
				.filter(({ type }) => of === undefined || type === of)
				.map(({ classe }) => trimmedText(classe))
				.filter((name) => name !== '');
		const classes = named();
		if (classes.length === 0) return undefined;
		return { classes, filets: named('filet'), paragraphs: named('paragraphe') };
	} catch (failure) {
		if (failure instanceof ServiceFailure && isUnknownRoute(failure)) return undefined;
		throw asThrown(failure);
	}
}

/** How an older service refuses a route is not specified: with a code that has another meaning, or none here. */
function isUnknownRoute(failure: ServiceFailure): boolean {
	const { httpCode } = explain(failure);
	return (failure.kind === 'refusal' && httpCode === '400') || failure.facts.status === 404;
}
