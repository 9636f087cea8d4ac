import { readCategory, readForfait, readPublication } from '../../domain/codes';
import { readPublicationDay } from '../../domain/dates';
import type { NoticeIdentity } from '../../domain/orderNumber';
import type { PreparedText } from '../../domain/text';
import { readHeaderInput } from './headerInput';
import { noticeSubject } from './noticeSubject';
import { prepareTexts } from './noticeTexts';
import { publicationLimits } from './publicationLimits';
import { type Header, buildHeader, headerIdentity, logoNotes } from '../../domain/header';
import {
	InputProblem,
	isGiven,
	readChoice,
	readCount,
	readDepartment,
	readFlag,
	readText,
} from '../../domain/parameters';
import { type OperationContext, collection, locatorValue, parameter, valueOf } from '../context';

/** Body of a quote (specification, endpoint 1); an order adds to it. */
export interface QuoteBody {
	publication: number;
	departement: string;
	date_parution?: string;
	categorie: string;
	forfait?: string;
	entete?: Header;
	texte: string;
	justificatifs_papiers?: number;
	justificatif_numerique?: boolean;
}

/** A notice as the parameters describe it, checked as far as that is possible offline. */
export interface NoticeInput {
	readonly body: QuoteBody;
	/** What is published where, in words. */
	readonly subject: string;
	/** Notice and header text as they will be sent, with what was repaired in them. */
	readonly prepared: PreparedText;
	readonly preparedHeader: PreparedText | undefined;
	/** Worth telling, beside what the texts themselves have. */
	readonly notes: readonly string[];
	/** Words of the header that the publication leaves out. */
	readonly lostWords: readonly string[];
	readonly requestedDate: string | undefined;
	readonly ifDateMoves: 'accept' | 'fail';
	readonly ifTextChanges: 'warn' | 'fail' | undefined;
	/** What makes the notice the same notice, but for the file reference. */
	readonly identity: Omit<NoticeIdentity, 'fileReference'>;
}

/**
 * @param emailProof whether the digital proof is to be e-mailed
 * @throws InputProblem for everything that can be known to be wrong before a call
 */
export async function readNotice(
	context: OperationContext,
	itemIndex: number,
	emailProof?: boolean,
): Promise<NoticeInput> {
	const departement = readDepartment(locatorValue(context, 'department', itemIndex));
	const publication = readPublication(locatorValue(context, 'publication', itemIndex));
	const categorie = readCategory(locatorValue(context, 'category', itemIndex));
	const forfait = readForfait(categorie, locatorValue(context, 'forfait', itemIndex));
	const requestedDate = readPublicationDay(locatorValue(context, 'publicationDate', itemIndex));
	const options = collection(context, 'options', itemIndex);
	const ifDateMoves =
		readChoice('If Date Moves', options.ifDateMoves, ['accept', 'fail']) ?? 'accept';
	if (ifDateMoves === 'fail' && requestedDate === undefined) refuseLostDate(context);
	const ifTextChanges = readChoice('If Text Changes', options.ifTextChanges, ['warn', 'fail']);
	const text = readText('Text', parameter(context, 'text', itemIndex));
	const header = await readHeaderInput(context, itemIndex);
	const { prepared, preparedHeader, notes } = await prepareTexts(
		context,
		itemIndex,
		{ text, header: header?.text ?? '', category: categorie },
		ifTextChanges === 'warn',
	);

	const body: QuoteBody = { publication, departement, categorie, texte: prepared.html };
	if (requestedDate !== undefined) body.date_parution = requestedDate;
	if (forfait !== undefined) body.forfait = forfait;
	if (header) body.entete = buildHeader(header, preparedHeader?.html ?? '');
	if (isGiven(options.paperProofs)) {
		body.justificatifs_papiers = readCount('Paper Proofs', options.paperProofs);
	}
	const digitalProof = readFlag('Digital Proof', options.digitalProof);
	if (digitalProof !== undefined) body.justificatif_numerique = digitalProof;

	const limits = await publicationLimits(context, body, preparedHeader, ifTextChanges, emailProof);

	return {
		body,
		subject: await noticeSubject(context, body),
		prepared,
		preparedHeader,
		notes: [...notes, ...(header?.logo ? logoNotes(header.logo) : []), ...limits.notes],
		lostWords: limits.lostWords,
		requestedDate,
		ifDateMoves,
		ifTextChanges,
		identity: {
			department: departement,
			publication,
			category: categorie,
			forfait,
			// A model words a text anew at each call: its second call must meet the first order.
			text: context.inTool ? undefined : text,
			header: headerIdentity(header),
		},
	};
}

/** A date that must not move and that its expression did not find would be any date. */
function refuseLostDate({ fn }: OperationContext): void {
	const written = valueOf(fn.getNode().parameters.publicationDate);
	if (typeof written !== 'string' || !written.startsWith('=')) return;
	throw new InputProblem(
		'Publication Date',
		"'Publication Date' is empty, and the option 'If Date Moves' is Fail.",
		'Check its expression, or remove the option.',
	);
}
