/** The switches of the sandbox that make it answer like the service of a report. */
import {
	applySettings,
	defaultSettings,
	SettingError,
	type Settings,
} from '../sandbox/settings.mts';
import { questions, settingOf, type Answers } from './questions.mts';

/** @throws {Error} that says what is wrong with the report */
export function settingsLike(text: string) {
	let answers: Answers | undefined;
	try {
		({ answers } = JSON.parse(text) as { answers?: Answers });
	} catch {
		// Said below.
	}
	if (typeof answers !== 'object' || answers === null) {
		throw new Error('This is no probe-report.json: it has no "answers".');
	}
	const settings: Partial<Settings> = {};
	const left: string[] = [];
	for (const question of questions) {
		const value = answers[question.name] ?? null;
		const setting = value === null ? undefined : settingOf(question, value);
		if (!setting) continue;
		const change = Object.fromEntries([setting]) as Partial<Settings>;
		try {
			applySettings(defaultSettings(), change);
			Object.assign(settings, change);
		} catch (error) {
			if (!(error instanceof SettingError)) throw error;
			left.push(`${question.name} ${String(value)}`);
		}
	}
	return { settings, account: { reserved: answers.reservedCategories === 'open' }, left };
}
