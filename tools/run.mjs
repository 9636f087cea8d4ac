// Every npm script of this repository comes through here: `node tools/run.mjs <task> [arguments]`.
// It needs nothing but Node 20 and npm: what a task needs beside them is installed first.
const { node } = process.versions;
const [major, minor] = node.split('.').map(Number);

// npm 11, which all installs go through, runs on these and no others.
if ((major === 20 && minor >= 17) || (major === 22 && minor >= 9) || major > 22) {
	// Loaded only now: it may not even parse on the versions refused below.
	const main = import('./bootstrap/main.mjs').then((module) => module.main(process.argv.slice(2)));
	main.then((exitCode) => (process.exitCode = exitCode));
} else {
	console.error(`Node ${node} is too old: install Node 20.17, 22.9 or newer and run this again.`);
	process.exitCode = 1;
}
