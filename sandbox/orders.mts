import { totalsOf } from './pricing.mts';
import { documentList } from './routes/views.mts';
import type { Service } from './service.mts';
import type { Notice } from './records.mts';
import type { JournalOrder } from './types.mts';

/**
 * The notices that were registered, cancelled ones too, oldest first.
 *
 * @param last only that many of the newest
 */
export function ordersOf(service: Service, linkBase: string, last = Infinity): JournalOrder[] {
	return service.store.notices(last).map((notice) => viewOf(service, notice, linkBase));
}

function viewOf(service: Service, notice: Notice, linkBase: string): JournalOrder {
	const { data } = notice;
	return {
		reference: notice.reference,
		numero_commande: notice.number,
		dossier: data.dossier,
		publicKey: notice.publicKey,
		at: notice.createdAt,
		statut: notice.status,
		motif: notice.motif,
		cancelled: notice.cancelled,
		invoiced: service.notices.billing.openInvoice(notice) !== null,
		date_parution: data.date_parution,
		date_bouclage: data.date_bouclage,
		montant_ttc: totalsOf([data.price], service.rules).gross / 100,
		publication: data.publication,
		departement: data.departement,
		libelle: data.libelle,
		categorie: data.categorie,
		body: data.body,
		texte: data.text,
		documents: documentList(service, notice, { linkBase }),
	};
}
