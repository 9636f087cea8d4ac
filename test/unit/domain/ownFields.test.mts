/** Names that the node adds are the node's, and what the service sends under them is not lost. */
import { outputFields } from '../../../nodes/LegalNotice/domain/ownFields.ts';

test.each([
	[{ resume: 'X' }, { resume: 'own' }, { resume: 'own', service_resume: 'X' }],
	[{ demande: 'X' }, {}, { service_demande: 'X' }],
	[{ error: 1, service_error: 2 }, {}, { service_service_error: 1, service_error: 2 }],
	[{ reference: 'AL-1' }, { reference: 'asked' }, { reference: 'AL-1' }],
	[{ resultat: 'succes', champ_inedit: null }, {}, { champ_inedit: null }],
])('%j with %j comes out as %j', (sent, added, fields) => {
	expect(outputFields(sent, added)).toEqual(fields);
});

test('a field "__proto__" of an answer is no prototype of the item', () => {
	const fields = outputFields(JSON.parse('{"__proto__":{"error":"X"}}') as object as never);
	expect(Object.keys(fields)).toEqual(['service___proto__']);
	expect('error' in fields).toBe(false);
});
