import { accessSync, constants } from 'node:fs';

/** Whether this user may run the file; false also when there is none. */
export function isExecutable(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
