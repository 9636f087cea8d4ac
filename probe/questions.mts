/**
 * What the specification does not say, as data: the report, the table of the documentation and `--like` of the sandbox
 * are made of it.
 */

export type Value = string | number | boolean | null;
export type Answers = Record<string, Value>;

export interface Question {
	readonly name: string;
	/** Subject of the sentence that answers it. */
	readonly about: string;
	/** What follows for each answer; `*` for any other, with `#` in its place. */
	readonly is: ReadonlyMap<string, string>;
	/** Switch of the sandbox. */
	readonly setting?: string | undefined;
	/** Value of that switch for an answer that the sandbox calls otherwise. */
	readonly as: ReadonlyMap<string, string>;
	/** What the node does today. */
	readonly node: string;
	/** The answers that this fits; all without it. */
	readonly fits?: readonly string[] | undefined;
	/** For any other answer. */
	readonly change?: string | undefined;
	/** Without what it stays open. */
	readonly needs?: string | undefined;
	/** What the real service answers, once somebody knows. */
	readonly real?: string | undefined;
}

/**
 * A paragraph each. First the name of the answer, behind `=` the switch of the sandbox (where nothing follows, of the same
 * name); then the sentence with its answers, in brackets what the sandbox calls one.
 */
const TABLE = `
unknownReference = unknownReferences
An unknown reference in a batch | omitted (omit): is left out of the answer
| refused (refuse): has the whole batch refused | entry: gets an entry with a refusal of its own | *: leads to #
Node: all three are read; a refused batch is bisected
Fits: omitted refused entry
Change: read it in batch.ts

unknownReferenceCode =
The code for an unknown reference | *: is #
Node: these codes are taken for an unknown notice
Fits: err_annonce_introuvable err_annonces_introuvables err_reference_incorrect err_reference_absent err_reference_inconnue err_references_incorrect
Change: add the code to UNKNOWN_CODE of batch.ts

batchOrder =
The notices of a batch answer | asAsked: come in the order asked | other (shuffled): come in another order
Node: pairs by reference and order number, in any order
Needs: --orders

duplicates =
The same notice twice in a batch | merged: is answered once | kept: is answered twice | refused: has the batch refused
Node: asks for each reference once
Needs: --orders

largestBatch = batchMaximum
A batch | 0 (null): of 100 references is taken | *: takes # references
Node: starts with 100 and bisects down to what is taken

batchTooLarge =
The answer to a batch that is too large | http413: is HTTP 413 without an envelope | *: is #
Node: takes err_body_incorrect, unlisted codes, HTTP 413 and 414 for it
Fits: err_body_incorrect http413
Change: check isOfList of batch.ts
Needs: a limit below 100

lookupFirst =
A name that is the reference of one notice and the order number of another
| reference: finds the notice of that reference | number: finds the notice of that order number
| refused: cannot be: such an order number is refused | *: leads to #
Node: cancels only a notice that a batch has returned for exactly this name
Needs: --orders

referenceStyle =
References | plain: stand in a path as they are | digits: are digits only | encoded: have to be encoded in a path
Node: cancels only a notice that a batch has returned for exactly this name
Fits: plain digits
Change: encode the reference in actions/notice/cancel.operation.ts, once signedPath and pathCharacters are known
Needs: --orders

signedPath =
The signature of a path with a blank | encoded: covers it encoded, as on the wire (%20) | decoded: covers it decoded
| *: fails either way
Node: cancels only a notice that a batch has returned for exactly this name

pathCharacters
In a path | any: encoded slashes and accents reach the notice
| noSlash: an encoded slash does not reach the notice, an accent does
| noAccent: an accent does not reach the notice, an encoded slash does
| none: neither an encoded slash nor an accent reaches the notice
Node: cancels only a notice that a batch has returned for exactly this name

orderNumberUnit =
The 50 of an order number | characters: are characters | bytes: are bytes in UTF-8
| ascii: are letters without accents: others are refused
Node: cancels only a notice that a batch has returned for exactly this name
Needs: --orders

reusedNumber = cancelledNumberReusable
The number of a cancelled notice | accepted (true): may be used again | refused (false): is refused
Node: cancels only a notice that a batch has returned for exactly this name
Needs: --orders

closedDate = orderMissedDate
An order for a date whose closing time is over | moved (move): is moved to the next date | refused (refuse): is refused
| kept: is taken for that date
Node: cancels only a notice that a batch has returned for exactly this name
Needs: --orders

unavailableDate =
A quote for a day on which the newspaper does not appear | refuse: is refused | move: is moved to the next date
| kept: is taken for that day
Node: cancels only a notice that a batch has returned for exactly this name
Needs: a publication with a gap between two dates

initialStatus =
The status right after the order | *: is "#"
Node: cancels only a notice that a batch has returned for exactly this name
Needs: --orders

suspendedNotice =
A suspended notice | usable: can be read | filesWithheld: shows its status but no documents | refused: is refused even to read
Node: cancels only a notice that a batch has returned for exactly this name
Needs: --suspended with a notice that the service has suspended

attestationBeforePublication =
Before publication, the attestation | true: is available | false: is not available
Node: cancels only a notice that a batch has returned for exactly this name
Needs: --orders

cancelledDocuments =
The documents of a cancelled notice | gone: are gone | served: can still be read
Node: takes the documents that the cancellation itself returns
Needs: --orders

pdfLinks =
A link to a PDF | plain: is a plain download | octets: is a plain download of no declared type | signed: needs the signed headers | redirect: redirects on the same host
| redirectElsewhere: redirects to another host | expired: is refused right away | html: shows a web page
| json: answers with JSON | *: gives #
Node: takes the documents that the cancellation itself returns
Needs: --orders, and a document before publication

pdfLinkSeconds
A link to a PDF | 0: was no longer valid at the end | *: was still valid after # seconds
Node: takes the documents that the cancellation itself returns
Needs: --orders, and a link that works

emptyMotif =
Where there is no reason, the field motif | absent: is left out | empty: is an empty text | null: is null
Node: takes the documents that the cancellation itself returns
Needs: --orders

emptyDocuments =
Where a notice has no invoice, the list | empty: is empty | absent: is left out | null: is null
Node: takes the documents that the cancellation itself returns
Needs: --orders

emptyList =
Where a department has no publication, the list | empty: is empty | absent: is left out | null: is null | *: is refused with #
Node: takes the documents that the cancellation itself returns
Needs: a department without a publication

absentNumber =
Where a notice has no order number, the field numero_commande | absent: is left out | null: is null
Node: takes the documents that the cancellation itself returns
Needs: --orders

discountSign =
The discounts of an invoice | negative: are negative | positive: are positive
Node: takes the documents that the cancellation itself returns
Needs: --invoiced with a notice whose invoice has a discount

clockOffsetSeconds = clockSkewSeconds
The clock of the service | *: is # seconds ahead of this machine
Node: takes the documents that the cancellation itself returns

clockWindowSeconds
A timestamp | *: may be # seconds off
Node: takes the documents that the cancellation itself returns

dateHeader =
A Date header | true: comes with the answers | false: does not come with the answers
Node: takes the documents that the cancellation itself returns

signatureCase =
The hexadecimal signature | any: may have upper-case letters | lower: has to be in lower case
Node: takes the documents that the cancellation itself returns

responseEncoding =
Answers | plain: come as plain UTF-8 | gzip: come compressed | bom: begin with a byte order mark
| escaped: are written in ASCII | chunked: come in chunks | *: come with the encoding #
Node: takes the documents that the cancellation itself returns

latencyMs =
The fastest answer | 0: took less than 50 ms | *: took # ms (rounded down to 50)
Node: takes the documents that the cancellation itself returns

bodyMaximum =
The body of a quote | 0 (null): may have 1 MiB | *: may have # bytes
Node: takes the documents that the cancellation itself returns

quotaPerMinute =
The quota | 0 (1000000): was not reached with 650 calls | *: is # calls
Node: takes the documents that the cancellation itself returns
Needs: --host, and no --no-quota

quotaWindow =
The minute of the quota | sliding: slides: the last 60 seconds count | fixed: is fixed and starts anew
Node: takes the documents that the cancellation itself returns
Needs: --host, and no --no-quota

quotaWindowSeconds =
The minute of the quota | *: has # seconds
Node: takes the documents that the cancellation itself returns
Needs: --host, and no --no-quota

refusedCallsCount =
Calls refused for the quota | true: count in it too | false: do not count in it
Node: takes the documents that the cancellation itself returns
Needs: --host, no --no-quota and a sliding minute (in a fixed one it makes no difference)

quotaScope =
The quota | key: belongs to a key | instance: is shared by all keys
Node: takes the documents that the cancellation itself returns
Needs: a second pair of keys, which the probe does not take

charsetError =
The code for a character outside Windows-1252 | none: does not exist: such a text is accepted | *: is #
Node: takes the documents that the cancellation itself returns

charsetDetail =
The offending character | element: is an element beside the code | field: stands in a field of its own
| suffix: stands behind the code | none: is not named
Node: takes the documents that the cancellation itself returns
Needs: a refusal of such a character

charsetCheck =
The check of characters | decoded: sees entities decoded | raw: sees the text as sent
Node: takes the documents that the cancellation itself returns

forbiddenInline =
The text of em, i, u and a inside a paragraph | dropped: is dropped | kept: is kept | *: leads to #
Node: takes the documents that the cancellation itself returns

nestedParagraphs =
A paragraph inside another tag | kept: is kept | dropped: is dropped | *: leads to #
Node: takes the documents that the cancellation itself returns

numberTypes =
Amounts | number: are numbers | string: are texts
Node: takes the documents that the cancellation itself returns

quoteVersion =
A quote | 1.29: has the closing time and the composed text | 1.28: has the composed text, but no closing time
| 1.27: has neither closing time nor composed text
Node: takes the documents that the cancellation itself returns

forfaitsRoute =
The list of forfaits | served: is served | missing: is missing
Node: takes the documents that the cancellation itself returns

errorReporting =
A refusal | all: names every fault | first: names the first fault only
Node: takes the documents that the cancellation itself returns

unlistedFields =
A wrong field for which no code is listed | pattern: has a code of the pattern err_{champ}_incorrect
| body: has err_body_incorrect | ignored: is ignored | *: has #
Node: takes the documents that the cancellation itself returns

unknownFields =
Fields that nobody documented | ignored: are ignored in a request | refused: are refused in a request
| added: come in answers, and are ignored in a request
Node: takes the documents that the cancellation itself returns

nullFields =
A field that is null | absent: counts as absent | incorrect: is refused
Node: takes the documents that the cancellation itself returns

surplusForfait =
A forfait that the category does not need | ignored: is ignored | refused: is refused
Node: takes the documents that the cancellation itself returns

surplusBilling =
An advertiser although the prescriber pays | ignored: is ignored | refused: is refused
Node: takes the documents that the cancellation itself returns
Needs: --orders, and an account that may be billed itself

notOffered =
A header or proof that the publication does not offer | ignored: is ignored | refused: is refused
Node: takes the documents that the cancellation itself returns
Needs: a publication that does not offer one

largeur =
The field largeur | ignored: changes no price | priced: changes the price | refused: is refused
Node: takes the documents that the cancellation itself returns
Needs: --orders

reservedCategories
The reserved categories SUC_VAC and SUC_DES | open: are open to this account | closed: are closed to this account
Node: takes the documents that the cancellation itself returns

reservedCategory =
The code for a reserved category | *: is #
Node: takes the documents that the cancellation itself returns
Needs: an account that may not use them

foreignPublication =
The code for a publication of another account | *: is #
Node: takes the documents that the cancellation itself returns
Needs: --foreign with such a publication and its department, as in 900:33

publicationIds =
The identifier of a publication | perPair: stands for one title in one department
| perTitle: stands for a title in all its departments
Node: takes the documents that the cancellation itself returns
Needs: a title in two departments

contactFields =
A contact without e-mail | optional: can be created | required: is refused
Node: takes the documents that the cancellation itself returns
Needs: --orders

contactByEmail =
A contact that exists, sent with other names | returned: comes back as it was | updated: is changed
Node: takes the documents that the cancellation itself returns
Needs: --orders

orderNumberCase =
The case of an order number | distinguished: counts | ignored: does not count
Node: takes the documents that the cancellation itself returns
Needs: --orders

cancelledTwice =
A notice cancelled once more | refused: is unknown | repeated: is cancelled with success again
Node: takes the documents that the cancellation itself returns
Needs: --orders

attestationAtPublication =
Once a notice is published, the attestation | true: is available | false: is not available yet
Node: takes the documents that the cancellation itself returns
Needs: --published with a notice that was published

creditSign =
In the lines of a credit note | unit: the unit price is negative | quantity: the quantity is negative
Node: takes the documents that the cancellation itself returns
Needs: --invoiced with a notice that has a credit note

emptyContact =
Where a contact has no e-mail, the field | empty: is an empty text | null: is null | absent: is left out
Node: takes the documents that the cancellation itself returns
Needs: --orders, and a contact without e-mail

linkTokens =
The link to a document | stable: is the same each time | fresh: is another one each time
Node: takes the documents that the cancellation itself returns
Needs: --orders, and a document before publication

requestForm =
A body that is not declared as JSON | read: is read | refused: is refused
Node: takes the documents that the cancellation itself returns

composedText =
The composed text | plain: has classes only | styled: has styles written out | entities: has letters written as entities
Node: takes the documents that the cancellation itself returns
Needs: a quote that has the text

filetStyles =
Style sheets of the type filet | true: exist | false: do not exist
Node: takes the documents that the cancellation itself returns

zeroPaperProofs =
0 paper proofs | none: means none | default: counts as not given
Node: takes the documents that the cancellation itself returns
Needs: a publication with paper proofs only

digitalProofDefault =
A digital proof that was not asked for | true: is billed | false: is not billed
Node: takes the documents that the cancellation itself returns
Needs: a publication with digital proofs

emailCase =
The case of the e-mail of a contact | ignored: does not count | distinguished: counts
Node: takes the documents that the cancellation itself returns
Needs: --orders
`;

export const questions: readonly Question[] = TABLE.trim().split('\n\n').map(readQuestion);

function readQuestion(paragraph: string): Question {
	const [title = '', ...lines] = paragraph.split('\n');
	const [, name = '', equals, setting] = /^(\w+)( =)? ?(\w*)$/.exec(title) ?? [];
	const value = (label: string) =>
		lines.find((line) => line.startsWith(`${label}: `))?.slice(label.length + 2);
	const sentence = lines.slice(
		0,
		lines.findIndex((line) => line.startsWith('Node: ')),
	);
	const [about = '', ...answers] = sentence.join(' ').split(/ *\| /);
	const read = answers.map((text) => /^(\S+?)(?: \((\S+)\))?: (.*)$/.exec(text) ?? []);
	return {
		...{ name, about, node: value('Node') ?? '' },
		setting: equals && (setting || name),
		is: new Map(read.map(([, answer = '', , ending = '']) => [answer, ending])),
		as: new Map(read.flatMap(([, answer = '', called]) => (called ? [[answer, called]] : []))),
		...{ fits: value('Fits')?.split(' '), change: value('Change') },
		...{ needs: value('Needs'), real: value('Real') },
	};
}

/** What the report says in a sentence. */
export function sentence({ about, is, needs }: Question, value: Value): string {
	if (value === null) return `Not learned${needs === undefined ? '' : `: it needs ${needs}`}.`;
	const ending = is.get(String(value)) ?? is.get('*') ?? 'leads to "#"';
	return `${about} ${ending.replace('#', String(value))}.`;
}

export function fits({ fits: fitting }: Question, value: Value): boolean {
	return value === null || fitting === undefined || fitting.includes(String(value));
}

/** What the same is called in the sandbox; undefined when it has no such switch. */
export function settingOf({ setting, as }: Question, value: Value): [string, Value] | undefined {
	const called = as.get(String(value));
	if (setting === undefined) return undefined;
	if (called === undefined) return [setting, value];
	return [setting, /^(null|true|false|\d+)$/.test(called) ? (JSON.parse(called) as Value) : called];
}
