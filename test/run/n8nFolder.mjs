/** Before all tests: where n8n writes its settings, and files that it keeps outside of the items. Gone with the run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function prepare() {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-engine-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	process.env.N8N_FOLDER_OF_RUN = folder;
	process.env.N8N_ENCRYPTION_KEY = 'engine-tests';
	process.env.N8N_LOG_LEVEL = 'silent';
}
