import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { textParameters } from '../../descriptions/noticeText';
import { prepareText } from '../../domain/text';
import { checkFields } from './checkOutput';
import { readTextFormat } from './printable';
import { readLine, readText } from '../../domain/parameters';
import { flag, itemOperation, parameter } from '../context';

const styleParameters: INodeProperties[] = [
	{
		displayName: 'Check Style Classes',
		name: 'checkStyleClasses',
		type: 'boolean',
		default: false,
		description:
			'Whether to look at the style classes of the text as well. The credential is needed only to list them here; the check itself asks nobody.',
	},
	{
		displayName: 'Style Class Names or IDs',
		name: 'styleClasses',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getStyleClasses' },
		default: [],
		displayOptions: { show: { checkStyleClasses: [true] } },
		description:
			'Classes that the text may use; others are reported. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
];

/**
 * What would become of a text, without asking the service (specification, Notice text rules). Whatever it finds comes
 * out as data: an IF node or a person decides.
 */
export const checkText = itemOperation({
	option: {
		name: 'Check Text',
		value: 'checkText',
		action: 'Check text of notice',
		description:
			'Find what would be lost or refused in a text, and get it cleaned up; works offline and orders nothing',
	},
	properties: [...textParameters, ...styleParameters],
	async execute(context, itemIndex) {
		const format = readTextFormat(parameter(context, 'textFormat', itemIndex));
		const text = readText('Text', parameter(context, 'text', itemIndex));
		const classes = flag(context, 'checkStyleClasses', 'Check Style Classes', itemIndex)
			? readClasses(parameter(context, 'styleClasses', itemIndex))
			: [];
		const prepared = prepareText({
			format,
			text,
			...(classes.length > 0 ? { classes } : {}),
		});
		const json: IDataObject = checkFields(prepared);
		return await Promise.resolve([{ json }]);
	},
});

/** Chosen from the list, or given by an expression as a list or as one text. */
function readClasses(value: unknown): string[] {
	const label = 'Style Class Names or IDs';
	const given: unknown[] = Array.isArray(value) ? value : readText(label, value).split(/[\s,;]+/);
	return given.map((name) => readLine(label, name)).filter((name) => name !== '');
}
