import type { Bench } from '../bench.mts';
import { at } from '../client.mts';
import type { Probe } from './probe.mts';

function refused(expected: string[], path: string): Probe {
	return { expected, run: async ({ client }) => (await client.get(path)).codes };
}

function created(expected: unknown, body: Record<string, unknown>): Probe {
	return {
		expected,
		run: async ({ client }) => {
			const { json, codes } = await client.post('/contact', body);
			return codes.length > 0 ? codes : json.id;
		},
	};
}

async function departments({ client }: Bench): Promise<unknown> {
	const { json } = await client.get('/publications?departement=13');
	const list = json.publications;
	return Array.isArray(list) ? list.map((entry) => at(entry, 'departement')) : list;
}

/** Rules of publications, dates, contacts and reference data. */
export const readingProbes: Record<string, Probe> = {
	'department-query': refused(['err_departement_incorrect'], '/publications?departement=7'),
	'publications-filter': { expected: ['13', '13'], run: departments },
	quantity: refused(['err_quantite_incorrect'], '/dates-parutions?quantite=21'),
	'dates-department': refused(['err_departement_absent'], '/dates-parutions?publication=12'),
	'contact-format': created(['err_nom_incorrect'], { nom: 7 }),
	'contact-email': created(['err_email_incorrect'], { email: 'nobody' }),
	'contact-existing': created(1, { email: 'formalites@cabinet-demo.example', nom: 'AUTRE' }),
	'contact-multiple': created(['err_multiple_contact'], { email: 'accueil@cabinet-demo.example' }),
	'style-type': refused(['err_type_incorrect'], '/feuilles-styles?type=nope'),
};
