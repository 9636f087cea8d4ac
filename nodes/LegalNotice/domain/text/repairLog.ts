import { codePointLabel } from './codePoints';
import type { Repair } from './types';

/** Counts every replacement of one text, so that nothing changes without being listed. */
export class RepairLog {
	private readonly entries = new Map<string, Repair>();

	add(from: string, to: string, name: string, position: number): void {
		const key = `${from}\u0000${to}`;
		const known = this.entries.get(key);
		if (known) known.count += 1;
		else {
			const codePoint = codePointLabel(from);
			this.entries.set(key, { from, to, codePoint, name, count: 1, firstPosition: position });
		}
	}

	/**
	 * Sorted by first position. What was removed at the end stood, as it were, just behind the last character.
	 *
	 * @param length of the visible text in code points
	 */
	list(length: number): Repair[] {
		return [...this.entries.values()]
			.map((repair) => ({ ...repair, firstPosition: Math.min(repair.firstPosition, length + 1) }))
			.sort((a, b) => a.firstPosition - b.firstPosition);
	}
}
