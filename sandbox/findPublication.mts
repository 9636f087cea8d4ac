import type { Account, Publication } from './accounts.mts';
import { Refusal } from './refusal.mts';
import type { Service } from './service.mts';

/**
 * The publication in that department, among those of the account.
 *
 * @throws {Refusal} `err_publication_introuvable` or `err_publication_non_habilite`
 */
export function findPublication(
	service: Service,
	account: Account,
	id: number,
	department: string,
): Publication {
	const { accounts, rules, settings } = service;
	const own = accounts.publications(account, settings).filter((entry) => entry.id === id);
	const foreign = accounts.strangers(settings).filter((entry) => entry.id === id);
	if (own.length === 0 && foreign.length > 0 && rules.on('publication-account')) {
		throw new Refusal([settings.foreignPublication]);
	}
	const known = [...own, ...foreign];
	const [first] = known;
	if (!first) {
		const [any] = accounts.publications(account, settings);
		if (any && !rules.on('publication-known')) return any;
		throw new Refusal(['err_publication_introuvable']);
	}
	const exact = known.find((entry) => entry.departement === department);
	if (!exact && rules.on('publication-department')) {
		throw new Refusal(['err_publication_non_habilite']);
	}
	return exact ?? first;
}
