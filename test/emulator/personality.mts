/**
 * The specification leaves a good deal unsaid. Each flag below names one silence, and the two
 * personalities take opposite sides of it, so that a client which only works with one reading fails
 * against the other. Nothing the specification does say is a flag.
 */
export interface Personality {
	readonly name: 'strict' | 'lenient';
	readonly publicKey: string;
	readonly secretKey: string;
	/** Every fault found is listed, or only the first. */
	readonly severalCodes: boolean;
	/** Unknown fields, `null`, wrong JSON types and a missing content type are refused. */
	readonly pedantic: boolean;
	/** Batch endpoints: an unknown or cancelled reference refuses everything, or is left out. */
	readonly unknownRefusesBatch: boolean;
	readonly batchMaximum: number;
	readonly duplicatesRefused: boolean;
	/** Answers of a batch come in the order asked, or backwards. */
	readonly batchReversed: boolean;
	/** A date missed or not served at order is an error, or moves to the next one. */
	readonly missedDateRefused: boolean;
	readonly cancelledNumberReusable: boolean;
	/** Cancelling twice fails, or succeeds again; a cancelled notice keeps its documents, or not. */
	readonly cancelledStillReachable: boolean;
	/** Documents and invoices of a suspended notice are withheld (`err_annonce_suspendue`). */
	readonly suspendedWithheld: boolean;
	readonly numberCaseSensitive: boolean;
	/** `0` paper proofs means none, or is taken for "not given" (then the default applies). */
	readonly explicitZeroProofs: boolean;
	readonly digitalProofByDefault: boolean;
	/** Amounts are JSON strings with two decimals, or numbers. */
	readonly amountsAsStrings: boolean;
	/** Without a forfait the notice is billed by the character, or by the line. */
	readonly pricedByCharacter: boolean;
	/** A credit note turns the unit price negative, or the quantity. */
	readonly creditTurnsUnitPrice: boolean;
	/** Optional values that are missing are left out, or sent as `null` or `[]`. */
	readonly missingLeftOut: boolean;
	/** Fields nobody documented are added to every object. */
	readonly extraFields: boolean;
	readonly initialStatus: string;
	/** Composed text: tidied markup, or terse markup with the style sheet inlined. */
	readonly tidyText: boolean;
	readonly filetsExist: boolean;
	/** Quota: calendar minute, or the last sixty seconds. */
	readonly calendarMinute: boolean;
	/** The 5 s gap is measured in milliseconds, or between whole seconds. */
	readonly exactGap: boolean;
	/** Transport: chunked and without a date, or with a date, a length and gzip when accepted. */
	readonly bareTransport: boolean;
	/** Links to PDF files are stable, or carry a fresh token each time and answer with a redirection. */
	readonly stableLinks: boolean;
}

const strict: Personality = {
	name: 'strict',
	publicKey: 'emulator-strict-key',
	// A `+` in the secret: the separator of the signed string is no reserved character.
	secretKey: 'demo-secret+strict',
	severalCodes: true,
	pedantic: true,
	unknownRefusesBatch: true,
	batchMaximum: 7,
	duplicatesRefused: true,
	batchReversed: false,
	missedDateRefused: true,
	cancelledNumberReusable: false,
	cancelledStillReachable: false,
	suspendedWithheld: true,
	numberCaseSensitive: false,
	explicitZeroProofs: true,
	digitalProofByDefault: false,
	amountsAsStrings: true,
	pricedByCharacter: true,
	creditTurnsUnitPrice: true,
	missingLeftOut: true,
	extraFields: false,
	initialStatus: 'a-paraitre',
	tidyText: true,
	filetsExist: false,
	calendarMinute: true,
	exactGap: true,
	bareTransport: true,
	stableLinks: true,
};

const lenient: Personality = {
	name: 'lenient',
	publicKey: '0b7c2f64d1',
	secretKey: 'demo-secret',
	severalCodes: false,
	pedantic: false,
	unknownRefusesBatch: false,
	batchMaximum: Number.POSITIVE_INFINITY,
	duplicatesRefused: false,
	batchReversed: true,
	missedDateRefused: false,
	cancelledNumberReusable: true,
	cancelledStillReachable: true,
	suspendedWithheld: false,
	numberCaseSensitive: true,
	explicitZeroProofs: false,
	digitalProofByDefault: true,
	amountsAsStrings: false,
	pricedByCharacter: false,
	creditTurnsUnitPrice: false,
	missingLeftOut: false,
	extraFields: true,
	// "Initial state after order: not shown": a value outside the three listed must not break anyone.
	initialStatus: 'en-controle',
	tidyText: false,
	filetsExist: true,
	calendarMinute: false,
	exactGap: false,
	bareTransport: false,
	stableLinks: false,
};

export const personalities: Readonly<Record<Personality['name'], Personality>> = {
	strict,
	lenient,
};
