/**
 * Runs the checks of n8n's community-package scanner on this repository instead of a published package: on the
 * sources, as the scanner does with the commit that a release names, and on what `npm pack` would publish.
 * Usage: node scan.mjs source|packed. Exit code 1 on any finding. The build has to exist for `packed`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

const repository = join(import.meta.dirname, '../..');
const kind = process.argv[2];

if (kind === 'source') {
	await report(repository, SOURCE_FILE_PATTERNS);
} else if (kind === 'packed') {
	const folder = mkdtempSync(join(tmpdir(), 'legal-notice-scan-'));
	try {
		const packed = execFileSync(
			'npm',
			['pack', '--silent', '--ignore-scripts', '--pack-destination', folder],
			{ cwd: repository, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
		);
		const tarball = packed.trim().split('\n').at(-1) ?? '';
		execFileSync('tar', ['-xzf', join(folder, tarball), '-C', folder]);
		await report(join(folder, 'package'), ['**/*.js', 'package.json']);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
} else {
	console.error('Say what to scan: source or packed.');
	process.exitCode = 1;
}

async function report(folder, patterns) {
	const result = await analyzePackage(folder, patterns);
	if (result.passed) {
		console.log(`Scanner: no finding (${kind}).`);
		return;
	}
	console.error(`Scanner: findings (${kind}). ${result.message ?? ''}`);
	console.error(result.details ?? '');
	process.exitCode = 1;
}
