/** Something a person can fix: its message is one sentence with the remedy and is shown without a stack. */
export class Failure extends Error {}
