/** Everything that only reads, also lists: a single failure changes nothing, and a lasting one is reported on every item. */
import { EFFECTS, operations } from '../structure/package.mts';
import { shortPausesForTests } from './time.mts';
import { GOES_ON, type Result } from './engine.mts';
import { BILLED } from './notices.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();
shortPausesForTests();

const reading = operations
	.map(({ name }) => name)
	.filter((name) => ![...EFFECTS, 'notice.checkText'].includes(name));

/** Links have a new token each time, and a change is noticed when it is read; everything else stays. */
const lasting = ({ json, pairs }: Result) =>
	json.map((item, at) => [{ ...item, url: '', constate_le: '' }, pairs[at]]);

test.each(reading)('%s retries a wrong page', async (name) => {
	const references = [await sandbox.order('A'), await sandbox.order('B')];
	const read = async () => {
		const parameters = { ...BILLED, returnAll: true };
		return await sandbox.runFor(name, references, parameters, GOES_ON);
	};
	const plain = await read();
	expect(plain.json.filter(({ error }) => error !== undefined)).toEqual([]);
	sandbox.fault({ kind: 'html' });
	expect(lasting(await read())).toEqual(lasting(plain));
	sandbox.fault({ kind: 'html', times: Infinity });
	const { json } = await read();
	expect(json.map(({ error }) => String(error))).toEqual(
		references.map(() => expect.stringContaining('not the service') as unknown),
	);
	expect(sandbox.journal.orders()).toHaveLength(2);
});

const ofNotices = reading
	.filter((name) => /^(document|invoice|notice)\./.test(name))
	.filter((name) => name !== 'notice.quote');

test.each(ofNotices)(
	'%s takes the reference of its item where nothing else is given',
	async (name) => {
		const reference = await sandbox.order('ITEM');
		expect((await sandbox.run(name, {}, { items: [{ reference }] })).told).toBe('');
		const asked = sandbox.calls().filter((call) => call.includes(`/annonce/${reference}/`));
		expect(asked).toHaveLength(1);
	},
);
