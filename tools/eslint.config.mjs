/**
 * ESLint beside n8n's own `eslint.config.mjs`, which strict mode wants untouched: version 2 of n8n's plugin, the shape of
 * the published code, and everything that is not published. Run by `npm run lint`.
 */
import js from '@eslint/js';
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** The names that Node has everywhere. */
const node = Object.fromEntries(
	Object.getOwnPropertyNames(globalThis).map((name) => [name, 'readonly']),
);

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

export default tseslint.config(
	{ ignores: ['**/node_modules/**', 'dist/**', 'coverage/**', '.cache/**', 'e2e/.artifacts/**'] },
	{ linterOptions: { noInlineConfig: true } },

	// n8n's plugin; the five rules that n8n's configuration and its scanner switch off are off here too, and no others.
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		languageOptions: { parser: tseslint.parser, parserOptions: { sourceType: 'module' } },
		plugins: { 'n8n-nodes-base': nodesBase },
	},
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...nodesBase.configs.credentials.rules,
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...nodesBase.configs.nodes.rules,
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},

	// Each function of the published code can be read at once, and does only what its room is for.
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		rules: {
			complexity: ['error', 15],
			'max-depth': ['error', 3],
			'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
			'max-params': ['error', 4],
			'no-nested-ternary': 'error',
			'no-restricted-syntax': ['error', CALLS, ERRORS, ITEMS],
		},
	},
	// What anybody writes into a text or an answer is read in one pass: twice as long takes twice as long.
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		plugins: { regexp },
		rules: {
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': ['error', { ignorePartial: false, report: 'potential' }],
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
		files: ['nodes/LegalNotice/{domain,reading}/**/*.ts'],
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

	// Sandbox, tests, end-to-end, benchmarks and tools, for which n8n's rules (no timers, no `process`) are not meant.
	{
		files: ['**/*.mts', '**/*.mjs'],
		extends: [js.configs.recommended],
		languageOptions: { globals: node },
	},
	{
		files: ['gulpfile.js', '**/*.cjs'],
		extends: [js.configs.recommended],
		languageOptions: {
			sourceType: 'commonjs',
			globals: {
				...node,
				...{ require: 'readonly', exports: 'writable', module: 'writable' },
				...{ __dirname: 'readonly', __filename: 'readonly' },
			},
		},
	},
	{
		files: ['**/*.mts'],
		extends: [tseslint.configs.recommendedTypeChecked],
		languageOptions: {
			parserOptions: {
				project: './tsconfig.tools.json',
				tsconfigRootDir: `${import.meta.dirname}/..`,
			},
		},
		rules: {
			// Node runs these files by taking the types away, so nothing else of TypeScript may be in them.
			'no-restricted-syntax': [
				'error',
				'TSEnumDeclaration',
				'TSParameterProperty',
				'TSModuleDeclaration[kind="namespace"]',
			],
			// The compiler knows better which names exist.
			'no-undef': 'off',
			'@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/restrict-template-expressions': 'off',
			// Fields of items are of type unknown to the compiler; a wrong text fails the test that compares it.
			'@typescript-eslint/no-base-to-string': 'off',
		},
	},
);
