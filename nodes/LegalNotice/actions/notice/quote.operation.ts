import { quoteParameters } from '../../descriptions/notice';
import { quoteOptions } from '../../descriptions/noticeOptions';
import { quoteOf } from './closedDate';
import { checkQuote } from './guards';
import { readNotice } from './noticeInput';
import {
	dateAndPriceFields,
	inReadingOrder,
	proofNotes,
	summary,
	textFields,
} from './noticeOutput';
import { beside, itemOperation, payload } from '../context';

/** Price, dates and composed text of a notice, without ordering it (specification, endpoint 1). */
export const quote = itemOperation({
	option: {
		name: 'Quote',
		value: 'quote',
		action: 'Quote notice',
		description: 'Get price, dates and the text as it will be printed (devis); places nothing',
	},
	properties: [...quoteParameters, quoteOptions],
	async execute(context, itemIndex) {
		const input = await readNotice(context, itemIndex);
		const client = await context.client();
		const answer = await quoteOf(client, input, input.body);
		checkQuote(answer, input);
		return [
			{
				json: inReadingOrder(
					beside(payload(answer), {
						...dateAndPriceFields(answer, input.requestedDate),
						...textFields(input, answer.texte, proofNotes(answer, input)),
						resume: summary(answer, input, 'Quote'),
					}),
				),
			},
		];
	},
});
