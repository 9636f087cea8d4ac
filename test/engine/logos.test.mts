/** Logos of publications and of the account as files. */
import type { IDataObject } from 'n8n-workflow';

import { runNode } from './engine.mts';
import { jpeg, pdf, png } from './pictures.mts';
import { sandboxForTests } from './sandbox.mts';
import { serviceNames, startService } from './services.mts';

const sandbox = sandboxForTests();

async function run(resource: string, more: object, answer?: object) {
	if (answer) {
		const body = JSON.stringify({ resultat: 'succes', ...answer });
		sandbox.fault({ kind: 'wrongShape', body });
	}
	const operation = resource === 'account' ? 'get' : 'getMany';
	const { items, error } = await runNode({
		credential: sandbox.credential,
		parameters: { resource, operation, includeLogos: true, ...more } as never,
	});
	if (error) throw error;
	return items;
}

const publication = (id: number, logo: unknown): IDataObject => ({
	id,
	libelle: "L'Écho / de l’Est",
	departement: '75',
	logo_web: logo as IDataObject,
});

describe('publications', () => {
	test('each logo is a file named after its publication, of the type that its bytes have', async () => {
		const publications = [
			publication(12, { mime_type: 'image/jpeg', data: png.toString('base64') }),
			publication(13, { mime_type: 'image/jpeg', data: jpeg.toString('base64') }),
		];
		const items = await run('publication', { simplify: false }, { publications });
		expect(items[0]?.binary?.logo).toMatchObject({
			mimeType: 'image/png',
			fileName: 'logo_12_L-Echo-de-l-Est.png',
		});
		expect(Buffer.from(items[0]?.binary?.logo?.data ?? '', 'base64').equals(png)).toBe(true);
		expect(items[1]?.binary?.logo).toMatchObject({
			mimeType: 'image/jpeg',
			fileName: 'logo_13_L-Echo-de-l-Est.jpg',
		});
		// The bytes are in the file: the JSON keeps what else the service says of the logo.
		expect(items[0]?.json.logo_web).toEqual({ mime_type: 'image/jpeg' });
		expect(items[0]?.json).not.toHaveProperty('avertissements');
	});

	test('simplified, the file comes and the rest of the logo stays out', async () => {
		const publications = [publication(12, { data: png.toString('base64') })];
		const [item] = await run('publication', {}, { publications });
		expect(Object.keys(item?.binary ?? {})).toEqual(['logo']);
		expect(item?.json).not.toHaveProperty('logo_web');
	});

	test.each([
		['no base64', { mime_type: 'image/png', data: '%%%' }],
		['another type', { mime_type: 'image/png', data: Buffer.from('GIF89a').toString('base64') }],
		['nothing', { mime_type: 'image/png', data: '' }],
		['a number', { mime_type: 'image/png', data: 12 }],
		['an object', { mime_type: 'image/png', data: { a: 1 } }],
	])('a logo that is %s is told, and the publication comes', async (_name, logo) => {
		const publications = [publication(12, logo), publication(13, { data: png.toString('base64') })];
		const items = await run('publication', { simplify: false }, { publications });
		expect(items[0]?.json).toMatchObject({
			id: 12,
			logo_web: logo,
			avertissements: [expect.stringMatching(/logo of the publication 12 .*JPEG, PNG or PDF/)],
		});
		expect(items[0]?.binary).toBeUndefined();
		expect(items[1]?.binary?.logo).toBeDefined();
	});

	test('without a logo there is neither file nor note', async () => {
		const publications = [publication(12, undefined), publication(13, null)];
		for (const { json, binary } of await run('publication', {}, { publications })) {
			expect(json).not.toHaveProperty('avertissements');
			expect(binary).toBeUndefined();
		}
	});
});

describe('the account', () => {
	const logos = (...data: unknown[]) => ({
		numero_compte: 'C-1',
		entetes: data.map((one) => ({ mime_type: 'image/png', data: one })),
	});

	test('each logo is a file of its own, as a header can take it', async () => {
		const answer = logos(png.toString('base64'), pdf.toString('base64'));
		const [item] = await run('account', {}, answer);
		expect(item?.binary).toMatchObject({
			logo_1: { mimeType: 'image/png', fileName: 'logo_C-1_1.png' },
			logo_2: { mimeType: 'application/pdf', fileName: 'logo_C-1_2.pdf' },
		});
		expect(item?.json.entetes).toEqual([{ mime_type: 'image/png' }, { mime_type: 'image/png' }]);
	});

	test('one that is broken is told with its number, the others keep theirs', async () => {
		const [item] = await run('account', {}, logos('%%', png.toString('base64')));
		expect(Object.keys(item?.binary ?? {})).toEqual(['logo_2']);
		expect(item?.json.avertissements).toEqual([
			expect.stringMatching(/logo 1 of the account .*JPEG, PNG or PDF/),
		]);
	});
});

test.each(serviceNames)('logos of the %s come as files', async (name) => {
	const service = await startService(name);
	try {
		for (const [resource, operation] of [
			['publication', 'getMany'],
			['account', 'get'],
		]) {
			const { items, error } = await runNode({
				credential: service.credential,
				parameters: { resource, operation, includeLogos: true, returnAll: true } as never,
			});
			expect(error).toBeUndefined();
			expect(items.length).toBeGreaterThan(0);
			expect(JSON.stringify(items.map(({ json }) => json))).not.toContain('"data"');
			if (resource === 'publication') {
				expect(items.some(({ binary }) => binary?.logo !== undefined)).toBe(true);
			}
		}
	} finally {
		await service.close();
	}
});
