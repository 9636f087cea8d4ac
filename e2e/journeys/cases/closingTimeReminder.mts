import assert from 'node:assert/strict';
import { it } from '../../lib/testing.mts';
import type { Stage } from '../stage.mts';

export function closingTimeReminder(stage: () => Stage): void {
	const MORNING = 'Every morning';
	const to = (name: string) => `${name}@cabinet-demo.example`;

	/** Runs the workflow for the daily news site. @returns the closing times that it found, and those it told */
	async function reminded(recipient: string, hoursBefore: number) {
		const workflow = await stage().open('closing-time-reminder', {
			values: { newspaper: 'Paris en ligne', publication: '13', recipient, hoursBefore },
		});
		const run = await stage().run(workflow, MORNING);
		const closings = (node: string) =>
			run.items(node).map(({ json }) => String(json['date_bouclage_iso']));
		return { found: closings('Next closing times'), told: closings('Closes soon?') };
	}

	it('tells the closing times within the hours, and no others', async () => {
		const recipient = to('rappel');
		// Before a week-end or a holiday the next closing time may be days away.
		const [first = ''] = (await reminded(to('dates'), 0)).found;
		const hours = Math.ceil((Date.parse(first) - Date.now()) / 3_600_000) + 1;
		const limit = Date.now() + hours * 3_600_000;
		const { found, told } = await reminded(recipient, hours);
		const expected = found.filter((closing) => Date.parse(closing) < limit);
		assert.ok(expected.length > 0 && expected.length < found.length);
		assert.deepEqual(told, expected);
		const mail = await stage().mail.received(recipient, /^Paris en ligne closes on/);
		assert.match(mail.text, /can be ordered until \d{4}-\d{2}-\d{2} 16:00:00, Paris time/);
	});

	it('is silent when nothing closes soon', async () => {
		const recipient = to('silence');
		assert.deepEqual((await reminded(recipient, 0)).told, []);
		assert.ok(!stage().mail.mails.some((mail) => mail.to.includes(recipient)));
	});
}
