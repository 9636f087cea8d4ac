import { UserError } from 'n8n-workflow';

import { INTERFACE_PATH } from '../domain/baseUrl';
import type { SignableOptions } from './signer';

/** The absolute address to call, and the part of its path that is signed. */
export function targetOf(options: SignableOptions, origin: string): { url: string; path: string } {
	const given = (options.uri ?? options.url ?? '').trim();
	const absolute = /^[a-z][a-z0-9+.-]*:/i.test(given) ? given : join(options.baseURL ?? '', given);
	const url = parsed(absolute);
	if (!url) {
		throw new UserError(
			`The URL "${given}" is not a complete address. Enter it with https:// and the host.`,
		);
	}
	if (url.origin !== origin) {
		throw new UserError(
			`The URL leads to ${url.origin}, but this credential belongs to ${origin}. Use the host of the credential's 'Base URL'; the keys are never sent elsewhere.`,
		);
	}
	const written = absolute.replace(/[?#].*/s, '');
	// An address takes \ for / and leaves out tabs and line breaks.
	if (absolute.includes('#') || /[\\\t\r\n]|\/(\.|%2e){1,2}(\/|$)/i.test(written)) {
		throw new UserError(
			'The URL contains #, a backslash, a tab, a line break or a path part made of dots, and would reach another notice than the one written. Write # as %23, or use the Legal Notice node, which accepts every reference.',
		);
	}
	const at = url.pathname.indexOf(`${INTERFACE_PATH}/`);
	if (at < 0) {
		throw new UserError(
			`The path "${url.pathname}" is not part of the interface. It starts with ${INTERFACE_PATH}/ (for example ${INTERFACE_PATH}/client).`,
		);
	}
	let path = url.pathname.slice(at);
	// A base URL pasted with the interface's path, joined with a path that has it too.
	while (path.startsWith(`${INTERFACE_PATH}${INTERFACE_PATH}/`)) {
		path = path.slice(INTERFACE_PATH.length);
	}
	const before = url.pathname.slice(0, at).replace(/\/+$/, '');
	return { url: `${url.origin}${before}${path}${url.search}`, path };
}

function parsed(address: string): URL | undefined {
	try {
		return new URL(address);
	} catch {
		return undefined;
	}
}

function join(base: string, path: string): string {
	if (path === '') return base.trim();
	return `${base.trim().replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
}
