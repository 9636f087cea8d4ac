/** What an order says of its text, whichever way it came about: the repairs and losses are the person's to know. */
import type { IDataObject } from 'n8n-workflow';

import { setTimings } from '../../nodes/LegalNotice/transport/timings.ts';
import { byId, runNode } from './engine.mts';
import { sandboxForTests } from './sandbox.mts';

const NOTICE = {
	department: byId('75'),
	publication: byId(12),
	category: byId('CONSTI'),
	forfait: byId('SARL'),
	textFormat: 'html',
	text: '<p>Capital : 10\u202f000 € <u>net</u></p><div>Perdu ici</div>',
	billingMode: 'prescripteur',
};
const TEXT_FIELDS = ['corrections', 'texte_perdu', 'avertissements', 'nombre_caracteres'];

const sandbox = sandboxForTests();
beforeAll(() => setTimings({ beforeResendMs: 10 }));
afterAll(() => setTimings());

async function order(fileReference: string, more: object = {}): Promise<IDataObject> {
	const { json, error } = await runNode({
		credential: sandbox.credential,
		parameters: {
			resource: 'notice',
			operation: 'order',
			...NOTICE,
			fileReference,
			options: { ifTextChanges: 'warn' },
			...more,
		} as never,
	});
	if (error) throw error;
	return json[0] ?? {};
}

const ofText = (fields: IDataObject) =>
	Object.fromEntries(TEXT_FIELDS.map((name) => [name, fields[name]]));

test('an order that is found again tells repairs, lost words and notes as the first did', async () => {
	const first = await order('OUT-1');
	expect(first).toMatchObject({
		existant: false,
		texte_perdu: ['Perdu ici'],
		corrections: [expect.objectContaining({ code: 'U+202F' })],
		avertissements: [expect.stringContaining('u')],
	});
	const second = await order('OUT-1');
	expect(second).toMatchObject({ existant: true });
	expect(second.inconnu).toContain('tarif');
	const ordered = expect.stringContaining('Ordered once') as string;
	const notes = [...(first.avertissements as string[]), ordered];
	expect(ofText(second)).toEqual({ ...ofText(first), avertissements: notes });
	// The quote of today says nothing of the text as it was composed then.
	expect(second).not.toHaveProperty('texte_visible');
});

test('an order whose answer was lost tells them too, with the text of its own quote', async () => {
	sandbox.fault({ kind: 'dropAfter', match: { path: 'order' } });
	const recovered = await order('OUT-2');
	expect(recovered).toMatchObject({
		recupere: true,
		corrections: [expect.objectContaining({ code: 'U+202F' })],
		avertissements: [expect.stringContaining('u')],
	});
	expect(recovered.texte_visible).toContain('Capital');
	expect(recovered.texte_perdu).toContain('Perdu ici');
});

test('a custom number that is taken tells what becomes of the text given now', async () => {
	const custom = {
		orderNumberMode: 'custom',
		orderNumber: 'OUT-3',
		options: { ifTextChanges: 'warn', ifAlreadyOrdered: 'returnExisting' },
	};
	await order('OUT-3', custom);
	expect(await order('OUT-3', custom)).toMatchObject({
		existant: true,
		texte_perdu: ['Perdu ici'],
	});
});
