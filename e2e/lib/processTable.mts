/** Who is still running, as Linux tells it. */
import { readdirSync, readFileSync } from 'node:fs';

/** The process table is read from /proc, which only Linux has. */
export const whyNoProcessTable =
	process.platform === 'linux' ? false : 'the process table is read from /proc';

/**
 * Processes started with `text` somewhere in their command line or environment, this one left out.
 * @returns their command lines
 */
export function processesWith(text: string): readonly string[] {
	return readdirSync('/proc')
		.filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
		.flatMap((pid) => {
			const commandLine = read(`/proc/${pid}/cmdline`);
			// An ended process that nobody has asked for yet has neither.
			if (!`${commandLine}${read(`/proc/${pid}/environ`)}`.includes(text)) return [];
			return [`${pid} ${commandLine.replaceAll('\0', ' ').trim()}`];
		});
}

function read(file: string): string {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return '';
	}
}
