/**
 * Runs the checks of n8n's community-package scanner on this repository instead of a published package: on the sources,
 * as the scanner does with the commit that a release names, and on what `npm pack` would publish. The scanner lets
 * warnings pass, and a folder in which it finds no files; a person who reviews does not.
 *
 * `npm run build`, then `bash tools/check.sh`, which installs the scanner.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const repository = join(import.meta.dirname, '..');
const scanner = realpathSync(
	join(repository, 'tools/quality/node_modules/.bin/scan-community-package'),
);
const { ESLint } = createRequire(scanner)('eslint');
const { buildScanConfig, SOURCE_FILE_PATTERNS } = await import(
	new URL('scanner.mjs', pathToFileURL(scanner)).href
);

/** The scanner's own lint. @throws Error when a pattern finds no file */
async function report(kind, folder, patterns) {
	const eslint = new ESLint({
		cwd: folder,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: await buildScanConfig(),
	});
	const formatter = await eslint.loadFormatter('stylish');
	const findings = await formatter.format(await eslint.lintFiles(patterns));
	console.log(findings === '' ? `No finding in the ${kind}.` : findings);
	if (findings !== '') process.exitCode = 1;
}

const folder = mkdtempSync(join(tmpdir(), 'legal-notice-scan-'));
try {
	await report('sources', repository, SOURCE_FILE_PATTERNS);
	const packed = execFileSync(
		'npm',
		['pack', '--silent', '--ignore-scripts', '--pack-destination', folder],
		{ cwd: repository, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
	);
	execFileSync('tar', ['-xzf', join(folder, packed.trim()), '-C', folder]);
	await report('package', join(folder, 'package'), ['**/*.js', 'package.json']);
} finally {
	rmSync(folder, { recursive: true, force: true });
}
