/** Get Style Sheets: the style classes that an HTML text may use (specification, endpoint 17, since 1.28). */
import { readChoice } from '../../reading/cells/parameters';
import { itemOperation, outputFields } from '../context';
import { parameter } from '../itemParameters';
import { sharedList } from '../lists';

const TYPES = ['caractere', 'entete', 'filet', 'paragraphe'] as const;

export const getStyleSheets = itemOperation({
	option: {
		name: 'Get Style Sheets',
		value: 'getStyleSheets',
		action: 'Get style sheets',
		description: 'List the style classes (feuilles de style) for the text as HTML, with their CSS',
	},
	properties: [
		{
			displayName: 'Style Type',
			name: 'styleType',
			type: 'options',
			options: [
				{ name: 'All', value: '', description: 'Every style class' },
				{
					name: 'Character',
					value: 'caractere',
					description: 'For words inside a paragraph, as the class of a span',
				},
				{
					name: 'Header',
					value: 'entete',
					description: 'For paragraphs of the header (en-tête)',
				},
				{ name: 'Paragraph', value: 'paragraphe', description: 'For paragraphs of the notice' },
				{
					name: 'Rule',
					value: 'filet',
					description: 'For a horizontal line (filet), as the class of an hr',
				},
			],
			default: '',
			description: 'Which style classes are wanted',
		},
	],
	async execute(context, itemIndex) {
		const type = readChoice('Style Type', parameter(context, 'styleType', itemIndex), TYPES);
		const styles = await sharedList(context, '/feuilles-styles', 'feuilles_styles', {
			query: { type },
		});
		return styles.map((entry) => ({ json: outputFields(entry) }));
	},
});
