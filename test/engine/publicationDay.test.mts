/** The day that is asked for is the day that was meant, whatever time zone a date comes with. */
import { byId, runNode } from './engine.mts';
import { NOTICE } from './notices.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();

async function askedFor(publicationDate: unknown, item: object = {}) {
	const before = sandbox.journal.calls().length;
	const { error } = await runNode({
		credential: sandbox.credential,
		items: [item as never],
		parameters: {
			resource: 'notice',
			operation: 'quote',
			...NOTICE,
			publicationDate: byId(publicationDate as string),
		},
	});
	const quote = sandbox.journal
		.calls()
		.slice(before)
		.find(({ path }) => path.endsWith('/devis'));
	const body: unknown = quote && JSON.parse(quote.body);
	return { error, date: (body as { date_parution?: string } | undefined)?.date_parution };
}

test.each([
	[
		'midnight in Réunion',
		"={{ DateTime.fromISO('2027-12-03T00:00:00', { zone: 'Indian/Reunion' }) }}",
	],
	['midnight in Réunion as text', '2027-12-03T00:00:00+04:00'],
	['midnight in New Caledonia', '2027-12-03T00:00:00.000+11:00'],
	['midnight in Guadeloupe', '2027-12-03T00:00:00-04:00'],
	['midnight in Paris', "={{ DateTime.fromISO('2027-12-03', { zone: 'Europe/Paris' }) }}"],
	['midnight in Greenwich', '2027-12-03T00:00:00Z'],
	['a day without time', '2027-12-03'],
	['an evening that is the next day in Paris', '2027-12-02T23:30:00Z'],
	['a morning in Réunion that is the day before in Paris', '2027-12-04T02:00:00+04:00'],
	['midnight in Auckland', '2027-12-03T00:00:00+13:00'],
	['midnight in Réunion as databases write it', '2027-12-03 00:00:00.000 +04:00'],
	['midnight in Cayenne with hours alone', '2027-12-03 00:00:00-03'],
	['an evening as PostgreSQL writes it', '2027-12-02 23:30:00+00'],
	['an evening with a space before its offset', '2027-12-02 23:30:00.000 +00:00'],
	['an evening with an offset without colon', '2027-12-02T23:30:00+0000'],
	['a JavaScript date', "={{ new Date('2027-12-02T23:00:00Z') }}"],
])('%s is ordered for that day', async (_what, given) => {
	// Whether the newspaper appears on that day is another matter.
	const { date } = await askedFor(given);
	expect(date).toBe('2027-12-03');
});

test.each([
	['an object', {}],
	['a list', []],
	['a yes', true],
])('%s is no date and is refused in words', async (what, value) => {
	const { error, date } = await askedFor('={{ $json.value }}', { value });
	expect(error?.message).toMatch(/^'Publication Date' is (an object|a list|a boolean), not a date/);
	expect(error?.description).toMatch(/2026-12-04/);
	expect(date).toBeUndefined();
	expect(what).toMatch(/\w/);
});

test.each(['2027-12-02 23:30:00 UTC', '2027-12-02T23:59 and more', '2027-12-02T23:30:00+4'])(
	'%s is refused: its day in Paris is not known',
	async (given) => {
		const { error, date } = await askedFor(given);
		expect(error?.message).toBe(`'Publication Date' cannot be "${given}".`);
		expect(date).toBeUndefined();
	},
);
