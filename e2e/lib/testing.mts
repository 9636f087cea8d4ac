/** node:test, with functions that give nothing back: a test file only declares, and has nothing to await. */
import * as runner from 'node:test';

type Body = () => Promise<void> | void;

export function describe(name: string, body: () => void): void {
	void runner.describe(name, { concurrency: false }, body);
}

/** Groups that wait most of their time, all at once. */
export function sideBySide(name: string, body: () => void): void {
	void runner.describe(name, { concurrency: true }, body);
}

/** @param timeout milliseconds; a real n8n and a browser are slow on a busy machine */
export function it(name: string, body: Body, timeout = 900_000): void {
	void runner.it(name, { timeout }, async () => await body());
}

export function before(body: Body, timeout = 1_200_000): void {
	runner.before(async () => await body(), { timeout });
}

export function after(body: Body, timeout = 60_000): void {
	runner.after(async () => await body(), { timeout });
}

// When a signal ends Node, it skips its exit handlers, and what the tests started would live on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.once(signal, () => process.exit(1));
}
