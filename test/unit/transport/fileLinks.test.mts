import { explain } from '../../../nodes/LegalNotice/transport/errors.ts';
import {
	Downloads,
	filesOf,
	type NoticeFile,
} from '../../../nodes/LegalNotice/transport/fileLinks.ts';
import type { ServiceClient } from '../../../nodes/LegalNotice/transport/client.ts';
import { FakeFiles, page, pdf } from './fakeFiles.mts';

const at = (name: string): string => `https://files.example/${name}.pdf`;
const OLD = at('old');
const proof: NoticeFile = {
	type: 'justificatif',
	numero: undefined,
	reference: 'AL-1',
	url: OLD,
};

/** Downloads whose link `old` has expired; `documents` is what the service lists when it is asked again. */
function expired(documents: unknown) {
	const files = new FakeFiles({
		[OLD]: page(Buffer.from('Expiré'), { status: 410 }),
		...Object.fromEntries(['one', 'two', 'three'].map((name) => [at(name), page(pdf())])),
	});
	const calls: unknown[] = [];
	const client = async (): Promise<ServiceClient> => {
		const call: ServiceClient['call'] = async (wanted) => {
			calls.push(wanted);
			return await Promise.resolve({ resultat: 'succes', reference: 'AL-1', documents });
		};
		return await Promise.resolve({ environment: 'test', call });
	};
	return { files, calls, all: new Downloads(files.context, client) };
}

/** The addresses that were asked after the expired one. */
async function followed(file: NoticeFile, documents: unknown): Promise<string[]> {
	const { files, all } = expired(documents);
	await all.get(file).catch(() => undefined);
	expect(files.asked[0]?.url).toBe(OLD);
	return files.asked.slice(1).map(({ url }) => url);
}

describe('the fresh link of an expired one', () => {
	const numbered = { ...proof, type: 'attestation', numero: 'A-1' };

	test.each<[string, object]>([
		['of another type', { type: 'facture', numero: 'A-1' }],
		['with another number', { type: 'attestation', numero: 'A-2' }],
		['without a number', { type: 'attestation' }],
	])('is never that of a document %s', async (_what, other) => {
		const listed = [
			{ ...other, url: at('one') },
			{ type: 'attestation', numero: 'A-1', url: at('two') },
		];
		expect(await followed(numbered, listed)).toEqual([at('two')]);
		expect(await followed(numbered, [listed[0]])).toEqual([]);
	});

	test('is the first of those with its number, where its place is not known', async () => {
		const listed = ['one', 'two'].map((name) => ({
			type: 'attestation',
			numero: 'A-1',
			url: at(name),
		}));
		expect(await followed(numbered, listed)).toEqual([at('one')]);
	});

	test.each([
		[1, [at('one')]],
		[2, [at('two')]],
		[4, []],
		[undefined, []],
	])('of several without numbers is the one at the place %p', async (rank, links) => {
		const listed = ['one', 'two', 'three'].map((name) => ({ type: 'justificatif', url: at(name) }));
		expect(await followed({ ...proof, rank }, listed)).toEqual(links);
	});

	test('is that of the only one without a number, place or not', async () => {
		const listed = [{ type: 'justificatif', url: at('one') }];
		expect(await followed(proof, listed)).toEqual([at('one')]);
		expect(await followed({ ...proof, rank: 1 }, listed)).toEqual([at('one')]);
	});

	test('is asked for among the documents of its notice, by its reference', async () => {
		const { all, calls } = expired([{ type: 'justificatif', url: at('one') }]);
		await all.get(proof);
		expect(calls).toEqual([{ method: 'GET', path: '/annonce/AL-1/documents' }]);
	});
});

test('number and place of an invoice are not taken for one another', async () => {
	const { files, all } = expired([]);
	const invoice = { ...proof, type: 'facture' };
	await all.get({ ...invoice, numero: 'F-1', rank: 11, url: at('one') });
	await all.get({ ...invoice, numero: 'F-11', rank: 1, url: at('two') });
	expect(files.asked.map(({ url }) => url)).toEqual([at('one'), at('two')]);
});

test('each number and each type counts its own places', () => {
	const listed = [
		{ type: 'attestation', numero: 'A-1' },
		{ type: 'attestation', numero: 'A-2' },
		{ type: 'attestation' },
		{ type: 'facture', numero: 'A-1' },
		{ type: 'attestation', numero: 'A-2' },
		{ type: 'attestation' },
	];
	expect(filesOf(listed, 'AL-1').map(({ rank }) => rank)).toEqual([1, 1, 1, 1, 2, 2]);
});

test.each([
	[undefined, 'justificatif of AL-1'],
	[1, 'justificatif of AL-1'],
	[2, 'justificatif no. 2 of AL-1'],
])('a document at the place %p is called "%s"', async (rank, name) => {
	const { all } = expired([]);
	const failure: unknown = await all
		.get({ ...proof, rank, url: '' })
		.catch((thrown: unknown) => thrown);
	expect(explain(failure).message).toBe(`The link to the ${name} is empty.`);
});
