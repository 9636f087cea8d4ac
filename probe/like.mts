/** The switches of the sandbox that make it answer like the service of a report. */
import {
	applySettings,
	defaultSettings,
	SettingError,
	type Settings,
} from '../sandbox/settings.mts';
import { questions, settingOf, type Answers } from './questions.mts';

/**
 * @param text a probe-report.json
 * @returns the switches, and the answers for which the sandbox has none
 * @throws {Error} that says what is wrong with the report
 */
export function settingsLike(text: string): { settings: Partial<Settings>; left: string[] } {
	const answers = answersIn(text);
	const settings: Partial<Settings> = {};
	const left: string[] = [];
	for (const question of questions) {
		const value = answers[question.name] ?? null;
		const setting = settingOf(question, value);
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
	return { settings, left };
}

function answersIn(text: string): Answers {
	try {
		const { answers } = JSON.parse(text) as { answers?: Answers };
		if (typeof answers === 'object') return answers;
	} catch {
		// Said below.
	}
	throw new Error('This is no probe-report.json: it has no "answers".');
}
