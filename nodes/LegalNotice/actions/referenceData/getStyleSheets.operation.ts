import { InputProblem, readLine } from '../../domain/parameters';
import { itemOperation, listOnce, parameter } from '../context';

const TYPES = ['caractere', 'entete', 'filet', 'paragraphe'];

/** Style classes that an HTML text may use (specification, endpoint 17, since 1.28). */
export const getStyleSheets = itemOperation({
	option: {
		name: 'Get Style Sheets',
		value: 'getStyleSheets',
		action: 'Get style sheets',
		description: 'List the style classes (feuilles de styles) for the text as HTML, with their CSS',
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
					description: 'For paragraphs of the header (entête)',
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
		const type = readType(parameter(context, 'styleType', itemIndex));
		const styles = await listOnce(context, '/feuilles-styles', 'feuilles_styles', { type });
		return styles.map((json) => ({ json }));
	},
});

function readType(value: unknown): string | undefined {
	const type = readLine('Style Type', value);
	if (type === '') return undefined;
	if (TYPES.includes(type)) return type;
	throw new InputProblem(
		'Style Type',
		`'Style Type' cannot be "${type.slice(0, 40)}".`,
		`Choose it from the list, or give one of ${TYPES.join(', ')}.`,
	);
}
