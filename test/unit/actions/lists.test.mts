/** What stays in memory of lists that are kept ten minutes. */
import { optionalList } from '../../../nodes/LegalNotice/actions/lists.ts';

test('newspapers are kept without their logos, each of which may take a megabyte', async () => {
	const publications = [{ id: 12, libelle: 'La Gazette', logo_web: 'data:image/png;base64,' }];
	const client = { account: 'logos', call: async () => await Promise.resolve({ publications }) };
	const context = {
		client: async () => await Promise.resolve(client),
		answers: new Map(),
		optionalLists: new Map(),
	};
	const kept = await optionalList(context as never, '/publications', 'publications');
	expect(kept).toEqual([{ id: 12, libelle: 'La Gazette' }]);
});
