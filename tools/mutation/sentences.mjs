import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/**
 * Properties that hold what a person reads, in tables of data (the codes of the service, its fields, the repairs of
 * the text). Tests check that each entry has its words; a test of each wording would only write the table again.
 */
const WORDS = new Set(['what', 'fix', 'label']);

export const strykerPlugins = [
	declareValuePlugin(PluginKind.Ignore, 'sentences', {
		shouldIgnore({ node, parent }) {
			const isText = node.type === 'StringLiteral' || node.type === 'TemplateLiteral';
			const isEntry = parent?.type === 'ObjectProperty' && parent.value === node;
			if (!isText || !isEntry || parent.key.type !== 'Identifier') return undefined;
			return WORDS.has(parent.key.name) ? 'words of a table of data' : undefined;
		},
	}),
];
