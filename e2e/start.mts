/** `npm start`: a real n8n with this package in it, beside the sandbox, until Ctrl-C. */
import { DemoRunner } from './demo/demo.mts';
import { readOptions, USAGE } from './demo/options.mts';
import { readyText } from './demo/text.mts';
import { Failure } from './lib/failure.mts';

/** A terminal, npm and the launcher each pass the same Ctrl-C on: within this time it is one and the same. */
const SAME_KEYPRESS_MS = 1_500;

async function main(): Promise<number> {
	const options = readOptions(process.argv.slice(2), process.env);
	if (options.help) {
		console.log(USAGE);
		return 0;
	}
	const started = performance.now();
	const runner = new DemoRunner(options, (line) => console.log(line));
	const stopped = stopOnSignal(runner);
	try {
		const demo = await Promise.race([runner.start(), stopped]);
		if (demo === 'stopped') return 130;
		console.log(readyText(demo, (performance.now() - started) / 1000));
		if ((await Promise.race([demo.ended, stopped])) === 'stopped') return 0;
		throw new Failure(`n8n ended by itself; its log is in ${options.folder}/logs/server.log.`);
	} finally {
		await runner.stop();
	}
}

/** Settles once everything has been ended because a person asked for it. */
function stopOnSignal(runner: DemoRunner): Promise<'stopped'> {
	return new Promise((resolve) => {
		let first: number | undefined;
		const onSignal = (): void => {
			if (first === undefined) {
				first = performance.now();
				console.log('\nStopping n8n and the sandbox ...');
				void runner.stop().finally(() => {
					console.log('Stopped.');
					resolve('stopped');
				});
			} else if (performance.now() - first > SAME_KEYPRESS_MS) {
				void runner.kill();
			}
		};
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
	});
}

process.exitCode = await main().catch((error: unknown) => {
	if (!(error instanceof Failure)) throw error;
	console.error(error.message);
	return 1;
});
