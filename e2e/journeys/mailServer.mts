/** A mail server for one test: takes every message over SMTP (RFC 5321, no encryption) and keeps it. */
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { LOOPBACK } from '../lib/ports.mts';
import { parseMail, type Mail } from './mailParser.mts';

export interface MailServer {
	readonly port: number;
	/** What has arrived, the oldest first. */
	readonly mails: readonly Mail[];
	/** Recipients that are turned away, as a server does for an address that it does not know. */
	refusing: RegExp | undefined;
	/** The first mail to that address whose subject matches. @throws Error when none comes in time */
	received(to: string, subject: RegExp, timeoutMs?: number): Promise<Mail>;
	close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
	const mails: Mail[] = [];
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
		converse(socket, {
			keep: (mail) => mails.push(mail),
			accepts: (recipient) => !started.refusing?.test(recipient),
		});
	});
	await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
	const address = server.address();
	const started: MailServer = {
		port: typeof address === 'object' && address ? address.port : 0,
		mails,
		refusing: undefined,
		async received(to, subject, timeoutMs = 30_000) {
			const deadline = Date.now() + timeoutMs;
			for (;;) {
				const found = mails.find((mail) => mail.to.includes(to) && subject.test(mail.subject));
				if (found) return found;
				if (Date.now() > deadline) {
					const list = mails.map((mail) => `${mail.to.join()}: ${mail.subject}`).join('\n');
					throw new Error(`No mail to ${to} with ${String(subject)}; there are:\n${list}`);
				}
				await sleep(100);
			}
		},
		async close() {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return started;
}

interface Office {
	readonly keep: (mail: Mail) => void;
	readonly accepts: (recipient: string) => boolean;
}

/** One session: commands line by line, the message until a line with a single dot. */
function converse(socket: Socket, { keep, accepts }: Office): void {
	let pending = '';
	let message: string[] | undefined;
	let recipients: string[] = [];
	const say = (line: string) => socket.write(`${line}\r\n`);

	function line(text: string): void {
		if (message) {
			if (text !== '.') {
				message.push(text.startsWith('.') ? text.slice(1) : text);
				return;
			}
			keep(parseMail(message.join('\r\n'), recipients));
			message = undefined;
			recipients = [];
			say('250 kept');
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
			const turnedAway = recipient !== undefined && !accepts(recipient);
			if (recipient && !turnedAway) recipients.push(recipient);
			say(turnedAway ? '550 not here' : '250 ok');
		}
	}

	socket.setEncoding('latin1').on('data', (chunk: string) => {
		const lines = `${pending}${chunk}`.split('\r\n');
		pending = lines.pop() ?? '';
		lines.forEach(line);
	});
	say('220 mail for a test');
}
