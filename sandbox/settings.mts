import { definitions } from './settingDefinitions.mts';

/** Switches for what the specification leaves open, and for faults of a whole instance. */
export interface Settings {
	latencyMs: number;
	quotaPerMinute: number;
	quotaWindow: 'sliding' | 'fixed';
	quotaWindowSeconds: number;
	quotaScope: 'key' | 'instance';
	refusedCallsCount: boolean;
	unknownReferences: 'omit' | 'refuse' | 'entry';
	unknownReferenceCode:
		| 'err_annonce_introuvable'
		| 'err_annonces_introuvables'
		| 'err_reference_incorrect'
		| 'err_reference_absent'
		| 'err_reference_inconnue'
		| 'err_references_incorrect'
		| 'err_references_incorrectes';
	bodyMaximum: number | null;
	batchMaximum: number | null;
	batchTooLarge: 'err_body_incorrect' | 'http413';
	batchOrder: 'asAsked' | 'shuffled';
	duplicates: 'merged' | 'kept';
	lookupFirst: 'reference' | 'number';
	referenceStyle: 'plain' | 'encoded';
	orderMissedDate: 'move' | 'refuse';
	unavailableDate: 'refuse' | 'move';
	exceptionalClosings: ExceptionalClosing[];
	cancelledNumberReusable: boolean;
	orderNumberUnit: 'characters' | 'bytes';
	initialStatus: string;
	suspendedNotice: 'usable' | 'notCancellable' | 'refused';
	cancelledDocuments: 'gone' | 'served';
	attestationBeforePublication: boolean;
	discountSign: 'negative' | 'positive';
	emptyMotif: 'absent' | 'empty' | 'null';
	emptyDocuments: 'absent' | 'empty';
	absentNumber: 'absent' | 'null';
	pdfLinks: 'plain' | 'expired' | 'html' | 'json' | 'redirect' | 'redirectElsewhere';
	pdfRedirectTarget: string;
	signedPath: 'encoded' | 'decoded';
	signatureCase: 'any' | 'lower';
	dateHeader: boolean;
	clockSkewSeconds: number;
	charsetError: 'err_texte_incorrect' | 'err_chaine_incorrect';
	charsetDetail: 'element' | 'field' | 'suffix' | 'none';
	charsetCheck: 'decoded' | 'raw';
	forbiddenInline: 'dropped' | 'kept';
	nestedParagraphs: 'kept' | 'dropped';
	numberTypes: 'number' | 'string';
	quoteVersion: '1.29' | '1.28' | '1.27';
	forfaitsRoute: 'served' | 'missing';
	errorReporting: 'all' | 'first';
	unlistedFields: 'pattern' | 'body';
	unknownFields: 'ignored' | 'refused' | 'added';
	nullFields: 'absent' | 'incorrect';
	surplusForfait: 'ignored' | 'refused';
	surplusBilling: 'ignored' | 'refused';
	notOffered: 'ignored' | 'refused';
	reservedCategory: 'err_categorie_incorrect' | 'err_categorie_inconnu';
	foreignPublication: 'err_publication_introuvable' | 'err_publication_non_habilite';
	publicationIds: 'perPair' | 'perTitle';
	contactFields: 'optional' | 'required';
	contactByEmail: 'returned' | 'updated';
	responseEncoding: 'plain' | 'gzip' | 'bom';
}

/** A deadline that a newspaper changed for one publication day (closing time rule 3). */
export interface ExceptionalClosing {
	publication: number;
	date_parution: string;
	date_bouclage: string;
}

/** What a switch accepts, and what it is for (shown on the page). */
export interface Definition<T> {
	value: T;
	kind: 'choice' | 'boolean' | 'number' | 'text' | 'closings';
	choices?: readonly string[];
	/** `null` is accepted: no limit. */
	nullable?: boolean;
	about: string;
}

export type Definitions = { [K in keyof Settings]: Definition<Settings[K]> };

/** A switch or its value that does not exist; the message says which and what is accepted. */
export class SettingError extends Error {}

export function defaultSettings(): Settings {
	const values: Record<string, unknown> = {};
	for (const [name, definition] of Object.entries(definitions)) values[name] = definition.value;
	if (!isSettings(values))
		throw new SettingError('A switch has a default that it does not accept.');
	return values;
}

function isSettings(values: unknown): values is Settings {
	if (typeof values !== 'object' || values === null) return false;
	const entries = Object.entries(values);
	const known: Record<string, Definition<unknown>> = definitions;
	return entries.every(([name, value]) => known[name] && accepts(known[name], value));
}

/**
 * Applies a change in place, all of it or nothing.
 *
 * @throws {SettingError} for a name or a value that no switch accepts
 */
export function applySettings(settings: Settings, change: Partial<Settings>): void {
	const known: Record<string, Definition<unknown>> = definitions;
	for (const [name, value] of Object.entries(change)) {
		const definition = Object.hasOwn(known, name) ? known[name] : undefined;
		if (!definition) {
			throw new SettingError(`There is no switch named "${name}".`);
		}
		if (!accepts(definition, value)) {
			const expected = definition.choices?.join(', ') ?? `a ${definition.kind}`;
			throw new SettingError(`"${name}" accepts ${expected}, not ${JSON.stringify(value)}.`);
		}
	}
	Object.assign(settings, change);
}

function accepts(definition: Definition<unknown>, value: unknown): boolean {
	if (value === null) return definition.nullable === true;
	if (definition.kind === 'choice') {
		return typeof value === 'string' && definition.choices?.includes(value) === true;
	}
	if (definition.kind === 'number') return typeof value === 'number' && Number.isFinite(value);
	if (definition.kind === 'boolean') return typeof value === 'boolean';
	if (definition.kind === 'text') return typeof value === 'string';
	return Array.isArray(value);
}
