import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { LegalNotice } from '../../nodes/LegalNotice/LegalNotice.node.ts';
import { setTimings } from '../../nodes/LegalNotice/transport/timings.ts';
import { broken, FakeContext } from './transport/fakeContext.mts';

const { listSearch, loadOptions } = new LegalNotice().methods;
type ListMethod = (this: ILoadOptionsFunctions) => Promise<unknown>;

const lists: Array<[string, ListMethod]> = Object.entries({ ...listSearch, ...loadOptions });
/** What every list needs to ask the service at all. */
const CHOSEN: Readonly<Record<string, string>> = {
	department: '75',
	publication: '12',
	category: 'CONSTI',
};

beforeEach(() => setTimings({ beforeRepeatMs: 1 }));
afterEach(() => setTimings());

function editorOf(fake: FakeContext): ILoadOptionsFunctions {
	const editor = {
		...fake.context,
		getNode: () => ({ name: 'Legal Notice', parameters: {} }),
		getCurrentNodeParameter: (name: string) => CHOSEN[name],
	};
	return editor as unknown as ILoadOptionsFunctions;
}

test.each(lists)(
	'%s waits 15 s for an answer, at most three times, and says so',
	async (_, list) => {
		const silent = new FakeContext(broken('ECONNABORTED'));
		await expect(list.call(editorOf(silent))).rejects.toThrow('connection to the service was lost');
		expect(silent.sent.map(({ timeout }) => timeout)).toEqual([15_000, 15_000, 15_000]);
	},
);
