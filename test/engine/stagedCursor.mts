/** What a poll with a durable cursor reads and writes before n8n stores it. */
import type { IDataObject } from 'n8n-workflow';

export class StagedCursor {
	readonly data: IDataObject;
	private known: string;

	/** @param stored of the poll before; undefined before the first */
	constructor(stored: string | undefined) {
		this.known = stored ?? '{}';
		this.data = JSON.parse(this.known) as IDataObject;
	}

	/**
	 * n8n stores no cursor that its poll has not changed (`takeStagedCursor` in n8n 2.41): a poll that another one has
	 * taken over puts nothing old over what that one has stored.
	 *
	 * @returns what is to be stored, if anything is
	 */
	take(): string | undefined {
		const text = JSON.stringify(this.data);
		if (text === this.known) return undefined;
		this.known = text;
		return text;
	}
}
