/**
 * The published code broken by hand, one rule at a time: the adversary has to notice each. What does not apply any more is
 * told, so that the list follows the code.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EFFECTS } from './breakagesOfEffects.mts';
import { READS } from './breakagesOfReads.mts';

export interface Breakage {
	/** The rule of `product.md` that it breaks, in short. */
	readonly rule: string;
	/** Below `nodes/LegalNotice`. */
	readonly file: string;
	/** Stands there once. */
	readonly from: string;
	readonly to: string;
	/** Whether polls have to notice it; otherwise runs. */
	readonly inPolls?: true;
}

export const BREAKAGES: readonly Breakage[] = [...EFFECTS, ...READS];

const ROOT = join(import.meta.dirname, '../..');
const COPY = join(ROOT, '.cache/breakages');

/** @returns the folder of a copy of the package that is broken so. @throws Error when the code reads otherwise by now */
export function broken({ file, from, to }: Breakage, index: number): string {
	const folder = join(COPY, String(index));
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	for (const part of ['nodes', 'credentials']) {
		cpSync(join(ROOT, part), join(folder, part), { recursive: true });
	}
	const path = join(folder, 'nodes/LegalNotice', file);
	const code = readFileSync(path, 'utf8');
	if (code.split(from).length !== 2) throw new Error(`${file} does not have once: ${from}`);
	writeFileSync(
		path,
		code.replace(from, () => to),
	);
	return folder;
}
