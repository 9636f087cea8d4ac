/**
 * A jest environment without a realm of its own: tests run among the worker's own globals. n8n's packages are then
 * loaded by Node itself, once in each worker instead of once in each file, and what they throw and return is of the
 * very classes that the tests and the package under test know. What this repository holds is loaded anew for each file.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import vm from 'node:vm';
import { ofJest } from './ofJest.mjs';

const require = createRequire(import.meta.url);
const { ModernFakeTimers } = ofJest('jest-runtime', '@jest/fake-timers');
const { ModuleMocker } = ofJest('jest-runtime', 'jest-mock');

/** Stands for the context of the worker wherever jest asks for one. */
const WORKER = Object.freeze({ description: 'the context of the worker' });

/** Node takes the context of the worker where none is named. */
function withoutWorker(options) {
	if (options?.context === WORKER) return { ...options, context: undefined };
	return options?.parsingContext === WORKER ? { ...options, parsingContext: undefined } : options;
}

for (const name of ['SourceTextModule', 'SyntheticModule']) {
	vm[name] = class extends vm[name] {
		constructor(...given) {
			super(...given.map(withoutWorker));
		}
	};
}
const { compileFunction } = vm;
vm.compileFunction = (code, parameters, options) =>
	compileFunction(code, parameters, withoutWorker(options));

/** What packages that stay have set among the globals. */
const staying = new Set();

/**
 * A package as Node loads it, the same one for all files of the worker.
 *
 * @param {string} name
 * @param {string} [user] the package whose copy it is; without it, that of this repository
 */
globalThis.loadOnce = (name, user) => {
	const before = new Set(Reflect.ownKeys(globalThis));
	const loaded = (user ? createRequire(require.resolve(user)) : require)(name);
	for (const key of Reflect.ownKeys(globalThis)) if (!before.has(key)) staying.add(key);
	return loaded;
};

// n8n reads it late. Each worker has its own, for two would read each other's half-written settings.
process.env.N8N_USER_FOLDER = join(process.env.N8N_FOLDER_OF_RUN ?? '', String(process.pid));

export default class WorkersRealm {
	global = globalThis;
	moduleMocker = new ModuleMocker(globalThis);
	fakeTimers = null;
	#context = WORKER;
	#keys = new Set(Reflect.ownKeys(globalThis));
	#console = globalThis.console;
	#exit = process.exit;
	#variables = { ...process.env };

	constructor({ projectConfig: config }) {
		this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
	}

	exportConditions() {
		return ['node', 'node-addons'];
	}

	getVmContext() {
		return this.#context;
	}

	async setup() {}

	/** Leaves the globals as the file found them: jest's own, `process.env`, and what tests have set. */
	async teardown() {
		this.fakeTimersModern.dispose();
		this.#context = null;
		globalThis.console = this.#console;
		process.exit = this.#exit;
		for (const key of Reflect.ownKeys(globalThis)) {
			if (!this.#keys.has(key) && !staying.has(key)) Reflect.deleteProperty(globalThis, key);
		}
		for (const name of Object.keys(process.env)) {
			if (!(name in this.#variables)) delete process.env[name];
		}
		Object.assign(process.env, this.#variables);
	}
}
