/**
 * Changes that nobody has accepted, and remarks of reviewers. Each editor marks them in its own way, but says what they are in the
 * name of a tag, a class or an attribute: `ice-del`, `data-suggestion`, `comment-start`, `TrackChangeTextInsertion`.
 */
import { isTagName } from './tags';
import { attributeOf, type Tag } from './tokenizer';

export type Revision = 'deleted' | 'inserted' | 'remark' | 'commented';

const DELETED = /^(?:mso)?del(?:ete[ds]?|etions?)?$/;
const INSERTED = /^(?:mso)?ins(?:ert(?:ed|ions?|s)?)?$/;
const SUGGESTED = /^(?:suggest(?:ed|ions?|s)?|track(?:ed|s|changes?)?)$/;
const REMARK = /^(?:mso)?com(?:ment(?:s|ed|aires?)?|anchor|txt|off)$/;
/** A marker pen: what it marks is text. */
const MARKER = /^(?:mark(?:er)?|highlight\w*)$/;

/** @param isStruck whether its style strikes words out: of a suggestion that says no more, those go */
export function revisionOf(tag: Tag, isStruck: boolean): Revision | undefined {
	if (tag.name === 'mark') return undefined;
	const words = wordsOfNames(tag);
	const says = (meaning: RegExp) => words.some((word) => meaning.test(word));
	const isRemark = says(REMARK);
	if (isRemark && !isAroundText(tag)) return 'remark';
	if (says(DELETED)) return 'deleted';
	if (says(INSERTED)) return 'inserted';
	if (says(SUGGESTED)) return isStruck ? 'deleted' : 'inserted';
	if (isRemark) return 'commented';
	if (tag.name !== 'ins') return undefined;
	// Without author and date it is underlined text.
	const isSigned = ({ name }: { name: string }) => /^(?:cite|datetime|data-.*)$/.test(name);
	return tag.attributes.some(isSigned) ? 'inserted' : undefined;
}

/** Inside a line, editors mark the words that somebody has commented on. Word and pandoc write the comment itself there, and so does what a class calls its text. */
function isAroundText(tag: Tag): boolean {
	if (isMilestone(tag.name)) return true;
	const isInLine = /^(?:span|em|strong|b|i|u)$/.test(tag.name);
	return isInLine && !OF_COMMENT_ITSELF.test(attributeOf(tag, 'class'));
}

const OF_COMMENT_ITSELF =
	/mso|(?<![\w-])comment-start|(?<![a-z])(?:text|body|content|bubble|icon|count|author|date)(?![a-z])/i;

function wordsOfNames(tag: Tag): string[] {
	const names = attributeOf(tag, 'class')
		.split(/\s+/)
		// Those of the service set type, and no more.
		.filter((name) => !name.startsWith('fs-'));
	if (!isTagName(tag.name)) names.push(tag.name);
	for (const { name, value = '' } of tag.attributes) {
		if (name.startsWith('data-')) {
			// In a link it counts its readers.
			if (!/^data-track/.test(name) || !/^(?:a|img)$/.test(tag.name)) names.push(name);
			if (/^[a-z]{3,9}$/.test(value) || /suggest|track|change/.test(name))
				names.push(...opposed(value));
		} else if (name === 'id' && /^comment-\d/.test(value)) names.push('comment');
		else if (name === 'name' && !isTagName(tag.name)) names.push(...opposed(value));
	}
	return names.slice(0, MOST_NAMES).flatMap(wordsOf);
}

const MOST_NAMES = 50;
const LONGEST_NAME = 100;

/** What a value says of the direction of a change; its other words say nothing. */
function opposed(value: string): string[] {
	return wordsOf(value).filter((word) => DELETED.test(word) || INSERTED.test(word));
}

function wordsOf(name: string): string[] {
	const words = name
		.slice(0, LONGEST_NAME)
		.replace(/(?<=[a-z])(?=[A-Z])/g, '-')
		.toLowerCase()
		.split(/[^a-z]+/);
	return words.some((word) => MARKER.test(word)) ? [] : words;
}

/** Whether a tag only begins or ends a passage: `<suggestion-start name="deletion:1">`. */
export function isMilestone(name: string): boolean {
	return /^[a-z]+-(?:start|end)$/.test(name) && !isTagName(name);
}
