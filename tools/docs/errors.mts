/** `docs/errors.md`: every code of the service with the words that the node has for it. */
import type { ErrorEntry, FieldEntry } from '../../nodes/LegalNotice/errors/table.ts';
import { cell, table } from './markdown.mts';

export interface ErrorTable {
	readonly CODES: Readonly<Record<string, ErrorEntry>>;
	readonly FIELDS: Readonly<Record<string, FieldEntry>>;
}

const KINDS: Readonly<Record<ErrorEntry['kind'], string>> = {
	state: 'The notice or the date does not allow it',
	field: 'A value of the request',
	access: 'Keys and rights',
	quota: 'Calls a minute',
	clock: 'Clock',
	server: 'Problem of the service',
};

/** The whole document. */
export function errorsDocument({ CODES, FIELDS }: ErrorTable): string {
	const groups = Object.entries(KINDS).map(([kind, title]) => {
		const rows = Object.entries(CODES)
			.filter(([, entry]) => entry.kind === kind)
			.map(([code, { what, fix }]) => [`\`${code}\``, cell(what), cell(fix)]);
		return `### ${title}\n\n${table(['Code', 'What happened', 'What to do'], rows)}`;
	});
	const fields = Object.entries(FIELDS).map(([field, { label, fix }]) => {
		return [`\`${field}\``, cell(label), cell(fix)];
	});
	return `${[
		'# Codes of the service',
		'Generated from the node’s own table by `npm run build && node_modules/.bin/node tools/docs/main.mts`.',
		'The service answers a refusal with HTTP 200, `"resultat": "erreur"` and one or more codes. The message of the node begins with the file reference or the name of the item, and has a sentence for each code, with the label of the parameter or the value that was refused, and the code.',
		'If time alone fixes the failure, as with *Calls a minute* and *Problem of the service*, the message ends with `Try again later.`; no other one does.',
		'## Listed codes',
		...groups,
		'## Missing and incorrect values',
		'`err_{field}_absent` says "\'Label\' is missing", `err_{field}_incorrect` says "The service does not accept the value of \'Label\'", with the value. For a field that is not listed here, the message has the name that the service gives it.',
		table(['Field', 'Label', 'What to do'], fields),
		'## Any other code',
		'The message is "The service refused the call with a code that this version does not know", with the code.',
	].join('\n\n')}\n`;
}
