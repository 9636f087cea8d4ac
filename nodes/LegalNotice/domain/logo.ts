import { InputProblem } from './inputProblem';

export type LogoType = 'image/jpeg' | 'image/png' | 'application/pdf';

export interface Logo {
	readonly mimeType: LogoType;
	readonly bytes: Buffer;
}

/** The specification names no limit; above this a refusal for size becomes likely. */
const LARGE_BYTES = 1_000_000;
const LABEL = 'Logo Input Data Field Name';

/**
 * A logo from the bytes of a file, or from text that carries it: base64, base64url or a data URL. The type is read
 * from the bytes, because names and declared types are often wrong (specification, Entete: JPEG, PNG or PDF).
 */
export function readLogo(given: Buffer | string): Logo {
	const bytes = typeof given === 'string' ? decodeText(given) : given;
	const direct = typeOf(bytes);
	if (direct) return { mimeType: direct, bytes };
	const inner = typeof given === 'string' ? undefined : decodeText(given.toString('latin1'));
	const innerType = inner && typeOf(inner);
	if (inner && innerType) return { mimeType: innerType, bytes: inner };
	throw new InputProblem(
		LABEL,
		`'${LABEL}' does not lead to a JPEG, PNG or PDF file${bytes.length === 0 ? ': the file is empty' : ''}.`,
		'Convert the logo to JPEG, PNG or PDF; GIF, SVG, WebP and office formats are not taken.',
	);
}

/** A logo that an answer carries as base64; undefined for anything that is none. */
export function logoOf(data: unknown): Logo | undefined {
	const bytes = typeof data === 'string' ? decodeText(data) : Buffer.alloc(0);
	const mimeType = typeOf(bytes);
	return mimeType && { mimeType, bytes };
}

/** What is worth telling about a logo that can be sent. */
export function logoNotes({ bytes }: Logo): string[] {
	if (bytes.length <= LARGE_BYTES) return [];
	const megabytes = (bytes.length / 1_000_000).toFixed(1);
	return [
		`The logo has ${megabytes} MB. The service may refuse large ones: 1 MB is plenty for print.`,
	];
}

/** Whether a text is a logo itself rather than the name of a field. */
export function isLogoText(text: string): boolean {
	return /^data:[^,]*;base64,/i.test(text) || (text.length >= 64 && /^[\w+/=\s-]+$/.test(text));
}

function decodeText(text: string): Buffer {
	const base64 = text.replace(/^\s*data:[^,]*,/i, '').replace(/\s+/g, '');
	// Node's decoder takes the characters of base64url as well.
	return /^[\w+/-]*={0,2}$/.test(base64) ? Buffer.from(base64, 'base64') : Buffer.alloc(0);
}

function typeOf(bytes: Buffer): LogoType | undefined {
	if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
	if (bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]))) return 'image/png';
	if (bytes.subarray(0, 1024).includes('%PDF-')) return 'application/pdf';
	return undefined;
}
