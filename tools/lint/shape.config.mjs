/** The published code: each function can be read at once, and does only what its room is for. */
import tseslint from 'typescript-eslint';

const CALLS = {
	selector:
		'MemberExpression[property.name=/^(httpRequest|requestWithAuthentication|requestOAuth)/]',
	message: 'Only transport and the reader of notices reach the service.',
};
const ERRORS = {
	selector: 'NewExpression[callee.name=/^Node(Api|Operation)Error$/]',
	message: 'Only the room of errors and the router make errors for n8n.',
};
const ITEMS = {
	selector:
		':not(MemberExpression[computed=true]) > CallExpression[callee.property.name="getInputData"]',
	message: 'Only the router takes all input items, others the one that they work on.',
};

const published = {
	languageOptions: { parser: tseslint.parser, parserOptions: { sourceType: 'module' } },
	linterOptions: { noInlineConfig: true },
};

export default [
	{
		...published,
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		rules: {
			complexity: ['error', 10],
			'max-depth': ['error', 3],
			'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
			'max-params': ['error', 4],
			'no-nested-ternary': 'error',
			'no-restricted-syntax': ['error', CALLS, ERRORS, ITEMS],
		},
	},
	{
		files: ['nodes/LegalNotice/{transport,notices}/**/*.ts'],
		rules: { 'no-restricted-syntax': ['error', ERRORS, ITEMS] },
	},
	{
		files: ['nodes/LegalNotice/errors/**/*.ts'],
		rules: { 'no-restricted-syntax': ['error', CALLS, ITEMS] },
	},
	{
		files: ['nodes/LegalNotice/actions/router.ts'],
		rules: { 'no-restricted-syntax': ['error', CALLS] },
	},
	{
		files: ['nodes/LegalNotice/domain/**/*.ts'],
		rules: {
			'no-restricted-globals': [
				'error',
				'fetch',
				'process',
				'console',
				'setTimeout',
				'setInterval',
				'require',
			],
		},
	},
];
