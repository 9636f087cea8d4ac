/** `npm start` and `npm run dev`: a real n8n with this package in it, beside the sandbox, until Ctrl-C. */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from '../sandbox/index.mts';
import { DESK_USER, fill, ownerOf } from './demo/contents.mts';
import { serveMails } from './demo/mailPage.mts';
import { readOptions, USAGE, type DemoOptions } from './demo/options.mts';
import { WATCHED_NUMBER } from './demo/watching.mts';
import { MailServer } from './journeys/mailServer.mts';
import { Client } from './lib/client.mts';
import { Failure } from './lib/failure.mts';
import { Instance, type Server } from './lib/instance.mts';
import { installPackage, packPackage } from './lib/package.mts';
import { ROOT } from './lib/paths.mts';
import { LOOPBACK, requireFreePort } from './lib/ports.mts';

const stopping = new AbortController();
const { signal } = stopping;
/** What has to be ended, the latest first. */
const closing: Array<() => Promise<void>> = [];

// A terminal, npm and the launcher each pass the same Ctrl-C on: it counts once.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.on(name, () => {
		if (!signal.aborted) console.log('\nStopping n8n and the sandbox ...');
		stopping.abort();
	});
}

async function main(): Promise<number> {
	const options = readOptions(process.argv.slice(2));
	if (options.help) {
		console.log(USAGE);
		return 0;
	}
	let isReady = false;
	try {
		const { ended } = await start(options);
		isReady = true;
		const interrupted = new Promise((resolve) => signal.addEventListener('abort', resolve));
		await Promise.race([ended, interrupted]);
		if (!signal.aborted) {
			throw new Failure(`n8n ended by itself; its log is in ${options.folder}/logs/server.log.`);
		}
	} catch (error) {
		// Whatever breaks while things are being ended breaks because of that.
		if (!signal.aborted) throw error;
	} finally {
		for (const close of closing.reverse()) await close();
	}
	console.log('Stopped.');
	return isReady ? 0 : 130;
}

/**
 * @returns n8n
 * @throws Failure with a sentence for a person; AbortError when it was interrupted meanwhile
 */
async function start({ port, sandboxPort, folder, watch }: DemoOptions): Promise<Server> {
	const started = performance.now();
	await requireFreePort(port, 'n8n', '--port');
	await requireFreePort(sandboxPort, 'the sandbox', '--sandbox-port');

	console.log('Packing the package ...');
	const installed = await installPackage(folder, await packPackage(signal));
	signal.throwIfAborted();

	console.log('Starting the sandbox ...');
	mkdirSync(folder, { recursive: true });
	const dataFile = join(folder, 'sandbox.json');
	const sandbox = await startSandbox({ port: sandboxPort, dataFile });
	closing.push(async () => await sandbox.close());
	signal.throwIfAborted();

	console.log('Starting n8n ...');
	const instance = new Instance(folder);
	closing.push(async () => await instance.stop());
	// Dates on the screen are those of the newspapers.
	const environment = {
		...{ GENERIC_TIMEZONE: 'Europe/Paris', N8N_HOST: LOOPBACK },
		...(watch && { N8N_DEV_RELOAD: 'true' }),
	};
	const server = await instance.startServer({ port, environment, signal });

	console.log('Importing the credential and the workflows ...');
	const mail = new MailServer((line) => console.log(`E-mail ${line}`));
	closing.push(async () => await mail.close());
	const filled = await fill(new Client(server.url), folder, sandbox, mail);
	const { example, watching } = filled;
	const mails = await serveMails(mail.mails);
	closing.push(mails.close);
	signal.throwIfAborted();
	if (watch) closing.push(compileAtChanges(installed));
	const seconds = (performance.now() - started) / 1000;
	const workflows = `${server.url}/workflow`;
	const { email, password } = ownerOf(folder);
	console.log(`
Ready after ${seconds.toFixed(1)} s. Everything runs on this machine and nothing is really ordered.

  Desk      ${server.url}/webhook/annonces  (user ${DESK_USER}, the same password)
  Editor    ${workflows}/${example}
  Login     ${email}
  Password  ${password}
  Sandbox   ${sandbox.url}/
  E-mails   ${mails.url}

The desk (its handbook: docs/desk.md):
  1. Open the desk address: nine notices, and what is to be done first. It is read-only.
  2. Open the e-mails: "Relire et répondre" opens the form that approves a notice. Within seconds it is ordered, and
     is on the sandbox's page.

First steps, node by node:
  1. Open the editor address, sign in, press "Execute workflow": a notice is quoted and ordered, its status read.
  2. Open the sandbox address: the order is there. Press "Mark as published".
  3. Execute the workflow again: no second order is made, and the status is now "parue" (published).
  4. Change the text or the file reference in "Your notice" and execute again: that is another notice.
  5. On the sandbox's page, mark the notice ${WATCHED_NUMBER} as published. Within a minute the workflow that watches it
     has run, with the change in its output: ${workflows}/${watching}/executions

Ctrl-C ends both.
`);
	return server;
}

/**
 * Compiles into the installed package, whose files n8n watches: reload the page of the editor to see new parameters.
 * Icons, codex files and schemas are not compiled, and need a new start.
 *
 * @returns ends it
 */
function compileAtChanges(installed: string): () => Promise<void> {
	const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
	const args = ['--watch', '--preserveWatchOutput', '--outDir', join(installed, 'dist')];
	const child = spawn(process.execPath, [compiler, ...args], { cwd: ROOT, stdio: 'inherit' });
	const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
	return async () => {
		child.kill();
		await ended;
	};
}

process.exitCode = await main().catch((error: unknown) => {
	if (!(error instanceof Failure)) throw error;
	console.error(error.message);
	return 1;
});
