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
	const stop = stopOnSignal(runner);
	let isReady = false;
	try {
		const demo = await runner.start();
		isReady = true;
		console.log(readyText(demo, (performance.now() - started) / 1000));
		await demo.ended;
		if (!stop.requested) {
			throw new Failure(`n8n ended by itself; its log is in ${options.folder}/logs/server.log.`);
		}
	} catch (error) {
		// Whatever breaks while things are being ended breaks because of that.
		if (!stop.requested) throw error;
	} finally {
		await runner.stop();
	}
	console.log('Stopped.');
	return isReady ? 0 : 130;
}

/** Ends everything when a person asks for it; `main` goes on by itself once it has ended. */
function stopOnSignal(runner: DemoRunner): { readonly requested: boolean } {
	const state = { requested: false };
	let first = 0;
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(signal, () => {
			if (!state.requested) {
				state.requested = true;
				first = performance.now();
				console.log('\nStopping n8n and the sandbox ...');
				void runner.stop();
			} else if (performance.now() - first > SAME_KEYPRESS_MS) {
				void runner.kill();
			}
		});
	}
	return state;
}

process.exitCode = await main().catch((error: unknown) => {
	if (!(error instanceof Failure)) throw error;
	console.error(error.message);
	return 1;
});
