/** Calls that n8n itself refuses to let out: nothing reached the service, and the person reads just that. */
import { startSandbox, type Sandbox } from '../../../sandbox/index.mts';
import { runNode } from '../engine.mts';
import { Container, ofCore } from '../n8n.mts';
import { files, orderCalls, ordering } from './ordering.mts';

const { SsrfProtectionConfig } = ofCore('@n8n/config') as {
	SsrfProtectionConfig: new () => { enabled: boolean };
};
const ssrf = Container.get(SsrfProtectionConfig);

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startSandbox();
	ssrf.enabled = true;
});
afterEach(async () => {
	ssrf.enabled = false;
	await sandbox.close();
});

test.each([
	['an address that is blocked', (url: string) => url],
	[
		'a name that leads to a blocked address',
		(url: string) => url.replace('127.0.0.1', 'localhost'),
	],
])('%s: said as it is, once, and not as an order that may exist', async (_case, change) => {
	const { credential, ...rest } = ordering(sandbox, { items: files(1), parameters: {} });
	const { error } = await runNode({
		...rest,
		credential: { ...credential, baseUrl: change(sandbox.url) },
	});
	expect(error?.message).toBe(
		'n8n did not send the call: The request was blocked because it resolves to a restricted IP address',
	);
	expect(error?.description).toContain('Nothing was sent');
	expect(orderCalls(sandbox)).toBe(0);
});
