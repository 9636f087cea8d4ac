/** Prefix of every path of the interface. Signatures start here. */
export const INTERFACE_PATH = '/annonce-legale/api/externe';

export type BaseUrlResult =
	| { readonly ok: true; readonly url: string; readonly origin: string }
	| { readonly ok: false; readonly reason: string };

/**
 * Reads the base URL as people paste it: with a trailing slash, or with the interface's own path behind it.
 *
 * @returns `url` without both (the path of a reverse proxy stays), or the sentence that says why it cannot be used
 */
export function readBaseUrl(raw: unknown): BaseUrlResult {
	const text = typeof raw === 'string' ? raw.trim() : '';
	if (text === '') return refuse('The base URL is empty.');
	const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text;
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (!url) return refuse(`The base URL "${shown}" is not a complete address.`);
	if (url.protocol !== 'https:' && url.protocol !== 'http:') {
		return refuse(`The base URL "${shown}" does not start with https://.`);
	}
	if (url.protocol === 'http:' && !isLoopback(url.hostname) && !CONTAINER.test(url.hostname)) {
		return refuse(
			`The base URL "${url.origin}" is not encrypted (http://), which is accepted only for this machine (http://127.0.0.1:5690) and for containers in the network of n8n (http://sandbox:5690, http://host.docker.internal:5690).`,
		);
	}
	if (url.username !== '' || url.password !== '') {
		return refuse('The base URL contains a user name or a password.');
	}
	if (url.search !== '' || text.includes('#')) {
		return refuse(`The base URL "${url.origin}${url.pathname}" has something behind ? or #.`);
	}
	const [path = ''] = `${url.pathname}/`.split(`${INTERFACE_PATH}/`);
	return { ok: true, url: url.origin + path.replace(/(?<!\/)\/+$/, ''), origin: url.origin };
}

/** Names that only a private network resolves: of one label, as containers have, and Docker's own for the host. */
const CONTAINER = /^([a-z0-9_-]+|host\.docker\.internal)$/;

/** Whether a host name, as `URL.hostname` spells it, is this machine. */
export function isLoopback(hostname: string): boolean {
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
