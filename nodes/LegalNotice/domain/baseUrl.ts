/** Reads the address of the service from the credential, and refuses an unsafe one before a key is used. */

/** Prefix of every path of the interface. Signatures start here. */
export const INTERFACE_PATH = '/annonce-legale/api/externe';

export type Query = Readonly<Record<string, string | number | undefined>>;

type BaseUrlResult =
	| { readonly ok: true; readonly url: string; readonly origin: string }
	| { readonly ok: false; readonly reason: string };

/**
 * Reads the base URL as people paste it: with a trailing slash, or with the interface's own path behind it.
 *
 * @returns `url` without both (the path of a reverse proxy stays), or the sentence that says why it cannot be used
 */
export function readBaseUrl(raw: unknown): BaseUrlResult {
	if (typeof raw !== 'string' || raw.trim() === '') return refuse('The base URL is empty.');
	const text = raw.trim();
	const shown = text.replace(/^(.{80}).+/su, '$1…');
	if (!URL.canParse(text)) return refuse(`The base URL "${shown}" is not a complete address.`);
	const url = new URL(text);
	if (!/^https?:$/.test(url.protocol)) {
		return refuse(`The base URL "${shown}" does not start with https://.`);
	}
	const problem = whyUnsafe(url, text);
	if (problem !== undefined) return refuse(problem);
	const [path = ''] = `${url.pathname}/`.split(`${INTERFACE_PATH}/`);
	return { ok: true, url: url.origin + path.replace(/(?<!\/)\/+$/, ''), origin: url.origin };
}

function whyUnsafe(url: URL, written: string): string | undefined {
	const isNear = isLoopback(url.hostname) || CONTAINER.test(url.hostname);
	if (url.protocol === 'http:' && !isNear) {
		return `The base URL "${url.origin}" is not encrypted (http://), which is accepted only for this machine (http://127.0.0.1:5690) and for containers in the network of n8n (http://sandbox:5690, http://host.docker.internal:5690).`;
	}
	if (url.username !== '' || url.password !== '') {
		return 'The base URL contains a user name or a password.';
	}
	if (url.search !== '' || written.includes('#')) {
		return `The base URL "${url.origin}${url.pathname}" has something behind ? or #.`;
	}
	return undefined;
}

/** Names that only a private network resolves: of one label, as containers have, and Docker's own for the host. */
const CONTAINER = /^([a-z0-9_-]+|host\.docker\.internal)$/;

/** Whether a host name, as `URL.hostname` spells it, is this machine. */
function isLoopback(hostname: string): boolean {
	return (
		hostname === 'localhost' ||
		hostname.endsWith('.localhost') ||
		hostname === '[::1]' ||
		/^127\.\d+\.\d+\.\d+$/.test(hostname)
	);
}

const USUAL_WAY =
	"Enter the address that the service gave you, for example https://example.com, in the 'Base URL' of the credential.";

function refuse(what: string): BaseUrlResult {
	return { ok: false, reason: `${what} ${USUAL_WAY}` };
}

/** The address of a call: base URL, path of the interface, and a query without what is empty. */
export function addressOf(baseUrl: string, path: string, query?: Query): string {
	const address = `${baseUrl}${INTERFACE_PATH}${path}`;
	if (!query) return address;
	const given = new URLSearchParams();
	for (const [name, value = ''] of Object.entries(query)) {
		if (value !== '') given.set(name, String(value));
	}
	if (given.size === 0) return address;
	return `${address}?${given.toString()}`;
}
