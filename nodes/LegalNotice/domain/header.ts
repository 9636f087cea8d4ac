import { createHash } from 'node:crypto';

import { InputProblem } from './inputProblem';
import type { Logo } from './logo';

export const LAYOUTS = [
	'carton_texte_sans_image',
	'carton_image_sans_texte',
	'carton_image_texte_droite',
	'carton_image_texte_bas',
] as const;

export interface HeaderInput {
	readonly layout: string;
	/** As given. */
	readonly text: string;
	readonly logo: Logo | undefined;
}

/** The header block of a request (specification, Entete). `texte` is HTML. */
export interface Header {
	readonly disposition: string;
	readonly texte?: string;
	readonly mime_type?: string;
	readonly data?: string;
}

/**
 * Builds the header, refusing what the chosen layout would not show.
 *
 * @param html the header's text, prepared as HTML; '' when there is none
 */
export function buildHeader(input: HeaderInput, html: string): Header {
	const { logo, layout } = input;
	const hasText = html !== '';
	if (!hasText && !logo) {
		throw problem("'Header' is empty.", "Add a 'Text' or a logo to it, or remove it.");
	}
	const disposition = layout === '' ? layoutFor(hasText, logo !== undefined) : layout;
	const showsLogo = disposition !== 'carton_texte_sans_image';
	const showsText = disposition !== 'carton_image_sans_texte';
	if (showsLogo !== (logo !== undefined) && isListed(disposition)) {
		throw problem(
			showsLogo
				? "The 'Layout' of the 'Header' shows a logo, but there is none."
				: "The 'Layout' of the 'Header' shows no logo, but one is given.",
			showsLogo ? "Add 'Logo Input Data Field Name', or choose Text Only." : 'Choose another one.',
		);
	}
	if (showsText !== hasText && isListed(disposition)) {
		throw problem(
			showsText
				? "The 'Layout' of the 'Header' shows a text, but there is none."
				: "The 'Layout' of the 'Header' shows no text, but one is given.",
			showsText ? "Add a 'Text', or choose Logo Only." : 'Choose another one.',
		);
	}
	return {
		disposition,
		...(hasText ? { texte: html } : {}),
		...(logo ? { mime_type: logo.mimeType, data: logo.bytes.toString('base64') } : {}),
	};
}

/** What of a header makes a notice another notice. */
export function headerIdentity(input: HeaderInput | undefined): string[] {
	if (!input) return [];
	const logo = input.logo ? createHash('sha256').update(input.logo.bytes).digest('hex') : '';
	return [input.layout, input.text, logo];
}

function layoutFor(hasText: boolean, hasLogo: boolean): string {
	if (hasText && hasLogo) {
		throw problem(
			"'Header' has a logo and a text, but no 'Layout'.",
			"Add 'Layout' to say where the logo stands.",
		);
	}
	return hasText ? 'carton_texte_sans_image' : 'carton_image_sans_texte';
}

function isListed(layout: string): boolean {
	return LAYOUTS.some((listed) => listed === layout);
}

function problem(message: string, advice: string): InputProblem {
	return new InputProblem('Header', message, advice);
}

export { type Logo, type LogoType, isLogoText, logoNotes, logoOf, readLogo } from './logo';
