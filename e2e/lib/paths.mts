/** Where things lie in the checkout. */
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');
export const CACHE = join(ROOT, '.cache');
export const ARTIFACTS = join(ROOT, 'e2e', '.artifacts');
export const EXAMPLES = join(ROOT, 'examples');

export const PACKAGE_NAME = 'n8n-nodes-legal-notice';
