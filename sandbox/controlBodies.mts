import type { AccountOptions } from './accounts.mts';
import { faultKinds, type Fault, type FaultKind } from './faults.mts';
import { isObject } from './fields.mts';
import type { DocumentType, JsonObject } from './types.mts';

type Kind = 'string' | 'number' | 'boolean' | 'strings' | 'object';

/** @throws {Error} for a name that is not in the table, or a value of another kind */
function check(body: JsonObject, table: Readonly<Record<string, Kind>>): void {
	for (const [name, value] of Object.entries(body)) {
		const kind = Object.hasOwn(table, name) ? table[name] : undefined;
		if (!kind) throw new Error(`There is no "${name}" here: ${Object.keys(table).join(', ')}.`);
		if (!isKind(value, kind)) throw new Error(`"${name}" must be: ${kind}.`);
	}
}

function isKind(value: unknown, kind: Kind): boolean {
	if (kind === 'object') return isObject(value);
	if (kind === 'strings') {
		return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
	}
	return typeof value === kind;
}

const faultFields: Record<string, Kind> = {
	kind: 'string',
	match: 'object',
	times: 'number',
	skip: 'number',
	probability: 'number',
	seed: 'number',
	processed: 'boolean',
	codes: 'strings',
	extra: 'object',
	status: 'number',
	ms: 'number',
	location: 'string',
	body: 'string',
};

/** @throws {Error} unless it is a fault */
export function readFault(body: JsonObject): Fault {
	check(body, faultFields);
	const match = isObject(body.match) ? body.match : {};
	check(match, { method: 'string', path: 'string', publicKey: 'string' });
	if (!isFault(body)) throw new Error(`"kind" must be one of ${faultKinds.join(', ')}.`);
	return body;
}

function isFault(body: JsonObject): body is JsonObject & Fault {
	return isFaultKind(body.kind);
}

function isFaultKind(kind: unknown): kind is FaultKind {
	return typeof kind === 'string' && faultKinds.includes(kind);
}

const accountFields: Record<string, Kind> = {
	publicKey: 'string',
	secretKey: 'string',
	mode_facturation: 'string',
	billingModes: 'strings',
	inactive: 'boolean',
	reserved: 'boolean',
	publications: 'number',
	discountPercent: 'number',
};

/** @throws {Error} unless these are options of an account */
export function readAccountOptions(body: JsonObject): AccountOptions {
	check(body, accountFields);
	const modes = ['prescripteur', 'annonceur', 'aucun', undefined];
	if (!modes.some((mode) => mode === body.mode_facturation)) {
		throw new Error('"mode_facturation" must be prescripteur, annonceur or aucun.');
	}
	return body;
}

export interface NoticeAction {
	motif?: string;
	type: DocumentType;
	status: string;
	references: string[];
}

const documentTypes: readonly DocumentType[] = ['attestation', 'justificatif', 'facture', 'avoir'];

/** @throws {Error} for a field of another kind */
export function readNoticeAction(body: JsonObject): NoticeAction {
	check(body, { motif: 'string', type: 'string', status: 'string', references: 'strings' });
	const type = documentTypes.find((known) => known === (body.type ?? 'attestation'));
	if (!type) throw new Error(`"type" must be one of ${documentTypes.join(', ')}.`);
	const references = Array.isArray(body.references) ? body.references.map(String) : [];
	const status = typeof body.status === 'string' ? body.status : 'a-paraitre';
	return {
		...(typeof body.motif === 'string' ? { motif: body.motif } : {}),
		type,
		status,
		references,
	};
}
