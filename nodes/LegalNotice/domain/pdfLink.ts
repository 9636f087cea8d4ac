import { isLoopback } from './baseUrl';

export type PdfLinkResult =
	| { readonly ok: true; readonly url: URL }
	| { readonly ok: false; readonly reason: string };

/**
 * Reads the link of a document (specification, Document and Facture: `url`), or where it redirects to. Links are
 * followed only over https; those of a service on this machine itself (the sandbox) may use http and lead there, but
 * a link from elsewhere may not.
 *
 * @param local whether the service is on this machine
 * @param from the address that redirected here; undefined for the link that the service gave
 * @returns `reason` as the end of a sentence that starts with the link. It never holds the link itself, which may
 * carry a key.
 */
export function readPdfLink(value: unknown, local: boolean, from?: URL): PdfLinkResult {
	const text = typeof value === 'string' ? value.trim() : '';
	if (text === '') return refuse(from ? 'redirects without saying where to' : 'is empty');
	let url: URL;
	try {
		url = from ? new URL(text, from) : new URL(text);
	} catch {
		return refuse(from ? 'redirects to something that is no address' : 'is no complete address');
	}
	const leads = from ? 'redirects to' : 'is';
	if (url.protocol !== 'https:' && url.protocol !== 'http:') {
		return refuse(`${leads} an address of the kind "${url.protocol}", not https`);
	}
	const here = isLoopback(url.hostname);
	if (url.protocol === 'http:' && !here) {
		return refuse(`${leads} an address that is not encrypted (http://${url.host})`);
	}
	if (here && !(local && isLoopback((from ?? url).hostname))) {
		return refuse(from ? 'redirects to the n8n server itself' : 'leads to the n8n server itself');
	}
	return { ok: true, url };
}

function refuse(reason: string): PdfLinkResult {
	return { ok: false, reason };
}
