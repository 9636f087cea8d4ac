/**
 * Runs the checks of n8n's community-package scanner on a folder instead of a published package.
 * Usage: node scan.mjs <absolute folder> source|dist. Exit code 1 on any finding.
 */
import { resolve } from 'node:path';
import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

const [folder = '.', kind = 'source'] = process.argv.slice(2);
const patterns = kind === 'dist' ? ['**/*.js', 'package.json'] : SOURCE_FILE_PATTERNS;
const result = await analyzePackage(resolve(folder), patterns);
if (result.passed) {
	console.log(`Scanner: no finding in ${kind}.`);
} else {
	console.error(`Scanner: findings in ${kind}. ${result.message ?? ''}`);
	console.error(result.details ?? '');
	process.exitCode = 1;
}
