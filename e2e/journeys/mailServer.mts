/** A mail server for one test: takes every message over SMTP (RFC 5321, no encryption) and keeps it. */
import { createRequire } from 'node:module';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { ROOT } from '../lib/paths.mts';
import { LOOPBACK } from '../lib/ports.mts';
import { until } from '../lib/until.mts';

export interface Mail {
	/** The recipients that the server was told, hidden copies included. */
	readonly to: readonly string[];
	readonly subject: string;
	/** The plain text, or the HTML where there is no other. */
	readonly text: string;
	readonly attachments: ReadonlyArray<{ filename: string; contentType: string; content: Buffer }>;
}

interface ParsedMail extends Pick<Mail, 'attachments'> {
	readonly subject?: string;
	readonly text?: string;
	readonly html?: string | false;
}

/** The parser that n8n reads mails with. */
const parser = createRequire(join(ROOT, 'e2e', 'host', 'package.json'))('mailparser') as {
	readonly simpleParser: (raw: Buffer, options: { skipHtmlToText: true }) => Promise<ParsedMail>;
};

export interface MailServer {
	readonly port: number;
	/** What has arrived, the oldest first. */
	readonly mails: readonly Mail[];
	/** Mails that are turned away, by recipients and subject in one line. */
	refusing: RegExp | undefined;
	/** How many were. */
	refused: number;
	/** The newest mail to that address whose subject matches. @throws Error when none comes in time */
	received(to: string, subject: RegExp): Promise<Mail>;
	close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
	const mails: Mail[] = [];
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
		converse(socket, async (raw, to) => {
			const parsed = await parser.simpleParser(Buffer.from(raw, 'latin1'), {
				skipHtmlToText: true,
			});
			const { subject = '', text, html, attachments } = parsed;
			if (started.refusing?.test(`${to.join()} ${subject}`)) {
				started.refused += 1;
				return false;
			}
			mails.push({ to, subject, text: text || String(html), attachments });
			return true;
		});
	});
	await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
	const address = server.address();
	const started: MailServer = {
		port: typeof address === 'object' && address ? address.port : 0,
		mails,
		refusing: undefined,
		refused: 0,
		async received(to, subject) {
			const list = () => mails.map((mail) => `${mail.to.join()}: ${mail.subject}`).join('\n');
			return await until(
				() => `Mail to ${to} with ${String(subject)}, beside\n${list()}\n,`,
				() => mails.findLast((mail) => mail.to.includes(to) && subject.test(mail.subject)),
			);
		},
		async close() {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return started;
}

/** @returns whether it is taken */
type Keep = (raw: string, to: readonly string[]) => Promise<boolean>;

/** One session: commands line by line, the message until a line with a single dot. */
function converse(socket: Socket, keep: Keep): void {
	let pending = '';
	let message: string[] | undefined;
	let recipients: string[] = [];
	const say = (line: string) => socket.write(`${line}\r\n`);

	function line(text: string): void {
		if (message && text !== '.') {
			message.push(text.startsWith('.') ? text.slice(1) : text);
			return;
		}
		if (message) {
			void keep(message.join('\r\n'), recipients).then((kept) =>
				say(kept ? '250 kept' : '554 refused'),
			);
			message = undefined;
			recipients = [];
			return;
		}
		const verb = text.slice(0, 4).toUpperCase();
		if (verb === 'QUIT') {
			socket.end('221 bye\r\n');
		} else if (verb === 'DATA') {
			message = [];
			say('354 go on');
		} else {
			const recipient = /^RCPT TO:\s*<([^>]*)>/i.exec(text)?.[1];
			if (recipient) recipients.push(recipient);
			say('250 ok');
		}
	}

	socket.setEncoding('latin1').on('data', (chunk: string) => {
		const lines = `${pending}${chunk}`.split('\r\n');
		pending = lines.pop() ?? '';
		lines.forEach(line);
	});
	say('220 mail for a test');
}
