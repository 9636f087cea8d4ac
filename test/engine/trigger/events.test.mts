/** Which changes of statuses, documents and invoices the trigger reports, as which events, and what the editor shows of them. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { LegalNoticeTrigger } from '../../../nodes/LegalNotice/LegalNoticeTrigger.node.ts';
import { after, during } from '../../simulation/clock.mts';
import { workflowNode, workflowOf } from '../nodeTypes.mts';
import { KEEPINGS } from '../poller.mts';
import { serviceNames } from '../readings.mts';
import { readingForTests } from '../sandbox.mts';
import { OUT, PAGE, refused, TRIGGER_TYPE, virtualTimeForTests, Watch } from './watch.mts';
import { watching, watchParameters } from './watch.mts';

const FILES = ['newDocument', 'newInvoice'];
const text = (pattern: RegExp) => expect.stringMatching(pattern) as unknown;
const fileOf = ({ document, facture }: IDataObject) => document ?? facture;

describe.each(serviceNames)('with the %s', (name) => {
	const sandbox = readingForTests(name, {
		...{ quotaPerMinute: 1_000_000, initialStatus: 'a-paraitre' },
		...{ attestationBeforePublication: false, attestationAtPublication: false },
	});
	const watchOf = (names: readonly string[], parameters: INodeParameters, more = {}) =>
		new Watch({
			credential: { ...sandbox.credential, requestsPerMinute: 1_000_000 },
			parameters: watchParameters(names, parameters),
			...more,
		});

	test.each(KEEPINGS)(
		'changes of references and order numbers are reported once, also over a restart, state kept %s',
		async (keeping) => {
			const numbers = ['1', '2', '3'].map((number) => `${keeping}-${number}`);
			const [first = '', second = '', third = ''] = await sandbox.orderNumbered(...numbers);
			const [firstNumber, secondNumber = ''] = numbers;
			const events = ['statusChanged', 'published', 'suspended', 'toBePublished', 'reasonChanged'];
			const watch = watchOf([first, secondNumber, third], { events }, { keeping });
			await watch.publish();
			expect(await watch.poll()).toEqual([]);
			const { notices } = sandbox;
			notices.setStatus(first, 'parue');
			notices.setStatus(second, 'suspendue', 'Pièce manquante');
			expect(await watch.poll()).toEqual([
				{
					...{ evenement: 'published', evenement_id: text(/^[\w-]{22}$/) },
					...{ demande: first, reference: first, numero_commande: firstNumber },
					...{ statut: 'parue', ancien_statut: 'a-paraitre', motif: null, ancien_motif: null },
					constate_le: text(/^[\d-]{10}T[\d:]{8}\+0[12]:00$/),
				},
				expect.objectContaining({
					...{ evenement: 'suspended', demande: secondNumber, reference: second },
					motif: 'Pièce manquante',
				}),
			]);
			expect(await watch.poll()).toEqual([]);
			notices.setStatus(second, 'suspendue', 'Logo illisible');
			watch.kill();
			const changed = await (keeping === 'classic' ? watch.publish('init') : watch.poll());
			expect(changed).toMatchObject([
				{ evenement: 'reasonChanged', ancien_motif: 'Pièce manquante' },
			]);
			notices.setStatus(second, 'a-paraitre');
			notices.setStatus(third, 'archivee');
			expect(await watch.poll()).toMatchObject([
				{ evenement: 'toBePublished', statut: 'a-paraitre' },
				{ evenement: 'statusChanged', statut: 'archivee' },
			]);
		},
	);

	test('new documents of the chosen types and new invoices are reported once, each with the name by which its file is fetched', async () => {
		const [reference = ''] = await sandbox.orderNumbered('FILES');
		const options = { documentTypes: ['attestation'] };
		const watch = watchOf([reference], { events: FILES, options });
		await watch.publish();
		for (const type of ['justificatif', 'attestation', 'facture'] as const) {
			sandbox.notices.addDocument(reference, type);
		}
		const [document, invoice, ...others] = await watch.poll();
		expect(others).toEqual([]);
		const ofDocument = document?.document as IDataObject;
		expect(document).toMatchObject({
			...{ evenement: 'newDocument', reference, type: 'attestation' },
			numero: ofDocument.numero,
			nom_fichier: `attestation_${reference}_${String(ofDocument.numero)}.pdf`,
			document: { type: 'attestation', url: text(/^http/) },
		});
		// The same fields as Invoice > Get Many, simplified, and the service's own object.
		const { numero, date_facture, montant_ht, montant_ttc } = invoice?.facture as IDataObject;
		expect(invoice).toMatchObject({
			...{ evenement: 'newInvoice', type: 'facture', reference },
			...{ numero, date_facture, montant_ht, montant_ttc, references_demandees: [reference] },
			nom_fichier: `facture_${String(numero)}_${String(date_facture)}.pdf`,
			montant_tva: expect.any(Number) as unknown,
			tva_par_taux: expect.any(Object) as unknown,
		});
		expect(watch.polls.flatMap(({ items }) => items).filter(({ binary }) => binary)).toEqual([]);
		// Nor are the others when their type is chosen later.
		watch.parameters = { ...watch.parameters, options: {} };
		expect(await watch.poll()).toEqual([]);
	});

	test('the editor shows real events, or a marked example, and nothing of it is remembered', async () => {
		const [first = '', second = ''] = await sandbox.orderNumbered('SHOWN-1', 'SHOWN-2');
		sandbox.notices.setStatus(first, 'parue');
		const watch = watchOf([second, first, 'INCONNU-3'], { events: ['published'] });
		const [shown, ...others] = (await watch.fetchTestEvent()).map(({ json }) => json);
		expect(others).toEqual([]);
		expect(shown).toMatchObject({
			...{ evenement: 'published', reference: first, statut: 'parue' },
			references_inconnues: ['INCONNU-3'],
		});
		watch.parameters = { ...watch.parameters, events: ['suspended'] };
		const [example = {}] = (await watch.fetchTestEvent()).map(({ json }) => json);
		expect(example).toMatchObject({ evenement: 'suspended', statut: 'suspendue', exemple: true });
		expect(Object.keys(example)).toEqual(['exemple', ...Object.keys(shown ?? {})]);
		expect(example.numero_commande).toBe('SHOWN-2');
		expect(watch.stored).toBe('{}');
	});
});

describe('statuses', () => {
	virtualTimeForTests();

	test.each([
		['none', [], []],
		['current', ['statusChanged', ...FILES], ['statusChanged']],
		['publishedOrSuspended', ['statusChanged', ...FILES], []],
	])('When First Seen says what is reported of new names: %s', async (firstSight, out, waiting) => {
		for (const isUnreadAtFirst of [false, true]) {
			const { service, watch } = watching(2, { events: ['statusChanged', ...FILES], firstSight });
			service.change(OUT, ['AL-0']);
			if (isUnreadAtFirst) service.odd = (_names, kind) => (kind === 'statuts' ? PAGE : undefined);
			await watch.polled(2);
			service.odd = () => undefined;
			await watch.polled(3);
			const eventsOf = (name: string) =>
				watch.reports.filter(({ demande }) => demande === name).map(({ evenement }) => evenement);
			expect(eventsOf('AL-0').sort()).toEqual([...out].sort());
			expect(eventsOf('AL-1')).toEqual(waiting);
		}
	});

	test('an event shows first what happened to which notice, and last what only a machine needs', async () => {
		const { service, watch } = watching(1, { events: ['published', 'newInvoice'] });
		await watch.tick();
		const factures = [{ type: 'facture', numero: 'F-1', montant_ttc: 120 }];
		service.change({ statut: 'parue', numero_commande: 'N-1', factures });
		const [published = {}, invoice = {}] = (await watch.poll()).map(Object.keys);
		const status = ['statut', 'motif', 'ancien_statut', 'ancien_motif', 'constate_le'];
		const last = ['demande', 'evenement_id'];
		expect(published).toEqual([
			...['evenement', 'reference', 'numero_commande', ...status, ...last],
		]);
		const file = ['type', 'numero', 'montant_ttc', 'tva_par_taux', 'nom_fichier'];
		expect(invoice).toEqual([
			...['evenement', 'reference', ...file, 'references_demandees', ...status, ...last, 'facture'],
		]);
	});

	test('the status is read also where no event of it is chosen, because that of an invoice contains it', async () => {
		const { service, watch } = watching(1, { events: ['newInvoice'] });
		await watch.tick();
		service.change({ statut: 'parue', factures: [{ type: 'facture', numero: 'F-1' }] });
		expect(await watch.poll()).toMatchObject([{ evenement: 'newInvoice', statut: 'parue' }]);
	});

	test.each([1, 2])(
		'the first status of a notice without one is a change: %d notices',
		async (count) => {
			const { service, watch, names } = watching(count, { events: ['statusChanged', 'published'] });
			const [first = ''] = names;
			service.change({ numero_commande: 'N-1', statut: undefined }, [first]);
			expect(await watch.polled(4)).toEqual([]);
			service.change({ statut: 'parue' }, [first]);
			expect(await watch.poll()).toMatchObject([
				{ evenement: 'published', reference: first, statut: 'parue', ancien_statut: null },
			]);
			expect(await watch.poll()).toEqual([]);
			expect(watch.logged).toEqual([]);
		},
	);

	test('a status that vanishes for some polls is no change', async () => {
		const { service, watch } = watching(1, {
			events: ['statusChanged', 'notFound', 'reasonChanged'],
		});
		const suspended = { statut: 'suspendue', motif: 'Logo' };
		service.change({ numero_commande: 'N-1', ...suspended });
		await watch.poll();
		service.change({ statut: '', motif: undefined });
		expect(await watch.polled(4)).toEqual([]);
		service.change(suspended);
		expect(await watch.poll()).toEqual([]);
		service.change({ statut: 'parue', motif: undefined });
		expect(await watch.poll()).toMatchObject([{ ancien_statut: 'suspendue' }]);
	});
});

const DAY_MS = 86_400_000;

describe('documents and invoices', () => {
	virtualTimeForTests();

	test('a published notice is not read any more, and its files only for the days of Stop Watching After Publication', async () => {
		const events = ['statusChanged', 'newInvoice'];
		const { service, watch } = watching(2, { events, options: { stopWatching: 3 } });
		await watch.tick();
		service.change({ statut: 'parue' }, ['AL-0']);
		expect(await watch.poll()).toHaveLength(1);
		service.change({ statut: 'archivee', factures: [{ type: 'facture', numero: 'F' }] }, ['AL-0']);
		expect(await watch.poll()).toMatchObject([{ evenement: 'newInvoice' }]);
		const namesAfter = async (days: number) => {
			await during(after(days * DAY_MS), (days + 1) * DAY_MS);
			service.calls.length = 0;
			await watch.tick();
			return [...new Set(service.calls.flatMap(({ names }) => names))].sort();
		};
		expect(await namesAfter(2)).toEqual(['AL-0', 'AL-1']);
		// The last day is one of them.
		expect(await namesAfter(1)).toEqual(['AL-0', 'AL-1']);
		expect(await namesAfter(1)).toEqual(['AL-1']);
	});

	test('an invoice of several notices is one event that names them all', async () => {
		const { service, watch, names } = watching(3, { events: ['newInvoice'] });
		await watch.tick();
		const billed = names.slice(0, 2);
		service.change({ factures: [{ type: 'facture', numero: 'F1' }] }, billed);
		expect(await watch.poll()).toMatchObject([{ references_demandees: billed }]);
		expect(await watch.poll()).toEqual([]);
	});

	test('invoices of one number that differ are events of their own, each once', async () => {
		const { service, watch } = watching(2, { events: ['newInvoice'] });
		await watch.tick();
		const poll = async (...factures: readonly object[][]) => {
			for (const [at, own] of factures.entries()) service.change({ factures: own }, [`AL-${at}`]);
			return await watch.poll();
		};
		const url = 'https://a.example/F1.pdf';
		const one = { type: 'facture', numero: 'F1', montant_ttc: 120, url };
		const corrected = { ...one, montant_ttc: 240 };
		// Two newspapers may give theirs one number.
		const others = [{ ...one, date_facture: '2026-11-19' }];
		const reported = [...(await poll([one])), ...(await poll([corrected, one], others))];
		expect(reported.map(fileOf)).toEqual([one, corrected, ...others]);
		expect(new Set(reported.map(({ evenement_id: id }) => id)).size).toBe(3);
		expect(await poll([corrected, one], others)).toEqual([]);
	});

	test('documents whose links are new in every answer are reported once, a second and third proof too', async () => {
		const { service, watch } = watching(1, { events: ['newDocument'] });
		await watch.tick();
		let links = 0;
		const poll = async (...types: string[]) => {
			const documents = types.map((type) => ({
				...{ type, url: `https://files.example/${++links}` },
				...(type === 'attestation' && { numero: 'A1' }),
			}));
			service.change({ documents });
			return (await watch.poll()).map(({ type }) => type);
		};
		const [proof, attestation] = ['justificatif', 'attestation'];
		expect(await poll(proof, proof, attestation)).toEqual([proof, proof, attestation]);
		expect(await poll(proof, attestation, proof)).toEqual([]);
		expect(await poll(attestation, proof, proof, proof)).toEqual([proof]);
		expect(await poll(attestation, proof, proof, proof)).toEqual([]);
	});

	test('an invoice with a placeholder date is an event like any other, and ends no poll', async () => {
		const { service, watch, names } = watching(2, { events: ['newInvoice'] });
		await watch.tick();
		const dates = ['0001-01-01', '1900-01-01', '0000-00-00', '2026-02-30', '9999-12-31', null];
		const factures = dates.map((date, at) => {
			return { type: 'facture', numero: `F${at}`, date_facture: date, date_echeance: date };
		});
		service.change({ factures });
		const reported = await watch.poll();
		expect(reported.map(fileOf)).toEqual(factures);
		for (const { references_demandees: billed } of reported) expect(billed).toEqual(names);
		expect(await watch.poll()).toEqual([]);
	});

	test('an odd entry of a list costs no other one', async () => {
		const { service, watch } = watching(1, { events: ['newInvoice'] });
		await watch.tick();
		const poll = async (...factures: unknown[]) => {
			service.change({ factures });
			return (await watch.poll()).map(({ numero }) => numero);
		};
		const odd = { type: 7, numero: { toString: 1 }, lignes: 'x', montant_ht: { valueOf: 1 } };
		expect(await poll(null, 'kaputt', { numero: 'F1' }, [], odd)).toEqual(['F1', odd.numero]);
		expect(await poll('kaputt')).toEqual([]);
		expect(watch.logged.join()).toContain('lacks "factures"');
		expect(await poll({ numero: 'F1' }, odd, { numero: 'F2' })).toEqual(['F2']);
	});

	test('files of suspended notices are requested apart where they are refused, and those that are first read later count as seen', async () => {
		const { service, watch } = watching(['AL-1', 'AL-2', 'AL-3'], { events: ['newDocument'] });
		const suspended = ['AL-1', 'AL-3'];
		const lists: string[] = [];
		let isSuspended = true;
		service.odd = (names, kind) => {
			if (kind !== 'documents') return undefined;
			lists.push(names.join());
			const isRefused = isSuspended && names.some((name) => suspended.includes(name));
			return isRefused ? refused('err_annonce_suspendue') : undefined;
		};
		const attestations = (...numbers: string[]) => ({
			documents: numbers.map((numero) => ({ type: 'attestation', numero, url: '' })),
		});
		const told = async () => (await watch.poll()).map(({ demande, numero }) => [demande, numero]);
		service.change({ statut: 'suspendue', ...attestations('A') }, suspended);
		expect(await told()).toEqual([]);
		service.change(attestations('B'), ['AL-2']);
		expect(await told()).toEqual([['AL-2', 'B']]);
		const apart = ['AL-1,AL-2,AL-3', 'AL-1,AL-3', 'AL-2'];
		expect(lists).toEqual([...apart, ...apart]);
		isSuspended = false;
		service.change({ statut: 'a-paraitre' }, suspended);
		expect(await told()).toEqual([]);
		service.change(attestations('A', 'C'), suspended);
		expect(await told()).toEqual([
			['AL-1', 'C'],
			['AL-3', 'C'],
		]);
	});
});

describe('in the editor', () => {
	const { description } = new LegalNoticeTrigger();
	const expressionOf = (parameters: INodeParameters) => {
		const node = workflowNode(description.displayName, TRIGGER_TYPE, parameters);
		return { node, ...workflowOf([node]) };
	};

	test.each<[unknown, string]>([
		[['statusChanged', 'newDocument'], 'Status Changed, New Document'],
		['={{ "published" }}', 'Published'],
	])('the node shows the chosen events under its name: %j', (events, subtitle) => {
		const { node, expression } = expressionOf({ events: events as string[] });
		const { subtitle: shown } = description;
		expect(expression.getSimpleParameterValue(node, shown, 'internal', {})).toBe(subtitle);
	});

	test.each([true, undefined])('a hint says that what it shows is an example: %j', (exemple) => {
		const { displayName: name, hints = [] } = description;
		const { expression } = expressionOf({});
		const data = { main: [[{ json: exemple === undefined ? {} : { exemple } }]] };
		const run = { startTime: 0, executionIndex: 0, executionTime: 0, source: [], data };
		const ran = { resultData: { runData: { [name]: [run] } } } as never;
		const shown = hints.filter(({ displayCondition = '' }) => {
			return expression.getParameterValue(displayCondition, ran, 0, 0, name, [], 'manual', {});
		});
		expect(shown.map(({ message }) => /example/.test(message))).toEqual(exemple ? [true] : []);
	});
});
