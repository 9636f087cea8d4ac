/**
 * Loads an installed community package with the loader of the n8n-core that is named, and writes what n8n then
 * knows of it as JSON. Plain CommonJS, because the Node of the oldest n8n runs it.
 * Usage: node loadPackage.cjs <folder of n8n-core> <folder of the package>
 */
const { readdirSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');

const [, , core, folder] = process.argv;
const requireOfCore = createRequire(join(core, 'package.json'));
// n8n loads this first of all.
requireOfCore('reflect-metadata');
const { PackageDirectoryLoader } = requireOfCore(core);

async function main() {
	const loader = new PackageDirectoryLoader(folder);
	await loader.loadAll();
	// The loader reads descriptions; what a run needs is loaded only then.
	const dist = join(folder, 'dist');
	const scripts = readdirSync(dist, { recursive: true }).filter((file) => file.endsWith('.js'));
	for (const file of scripts) require(join(dist, file));
	const { nodes, credentials } = loader.types;
	const facts = {
		core: requireOfCore('./package.json').version,
		node: process.versions.node,
		nodes: nodes.map(({ name, properties }) => ({
			name,
			className: loader.known.nodes[name]?.className,
			operations: properties
				.filter((property) => property.name === 'operation')
				.flatMap(({ options }) => options.map(({ value }) => value)).length,
		})),
		credentials: credentials.map(({ name, supportedNodes }) => ({
			name,
			supportedNodes: supportedNodes ?? loader.known.credentials[name]?.supportedNodes,
		})),
	};
	process.stdout.write(`${JSON.stringify(facts)}\n`);
}

main().catch((error) => {
	console.error(error);
	process.exitCode = 1;
});
