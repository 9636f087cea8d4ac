/**
 * Two walks through the published code: from `order.operation.ts` to the bytes on the wire, and from `poll` to the
 * emitted items. The files that are executed on the way are counted by the engine of JavaScript itself.
 */
import { jest } from '@jest/globals';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Session } from 'node:inspector/promises';
import { registry } from '../../nodes/LegalNotice/actions/registry.ts';
import { BILLED } from '../engine/notices.mts';
import { Poller } from '../engine/poll.mts';
import { sandboxForTests } from '../engine/sandbox.mts';
import { ROOT } from './package.mts';

const sandbox = sandboxForTests();
const session = new Session();
let walked: Promise<string[]>;

beforeAll(async () => {
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
});
afterAll(() => session.disconnect());

/** What ran before is counted no more: the engine answers in the same turn. */
const begin = () => void session.post('Profiler.takePreciseCoverage');

function end(): void {
	walked = session.post('Profiler.takePreciseCoverage').then(({ result }) => {
		const executed = result.filter(({ functions }) =>
			functions.some(({ functionName, ranges }) => functionName !== '' && ranges[0]?.count),
		);
		const paths = executed.map(({ url }) => url.replace(/^file:\/\//, '').slice(ROOT.length + 1));
		const own = paths.filter((path) => /^(nodes|credentials)\/.*\.ts$/.test(path));
		// A file that a test before this one loaded as well may still have a timer that runs out now.
		return [...new Set(own)].sort();
	});
}

async function check(most: number): Promise<void> {
	const files = await walked;
	expect(files).toContain('credentials/LegalNoticeApi.credentials.ts');
	if (files.length > most) throw new Error(`${files.length} files:\n${files.join('\n')}`);
}

test('an order is followed to the wire in at most 25 files', async () => {
	const { order } = registry.notice.operations;
	const execute = order.execute.bind(order);
	jest.spyOn(order, 'execute').mockImplementation(async (...given) => {
		begin();
		return await execute(...given);
	});
	const onCall = () => {
		unsubscribe('http.client.request.start', onCall);
		end();
	};
	subscribe('http.client.request.start', onCall);
	const { told } = await sandbox.run('notice.order', { ...BILLED, fileReference: 'F' });
	jest.restoreAllMocks();
	expect(told).toBe('');
	await check(25);
});

test('a poll is followed to the items that it emits in at most 22 files', async () => {
	const references = await sandbox.order();
	const parameters = { events: ['published'], references, firstSight: 'none', options: {} };
	const poller = new Poller({ credential: sandbox.credential, parameters });
	await poller.activate();
	sandbox.notices.publish(references);
	begin();
	const items = await poller.poll();
	end();
	expect(items).toMatchObject([{ evenement: 'published' }]);
	await check(22);
});
