import assert from 'node:assert/strict';
import { it } from '../../lib/testing.mts';
import { survives } from '../failures.mts';
import type { Stage } from '../stage.mts';

export function closingTimeReminder(stage: () => Stage): void {
	const MORNING = 'Every morning';
	const to = (name: string) => `${name}@cabinet-demo.example`;
	const valuesOf = (recipient: string, hoursBefore: number) => ({
		values: { newspaper: 'Paris en ligne', publication: '13', recipient, hoursBefore },
	});
	const mailsTo = (recipient: string) =>
		stage().mail.mails.filter((mail) => mail.to.includes(recipient));

	/** Runs the workflow for the daily news site. @returns the closing times that it found, and those it told */
	async function reminded(recipient: string, hoursBefore: number) {
		const workflow = await stage().open('closing-time-reminder', valuesOf(recipient, hoursBefore));
		const run = await stage().run(workflow, MORNING);
		const closings = (node: string) =>
			run.items(node).map(({ json }) => String(json['date_bouclage_iso']));
		return { found: closings('Next closing times'), told: closings('Closes soon?') };
	}

	it('tells the closing times within the hours in one e-mail, and no others', async () => {
		const recipient = to('rappel');
		// Before a week-end or a holiday the next closing time may be days away.
		const [first = ''] = (await reminded(to('dates'), 0)).found;
		const hours = Math.ceil((Date.parse(first) - Date.now()) / 3_600_000) + 25;
		const limit = Date.now() + hours * 3_600_000;
		const { found, told } = await reminded(recipient, hours);
		const expected = found.filter((closing) => Date.parse(closing) < limit);
		assert.ok(expected.length > 0 && expected.length < found.length);
		assert.deepEqual(told, expected);
		const [mail, ...more] = mailsTo(recipient);
		assert.deepEqual(more, []);
		assert.match(mail?.subject ?? '', /^Paris en ligne : prochain bouclage le \d\d\/\d\d à 16h00$/);
		const lines = mail?.text.match(/^Parution du .* : commander avant le .* à 16h00$/gm);
		assert.equal(lines?.length, told.length);
	});

	it('is silent when nothing closes soon', async () => {
		assert.deepEqual((await reminded(to('silence'), 0)).told, []);
		assert.deepEqual(mailsTo(to('silence')), []);
	});

	let tries = 0;
	survives(stage, {
		example: 'closing-time-reminder',
		trigger: MORNING,
		nodes: {
			'Next closing times': () => ({ service: {} }),
			'Remind the office': () => ({ mail: /./ }),
		},
		async prepare() {
			tries += 1;
			const recipient = to(`rappel${tries}`);
			return await Promise.resolve({
				own: valuesOf(recipient, 500),
				pieces: ['reminder'],
				done: () => mailsTo(recipient).map(() => 'reminder'),
			});
		},
	});
}
