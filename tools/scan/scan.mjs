/**
 * Runs the checks of n8n's community-package scanner on this repository instead of a published package: on the
 * sources, as the scanner does with the commit that a release names, and on what `npm pack` would publish. The scanner
 * lets warnings pass, and a folder in which it finds no files; a person who reviews does not.
 * Usage: node scan.mjs source|packed. Exit code 1 on any finding, warnings included. The build has to exist for `packed`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	buildScanConfig,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

const scanner = import.meta.resolve('@n8n/scan-community-package/scanner/scanner.mjs');
const { ESLint } = createRequire(scanner)('eslint');
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
	throw new Error('Say what to scan: source or packed.');
}

/** The scanner's own lint. @throws Error when a pattern finds no file */
async function report(folder, patterns) {
	const eslint = new ESLint({
		cwd: folder,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: await buildScanConfig(),
	});
	const formatter = await eslint.loadFormatter('stylish');
	const findings = await formatter.format(await eslint.lintFiles(patterns));
	if (findings === '') {
		console.log(`Scanner: no finding (${kind}).`);
		return;
	}
	console.error(`Scanner: findings (${kind}).\n${findings}`);
	process.exitCode = 1;
}
