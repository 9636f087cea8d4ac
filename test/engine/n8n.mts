/** The copies of n8n's own packages that the tests run on, loaded as n8n loads them. */
import type * as Core from 'n8n-core';
import type * as WorkflowPackage from 'n8n-workflow';

/** Of test/run/environment.mjs. */
declare const requireOutside: (name: string, user?: string) => unknown;

/** All that n8n writes: its settings, and files that it keeps outside of the items. */
export const engineFolder = process.env.N8N_USER_FOLDER ?? '';

requireOutside('reflect-metadata');
export const core = requireOutside('n8n-core') as typeof Core;
/** The package under test requires the very same one. */
export const workflowPackage = requireOutside('n8n-workflow') as typeof WorkflowPackage;

/** A package in the copy that n8n-core uses. */
export const ofCore = (name: string): unknown => requireOutside(name, 'n8n-core');

/** One of each class in a worker, as in n8n: a test that changes one changes it back. */
export const { Container } = ofCore('@n8n/di') as {
	Container: { get<T>(type: new (...args: never[]) => T): T };
};

// n8n does this when it starts.
const network = ofCore('@n8n/backend-network') as { configureGlobalAxiosDefaults(): void };
network.configureGlobalAxiosDefaults();
