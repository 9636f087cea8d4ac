/** The copies of n8n's own packages that the tests run on, loaded as n8n loads them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Core from 'n8n-core';
import type * as WorkflowPackage from 'n8n-workflow';

/** All that n8n writes: its settings, and files that it keeps outside of the items. */
export const engineFolder = mkdtempSync(join(tmpdir(), 'n8n-engine-'));
afterAll(() => rmSync(engineFolder, { recursive: true, force: true }));

// Read by n8n-core when it is loaded.
process.env.N8N_USER_FOLDER = engineFolder;
process.env.N8N_ENCRYPTION_KEY = 'engine-tests';
process.env.N8N_LOG_LEVEL = 'silent';

// As n8n loads them: the package under test then meets the very same classes.
const load = createRequire(import.meta.url);
load('reflect-metadata');
export const core = load('n8n-core') as typeof Core;
export const workflowPackage = load('n8n-workflow') as typeof WorkflowPackage;
// n8n does this when it starts; the copy is the one that n8n-core itself uses.
const network = createRequire(load.resolve('n8n-core'))('@n8n/backend-network') as {
	configureGlobalAxiosDefaults(): void;
};
network.configureGlobalAxiosDefaults();
