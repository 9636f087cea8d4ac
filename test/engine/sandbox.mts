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
		const started = await startSandbox(options);
		Object.assign(sandbox, started, { credential: credentialOf(started) });
	});
	afterEach(() => {
		sandbox.reset();
	});
	afterAll(async () => {
		await sandbox.close();
	});
	return sandbox;
}

export function credentialOf(service: {
	url: string;
	publicKey: string;
	secretKey: string;
}): Credential {
	return { baseUrl: service.url, publicKey: service.publicKey, secretKey: service.secretKey };
}
