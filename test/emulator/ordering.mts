import type { Contact } from './contacts.mts';
import { incorrect, type Fields } from './fields.mts';
import type { Context } from './notice-parts.mts';
import { readNotice } from './notice-request.mts';
import type { Answer, Call } from './routes.mts';
import { writeTariff } from './tariff.mts';
import { identity, type Desk } from './tracking.mts';

/** The two endpoints that read a notice, section "Endpoints" 1 and 2. */
export function createOrdering(
	desk: Desk,
	context: () => Context,
	contacts: readonly Contact[],
	billingModes: readonly string[],
): { quote: (call: Call) => Answer; order: (call: Call) => Answer } {
	const { personality, notices } = desk;

	const quote = ({ body }: Call): Answer => {
		const read = readNotice(body, context(), 'quote');
		return {
			...read.appearance,
			texte: read.composed,
			tarif: writeTariff(personality, read.price),
		};
	};

	const order = ({ body, rawBody }: Call): Answer => {
		let number: string | undefined;
		let dossier: string | undefined;
		const read = readNotice(body, context(), 'order', () => {
			const contact = body.integer('contact');
			if (contact !== undefined && !contacts.some((item) => item.id === contact)) {
				body.codes.push(incorrect('contact'));
			}
			number = body.string('numero_commande', false, /^[\s\S]{1,50}$/u);
			dossier = body.string('dossier', true);
			readBilling(body);
			body.boolean('envoi_justificatif');
			body.number('largeur');
			body.number('largeur_texte');
		});
		const { appearance, price } = read;
		const notice = notices.register(
			{ dossier: dossier ?? '', body: rawBody, appearance, price },
			number,
		);
		return { ...identity(desk, notice), ...appearance, tarif: writeTariff(personality, price) };
	};

	const readBilling = (body: Fields): void => {
		const mode = body.string('mode_facturation', true);
		const known = mode === undefined || ['prescripteur', 'annonceur'].includes(mode);
		if (!known) body.codes.push(incorrect('mode_facturation'));
		else if (mode !== undefined && !billingModes.includes(mode)) {
			body.codes.push('err_mode_facturation_non_autorisee');
		}
		const needed = mode === 'annonceur';
		if (!needed && !personality.pedantic) {
			body.value('facturation');
			return;
		}
		const party = body.object('facturation', needed);
		if (party === undefined) return;
		for (const name of ['nom_raison_sociale', 'adresse', 'ville']) party.string(name, true);
		const country = party.string('pays', true);
		if (country !== undefined && !context().catalogue.pays.some((item) => item.code === country)) {
			body.codes.push(incorrect('pays'));
		}
		const french = country === 'FRA' && personality.pedantic;
		party.string('code_postal', true, french ? /^\d{5}$/ : /\S/);
		party.string('email', false, /^[^\s@]+@[^\s@]+$/);
		for (const name of ['prenom_nom_complement', 'adresse_complement', 'telephone', 'mobile']) {
			party.string(name);
		}
		party.refuseUnknown();
	};

	return { quote, order };
}
