import {
	pairs,
	runFor,
	serviceNames,
	startBilling,
	type BillingService,
} from './documentsServices.mts';

describe.each(serviceNames)('documents, against the %s', (name) => {
	let service: BillingService;
	let first: string;
	let second: string;
	let none: string;

	beforeAll(async () => {
		service = await startBilling(name);
		first = await service.order('D-1', 'N-1');
		second = await service.order('D-2', 'N-2');
		none = await service.order('D-3', 'N-3');
		service.attest(first);
		service.prove(first);
		service.attest(second);
	});
	afterAll(async () => {
		await service.close();
	});

	test('one item comes for each document, by reference and by order number, in one call', async () => {
		const before = service.calls().length;
		const result = await runFor(service, 'document.getMany', [first, 'N-2', none]);
		expect(result.error).toBeUndefined();
		expect(result.json.map(({ type }) => type)).toEqual([
			'attestation',
			'justificatif',
			'attestation',
		]);
		expect(pairs(result)).toEqual([{ item: 0 }, { item: 0 }, { item: 1 }]);
		expect(result.json[0]).toMatchObject({
			reference: first,
			numero_commande: 'N-1',
			demande: first,
		});
		expect(result.json[2]).toMatchObject({ reference: second, demande: 'N-2' });
		expect(service.calls().slice(before)).toEqual(['POST /annonces/documents']);
	});

	test('only the chosen types come', async () => {
		const result = await runFor(service, 'document.getMany', [first, second], {
			documentTypes: ['justificatif'],
		});
		expect(result.json).toHaveLength(1);
		expect(result.json[0]).toMatchObject({ type: 'justificatif', reference: first });
	});

	test.each(['getMany', 'download'])(
		'a notice without documents of the chosen types comes only when it is wanted: %s',
		async (operation) => {
			const parameters = { documentTypes: ['justificatif'] };
			const asked = [first, 'N-2', 'UNKNOWN-1', none];
			const run = async (returnWithoutDocuments: unknown) =>
				await runFor(service, `document.${operation}`, asked, {
					...parameters,
					options: { returnWithoutDocuments },
				});
			expect((await run(false)).json.map(({ demande }) => demande)).toEqual([first, 'UNKNOWN-1']);
			const all = await run(true);
			expect(all.error).toBeUndefined();
			expect(all.json.map(({ demande, sans_document: lacks }) => [demande, lacks])).toEqual([
				[first, undefined],
				['N-2', true],
				['UNKNOWN-1', undefined],
				[none, true],
			]);
			expect(all.json[1]).toMatchObject({ reference: second, numero_commande: 'N-2' });
			expect(pairs(all)).toEqual([0, 1, 2, 3].map((item) => ({ item })));
			expect((await run("={{ 'perhaps' }}")).error?.message).toContain(
				"'Return Notices Without Documents'",
			);
		},
	);

	test('a type that does not exist is refused with those that do, and only its item fails', async () => {
		const result = await runFor(
			service,
			'document.getMany',
			[first, second],
			{ documentTypes: '={{ $itemIndex === 0 ? "attestations" : ["attestation"] }}' },
			{ onError: 'continueRegularOutput' },
		);
		expect(result.json[0]?.error).toMatch(/'Document Types' cannot be "attestations"/);
		expect(result.json[1]).toMatchObject({ type: 'attestation', reference: second });
	});

	test('a notice that the service does not know gives an item that says so, or fails when asked to', async () => {
		const told = await runFor(service, 'document.getMany', ['UNKNOWN-1', second]);
		expect(told.json).toEqual([
			{ demande: 'UNKNOWN-1', introuvable: true },
			expect.objectContaining({ reference: second }),
		]);
		const failed = await runFor(service, 'document.download', ['UNKNOWN-1', second], {
			options: { ifNotFound: 'fail' },
		});
		expect(failed.error?.message).toMatch(/\(err_annonce_introuvable\).*UNKNOWN-1/);
	});

	test('files come as PDF with names that tell what they are, without the keys of the interface', async () => {
		const before = service.downloads().length;
		const result = await runFor(service, 'document.download', [first, none, second]);
		expect(result.error).toBeUndefined();
		expect(pairs(result)).toEqual([{ item: 0 }, { item: 0 }, { item: 2 }]);
		for (const { json, binary } of result.items) {
			expect(binary?.data).toMatchObject({
				mimeType: 'application/pdf',
				fileExtension: 'pdf',
				fileName: json.nom_fichier,
			});
			expect(Buffer.from(binary?.data?.data ?? '', 'base64').toString('latin1')).toMatch(/^%PDF-/);
		}
		const [attestation, proof] = result.json;
		expect(attestation?.nom_fichier).toBe(
			`attestation_${first}_${String(attestation?.numero)}.pdf`,
		);
		expect(proof?.nom_fichier).toBe(`justificatif_${first}.pdf`);
		const downloads = service.downloads().slice(before);
		expect(downloads.length).toBeGreaterThanOrEqual(3);
		expect(downloads.every(({ keys }) => !keys)).toBe(true);
	});

	test('a cancelled notice that had been invoiced brings invoice and credit note as files', async () => {
		const reference = await service.order('D-CANCEL');
		service.invoice(reference);
		const { json, items, error } = await runFor(service, 'notice.cancel', [reference], {
			downloadFiles: true,
		});
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ annulee: true, reference });
		const fields = Object.keys(items[0]?.binary ?? {});
		expect(fields).toHaveLength(2);
		expect(fields[0]).toMatch(/^facture_/);
		expect(fields[1]).toMatch(/^avoir_/);
		expect(json[0]).not.toHaveProperty('fichiers_manquants');
	});
});
