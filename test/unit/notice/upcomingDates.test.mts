import { upcomingDates } from '../../../nodes/LegalNotice/actions/notice/openDate.ts';
import { ScriptedClient } from './scriptedClient.mts';

const first = { date_parution: '2027-01-05', date_bouclage: '2027-01-04 10:00:00' };
const second = { date_parution: '2027-01-08', date_bouclage: '2027-01-07 10:00:00' };
const notice = { publication: 12, departement: '75', categorie: 'DIV', texte: 'Un avis.' };

async function datesIn(publications: unknown) {
	const client = new ScriptedClient({ resultat: 'succes', publications });
	const dates = await upcomingDates(client, notice);
	expect(client.calls).toEqual(['GET /dates-parutions']);
	return dates;
}

const publication = { id: 12, departement: '75' };

test('the next dates of the publication are read', async () => {
	expect(await datesIn([{ ...publication, dates: [first, second] }])).toEqual([first, second]);
});

test.each([[[]], [{}], [null], [undefined], ['kaputt'], [[{ id: 12 }]]])(
	'%j in place of the publications offers no date',
	async (publications) => {
		expect(await datesIn(publications)).toEqual([]);
	},
);

test.each([
	['its identifier as number', { id: 12 }, [first]],
	['its identifier as text', { id: '12' }, [first]],
	['no identifier', {}, [first]],
	['an empty identifier', { id: null }, [first]],
	['the identifier of another one', { id: 13 }, []],
])('of a publication with %s', async (_case, told, dates) => {
	const other = { id: 14, departement: '75', dates: [second] };
	expect(await datesIn([{ ...told, dates: [first] }, other])).toEqual(dates);
});
