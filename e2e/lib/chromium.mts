/** A real browser: the machine's own Chromium, steered by playwright-core, which brings none. */
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { isExecutable } from './executable.mts';
import { Failure } from './failure.mts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const USUAL_PLACES = [
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** @throws Failure with the command that installs one */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string {
	const given = env['CHROME_PATH'];
	if (given) {
		if (isExecutable(given)) return given;
		throw new Failure(`CHROME_PATH names ${given}, which cannot be run: correct it or unset it.`);
	}
	const folders = (env['PATH'] ?? '').split(delimiter);
	const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
		.concat(USUAL_PLACES)
		.find(isExecutable);
	if (found) return found;
	throw new Failure(
		'No Chromium was found: install it (Debian: `sudo apt-get install chromium`), or name one in the variable CHROME_PATH.',
	);
}

/** Headless, with an empty profile of its own that is removed at the end; it calls nobody by itself. */
export async function openBrowser(): Promise<Browser> {
	return await chromium.launch({
		executablePath: findChromium(),
		headless: true,
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-quic',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
		],
	});
}
