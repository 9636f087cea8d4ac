/**
 * Two walks through the published code: from `order.operation.ts` to the bytes on the wire, and from `poll` to the
 * emitted items. The files that are executed on the way are counted by the engine of JavaScript itself.
 */
import { jest } from '@jest/globals';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Session } from 'node:inspector/promises';
import { registry } from '../../nodes/LegalNotice/actions/registry.ts';
import { runBilled } from '../engine/notices.mts';
import { Poller } from '../engine/poll.mts';
import { sandboxForTests } from '../engine/sandbox.mts';
import { ROOT } from './package.mts';

const LIMITS = { order: 25, poll: 20 };
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
		return paths.filter((path) => /^(nodes|credentials)\/.*\.ts$/.test(path)).sort();
	});
}

/** `WALKS=1 npm test -- --testPathPatterns=walks` says which files they are. */
async function check(name: keyof typeof LIMITS): Promise<void> {
	const files = await walked;
	const list = `${files.length} files, from ${name} on:\n${files.join('\n')}`;
	if (process.env['WALKS']) console.info(list);
	expect(files).toContain('credentials/LegalNoticeApi.credentials.ts');
	if (files.length > LIMITS[name]) throw new Error(`At most ${LIMITS[name]}. ${list}`);
}

test('an order is followed to the wire in few files', async () => {
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
	const { error } = await runBilled(sandbox.credential, 'order');
	jest.restoreAllMocks();
	expect(error?.message).toBeUndefined();
	await check('order');
});

test('a poll is followed to the items that it emits in few files', async () => {
	const { json } = await runBilled(sandbox.credential, 'order');
	const reference = String(json[0]?.['reference']);
	const poller = new Poller({
		credential: sandbox.credential,
		parameters: { events: ['published'], references: reference, firstSight: 'none', options: {} },
	});
	await poller.activate();
	sandbox.notices.publish(reference);
	begin();
	const items = await poller.poll();
	end();
	expect(items.map(({ evenement }) => evenement)).toEqual(['published']);
	await check('poll');
});
