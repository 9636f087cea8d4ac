/** From the output of a failed install to one sentence that says what to do. First match wins. */

const BUILD_TOOLS =
	'Debian, Ubuntu: `sudo apt-get install -y python3 make g++`; Fedora: `sudo dnf install python3 make gcc-c++`; ' +
	'macOS: `xcode-select --install`. Then run this again.';

/** @type {Array<{ when: RegExp[], sentence: string }>} all patterns of a line must match */
const explanations = [
	{
		when: [/ENOSPC|no space left on device/i],
		sentence: 'The disk is full: about 5 GB are needed. Free some space and run this again.',
	},
	{
		when: [
			/gyp ERR!/,
			/gyp ERR! .*(ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|status code \d+|getaddrinfo)/,
			/gyp ERR! .*(headers|nodejs\.org|FetchError|download)/i,
		],
		sentence:
			"n8n's database driver (sqlite3) has no ready-made binary for this machine, and the Node headers to build it " +
			'could not be downloaded. Allow access to nodejs.org, or name installed headers with `npm config set nodedir <folder>`, and run this again.',
	},
	{
		when: [/gyp ERR!|node-gyp|prebuild-install/, /npm error path .*sqlite3/],
		sentence: `n8n's database driver (sqlite3) found neither a ready-made binary for this machine nor a compiler to build one. Install the build tools. ${BUILD_TOOLS}`,
	},
	{
		when: [/gyp ERR!/],
		sentence: `A package has to be compiled and the build tools are missing or failed. ${BUILD_TOOLS}`,
	},
	{
		when: [/EUSAGE|can only install packages when your package\.json and package-lock\.json/],
		sentence:
			'The lock file does not fit package.json: run `npm install` in that folder and commit both files.',
	},
	{
		when: [/EINTEGRITY/],
		sentence: 'A downloaded package was damaged: run `npm cache clean --force` and run this again.',
	},
	{
		when: [/\bE404\b|ETARGET|No matching version/],
		sentence:
			'The package registry does not have a version that the lock file names (see the lines above): try another registry with `npm config set registry <address>`.',
	},
	{
		when: [/ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ETIMEDOUT|network/i],
		sentence:
			'The package registry could not be reached: check the connection (behind a proxy: `npm config set proxy <address>`) and run this again.',
	},
	{
		when: [/EACCES|EPERM/],
		sentence:
			'Files could not be written: make sure that this folder and the npm cache belong to you, and run this again.',
	},
];

/** @returns {string} what to do, or a pointer to the full output where nothing known matches */
export function explainFailedInstall(output, logFile) {
	const known = explanations.find(({ when }) => when.every((pattern) => pattern.test(output)));
	return (
		known?.sentence ??
		`The install failed for a reason not known here; its full output is in ${logFile}.`
	);
}
