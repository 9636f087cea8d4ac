import type { Answer } from './answer';

/**
 * Pairs what was asked with what came back: by the service's reference, then by order number, exactly; then, for what
 * is still open on both sides, without regard to case. The order of the answer does not matter.
 */
export function matchNotices(
	asked: readonly string[],
	notices: readonly Answer[],
): Map<string, Answer> {
	const matched = new Map<string, Answer>();
	for (const spelling of [exactly, ignoringCase]) {
		for (const field of ['reference', 'numero_commande'] as const) {
			const byName = new Map<string, Answer>();
			const taken = new Set(matched.values());
			const open = spelling === exactly ? notices : notices.filter((notice) => !taken.has(notice));
			for (const notice of open) {
				const name = notice[field];
				if (typeof name === 'string' || typeof name === 'number') {
					byName.set(spelling(String(name)), notice);
				}
			}
			for (const reference of asked) {
				const notice = byName.get(spelling(reference));
				if (notice && !matched.has(reference)) matched.set(reference, notice);
			}
		}
	}
	return matched;
}

function exactly(text: string): string {
	return text;
}

function ignoringCase(text: string): string {
	return text.toLowerCase();
}
