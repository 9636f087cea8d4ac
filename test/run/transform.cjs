/**
 * What jest reads of this repository, compiled to CommonJS. Tests and the sandbox are ES modules (`.mts`), which Node
 * runs as they are; jest would need a flag for them, and an editor does not give it. TypeScript leaves `.mts` ES modules
 * whatever its settings say, so it is shown the name with `.ts`.
 */
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const ts = require('typescript');

const compilerOptions = {
	target: ts.ScriptTarget.ES2022,
	module: ts.ModuleKind.CommonJS,
	esModuleInterop: true,
	sourceMap: true,
	inlineSources: true,
};
/** CommonJS has no `import.meta`; its fields are found in an object of that file. */
const META =
	'const importMeta = { dirname: __dirname, filename: __filename, url: require("node:url").pathToFileURL(__filename).href };';
const before = [
	(context) => (file) => {
		const visit = (node) =>
			ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword
				? context.factory.createIdentifier('importMeta')
				: ts.visitEachChild(node, visit, context);
		return ts.visitNode(file, visit);
	},
];
const version = readFileSync(__filename, 'utf8') + ts.version + process.version;

module.exports = {
	canInstrument: false,
	getCacheKey(source, path, { configString, instrument }) {
		const parts = [version, source, path, configString, String(instrument)];
		return createHash('sha256').update(parts.join('\0')).digest('hex');
	},
	process(source, path) {
		const fileName = path.replace(/\.mts$/, '.ts');
		const { outputText, sourceMapText } = ts.transpileModule(source, {
			fileName,
			compilerOptions,
			transformers: { before },
		});
		// On the line of the first statement, so that line numbers stay as the map has them.
		const code = source.includes('import.meta') ? META + outputText : outputText;
		return { code, map: { ...JSON.parse(sourceMapText), sources: [path] } };
	},
};
