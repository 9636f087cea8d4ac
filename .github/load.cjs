/**
 * Loads every built node and credential on the Node that runs this, as n8n does, and says their names; then every other
 * file of JavaScript, which n8n loads only when a node is used.
 */
const { readdirSync } = require('node:fs');
const { basename, join } = require('node:path');

const root = join(__dirname, '..');
const { n8n } = require(join(root, 'package.json'));

for (const file of [...n8n.nodes, ...n8n.credentials]) {
	const Class = require(join(root, file))[basename(file).split('.')[0]];
	const instance = new Class();
	const { name, properties } = instance.description ?? instance;
	if (!name || properties.length === 0) throw new Error(`${file} describes nothing.`);
	console.log(`${process.version} loads ${name} with ${properties.length} properties`);
}

const built = join(root, 'dist');
const scripts = readdirSync(built, { recursive: true }).filter((file) => file.endsWith('.js'));
for (const file of scripts) require(join(built, file));
console.log(`${process.version} loads all ${scripts.length} files`);
