/** The content tags that are open, `p` among them. Closing is linear however the tags are nested. */
export class OpenTags {
	private readonly names: string[] = [];
	private readonly counts = new Map<string, number>();

	get innermost(): string | undefined {
		return this.names.at(-1);
	}

	has(name: string): boolean {
		return (this.counts.get(name) ?? 0) > 0;
	}

	push(name: string): void {
		this.names.push(name);
		this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
	}

	pop(): string | undefined {
		const name = this.names.pop();
		if (name !== undefined) this.counts.set(name, (this.counts.get(name) ?? 1) - 1);
		return name;
	}
}
