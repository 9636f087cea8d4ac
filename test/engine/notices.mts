/** Notices that a service takes, as parameters of an operation. */
import { byId } from './engine.mts';

/** Where and as what; the text is the test's own. */
export function noticeIn(department: string, publication: number) {
	return {
		department: byId(department),
		publication: byId(publication),
		category: byId('CONSTI'),
		forfait: byId('SARL'),
	};
}

/** A short one for the sandbox. */
export const NOTICE = { ...noticeIn('75', 12), text: 'Un avis.' };

/** Under a number of the person's own. */
export const numbered = (orderNumber: string) => ({ orderNumberMode: 'custom', orderNumber });

/** The text of a notice of its own for each file: one text is one notice, whatever its file reference. */
export const TEXT_OF_FILE =
	'=Un avis.{{ $parameter.fileReference && " Dossier " + $parameter.fileReference + "." }}';

/** The same with who is billed, as an order needs it. */
export const BILLED = { ...NOTICE, text: TEXT_OF_FILE, billingMode: 'prescripteur' };
