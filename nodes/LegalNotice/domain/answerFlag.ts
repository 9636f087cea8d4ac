const YES = ['true', '1', 'oui', 'yes'];
const NO = ['false', '0', 'non', 'no'];

/**
 * A yes or no in an answer (specification, Publication: boolean), also as the number or the text that services make of
 * it.
 *
 * @returns undefined for anything else: then it is not known
 */
export function answerFlag(value: unknown): boolean | undefined {
	const text = ['boolean', 'number', 'string'].includes(typeof value)
		? String(value).trim().toLowerCase()
		: '';
	if (YES.includes(text)) return true;
	return NO.includes(text) ? false : undefined;
}
