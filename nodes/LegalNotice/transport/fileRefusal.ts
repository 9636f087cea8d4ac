import { OperationStop } from '../domain/operationStop';
import type { ServiceFailure } from './failures';

/** A file that could not be had, in words; the keys in its link are never part of them. */
export class FileRefusal extends OperationStop {
	constructor(
		message: string,
		advice: string,
		/** Whether another link to the same document may work: the one used may have expired. */
		readonly freshLinkMayHelp: boolean,
		reason?: ServiceFailure,
	) {
		super(message, advice, reason, true);
		this.name = 'FileRefusal';
	}
}
