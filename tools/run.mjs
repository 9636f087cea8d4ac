/**
 * Every npm script of this repository comes through here: `node tools/run.mjs <task> [arguments]`.
 * It needs nothing but Node 20 and npm: what a task needs beside them is installed first.
 */
const [major, minor] = process.versions.node.split('.').map(Number);

// npm 11, which all installs go through, runs on these and no others.
const supported = (major === 20 && minor >= 17) || (major === 22 && minor >= 9) || major > 22;

if (!supported) {
	console.error(
		`Node ${process.versions.node} is too old: install Node 20.17 or newer (22.9 or newer of the 22 line) and run this again.`,
	);
	process.exitCode = 1;
} else {
	// Loaded only now: these modules may not even parse on the versions refused above.
	import('./bootstrap/main.mjs')
		.then(({ main }) => main(process.argv.slice(2)))
		.then((exitCode) => {
			process.exitCode = exitCode;
		});
}
