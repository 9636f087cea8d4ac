import { Downloads } from '../../transport/files';
import type { OperationContext } from '../context';

const downloads = new WeakMap<OperationContext, Downloads>();

/** The downloads of this execution, shared by its items so that the number at once holds for all of them. */
export function downloadsOf(context: OperationContext): Downloads {
	const known = downloads.get(context);
	if (known) return known;
	const timeoutMs = context.timeoutMs();
	const made = new Downloads(context.fn, async () => await context.client(), {
		signal: context.fn.getExecutionCancelSignal(),
		...(timeoutMs === undefined ? {} : { timeoutMs }),
	});
	downloads.set(context, made);
	return made;
}
