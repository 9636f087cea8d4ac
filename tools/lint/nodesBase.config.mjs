/**
 * eslint-plugin-n8n-nodes-base 2 over the published sources. It stands apart because strict mode
 * demands an untouched `eslint.config.mjs`, whose node-cli still brings version 1 of the plugin.
 * The five rules that node-cli and the scanner switch off are off here too, and no others.
 */
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

const base = {
	languageOptions: { parser: tseslint.parser, parserOptions: { sourceType: 'module' } },
	linterOptions: { noInlineConfig: true },
	plugins: { 'n8n-nodes-base': nodesBase },
};

export default [
	{
		...base,
		files: ['credentials/**/*.ts'],
		rules: {
			...nodesBase.configs.credentials.rules,
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		...base,
		files: ['nodes/**/*.ts'],
		rules: {
			...nodesBase.configs.nodes.rules,
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
];
