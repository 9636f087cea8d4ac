/**
 * The published code broken by hand, one rule at a time: the adversary has to notice each. What does not apply any more is
 * told, so that the list follows the code.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTENTS, REFUSALS } from './breakagesOfContents.mts';
import { EFFECTS } from './breakagesOfEffects.mts';
import { POLLS } from './breakagesOfPolls.mts';
import { READS } from './breakagesOfReads.mts';
import { ROOMS } from './breakagesOfRooms.mts';
import { PUT_BACK } from './breakagesPutBack.mts';

export interface Breakage {
	/** The rule of `product.md` that it breaks, in short. */
	readonly rule: string;
	/** Stands in one file of the published code, once. */
	readonly from: string;
	readonly to: string;
	/** Where a second rule would make up for the first. */
	readonly and?: { readonly from: string; readonly to: string };
	/** Whether polls have to notice it; otherwise runs. */
	readonly inPolls?: true;
}

export const BREAKAGES: readonly Breakage[] = [
	...PUT_BACK,
	...EFFECTS,
	...CONTENTS,
	...REFUSALS,
	...READS,
	...POLLS,
	...ROOMS,
];

const ROOT = join(import.meta.dirname, '../..');
const COPY = join(ROOT, '.cache/breakages');

const PUBLISHED = join(ROOT, 'nodes/LegalNotice');

type Edit = Pick<Breakage, 'from' | 'to'>;

/** Every file of the published code with its text, once they are asked for. */
let sources: ReadonlyMap<string, string> | undefined;

function readSources(): ReadonlyMap<string, string> {
	const files = readdirSync(PUBLISHED, { recursive: true, encoding: 'utf8' });
	const codes = files.filter((file) => file.endsWith('.ts'));
	return new Map(codes.map((file) => [file, readFileSync(join(PUBLISHED, file), 'utf8')]));
}

/** The one file of published code that has the text, once. @throws Error when the code reads otherwise by now */
function fileOf({ from }: Edit): string {
	sources ??= readSources();
	const places = [...sources].flatMap(([file, code]) =>
		Array.from({ length: code.split(from).length - 1 }, () => file),
	);
	const [place, ...others] = places;
	if (place && others.length === 0) return place;
	throw new Error(`stands in ${places.length} places, not in one: ${from}`);
}

function editsOf({ from, to, and }: Breakage): Edit[] {
	return [{ from, to }, ...(and ? [and] : [])];
}

/** The files that it changes. @throws Error when one of its texts does not stand in one place */
export function placesOf(breakage: Breakage): string[] {
	return editsOf(breakage).map(fileOf);
}

/** @returns the folder of a copy of the package that is broken so */
export function broken(breakage: Breakage, index: number): string {
	const folder = join(COPY, String(index));
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	for (const part of ['nodes', 'credentials']) {
		cpSync(join(ROOT, part), join(folder, part), { recursive: true });
	}
	for (const edit of editsOf(breakage)) {
		const path = join(folder, 'nodes/LegalNotice', fileOf(edit));
		const code = readFileSync(path, 'utf8');
		writeFileSync(
			path,
			code.replace(edit.from, () => edit.to),
		);
	}
	return folder;
}
