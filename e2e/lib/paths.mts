/** Where things lie in the checkout. */
import { join, resolve } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');
export const CACHE = join(ROOT, '.cache');
export const ARTIFACTS = join(ROOT, 'e2e', '.artifacts');
export const EXAMPLES = join(ROOT, 'examples');

/** Names a folder in which another n8n is installed, with a Node that runs it. */
const OTHER_N8N = process.env['N8N_UNDER_TEST'];
export const isOtherN8n = OTHER_N8N !== undefined;
/** The n8n that is started, and its Node: the pinned ones of `npm start`, unless `N8N_UNDER_TEST` names others. */
export const N8N_FOLDER = resolve(OTHER_N8N ?? join(ROOT, 'e2e', 'host'));

export const PACKAGE_NAME = 'n8n-nodes-legal-notice';
