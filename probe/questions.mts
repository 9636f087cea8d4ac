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
Change: check refusesList of batch.ts
Needs: a limit below 100

lookupFirst =
A name that is the reference of one notice and the order number of another
| reference: finds the notice of that reference | number: finds the notice of that order number
| refused: cannot be: such an order number is refused | *: leads to #
Node: resolves a notice before it cancels it, and compares both names
Needs: --orders

referenceStyle =
References | plain: stand in a path as they are | digits: are digits only | encoded: have to be encoded in a path
Node: reads such a notice in a batch; does not cancel it, because the address could be that of another one
Fits: plain digits
Change: encode the reference in actions/order/cancel.operation.ts, once signedPath and pathCharacters are known
Needs: --orders

signedPath =
The signature of a path with a blank | encoded: covers it encoded, as on the wire (%20) | decoded: covers it decoded
| *: fails either way
Node: signs what is on the wire
Fits: encoded
Change: decode the path in targetOf of signing.ts

pathCharacters
In a path | any: encoded slashes and accents reach the notice
| noSlash: an encoded slash does not reach the notice, an accent does
| noAccent: an accent does not reach the notice, an encoded slash does
| none: neither an encoded slash nor an accent reaches the notice
Node: order numbers it makes have letters, digits and hyphens only
Fits: any
Change: resolve such a name to its reference before a cancellation, and say so in the error

orderNumberUnit =
The 50 of an order number | characters: are characters | bytes: are bytes in UTF-8
| ascii: are letters without accents: others are refused
Node: counts characters; the numbers it makes are ASCII
Fits: characters
Change: count bytes in domain/orderNumber.ts
Needs: --orders

reusedNumber = cancelledNumberReusable
The number of a cancelled notice | accepted (true): may be used again | refused (false): is refused
Node: takes the number of a cancelled notice for used; Replace makes a new one
Needs: --orders

closedDate = orderMissedDate
An order for a date whose closing time is over | moved (move): is moved to the next date | refused (refuse): is refused
| kept: is taken for that date
Node: both are understood; the date is compared before and after
Fits: moved refused
Change: warn when the closing time of a confirmed date is over
Needs: --orders

unavailableDate =
A quote for a day on which the newspaper does not appear | refuse: is refused | move: is moved to the next date
| kept: is taken for that day
Node: both are understood
Fits: refuse move
Change: compare the date with Publication > Get Dates before the order
Needs: a publication with a gap between two dates

initialStatus =
The status right after the order | *: is "#"
Node: any status is passed on
Needs: --orders

suspendedNotice =
A suspended notice | usable: can be read | filesWithheld: shows its status but no documents | refused: is refused even to read
Node: err_annonce_suspendue is a state of its own in batches and in the trigger
Needs: --suspended with a notice that the service has suspended

attestationBeforePublication =
Before publication, the attestation | true: is available | false: is not available
Node: reports a document when it appears
Needs: --orders

cancelledDocuments =
The documents of a cancelled notice | gone: are gone | served: can still be read
Node: does not ask for them
Needs: --orders

pdfLinks =
A link to a PDF | plain: is a plain download | octets: is a plain download of no declared type | signed: needs the signed headers | redirect: redirects on the same host
| redirectElsewhere: redirects to another host | expired: is refused right away | html: shows a web page
| json: answers with JSON | *: gives #
Node: a plain GET without keys; redirects are followed to public hosts
Fits: plain octets redirect redirectElsewhere
Change: sign downloads of the service's own host in files.ts if they need it
Needs: --orders, and a document before publication

pdfLinkSeconds
A link to a PDF | 0: was no longer valid at the end | *: was still valid after # seconds
Node: downloads at once, by a link that was just read
Needs: --orders, and a link that works

emptyMotif =
Where there is no reason, the field motif | absent: is left out | empty: is an empty text | null: is null
Node: all three mean none
Needs: --orders

emptyDocuments =
Where a notice has no invoice, the list | empty: is empty | absent: is left out | null: is null
Node: all three mean none
Needs: --orders

emptyList =
Where a department has no publication, the list | empty: is empty | absent: is left out | null: is null | *: is refused with #
Node: all three mean none
Fits: empty absent null
Change: take the refusal for an empty list in actions/reads.ts
Needs: a department without a publication

absentNumber =
Where a notice has no order number, the field numero_commande | absent: is left out | null: is null
Node: both mean none
Needs: --orders

discountSign =
The discounts of an invoice | negative: are negative | positive: are positive
Node: passes the amounts on as they are
Needs: --invoiced with a notice whose invoice has a discount

clockOffsetSeconds = clockSkewSeconds
The clock of the service | *: is # seconds ahead of this machine
Node: learned from the Date header of a refusal

clockWindowSeconds
A timestamp | *: may be # seconds off
Node: corrects its clock only when a timestamp is refused
Fits: 4 5
Change: learn the clock earlier in client.ts

dateHeader =
A Date header | true: comes with the answers | false: does not come with the answers
Node: learns the clock from it
Fits: true
Change: say in docs/troubleshooting.md that the clock of n8n has to be right

signatureCase =
The hexadecimal signature | any: may have upper-case letters | lower: has to be in lower case
Node: sends lower case

responseEncoding =
Answers | plain: come as plain UTF-8 | gzip: come compressed | bom: begin with a byte order mark
| escaped: are written in ASCII | chunked: come in chunks | *: come with the encoding #
Node: all three are read
Fits: plain gzip bom escaped chunked
Change: read it in envelope.ts

latencyMs =
The fastest answer | 0: took less than 50 ms | *: took # ms (rounded down to 50)
Node: waits 30 seconds for an answer

bodyMaximum =
The body of a quote | 0 (null): may have 1 MiB | *: may have # bytes
Node: sends what it is given; a refusal is shown

quotaPerMinute =
The quota | 0 (1000000): was not reached with 650 calls | *: is # calls
Node: 300, by 'Requests per Minute' of the credential
Fits: 300
Change: change the default of 'Requests per Minute' in the credential
Needs: --host, and no --no-quota

quotaWindow =
The minute of the quota | sliding: slides: the last 60 seconds count | fixed: is fixed and starts anew
Node: a sliding minute, which both accept
Needs: --host, and no --no-quota

quotaWindowSeconds =
The minute of the quota | *: has # seconds
Node: 60 seconds
Fits: 60
Change: change quotaWindowMs in timings.ts
Needs: --host, and no --no-quota

refusedCallsCount =
Calls refused for the quota | true: count in it too | false: do not count in it
Node: counts them
Needs: --host, no --no-quota and a sliding minute (in a fixed one it makes no difference)

quotaScope =
The quota | key: belongs to a key | instance: is shared by all keys
Node: one limiter for each credential
Needs: a second pair of keys, which the probe does not take

charsetError =
The code for a character outside Windows-1252 | none: does not exist: such a text is accepted | *: is #
Node: the text is checked before it is sent; any code is shown

charsetDetail =
The offending character | element: is an element beside the code | field: stands in a field of its own
| suffix: stands behind the code | none: is not named
Node: whatever stands beside the codes is shown
Needs: a refusal of such a character

charsetCheck =
The check of characters | decoded: sees entities decoded | raw: sees the text as sent
Node: decodes entities before its own check

forbiddenInline =
The text of em, i, u and a inside a paragraph | dropped: is dropped | kept: is kept | *: leads to #
Node: such tags are removed before sending, their text is kept (domain/text)

nestedParagraphs =
A paragraph inside another tag | kept: is kept | dropped: is dropped | *: leads to #
Node: paragraphs are taken out of other tags before sending (domain/text)

numberTypes =
Amounts | number: are numbers | string: are texts
Node: both are read

quoteVersion =
A quote | 1.29: has the closing time and the composed text | 1.28: has the composed text, but no closing time
| 1.27: has neither closing time nor composed text
Node: works without both; the comparison of the text is left out then

forfaitsRoute =
The list of forfaits | served: is served | missing: is missing
Node: offers the known codes instead

errorReporting =
A refusal | all: names every fault | first: names the first fault only
Node: shows what is named

unlistedFields =
A wrong field for which no code is listed | pattern: has a code of the pattern err_{champ}_incorrect
| body: has err_body_incorrect | ignored: is ignored | *: has #
Node: words are made from the pattern for any field

unknownFields =
Fields that nobody documented | ignored: are ignored in a request | refused: are refused in a request
| added: come in answers, and are ignored in a request
Node: sends documented fields only, and passes on what comes

nullFields =
A field that is null | absent: counts as absent | incorrect: is refused
Node: sends no null

surplusForfait =
A forfait that the category does not need | ignored: is ignored | refused: is refused
Node: sends a forfait for CONSTI and MODIF only

surplusBilling =
An advertiser although the prescriber pays | ignored: is ignored | refused: is refused
Node: sends the advertiser only when he pays
Needs: --orders, and an account that may be billed itself

notOffered =
A header or proof that the publication does not offer | ignored: is ignored | refused: is refused
Node: sends what was asked for; a refusal is shown
Needs: a publication that does not offer one

largeur =
The field largeur | ignored: changes no price | priced: changes the price | refused: is refused
Node: sends it when it is filled in
Needs: --orders

reservedCategories
The reserved categories SUC_VAC and SUC_DES | open: are open to this account | closed: are closed to this account
Node: offers what the service lists; a refusal is shown

reservedCategory =
The code for a reserved category | *: is #
Node: any code is shown
Needs: an account that may not use them

foreignPublication =
The code for a publication of another account | *: is #
Node: both codes have their sentence
Needs: --foreign with such a publication and its department, as in 900:33

publicationIds =
The identifier of a publication | perPair: stands for one title in one department
| perTitle: stands for a title in all its departments
Node: sends identifier and department together
Needs: a title in two departments

contactFields =
A contact without e-mail | optional: can be created | required: is refused
Node: sends it; a refusal is shown
Needs: --orders

contactByEmail =
A contact that exists, sent with other names | returned: comes back as it was | updated: is changed
Node: compares the names and says that they differ
Needs: --orders

orderNumberCase =
The case of an order number | distinguished: counts | ignored: does not count
Node: pairs exactly first, then without regard to case
Needs: --orders

cancelledTwice =
A notice cancelled once more | refused: is unknown | repeated: is cancelled with success again
Node: both mean that it is cancelled
Needs: --orders

attestationAtPublication =
Once a notice is published, the attestation | true: is available | false: is not available yet
Node: the trigger waits for it some polls, then reports the publication without it
Needs: --published with a notice that was published

creditSign =
In the lines of a credit note | unit: the unit price is negative | quantity: the quantity is negative
Node: passes the amounts on as they are
Needs: --invoiced with a notice that has a credit note

emptyContact =
Where a contact has no e-mail, the field | empty: is an empty text | null: is null | absent: is left out
Node: all three mean none
Needs: --orders, and a contact without e-mail

linkTokens =
The link to a document | stable: is the same each time | fresh: is another one each time
Node: recognises a document by type and number, not by its link
Needs: --orders, and a document before publication

requestForm =
A body that is not declared as JSON | read: is read | refused: is refused
Node: declares application/json with a body, and sends none with GET and DELETE

composedText =
The composed text | plain: has classes only | styled: has styles written out | entities: has letters written as entities
Node: reads all three before it compares the words
Needs: a quote that has the text

filetStyles =
Style sheets of the type filet | true: exist | false: do not exist
Node: offers what the service lists

zeroPaperProofs =
0 paper proofs | none: means none | default: counts as not given
Node: sends the number only where it was chosen; the price is in the quote
Needs: a publication with paper proofs only

digitalProofDefault =
A digital proof that was not asked for | true: is billed | false: is not billed
Node: sends the choice only where it was made; the price is in the quote
Needs: a publication with digital proofs

emailCase =
The case of the e-mail of a contact | ignored: does not count | distinguished: counts
Node: compares without regard to case
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
