import assert from 'node:assert/strict';
import { it } from '../../lib/testing.mts';
import { survives } from '../failures.mts';
import { stage } from '../stage.mts';

const EXAMPLE = 'closing-time-reminder';
const MORNING = 'Every morning';

export function closingTimeReminder(): void {
	const to = (name: string) => `${name}@cabinet-demo.example`;
	const valuesOf = (recipient: string, hoursBefore: number) => ({
		values: { newspaper: 'Paris en ligne', publication: '13', recipient, hoursBefore },
	});

	/** Runs it for the daily news site. @returns the closing times that it found, and those it told */
	async function reminded(recipient: string, hoursBefore: number) {
		const workflow = await stage.open(EXAMPLE, valuesOf(recipient, hoursBefore));
		const run = await stage.run(workflow, MORNING);
		const closings = (node: string) =>
			run.items(node).map(({ json }) => String(json['date_bouclage_iso']));
		return { found: closings('Next closing times'), told: closings('Closes soon?') };
	}

	it('tells the closing times within the hours in one e-mail, and no others', async () => {
		const { found: dates, told: none } = await reminded(to('silence'), 0);
		assert.deepEqual([none, stage.mailsTo(to('silence'))], [[], []]);
		// Before a week-end or a holiday the next closing time may be days away.
		const hours = Math.ceil((Date.parse(dates[0] ?? '') - Date.now()) / 3_600_000) + 25;
		const limit = Date.now() + hours * 3_600_000;
		const { found, told } = await reminded(to('rappel'), hours);
		const expected = found.filter((closing) => Date.parse(closing) < limit);
		assert.ok(expected.length > 0 && expected.length < found.length);
		assert.deepEqual(told, expected);
		const [mail, ...more] = stage.mailsTo(to('rappel'));
		assert.deepEqual(more, []);
		assert.match(mail?.subject ?? '', /^Paris en ligne : prochain bouclage le \d\d\/\d\d à 16h00$/);
		const lines = mail?.text.match(/^Parution du .* : commander avant le .* à 16h00$/gm);
		assert.equal(lines?.length, told.length);
	});

	survives({
		example: EXAMPLE,
		trigger: MORNING,
		nodes: {
			'Next closing times': () => ({ service: {} }),
			'Remind the office': () => ({ mail: /./ }),
		},
		prepare: (name) => ({
			own: valuesOf(to(name), 500),
			done: () => stage.mailsTo(to(name)).map(() => name),
		}),
	});
}
