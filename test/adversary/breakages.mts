/**
 * The published code broken by hand, one rule at a time: the adversary has to notice each. What does not apply any more is
 * told, so that the list follows the code.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EFFECTS } from './breakagesOfEffects.mts';
import { POLLS } from './breakagesOfPolls.mts';
import { READS } from './breakagesOfReads.mts';

export interface Breakage {
	/** The rule of `product.md` that it breaks, in short. */
	readonly rule: string;
	/** Stands in one file of the published code. */
	readonly from: string;
	readonly to: string;
	/** Whether polls have to notice it; otherwise runs. */
	readonly inPolls?: true;
}

export const BREAKAGES: readonly Breakage[] = [...EFFECTS, ...READS, ...POLLS];

const ROOT = join(import.meta.dirname, '../..');
const COPY = join(ROOT, '.cache/breakages');

const PUBLISHED = join(ROOT, 'nodes/LegalNotice');

/** The one file of published code that has the text. @throws Error when the code reads otherwise by now */
export function placeOf({ rule, from }: Breakage): string {
	const files = readdirSync(PUBLISHED, { recursive: true, encoding: 'utf8' });
	const places = files.filter((file) => {
		if (!file.endsWith('.ts')) return false;
		return readFileSync(join(PUBLISHED, file), 'utf8').includes(from);
	});
	const [place, ...others] = places;
	if (place && others.length === 0) return place;
	throw new Error(`"${rule}" stands in ${places.length} places, not in one: ${from}`);
}

/** @returns the folder of a copy of the package that is broken so */
export function broken(breakage: Breakage, index: number): string {
	const { from, to } = breakage;
	const folder = join(COPY, String(index));
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	for (const part of ['nodes', 'credentials']) {
		cpSync(join(ROOT, part), join(folder, part), { recursive: true });
	}
	const path = join(folder, 'nodes/LegalNotice', placeOf(breakage));
	writeFileSync(
		path,
		readFileSync(path, 'utf8').replace(from, () => to),
	);
	return folder;
}
