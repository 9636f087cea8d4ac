/** What a poll with a durable cursor reads and writes before n8n stores it. */
import type { IDataObject, INode, Workflow } from 'n8n-workflow';

class StagedCursor {
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

/**
 * How n8n's poll context gets at what is stored for the trigger: the last of what it is made with.
 *
 * @param cursor the stored cursor; undefined where n8n keeps static data
 */
export function storedFor(
	workflow: Workflow,
	node: INode,
	budgetMs: number,
	cursor: (() => string | undefined) | undefined,
) {
	let staged: StagedCursor | undefined;
	const run = async <Result,>(poll: () => Promise<Result>) => {
		if (cursor) staged = new StagedCursor(cursor());
		return await poll();
	};
	const data = () => staged?.data ?? workflow.getStaticData('node', node);
	return { take: () => staged?.take(), access: [run, data, () => budgetMs] as const };
}
