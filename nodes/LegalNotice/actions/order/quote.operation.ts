/** Notice: Quote, an order without its last step: reads the item, checks it, and builds the output item. */
import { quoteParameters } from '../../descriptions/notice';
import { toolNotice } from '../../descriptions/references';
import { itemOperation } from '../context';
import { collection } from '../itemParameters';
import { checkedQuote } from './check';
import { latenessOf, readPublishBy } from './deadline';
import { missedDay, OpenDays } from './openDate';
import { quoteFields } from './output';
import { withPreviewFile } from './previewFile';
import { inWords } from './printable';
import { readNotice } from './request';

/** Price, dates and composed text of a notice, without ordering it (specification, endpoint 1). */
export const quote = itemOperation({
	option: {
		name: 'Quote',
		value: 'quote',
		action: 'Quote notice (orders nothing)',
		description: 'Get price, dates and printed text of a notice (devis); places nothing',
	},
	names: { 'options.previewFileReference': 'dossier' },
	hasSummary: true,
	properties: [
		toolNotice(
			"As a tool: let the model fill in 'Text'. If it may also choose the 'Category', give it the lists of Reference Data as tools. The rest comes from the workflow.",
		),
		...quoteParameters,
	],
	async execute(context, itemIndex) {
		const options = collection(context, 'options', itemIndex);
		const publishBy = readPublishBy(options);
		const notice = await readNotice(context, itemIndex, options, false);
		const client = await context.client();
		const days = new OpenDays(context, notice);
		const quoting = checkedQuote(
			client,
			{ notice, maximumTotal: undefined, publishBy: undefined },
			days,
		);
		// Behind the quote, and while it is under way, the names cost no time.
		void inWords(context, notice, notice.body);
		const answer = await quoting;
		// A quote that is late orders nothing, so it is shown with its price, and a warning.
		const late = await latenessOf(context, notice, { quote: answer, publishBy });
		const words = await inWords(context, notice, notice.body);
		const missed = await missedDay(context, notice, answer, false);
		const json = quoteFields(answer, { notice, publishBy, late, missed, ...words });
		return [await withPreviewFile(context, json, notice.previewFile)];
	},
});
