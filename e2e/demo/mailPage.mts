/** A page of the demo that shows the e-mails which its workflows send: an e-mail is what a partner of a firm sees first. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Mail } from '../journeys/mailServer.mts';
import { LOOPBACK } from '../lib/ports.mts';

const STYLE = `:root{color-scheme:light dark;--back:light-dark(#f5f6f8,#11151b);--card:light-dark(#fff,#1a2029);--text:light-dark(#1a222d,#e7ebf0);
--quiet:light-dark(#5c6878,#9aa7b7);--line:light-dark(#e2e6ec,#2c3542);--accent:light-dark(#1f4f9e,#8fb6ff)}
*{box-sizing:border-box}
body{background:var(--back);color:var(--text);font:15px/1.5 system-ui,sans-serif;margin:0 auto;max-width:76rem;padding:24px 16px}
h1{font-size:22px;line-height:1.3;margin:0}
p{color:var(--quiet);margin:0}
main{align-items:start;display:grid;gap:16px;grid-template-columns:22rem minmax(0,1fr);margin-top:16px}
ol,article{background:var(--card);border:1px solid var(--line);border-radius:12px;list-style:none;margin:0;overflow:hidden;padding:0}
ol{max-height:calc(100vh - 130px);overflow-y:auto}
li+li{border-top:1px solid var(--line)}
li a{color:inherit;display:block;padding:10px 16px;text-decoration:none}
li a:hover,[aria-current]{background:var(--back)}
[aria-current]{box-shadow:inset 3px 0 var(--accent)}
strong,small{display:block;overflow-wrap:anywhere}
strong{font-weight:600}
small{color:var(--quiet);font-size:13px}
header{border-bottom:1px solid var(--line);padding:12px 16px}
header a{color:var(--accent)}
iframe{border:0;display:block;height:calc(100vh - 230px);min-height:480px;width:100%}
@media(max-width:760px){main{grid-template-columns:minmax(0,1fr)}ol{max-height:40vh}}`;

/** Has the list drawn anew when there is another mail, without touching what somebody reads. */
const SCRIPT = `setInterval(async()=>{const list=document.querySelector('ol');const answer=await fetch('/list'+location.search).catch(()=>undefined);
const text=await answer?.text();if(text&&text!==list.dataset.drawn){if(list.dataset.drawn)list.innerHTML=text;list.dataset.drawn=text}},1500)`;

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/** @param mails the oldest first; they may grow @returns its address, and what ends it */
export async function serveMails(
	mails: readonly Mail[],
): Promise<{ url: string; close: () => Promise<void> }> {
	const server = createServer((request, response) => answer(mails, request, response));
	await once(server.listen(0, LOOPBACK), 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://${LOOPBACK}:${port}/`,
		close: async () => {
			const closed = once(server.close(), 'close');
			server.closeAllConnections();
			await closed;
		},
	};
}

function answer(mails: readonly Mail[], request: IncomingMessage, response: ServerResponse): void {
	const { host = '', url = '/' } = { host: request.headers.host, url: request.url };
	const { pathname, searchParams } = new URL(url, `http://${LOOPBACK}`);
	const number = Number(searchParams.get('mail') ?? mails.length);
	const mail = mails[number - 1];
	const file = mail?.attachments[Number(searchParams.get('file'))];
	const html = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
	// A page that has made its own name resolve to this machine must not read links that approve.
	if (host.replace(/:\d+$/, '') !== LOOPBACK) {
		response.writeHead(403, html).end('This page answers only to its address.');
	} else if (pathname === '/list') {
		response.writeHead(200, html).end(listOf(mails, number));
	} else if (pathname === '/body') {
		const sandbox = 'sandbox allow-popups allow-popups-to-escape-sandbox';
		const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; ${sandbox}`;
		response.writeHead(200, { ...html, 'content-security-policy': policy }).end(bodyOf(mail));
	} else if (pathname === '/file' && file) {
		response.writeHead(200, {
			'content-type': file.contentType,
			'x-content-type-options': 'nosniff',
		});
		response.end(file.content);
	} else {
		const policy = `${POLICY}; connect-src 'self'; frame-src 'self'`;
		response.writeHead(200, { ...html, 'content-security-policy': policy });
		response.end(pageOf(mails, number));
	}
}

const escaped = (text: string): string =>
	text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The newest first. */
function listOf(mails: readonly Mail[], shown: number): string {
	const entries = mails.map(({ to, subject }, index) => {
		const current = index + 1 === shown ? ' aria-current="page"' : '';
		const words = `<strong>${escaped(subject)}</strong><small>to ${escaped(to.join(', '))}</small>`;
		return `<li><a href="/?mail=${index + 1}"${current}>${words}</a></li>`;
	});
	return entries.reverse().join('') || '<li><a>No e-mail yet: it appears here at once.</a></li>';
}

/** What its reader sees; links open in a tab of their own. */
function bodyOf(mail: Mail | undefined): string {
	const { html, text = '' } = mail ?? {};
	const plain = `<pre style="font:15px/1.5 system-ui,sans-serif;padding:16px;white-space:pre-wrap">${escaped(text)}</pre>`;
	return `<base target="_blank">${html ?? plain}`;
}

function pageOf(mails: readonly Mail[], number: number): string {
	const mail = mails[number - 1];
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>E-mails of the demo</title><style>${STYLE}</style></head><body><h1>E-mails of the demo</h1>
<p>What the workflows have sent since the start. None of it has left this machine.</p>
<main><ol>${listOf(mails, number)}</ol>${mail ? articleOf(mail, number) : ''}</main><script>${SCRIPT}</script></body></html>`;
}

function articleOf({ subject, to, attachments }: Mail, number: number): string {
	const files = attachments.map(
		({ filename }, index) =>
			`<a href="/file?mail=${number}&amp;file=${index}" target="_blank">${escaped(filename)}</a>`,
	);
	const attached = files.length > 0 ? `<small>attached: ${files.join(', ')}</small>` : '';
	return `<article><header><strong>${escaped(subject)}</strong><small>to ${escaped(to.join(', '))}</small>${attached}</header>
<iframe title="${escaped(subject)}" src="/body?mail=${number}"></iframe></article>`;
}
