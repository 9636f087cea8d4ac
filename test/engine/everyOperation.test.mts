/** Every operation is taken by the sandbox, whichever way the specification is read. */
import { registry } from '../../nodes/LegalNotice/actions/registry.ts';
import { runFor, serviceNames, startBilling, type BillingService } from './documentsServices.mts';
import { byId } from './engine.mts';

const operations = Object.entries(registry).flatMap(([resource, entry]) =>
	Object.keys(entry.operations).map((operation) => `${resource}.${operation}`),
);

describe.each(serviceNames)('the %s', (name) => {
	let service: BillingService;
	beforeAll(async () => {
		service = await startBilling(name);
	});
	afterAll(async () => {
		await service.close();
	});

	const place = {
		department: byId('75'),
		publication: byId(12),
	};
	const notice = {
		...place,
		category: byId('CONSTI'),
		forfait: byId('SARL'),
		text: 'AVIS DE CONSTITUTION',
		billingMode: 'prescripteur',
		fileReference: 'EVERY',
		options: { paperProofs: 1 },
	};
	const PARAMETERS: Record<string, Record<string, unknown>> = {
		'notice.quote': notice,
		'notice.order': { ...notice, text: 'AVIS' },
		'notice.replace': { ...notice, text: 'AVIS RECTIFIÉ' },
		'notice.checkText': { text: 'AVIS' },
		'publication.getDates': place,
		'contact.createOrGet': { email: 'chaque@cabinet-demo.example', lastName: 'Service' },
	};

	test.each(operations)('takes %s', async (operation) => {
		const reference = await service.order(`EVERY-${operation}`);
		service.attest(reference);
		service.invoice(reference);
		const before = service.calls().length;
		const { json, error } = await runFor(
			service,
			operation,
			[reference],
			PARAMETERS[operation] ?? {},
		);
		expect(error?.message).toBeUndefined();
		expect(json.length).toBeGreaterThan(0);
		for (const item of json) expect(item).not.toHaveProperty('introuvable');
		expect(service.calls().length > before).toBe(operation !== 'notice.checkText');
	});
});
