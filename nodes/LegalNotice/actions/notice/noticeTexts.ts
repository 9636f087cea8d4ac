import { prepareText, type PreparedText, type PrepareOptions } from '../../domain/text';
import { readTextFormat, refuseMistaken, refuseUnprintable } from './printable';
import { categoryNotes, styleClasses } from './styleChecks';
import { InputProblem } from '../../domain/parameters';
import { type OperationContext, parameter } from '../context';

/** The texts of a notice as they were given; the header's is '' when it has none. */
export interface GivenTexts {
	readonly text: string;
	readonly header: string;
	readonly category: string;
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
 * was meant ("Notice text rules"). Only a text with style classes needs the service's lists for that, once an execution.
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
	const format = readTextFormat(parameter(context, 'textFormat', itemIndex));
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
	const { known, note } = await styleClasses(context);
	if (note !== undefined) return { ...texts, notes: [note] };
	if (!known) return texts;
	const checked = prepareBoth({ classes: known.classes, filetClasses: known.filets });
	const notes = await categoryNotes(context, given.category, checked.prepared.classes, known);
	return { ...checked, notes };
}

type Styles = Pick<PrepareOptions, 'classes' | 'filetClasses'>;
