/** Puts the header of a notice together from layout, text and logo, as the specification (Entete) has it. */
import { createHash } from 'node:crypto';

import { InputProblem } from '../reading/cells/parameters';
import { listOfFields } from '../reading/records';

export interface Logo {
	readonly mimeType: 'image/jpeg' | 'image/png' | 'application/pdf';
	readonly bytes: Buffer;
}

export interface HeaderInput {
	readonly layout: string;
	readonly text: string;
	readonly logo: Logo | undefined;
}

/** What the specification calls Entete. `texte` is HTML. */
export interface Header {
	disposition: string;
	texte?: string;
	mime_type?: string;
	data?: string;
}

const TEXT_ONLY = 'carton_texte_sans_image';
const LOGO_ONLY = 'carton_image_sans_texte';
/** The layouts of the specification; others are the service's to refuse. */
const LISTED = [TEXT_ONLY, LOGO_ONLY, 'carton_image_texte_droite', 'carton_image_texte_bas'];

/**
 * Refuses what the chosen layout would not show.
 *
 * @param html the prepared text, '' for none
 * @throws InputProblem
 */
export function buildHeader({ logo, layout }: HeaderInput, html: string): Header {
	if (html === '' && !logo) {
		throw problem("'Header' is empty.", "Add a 'Text' or a logo to it, or remove it.");
	}
	const disposition = layout || impliedLayout(logo, html);
	if (LISTED.includes(disposition)) {
		const addLogo = "Add 'Logo Input Data Field Name', or choose Text Only.";
		checkPart('logo', disposition !== TEXT_ONLY, logo !== undefined, addLogo);
		checkPart('text', disposition !== LOGO_ONLY, html !== '', "Add a 'Text', or choose Logo Only.");
	}
	return {
		disposition,
		...(html === '' ? {} : { texte: html }),
		...(logo ? { mime_type: logo.mimeType, data: logo.bytes.toString('base64') } : {}),
	};
}

/** The layout of a logo alone or a text alone. @throws InputProblem where both are given */
function impliedLayout(logo: Logo | undefined, html: string): string {
	if (!logo) return TEXT_ONLY;
	if (html === '') return LOGO_ONLY;
	const advice = "Add 'Layout' to say where the logo is.";
	throw problem("'Header' has a logo and a text, but no 'Layout'.", advice);
}

/** @param toAdd the sentence that says how to add the part */
function checkPart(part: string, isShown: boolean, isGiven: boolean, toAdd: string): void {
	if (isShown === isGiven) return;
	const shows = `The 'Layout' of the 'Header' shows ${isShown ? 'a' : 'no'} ${part}`;
	if (isShown) throw problem(`${shows}, but there is none.`, toAdd);
	throw problem(`${shows}, but one is given.`, 'Choose another one.');
}

function problem(message: string, advice: string): InputProblem {
	return new InputProblem('Header', message, advice);
}

/** The parts of a header that make a notice another one, with another automatic number. */
export function headerIdentity(input: HeaderInput | undefined): string[] {
	if (!input) return [];
	const { layout, text, logo } = input;
	return [layout, text, logo ? digestOf(logo) : ''];
}

function digestOf({ bytes }: Logo): string {
	return createHash('sha256').update(bytes).digest('hex');
}

/** The logos of an account, by an ID that is made of their bytes. @param entetes specification, Client */
export function accountLogos(entetes: unknown): Map<string, Logo> {
	const logos = listOfFields(entetes).flatMap(({ data }) => logoIn(decodeText(String(data))) ?? []);
	return new Map(logos.map((logo) => [digestOf(logo).slice(0, 12), logo]));
}

const LOGO_LABEL = 'Logo Input Data Field Name';

/**
 * A logo from the bytes of a file, or from text that carries it: base64, base64url or a data URL. The type is read from
 * the bytes (specification, Entete: JPEG, PNG or PDF): declared ones are often wrong.
 */
export function readLogo(given: Buffer | string): Logo {
	const bytes = typeof given === 'string' ? decodeText(given) : given;
	const logo = logoIn(bytes);
	if (logo) return logo;
	const why = bytes.length === 0 ? ': the file is empty' : '';
	throw new InputProblem(
		LOGO_LABEL,
		`'${LOGO_LABEL}' does not lead to a JPEG, PNG or PDF file${why}.`,
		'Convert the logo to JPEG, PNG or PDF; GIF, SVG, WebP and office formats are not taken.',
	);
}

/** Whether a text is a logo itself rather than the name of a field. */
export function isLogoText(text: string): boolean {
	return /^data:[^,]*;base64,/i.test(text) || (text.length >= 64 && /^[\w+/=\s-]+$/.test(text));
}

function decodeText(text: string): Buffer {
	const base64 = text.replace(/^\s*data:[^,]*,/i, '').replace(/\s+/g, '');
	// Node's decoder takes the characters of base64url as well.
	if (!/^[\w+/-]*={0,2}$/.test(base64)) return Buffer.alloc(0);
	return Buffer.from(base64, 'base64');
}

function logoIn(bytes: Buffer): Logo | undefined {
	const head = bytes.subarray(0, 4).toString('latin1');
	if (head.startsWith('\xff\xd8\xff')) return { mimeType: 'image/jpeg', bytes };
	if (head === '\x89PNG') return { mimeType: 'image/png', bytes };
	if (bytes.subarray(0, 1024).includes('%PDF-')) return { mimeType: 'application/pdf', bytes };
	return undefined;
}
