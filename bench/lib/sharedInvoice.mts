/** A service in a process of its own, whose notices all share an invoice of a thousand lines: what it lists at most. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const LINES = 1_000;
const amounts = { montant_ht: 152.3, montant_tva: 30.46, montant_ttc: 182.76 };
const lignes = Array.from({ length: LINES }, (_one, at) => ({
	...{ reference: `AL-${at}`, numero_commande: `DOSSIER-2026-${at}`, dossier: `Dossier ${at}` },
	...{ publication: 'Le Journal de la Ville', date_parution: '2026-11-22' },
	annonce: { libelle: 'Constitution de société', montant_ht: 152.3, taux_tva: 20 },
	...{ tva: [{ taux: 20, montant: 30.46 }], totaux: amounts },
}));
const dates = { date_facture: '2026-11-23', date_echeance: '2026-12-23' };
const invoice = (numero: string) => ({ type: 'facture', numero, ...dates, ...amounts, lignes });
const first = JSON.stringify([invoice('F-1')]);
const both = JSON.stringify([invoice('F-1'), invoice('F-2')]);
/** From the second poll on there is a second invoice. */
let polls = 0;

const server = createServer((request, response) => {
	void text(request).then((body) => {
		const { references } = JSON.parse(body) as { references: string[] };
		const isStatus = request.url?.endsWith('/statuts');
		if (isStatus && references.includes('AL-0')) polls++;
		const files = polls > 2 ? both : first;
		const field = isStatus ? '"statut":"parue"' : `"factures":${files}`;
		const entries = references.map((one) => `{"reference":"${one}",${field}}`);
		response.end(`{"resultat":"succes","annonces":[${entries.join()}]}`);
	});
});
server.listen(0, '127.0.0.1', () => {
	const address = server.address();
	if (typeof address === 'object') console.log(`Base URL http://127.0.0.1:${address?.port}`);
});
