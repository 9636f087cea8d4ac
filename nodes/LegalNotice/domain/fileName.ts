/** What a file is named after. */
export interface FileSubject {
	/** `attestation`, `justificatif`, `facture`, `avoir`, or a type nobody listed yet. */
	readonly type: string;
	/** Number of the document; proofs have none. */
	readonly numero?: string | undefined;
	/** Reference of the notice. */
	readonly reference?: string | undefined;
	/** Date of the invoice, `AAAA-MM-JJ`. */
	readonly date?: string | undefined;
	/** Place among the documents of the notice that have the same type and number, from 1. */
	readonly rank?: number | undefined;
}

const MAX_PART = 80;
/** Letters that do not come apart into a letter and an accent. */
const LIGATURES: Readonly<Record<string, string>> = { œ: 'oe', Œ: 'OE', æ: 'ae', Æ: 'AE' };

/**
 * Name of a document as a file: `attestation_AL-1_A-7.pdf`, `facture_F-2_2026-11-21.pdf`. An invoice may bill
 * several notices, so the reference is no part of its name.
 */
export function pdfFileName({ type, numero, reference, date, rank }: FileSubject): string {
	const billing = type === 'facture' || type === 'avoir';
	const parts = billing && numero ? [type, numero, date] : [type, reference, numero, date];
	const named = parts.map((part) => fileNamePart(part ?? '')).filter((part) => part !== '');
	if (rank !== undefined && rank > 1) named.push(String(rank));
	return `${named.length > 0 ? named.join('_') : 'document'}.pdf`;
}

/** Name of a binary field that holds a document among others: `facture_F-2`, usable in expressions. */
export function binaryFieldName({ type, numero, rank }: FileSubject): string {
	const named = [type, numero ?? ''].map(fileNamePart).filter((part) => part !== '');
	if (rank !== undefined && rank > 1) named.push(String(rank));
	return named.join('_') || 'document';
}

/**
 * The files of one item with the names of their binary fields: where two come down to the same, the later gets its
 * place behind its name, `facture_F-1_2`, so that none takes the place of another.
 */
export function inBinaryFields<File extends FileSubject>(
	files: readonly File[],
): Array<{ file: File; field: string }> {
	const taken = new Set<string>();
	return files.map((file) => ({ file, field: takeField(taken, binaryFieldName(file)) }));
}

/**
 * A name that no other file has, and that none after it gets.
 *
 * @param taken the names so far
 * @param other where the first one is taken; with its place behind it, where this is taken as well
 */
export function takeField(taken: Set<string>, name: string, other = name): string {
	let free = taken.has(name) ? other : name;
	for (let place = 2; taken.has(free); place++) free = `${other}_${place}`;
	taken.add(free);
	return free;
}

/**
 * A part of a file name that every file system accepts: letters without accents, digits, hyphen and dot. Slashes
 * and anything else become a hyphen; no dot or hyphen at either end.
 */
export function fileNamePart(text: string): string {
	return text
		.replace(/[œæ]/gi, (letter) => LIGATURES[letter] ?? letter)
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.replace(/[^A-Za-z0-9.-]+/g, '-')
		.replace(/\.{2,}/g, '.')
		.slice(0, MAX_PART)
		.replace(/^[.-]+|[.-]+$/g, '');
}
