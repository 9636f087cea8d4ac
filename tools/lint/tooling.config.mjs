/**
 * Lint for everything that is not published: sandbox, tests, end-to-end, benchmarks and tools.
 * The rules of `eslint.config.mjs` are meant for node code (no timers, no `process`) and do not fit here.
 */
import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** The names that Node has everywhere. */
const node = Object.fromEntries(
	Object.getOwnPropertyNames(globalThis).map((name) => [name, 'readonly']),
);

export default tseslint.config(
	{
		ignores: ['**/node_modules/**', 'dist/**', 'coverage/**', '.cache/**', 'e2e/.artifacts/**'],
	},
	{
		files: ['**/*.mts', '**/*.mjs'],
		extends: [js.configs.recommended],
		languageOptions: { globals: node },
		linterOptions: { noInlineConfig: true },
	},
	{
		files: ['gulpfile.js'],
		extends: [js.configs.recommended],
		languageOptions: {
			sourceType: 'commonjs',
			globals: { ...node, require: 'readonly', exports: 'writable', __dirname: 'readonly' },
		},
		linterOptions: { noInlineConfig: true },
	},
	{
		files: ['**/*.mts'],
		extends: [tseslint.configs.recommendedTypeChecked],
		languageOptions: {
			parserOptions: {
				project: './tsconfig.tools.json',
				tsconfigRootDir: `${import.meta.dirname}/../..`,
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
