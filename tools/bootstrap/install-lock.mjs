/** Two commands started at once in one checkout must not install into the same folder together. */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from './folders.mjs';

const POLL_MS = 500;
const SETTLE_MS = 50;
// Between creating the lock file and writing the number into it, the file is empty for a moment.
const UNREADABLE_GRACE_MS = 5_000;

function isAlive(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error.code === 'EPERM';
	}
}

/** The process that holds the lock, or undefined where nobody does any more. */
function holderOf(file) {
	try {
		const pid = Number(readFileSync(file, 'utf8'));
		if (pid > 0) return isAlive(pid) ? pid : undefined;
		return Date.now() - statSync(file).mtimeMs < UNREADABLE_GRACE_MS ? 0 : undefined;
	} catch {
		return undefined;
	}
}

/**
 * Runs `work` while holding the lock; waits for another process that holds it.
 * @template T
 * @param {string} name
 * @param {(holder: number) => void} onWait called once when somebody else holds it
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(name, onWait, work, directory = join(ROOT, '.cache', 'locks')) {
	mkdirSync(directory, { recursive: true });
	const file = join(directory, `${name}.lock`);
	let told = false;
	for (;;) {
		try {
			writeFileSync(file, String(process.pid), { flag: 'wx' });
			// Two that find the same dead holder may each remove the file: the later one has it then.
			await sleep(SETTLE_MS);
			if (holderOf(file) === process.pid) break;
			continue;
		} catch (error) {
			if (error.code !== 'EEXIST') throw error;
		}
		const holder = holderOf(file);
		if (holder === undefined) {
			rmSync(file, { force: true });
			continue;
		}
		if (!told) onWait(holder);
		told = true;
		await sleep(POLL_MS);
	}
	try {
		return await work();
	} finally {
		rmSync(file, { force: true });
	}
}
