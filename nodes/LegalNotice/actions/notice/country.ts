import { InputProblem, readLine } from '../../domain/parameters';
import { type OperationContext, listOnce } from '../context';

/**
 * A country as CRMs write it, `FRA`, `FR` or `France`, as the three-letter code of the service. A code of three
 * letters goes to the service as it is; anything else is looked up in its own list.
 *
 * @returns '' when none is given
 * @throws InputProblem for a country that the service does not have
 */
export async function readCountry(context: OperationContext, value: unknown): Promise<string> {
	const given = readLine('Country', value, 'Advertiser');
	if (given === '' || /^[a-z]{3}$/i.test(given)) return given.toUpperCase();
	const countries = await listOnce(context, '/pays', 'pays');
	const wanted = comparable(/^[a-z]{2}$/i.test(given) ? nameOf(given.toUpperCase()) : given);
	const found = countries.find(
		({ libelle }) => typeof libelle === 'string' && comparable(libelle) === wanted,
	);
	if (typeof found?.code === 'string') return found.code;
	throw new InputProblem(
		'Advertiser',
		`The 'Country' of the 'Advertiser' cannot be "${given.slice(0, 40)}".`,
		'Give its three-letter code, such as FRA; Reference Data > Get Countries lists them.',
	);
}

function nameOf(alpha2: string): string {
	return new Intl.DisplayNames(['fr'], { type: 'region' }).of(alpha2) ?? alpha2;
}

function comparable(name: string): string {
	return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
