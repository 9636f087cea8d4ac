/** A real browser: the machine's own Chromium, steered by playwright-core, which brings none. */
import { chromium, type Browser } from 'playwright-core';
import { findProgram } from './programs.mts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const MAC = ['Google Chrome', 'Chromium'];
const ADVICE =
	'install it (Debian: `sudo apt-get install chromium`), or name one in the variable CHROME_PATH.';

/** Headless, with an empty profile of its own that is removed at the end; it calls nobody by itself. */
export async function openBrowser(): Promise<Browser> {
	const executablePath = process.env['CHROME_PATH'] || findProgram([...NAMES, ...MAC], ADVICE);
	return await chromium.launch({ executablePath });
}
