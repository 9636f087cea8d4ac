import { InputProblem } from '../../domain/inputProblem';
import {
	prepareText,
	type PreparedText,
	type PrepareOptions,
	type TextFormat,
} from '../../domain/text';
import { explain } from '../../transport/errors';
import { asThrown, ServiceFailure } from '../../transport/failures';
import type { OperationContext } from '../operation.types';
import { parameter, trimmed } from '../parameters';
import { listOnce } from '../referenceLists';
import { askForCheck, uncheckedNote } from './listCheck';
import { refuseMistaken, refuseUnprintable } from './printable';

/** The texts of a notice as they were given; the header's is '' when it has none. */
export interface GivenTexts {
	readonly text: string;
	readonly header: string;
}

export interface PreparedTexts {
	readonly prepared: PreparedText;
	readonly preparedHeader: PreparedText | undefined;
	/** Worth telling about the check itself. */
	readonly notes: readonly string[];
}

/** Known everywhere: what it does is told without asking. */
const USUAL_FILET = 'fs-filet';

/**
 * Prepares the text of a notice and of its header as they will be sent, and refuses what would not come out as it
 * was meant ("Notice text rules"). Only a text with style classes needs the service for that, once an execution.
 *
 * @param goOn the person chose to be told of lost words instead
 * @throws InputProblem
 */
export async function prepareTexts(
	context: OperationContext,
	itemIndex: number,
	given: GivenTexts,
	goOn: boolean,
): Promise<PreparedTexts> {
	const format: TextFormat =
		parameter(context, 'textFormat', itemIndex) === 'html' ? 'html' : 'plainText';
	// A quote is where a person looks at a text: there a warning is enough.
	const places = parameter(context, 'operation', itemIndex) !== 'quote';
	const prepareOne = (label: string, text: string, styles: Styles) => {
		const prepared = prepareText({ format, text, ...styles });
		refuseUnprintable(label, prepared, !goOn);
		if (places && !goOn) refuseMistaken(label, prepared, format);
		return prepared;
	};
	const prepareBoth = (styles: Styles): PreparedTexts => {
		const prepared = prepareOne('Text', given.text, styles);
		if (prepared.visibleText.trim() === '') {
			throw new InputProblem('Text', "'Text' is empty.", 'Write the text of the notice.');
		}
		return {
			prepared,
			preparedHeader:
				given.header.trim() === '' ? undefined : prepareOne('Header', given.header, styles),
			notes: [],
		};
	};

	// What can be refused without asking anybody is refused first.
	const texts = prepareBoth({});
	const used = [...texts.prepared.classes, ...(texts.preparedHeader?.classes ?? [])];
	if (used.every((name) => name === USUAL_FILET)) return texts;
	const styles = await askForCheck(async () => await knownStyles(context));
	if ('found' in styles) return styles.found ? prepareBoth(styles.found) : texts;
	const note = uncheckedNote('The style classes of the text could not be checked', styles.reason);
	return { ...texts, notes: [note] };
}

type Styles = Pick<PrepareOptions, 'classes' | 'filetClasses'>;

/** The style classes of the service; undefined where it has no list of them (before 1.28). */
async function knownStyles(context: OperationContext): Promise<Styles | undefined> {
	try {
		const styles = await listOnce(context, '/feuilles-styles', 'feuilles_styles');
		const classes = styles.map(({ classe }) => trimmed(classe)).filter((name) => name !== '');
		const filets = styles.filter(({ type }) => type === 'filet');
		if (classes.length === 0) return undefined;
		return { classes, filetClasses: filets.map(({ classe }) => trimmed(classe)) };
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
