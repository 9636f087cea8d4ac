import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { loadOptions } from '../../nodes/LegalNotice/methods/dropdowns.ts';
import { setTimings } from '../../nodes/LegalNotice/transport/timings.ts';
import { broken, FakeContext } from './transport/fakeContext.mts';

beforeEach(() => setTimings({ beforeRepeatMs: 1 }));
afterEach(() => setTimings());

test('a list of the editor waits 15 s for an answer, at most three times, and says so', async () => {
	const silent = new FakeContext(broken('ECONNABORTED'));
	const getNode = () => ({ name: 'Legal Notice', parameters: {} });
	const editor = { ...silent.context, getNode } as unknown as ILoadOptionsFunctions;
	const list = loadOptions.getCountries.call(editor);
	await expect(list).rejects.toThrow('connection to the service was lost');
	expect(silent.sent.map(({ timeout }) => timeout)).toEqual([15_000, 15_000, 15_000]);
});
