import type { IDataObject } from 'n8n-workflow';

import type { ContactInput } from './contactInput';
import type { CreatedContact } from './createContact';
import { trimmedText } from '../../domain/parameters';
import { beside, payload } from '../context';

/** The contact as the service has it, whether it was there before, and in which names it differs from the input. */
export function contactFields(
	input: ContactInput,
	{ answer, existing, recovered, unchecked }: CreatedContact,
): IDataObject {
	const fields: IDataObject = { recupere: recovered };
	if (existing !== undefined) fields.existant = existing;
	if (unchecked !== undefined) fields.avertissements = [unchecked];
	if (existing) {
		const differences = [
			{ champ: 'nom', demande: input.lastName, enregistre: trimmedText(answer.nom) },
			{ champ: 'prenom', demande: input.firstName, enregistre: trimmedText(answer.prenom) },
		].filter(({ demande, enregistre }) => demande !== '' && !sameName(demande, enregistre));
		if (differences.length > 0) fields.differences = differences;
		if (input.portalPassword !== '') {
			fields.avertissements = [
				'The contact existed: whether it has an access to the portal now, and with which password, is not told.',
			];
		}
	}
	return beside(withoutPassword(payload(answer), input.portalPassword), fields);
}

/** Registers write names in capitals; accents are part of a name. */
function sameName(a: string, b: string): boolean {
	return comparable(a) === comparable(b);
}

function comparable(name: string): string {
	return name.normalize('NFC').replace(/\s+/gu, ' ').trim().toLocaleLowerCase('fr');
}

const OWN_FIELDS = ['id', 'nom', 'prenom', 'email'];

/** The interface does not return it; should a version of the service do so, it ends here. */
function withoutPassword(contact: IDataObject, password: string): IDataObject {
	return Object.fromEntries(
		Object.entries(contact).filter(
			([name, value]) =>
				OWN_FIELDS.includes(name) ||
				(name !== 'mot_passe' && (password === '' || value !== password)),
		),
	);
}
