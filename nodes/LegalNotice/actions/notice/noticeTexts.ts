import { InputProblem } from '../../domain/inputProblem';
import { prepareText, type PreparedText, type TextFormat } from '../../domain/text';
import type { OperationContext } from '../operation.types';
import { parameter } from '../parameters';
import { refuseMistaken, refuseUnprintable } from './printable';

/** The texts of a notice as they were given; the header's is '' when it has none. */
export interface GivenTexts {
	readonly text: string;
	readonly header: string;
}

export interface PreparedTexts {
	readonly prepared: PreparedText;
	readonly preparedHeader: PreparedText | undefined;
}

/**
 * Prepares the text of a notice and of its header as they will be sent, and refuses what would not come out as it
 * was meant.
 *
 * @param goOn the person chose to be told of lost words instead
 * @throws InputProblem
 */
export function prepareTexts(
	context: OperationContext,
	itemIndex: number,
	given: GivenTexts,
	goOn: boolean,
): PreparedTexts {
	const format: TextFormat =
		parameter(context, 'textFormat', itemIndex) === 'html' ? 'html' : 'plainText';
	// A quote is where a person looks at a text: there a warning is enough.
	const places = parameter(context, 'operation', itemIndex) !== 'quote';
	const prepare = (label: string, text: string) => {
		const prepared = prepareText({ format, text });
		refuseUnprintable(label, prepared, !goOn);
		if (places && !goOn) refuseMistaken(label, prepared, format);
		return prepared;
	};

	const prepared = prepare('Text', given.text);
	if (prepared.visibleText.trim() === '') {
		throw new InputProblem('Text', "'Text' is empty.", 'Write the text of the notice.');
	}
	const preparedHeader = given.header.trim() === '' ? undefined : prepare('Header', given.header);
	return { prepared, preparedHeader };
}
