/** Programs that the machine brings: found on PATH, or in the places where distributions put them. */
import { accessSync, constants, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Failure } from './failure.mts';

/** Debian keeps PostgreSQL's own programs out of PATH, by version. */
const ELSEWHERE = ['/usr/lib/postgresql/*/bin', '/Applications/*.app/Contents/MacOS'];

/** @returns the first that this user may run @throws Failure with what to install */
export function findProgram(names: readonly string[], advice: string): string {
	const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...globSync(ELSEWHERE)];
	const files = names.flatMap((name) => folders.map((folder) => join(folder, name)));
	const found = files.find((file) => {
		try {
			accessSync(file, constants.X_OK);
			return true;
		} catch {
			return false;
		}
	});
	if (found) return found;
	throw new Failure(`No ${names[0]} was found: ${advice}`);
}
