/** A mail server for one test: takes every message over SMTP (RFC 5321, no encryption) and keeps it. */
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '../lib/paths.mts';
import { LOOPBACK } from '../lib/ports.mts';
import { until } from '../lib/until.mts';

export interface Mail {
	/** The recipients that the server was told, hidden copies included. */
	readonly to: readonly string[];
	readonly subject: string;
	/** The plain text, or the HTML where there is no other. */
	readonly text: string;
	/** As it is shown to its reader, where it has any. */
	readonly html: string | undefined;
	readonly attachments: ReadonlyArray<{ filename: string; contentType: string; content: Buffer }>;
}

/** The parser that n8n reads mails with. */
const { simpleParser } = createRequire(join(ROOT, 'e2e', 'host', 'package.json'))('mailparser') as {
	readonly simpleParser: (
		raw: Buffer,
		options: { skipHtmlToText: true },
	) => Promise<
		Partial<Omit<Mail, 'html'>> & Pick<Mail, 'attachments'> & { readonly html?: string | false }
	>;
};

export class MailServer {
	/** What has arrived, the oldest first. */
	readonly mails: Mail[] = [];
	/** Mails that are turned away for now, by recipients and subject in one line. */
	refusing: RegExp | undefined;
	/** Whether it takes nothing from n8n, as for a wrong password. */
	locked = false;
	/** An address that it knows nobody at. */
	unknown: string | undefined;
	/** How many were. */
	refused = 0;
	readonly #told: (line: string) => void;
	readonly #sockets = new Set<Socket>();
	// An n8n that is killed resets its connections, which must end that one session and not the program.
	readonly #server = createServer((socket) => {
		const end = () => socket.destroy();
		void this.#converse(socket.on('error', end)).catch(end);
	});

	/** @param told gets a line for each mail that is taken */
	constructor(told: (line: string) => void = () => {}) {
		this.#told = told;
	}

	/** @returns its port */
	async listen(): Promise<number> {
		await once(this.#server.listen(0, LOOPBACK), 'listening');
		return (this.#server.address() as AddressInfo).port;
	}

	/** The newest mail to that address whose subject matches. @throws Error when none comes in time */
	async received(to: string, subject: RegExp): Promise<Mail> {
		const list = () => this.mails.map((mail) => `${mail.to.join()}: ${mail.subject}`).join('\n');
		return await until(
			() => `Mail to ${to} with ${String(subject)}, beside\n${list()}\n,`,
			() => this.mails.findLast((mail) => mail.to.includes(to) && subject.test(mail.subject)),
		);
	}

	/** Cuts off whoever still waits for it. */
	async close(): Promise<void> {
		const closed = once(this.#server.close(), 'close');
		this.#sockets.forEach((socket) => socket.destroy());
		await closed;
	}

	/** One session: commands line by line, the message until a line with a single dot. */
	async #converse(socket: Socket): Promise<void> {
		let message: string[] | undefined;
		let to: string[] = [];
		this.#sockets.add(socket.on('close', () => this.#sockets.delete(socket)));
		const say = (line: string) => socket.write(`${line}\r\n`);
		socket.setEncoding('latin1');
		say('220 mail for a test');
		for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) {
			if (message && line !== '.') {
				message.push(line.replace(/^\./, ''));
			} else if (message) {
				const kept = await this.#keep(message.join('\r\n'), to);
				say(kept ? '250 kept' : '451 try again');
				message = undefined;
				to = [];
			} else if (/^DATA/i.test(line)) {
				message = [];
				say('354 go on');
			} else if (this.locked && /^MAIL/i.test(line)) {
				say('535 the password is wrong');
			} else if (/^QUIT/i.test(line)) {
				socket.end('221 bye\r\n');
			} else {
				const recipient = /^RCPT TO:\s*<([^>]*)>/i.exec(line)?.[1];
				const isUnknown = recipient !== undefined && recipient === this.unknown;
				if (recipient && !isUnknown) to.push(recipient);
				say(isUnknown ? '550 nobody has this address' : '250 ok');
			}
		}
	}

	/** @returns whether it is taken */
	async #keep(raw: string, to: readonly string[]): Promise<boolean> {
		const parsed = await simpleParser(Buffer.from(raw, 'latin1'), { skipHtmlToText: true });
		const { subject = '', text, html, attachments } = parsed;
		const refused = this.refusing?.test(`${to.join()} ${subject}`) ?? false;
		if (refused) this.refused += 1;
		else {
			const shown = html || undefined;
			this.mails.push({ to, subject, text: text || String(html), html: shown, attachments });
			this.#told(`to ${to.join()}: ${subject}`);
		}
		return !refused;
	}
}
