import { setTimeout as sleep } from 'node:timers/promises';
import { Checkout } from './checkout.mts';

let checkout: Checkout;

beforeEach(() => {
	checkout = new Checkout();
});
afterEach(() => checkout.remove());

describe('a command in a fresh checkout', () => {
	it('installs first, says so, then does its work with the given arguments', async () => {
		const { exitCode, output } = await checkout.run(['sandbox', '--port', '1']);
		expect(output).toMatch(
			/Installing .* \(.* minutes\) \.\.\.\nInstalled .* in [\d.]+ s\.\nsandbox --port 1\n/,
		);
		expect(exitCode).toBe(0);
		expect(checkout.installs()).toHaveLength(1);
		expect(checkout.installs()[0]).toMatch(/^ci /);
	});

	it('hands the exit code of the work on', async () => {
		expect((await checkout.run(['sandbox'], { SANDBOX_EXIT: '7' })).exitCode).toBe(7);
	});

	it('fetches the pinned npm when the calling one ignores allowScripts', async () => {
		await checkout.run(['sandbox'], {}, '10.8.2');
		expect(checkout.installs()[0]).toMatch(/^exec --yes --package=npm@11\.19\.1 -- npm ci /);
	});
});

describe('the next command', () => {
	it('installs nothing again, also where somebody did by hand what the lock file says', async () => {
		await checkout.run(['sandbox']);
		expect((await checkout.run(['sandbox'])).output).toBe('sandbox \n');
		const lock = (version: string) =>
			JSON.stringify({ packages: { 'node_modules/a': { version } } });
		checkout.write('package-lock.json', lock('1.0.1'));
		checkout.write('node_modules/.package-lock.json', lock('1.0.1'));
		await checkout.run(['sandbox']);
		expect(checkout.installs()).toHaveLength(1);
		checkout.write('package-lock.json', lock('1.0.2'));
		await checkout.run(['sandbox']);
		expect(checkout.installs()).toHaveLength(2);
	});

	it('starts an install over that was killed half way', async () => {
		const first = checkout.start(['sandbox'], { INSTALL_MS: '5000' });
		while (checkout.installs().length === 0) await sleep(20);
		first.kill('SIGKILL');
		await first.result;
		expect((await checkout.run(['sandbox'])).exitCode).toBe(0);
		expect(checkout.installs()).toHaveLength(2);
	});
});

describe('two commands at once', () => {
	it('install once, and both do their work', async () => {
		const both = [
			checkout.run(['sandbox'], { INSTALL_MS: '800' }),
			checkout.run(['sandbox'], { INSTALL_MS: '800' }),
		];
		const results = await Promise.all(both);
		expect(results.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
		expect(results.filter(({ output }) => /Waiting for another command/.test(output))).toHaveLength(
			1,
		);
		expect(checkout.installs()).toHaveLength(1);
	});
});

describe('an install that does not work', () => {
	it.each([
		[
			'npm error path /x/node_modules/sqlite3\nnpm error gyp ERR! find Python',
			/python3 make g\+\+/,
		],
		[
			'npm error gyp ERR! stack FetchError: request to https://nodejs.org/dist/node-headers.tar.gz failed, reason: getaddrinfo ENOTFOUND nodejs.org',
			/Node headers .* could not be downloaded/,
		],
		['npm error code ENOTFOUND', /registry could not be reached/],
		['npm error code ENOSPC', /disk is full/],
		['something nobody foresaw', /The lines above say why/],
	])('after "%s" says what to do', async (failure, remedy) => {
		const { exitCode, output } = await checkout.run(['sandbox'], { FAIL_WITH: failure });
		expect(exitCode).toBe(1);
		expect(output).toContain(failure.split('\n')[0]);
		expect(output.trimEnd().split('\n').at(-1)).toMatch(remedy);
		expect(output).not.toMatch(/ at .*\.mjs:\d+/);
	});

	it('stops on Ctrl-C without a stack, and says that it will start over', async () => {
		const run = checkout.start(['sandbox'], { INSTALL_MS: '20000' });
		while (checkout.installs().length === 0) await sleep(20);
		run.kill('SIGINT');
		const { exitCode, output } = await run.result;
		expect(exitCode).toBe(130);
		expect(output).toMatch(/Stopped\. The next run starts this install again\.\n$/);
	});
});

describe('the test command', () => {
	beforeEach(() => {
		checkout.write('tools/scan/package.json', '{ "description": "the scanner" }');
		checkout.write('tools/scan/package-lock.json', '{ "packages": {} }');
		checkout.write('tools/quality/package-lock.json', '{ "packages": {} }');
		checkout.write('tools/quality/check.mjs', 'console.log("checked");');
		checkout.write('tools/scan/scan.mjs', 'console.log("scanned", process.argv[3]);');
		checkout.write(
			'node_modules/jest/bin/jest.js',
			'console.log("jest", process.argv.slice(2).join(" "));',
		);
	});

	it('installs what the package itself needs first, then the rest side by side', async () => {
		const { exitCode, output } = await checkout.run(['test'], { INSTALL_MS: '500' });
		expect(exitCode).toBe(0);
		const said = output.match(/^Install(ing|ed) /gm) ?? [];
		const order = ['ing', 'ed', 'ing', 'ing', 'ed', 'ed'];
		expect(said).toEqual(order.map((ending) => `Install${ending} `));
	});

	it('keeps what was installed beside an install that did not work', async () => {
		const { exitCode, output } = await checkout.run(['test'], {
			FAIL_WITH: 'npm error code ENOTFOUND',
			FAIL_IN: 'scan',
			INSTALL_MS: '500',
		});
		expect(exitCode).toBe(1);
		expect(output.trimEnd().split('\n').at(-1)).toMatch(
			/scanner did not work\..*registry could not be reached/,
		);
		expect(checkout.installs()).toHaveLength(3);
		await checkout.run(['test']);
		expect(checkout.installs()).toHaveLength(4);
	});

	it('names each step with its time and the total, and shows outputs where nobody watches', async () => {
		const { exitCode, output } = await checkout.run(['test']);
		expect(exitCode).toBe(0);
		expect(output).toMatch(/^build: passed \([\d.]+ s\)$/m);
		expect(output).toMatch(/^All passed in [\d.]+ s\.$/m);
		expect(output).not.toContain('npm ran build');
		expect((await checkout.run(['test'], { CI: 'true' })).output).toContain('npm ran build');
	});

	it.each([
		['build', 'build'],
		['typecheck', 'types'],
	])(
		'shows the output of a step that fails (%s), last of all, and goes no further',
		async (script, name) => {
			const { exitCode, output } = await checkout.run(['test'], { FAIL_SCRIPT: script });
			expect(exitCode).toBe(3);
			expect(output).toContain(`npm ran ${script}`);
			expect(output.trimEnd().split('\n').at(-1)).toMatch(`${name} did not pass (`);
			expect(output).not.toContain('npm ran format:check');
			expect(output).not.toContain('jest');
		},
	);

	it('runs just the tests that are asked for', async () => {
		const { output } = await checkout.run(['test', 'test/unit/one.test.mts']);
		expect(output).toContain('jest test/unit/one.test.mts');
		expect(output).not.toContain('lint');
	});
});

it('an unknown command is answered with the known ones', async () => {
	const { exitCode, output } = await checkout.run(['tset']);
	expect(exitCode).toBe(1);
	expect(output).toMatch(/^There is no task "tset", but: test, e2e, .*start.*\.\n$/);
});
