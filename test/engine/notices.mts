/** Notices that a service takes, as parameters of an operation. */
import { byId, runNode, type Result, type RunOptions } from './engine.mts';

/** Where and as what; the text is the test's own. */
export function noticeIn(department: string, publication: number) {
	return {
		department: byId(department),
		publication: byId(publication),
		category: byId('CONSTI'),
		forfait: byId('SARL'),
	};
}

/** A short one for the sandbox. */
export const NOTICE = { ...noticeIn('75', 12), text: 'Un avis.' };

/** The same with who is billed, as an order needs it. */
export const BILLED = { ...NOTICE, billingMode: 'prescripteur' };

/** An operation on such a notice, whatever else it is given. */
export async function runBilled(
	credential: RunOptions['credential'],
	operation: string,
	more: Record<string, unknown> = {},
	rest: Partial<RunOptions> = {},
): Promise<Result> {
	return await runNode({
		credential,
		parameters: {
			resource: 'notice',
			operation,
			...BILLED,
			fileReference: 'F',
			...more,
		} as RunOptions['parameters'],
		...rest,
	});
}
