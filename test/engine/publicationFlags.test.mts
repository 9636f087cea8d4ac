/** What a publication offers, as its list says. */
import { runNode } from './engine.mts';
import { BILLED } from './notices.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();

/** Quotes with a header and a digital proof while the list says this of both. */
async function quoteWhen(offered: unknown) {
	const publication = {
		id: 12,
		entete: offered,
		justificatif_numerique: offered,
		justificatif_papier: offered,
	};
	const body = JSON.stringify({ resultat: 'succes', publications: [publication] });
	const run = async (parameters: object) => {
		sandbox.fault({ kind: 'wrongShape', match: { path: 'publications' }, body });
		const { json, error } = await runNode({
			credential: sandbox.credential,
			parameters: { resource: 'notice', operation: 'quote', ...BILLED, ...parameters } as never,
		});
		return { message: error?.message ?? '', json: json[0] };
	};
	const options = { digitalProof: true };
	return {
		withHeader: await run({ header: { text: 'CABINET DU PONT' } }),
		withProof: await run({ options }),
		withPaper: await run({ options: { paperProofs: 2 } }),
		withMail: await run({
			operation: 'order',
			fileReference: `MAIL ${String(offered)}`,
			options: { emailProof: true },
		}),
	};
}

test.each([[false]])(
	'%p means that a header is refused, and that there is neither proof',
	async (offered) => {
		const { withHeader, withProof, withPaper, withMail } = await quoteWhen(offered);
		expect(withPaper.json?.avertissements).toEqual([
			expect.stringContaining('offers no paper proof'),
		]);
		expect(withMail.json?.avertissements).toContainEqual(
			expect.stringContaining('offers no digital proof, so none is e-mailed'),
		);
		expect(withHeader.message).toMatch(/takes no header/);
		expect(withProof.json?.avertissements).toEqual([
			expect.stringContaining('offers no digital proof'),
		]);
	},
);

test.each([[true], [null]])('%p does not keep anybody from ordering them', async (offered) => {
	const { withHeader, withProof } = await quoteWhen(offered);
	expect([withHeader.message, withProof.message]).toEqual(['', '']);
	expect(withProof.json).not.toHaveProperty('avertissements');
});
