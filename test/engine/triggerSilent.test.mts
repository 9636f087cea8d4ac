/** A service that takes calls and never answers. */
import { jest } from '@jest/globals';
import { setTimings } from '../../nodes/LegalNotice/transport/timings.ts';
import { Stage } from './triggerStage.mts';

jest.setTimeout(60_000);

const stage = new Stage();
beforeAll(() => setTimings({ beforeRepeatMs: 10 }));
afterAll(() => setTimings());
beforeEach(() => stage.open());
afterEach(() => stage.close());

describe('a service that never answers', () => {
	it.each([
		['a short list', {}],
		[
			'a short list with files, for which the poll keeps time',
			{ options: { downloadFiles: true } },
		],
	])('fails the poll of %s', async (_list, parameters) => {
		const credential = stage.account();
		const references = await stage.order(credential, 1);
		const watch = stage.watch(credential, references, {
			keeping: 'scheduler',
			budgetMs: 1_200,
			parameters,
		});
		stage.sandbox.settings({ latencyMs: 3_000 });
		await expect(watch.poll()).rejects.toMatchObject({
			failure: { cause: 'temporarily-unavailable' },
		});
	});
});
