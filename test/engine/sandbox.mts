/** A sandbox for the tests of a file, or of the block that asks for it. */
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/index.mts';
import type { Credential } from './executionData.mts';

export interface TestSandbox extends Sandbox {
	/** The demo account, as an operation is given it. */
	credential: Credential;
}

/**
 * Starts before the tests, forgets notices, calls and faults after each of them, and ends after the last one.
 *
 * @returns an object that is filled when the tests begin
 */
export function sandboxForTests(options: SandboxOptions = {}): TestSandbox {
	const sandbox = {} as TestSandbox;
	beforeAll(async () => {
		await start(sandbox, options);
	});
	afterEach(() => {
		sandbox.reset();
	});
	afterAll(async () => {
		await sandbox.close();
	});
	return sandbox;
}

/**
 * A new one for each test, at an address of its own: nothing that the package keeps in memory of others counts there.
 *
 * @returns an object that is filled anew when a test begins
 */
export function sandboxForEachTest(options: SandboxOptions = {}): TestSandbox {
	const sandbox = {} as TestSandbox;
	beforeEach(async () => {
		await start(sandbox, options);
	});
	afterEach(async () => {
		await sandbox.close();
	});
	return sandbox;
}

async function start(sandbox: TestSandbox, options: SandboxOptions): Promise<void> {
	const started = await startSandbox(options);
	Object.assign(sandbox, started, { credential: credentialOf(started) });
}

export function credentialOf(service: {
	url: string;
	publicKey: string;
	secretKey: string;
}): Credential {
	return { baseUrl: service.url, publicKey: service.publicKey, secretKey: service.secretKey };
}
