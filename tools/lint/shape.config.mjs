/**
 * The shape of the published code: each function can be read at once, and nothing is folded to save lines.
 * How often `?:` and `??` stand in it is counted over all files together, by `density.mjs`.
 */
import tseslint from 'typescript-eslint';

/** Code that looks shorter than it is to read. */
const FOLDED = {
	':matches(CallExpression[callee.object.type="Literal"], CallExpression[callee.object.type="TemplateLiteral"][callee.object.expressions.length=0])[callee.property.name="split"]':
		'Write the list as a list.',
	'SpreadElement[argument.type="ArrayExpression"], SpreadElement[argument.type="ObjectExpression"]':
		'Write the entries out instead of spreading a literal.',
	'BinaryExpression > Identifier[name="Infinity"], LogicalExpression > Identifier[name="Infinity"], UnaryExpression > Identifier[name="Infinity"]':
		'Say that a value is absent with undefined, not with Infinity.',
	'CatchClause > BlockStatement > ExpressionStatement > AssignmentExpression[left.type="Identifier"]':
		'Return or throw from the catch instead of assigning in it.',
	':matches(IfStatement, ConditionalExpression, WhileStatement, LogicalExpression) > :matches(AssignmentExpression, UpdateExpression)':
		'Do it in a statement of its own, then ask.',
};

/** Rules of one comment each: a chain of them is read more easily whole than cut up. */
const TABLES = [];

const shape = {
	complexity: ['error', 10],
	'max-depth': ['error', 3],
	'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
	'max-params': ['error', 4],
	'no-cond-assign': ['error', 'always'],
	'no-nested-ternary': 'error',
	'no-restricted-syntax': [
		'error',
		...Object.entries(FOLDED).map(([selector, message]) => ({ selector, message })),
	],
};

export default [
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		languageOptions: { parser: tseslint.parser, parserOptions: { sourceType: 'module' } },
		linterOptions: { noInlineConfig: true },
		rules: shape,
	},
	...TABLES.map((file) => ({ files: [file], rules: { complexity: 'off' } })),
];
