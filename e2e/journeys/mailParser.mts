/** Reads what n8n sends: headers, texts and attachments of a MIME message (RFC 2045 to 2047). */

export interface Attachment {
	readonly fileName: string;
	readonly contentType: string;
	readonly content: Buffer;
}

export interface Mail {
	/** The recipients that the server was told, hidden copies included. */
	readonly to: readonly string[];
	readonly subject: string;
	/** The plain text, or the HTML where there is no other. */
	readonly text: string;
	readonly attachments: readonly Attachment[];
}

interface Part {
	readonly type: string;
	readonly header: (name: string) => string;
	readonly content: Buffer;
}

/** @param raw the message as received, each byte one character */
export function parseMail(raw: string, to: readonly string[]): Mail {
	const parts = partsOf(raw);
	const [main] = parts;
	const texts = parts.filter((part) => part.type.startsWith('text/') && fileName(part) === '');
	const text = texts.find(({ type }) => type === 'text/plain') ?? texts[0];
	return {
		to,
		subject: decodeWords(headersOf(raw)('subject')),
		text: (text ?? main)?.content.toString('utf8') ?? '',
		attachments: parts.flatMap((part) => {
			const name = fileName(part);
			return name === '' ? [] : [{ fileName: name, contentType: part.type, content: part.content }];
		}),
	};
}

function partsOf(raw: string): Part[] {
	const header = headersOf(raw);
	const type = header('content-type');
	const body = raw.slice(raw.indexOf('\r\n\r\n') + 4);
	const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1];
	if (boundary !== undefined) {
		return body
			.split(`--${boundary}`)
			.slice(1, -1)
			.flatMap((part) => partsOf(part.trimStart()));
	}
	const content = decodeBody(body, header('content-transfer-encoding').toLowerCase());
	return [{ type: type.split(';', 1)[0]?.trim().toLowerCase() ?? '', header, content }];
}

function headersOf(raw: string): (name: string) => string {
	const [head = ''] = raw.split('\r\n\r\n', 1);
	const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
	return (name) => {
		const line = lines.find((one) => one.toLowerCase().startsWith(`${name}:`));
		return line?.slice(name.length + 1).trim() ?? '';
	};
}

function fileName({ header }: Part): string {
	const found = /(?:file)?name="?([^";]+)"?/i.exec(header('content-disposition'));
	return decodeWords(found?.[1] ?? '');
}

function decodeBody(body: string, encoding: string): Buffer {
	if (encoding === 'base64') return Buffer.from(body, 'base64');
	if (encoding === 'quoted-printable') return quotedPrintable(body.replace(/=\r\n/g, ''));
	return Buffer.from(body, 'latin1');
}

function quotedPrintable(text: string): Buffer {
	const decoded = text.replace(/=([0-9A-F]{2})/gi, (_whole, hex: string) =>
		String.fromCharCode(parseInt(hex, 16)),
	);
	return Buffer.from(decoded, 'latin1');
}

/** `=?UTF-8?Q?...?=` in headers, the pieces of one word joined. */
function decodeWords(text: string): string {
	return text
		.replace(/\?=\s+=\?/g, '?==?')
		.replace(/=\?[^?]+\?([BQ])\?([^?]*)\?=/gi, (_whole, kind: string, data: string) =>
			kind.toUpperCase() === 'B'
				? Buffer.from(data, 'base64').toString('utf8')
				: quotedPrintable(data.replaceAll('_', ' ')).toString('utf8'),
		);
}
