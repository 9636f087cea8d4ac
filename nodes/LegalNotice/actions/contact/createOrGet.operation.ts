import { contactParameters } from '../../descriptions/contacts';
import { readContact } from './contactInput';
import { contactFields } from './contactOutput';
import { createContact } from './createContact';
import { itemOperation } from '../context';

/** A contact, new or the one that the e-mail is tied to (specification, endpoint 14). */
export const createOrGet = itemOperation({
	option: {
		name: 'Create or Get',
		value: 'createOrGet',
		action: 'Create or get contact',
		description:
			'Create a contact, or get the one that has this e-mail; an existing contact is not changed',
	},
	hasEffect: true,
	doneBy: ['email', 'nom'],
	properties: contactParameters,
	async execute(context, itemIndex) {
		const input = readContact(context, itemIndex);
		const created = await createContact(context, input);
		return [{ json: contactFields(input, created) }];
	},
});
