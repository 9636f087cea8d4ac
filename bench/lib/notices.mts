/** Texts of notices to work on, of any length; nothing in them is odd unless asked for. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../e2e/lib/paths.mts';

const model = readFileSync(join(ROOT, 'test', 'corpora', 'notices', 'fusion.txt'), 'utf8').trim();

/** Plain text of exactly that many characters, in paragraphs as they are printed. */
export function noticeText(characters: number): string {
	return `${model}\n\n`.repeat(Math.ceil(characters / model.length)).slice(0, characters);
}

/** The same with what word processors leave behind: narrow spaces, decomposed accents, odd hyphens. */
export function pastedText(characters: number): string {
	return noticeText(characters)
		.replaceAll('é', 'e\u0301')
		.replaceAll(' €', '\u202f€')
		.replaceAll('-', '\u2011')
		.slice(0, characters);
}

/** The notice that the calls of the benchmarks are about; the number makes it a notice of its own. */
export function shortNotice(number: number | string): string {
	return [
		`SOCIÉTÉ EXEMPLE ${number}`,
		'SARL au capital de 10 000 €',
		'Siège social : 14 bis, rue de l’Exemple, 75015 PARIS',
		'',
		'Aux termes d’une décision du 3 novembre 2026, il a été décidé de transférer le siège social au 21, cours de la Démonstration, 75012 PARIS, à compter du même jour. L’article 4 des statuts a été modifié en conséquence.',
		'Mention en sera faite au RCS de PARIS.',
	].join('\n');
}
