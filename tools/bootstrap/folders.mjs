/** The folders with a package.json of their own, and what proves that each is usable. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * @typedef {object} Folder
 * @property {string} key
 * @property {string} path absolute
 * @property {string} label what it is, for a person
 * @property {string} usually how long an install takes on two cores
 * @property {string[]} [flags] further flags for `npm ci`
 * @property {string[][]} probes arguments for the folder's own Node; each must exit with 0
 */

/** @type {Record<string, Folder>} */
export const folders = {
	root: {
		key: 'root',
		path: ROOT,
		label: 'the package, its tools and Node 24',
		usually: '1 to 2 minutes',
		probes: [['-e', "process.exit(process.versions.node.startsWith('24.') ? 0 : 1)"]],
	},
	scan: {
		key: 'scan',
		path: join(ROOT, 'tools', 'scan'),
		label: "n8n's community-package scanner",
		usually: 'half a minute',
		// It is plain JavaScript; of its dependencies one has a script that refuses every npm.
		flags: ['--ignore-scripts'],
		probes: [],
	},
	quality: {
		key: 'quality',
		path: join(ROOT, 'tools', 'quality'),
		label: 'the checks of spelling, Markdown, workflows and unused code',
		usually: 'half a minute',
		flags: ['--ignore-scripts'],
		probes: [],
	},
	mutation: {
		key: 'mutation',
		path: join(ROOT, 'tools', 'mutation'),
		label: 'the mutation testing of transport and domain',
		usually: 'half a minute',
		flags: ['--ignore-scripts'],
		probes: [],
	},
	host: {
		key: 'host',
		path: join(ROOT, 'e2e', 'host'),
		label: 'n8n 2.41.1 and Node 24',
		usually: '3 to 4 minutes',
		probes: [['-e', "require('sqlite3')"]],
	},
	'host-1.123': {
		key: 'host-1.123',
		path: join(ROOT, 'e2e', 'host-1.123'),
		label: 'n8n 1.123.81 and Node 20',
		usually: '3 to 5 minutes',
		probes: [['-e', "require('sqlite3')"]],
	},
	loaders: {
		key: 'loaders',
		path: join(ROOT, 'e2e', 'loaders'),
		label: "n8n's loader of the versions 2.0 and 2.30",
		usually: '1 to 2 minutes',
		// Loading a package needs nothing that a script of a dependency would build.
		flags: ['--ignore-scripts'],
		probes: [],
	},
};

/** The Node that a folder brings; `node_modules/.bin/node` is a link to it. */
export const nodeOf = (folder) => join(folder.path, 'node_modules', 'node', 'bin', 'node');
