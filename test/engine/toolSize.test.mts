/** Answers to an agent stay small enough for a model to read. */
import { startSandbox } from '../../sandbox/index.mts';
import { runTool } from './engine.mts';

const publications = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		id: index + 1,
		departement: '75',
		libelle: `Journal numéro ${index + 1}`,
		periodicite: 'hebdomadaire',
		type: 'papier',
		entete: true,
		justificatif_papier: true,
		justificatif_numerique: true,
		logo_web: {},
	}));

test.each([
	[60, true],
	[60, false],
	[3, true],
])(
	'%i publications (Return All %j) come in less than 2 kB, and a cut is told',
	async (count, all) => {
		const sandbox = await startSandbox();
		try {
			const body = JSON.stringify({ resultat: 'succes', publications: publications(count) });
			sandbox.fault({ kind: 'wrongShape', body });
			const parameters = {
				resource: 'publication',
				operation: 'getMany',
				returnAll: all,
				limit: 50,
			};
			const [answer = ''] = await runTool(
				{ ...parameters, simplify: true },
				{ ...sandbox, baseUrl: sandbox.url },
				[{}],
			);
			expect(answer).toContain('"libelle":"Journal numéro 1"');
			expect(Buffer.byteLength(answer)).toBeLessThan(2_000);
			const told = /Only \d+ of 60 publications are shown.*Department/.test(answer);
			expect(told).toBe(count === 60);
		} finally {
			await sandbox.close();
		}
	},
);
