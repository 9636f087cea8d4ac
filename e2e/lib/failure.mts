/** Something a person can mend: its message is one sentence with the remedy and is shown without a stack. */
export class Failure extends Error {}

/** The message of whatever was thrown. */
export const messageOf = (error: unknown): string =>
	error instanceof Error ? error.message : String(error);
