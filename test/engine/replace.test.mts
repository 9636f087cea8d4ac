import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { setTimings } from '../../nodes/LegalNotice/transport/timings.ts';
import { byId, runNode, type NodeSettings, type RunOptions } from './engine.mts';
import { BILLED } from './notices.mts';
import { sandboxForTests } from './sandbox.mts';
import { serviceNames, startService, type RunningService } from './services.mts';

describe.each(serviceNames)('replacing, against the %s', (name) => {
	let service: RunningService;
	beforeAll(async () => {
		service = await startService(name);
	});
	afterAll(async () => {
		await service.close();
	});

	const run = async (
		operation: string,
		fileReference: string,
		more: Record<string, unknown> = {},
	) =>
		await runNode({
			credential: service.credential,
			parameters: {
				resource: 'notice',
				operation,
				...service.notice,
				fileReference,
				billingMode: 'prescripteur',
				...more,
			} as never,
		});

	test('the old notice is cancelled and the new text ordered, and a second run changes nothing', async () => {
		const old = (await run('order', 'R-1')).json[0];
		const reference = String(old?.reference);
		const replaced = await run('replace', 'R-1', { reference, text: 'Le texte corrigé.' });
		expect(replaced.error).toBeUndefined();
		expect(replaced.json[0]).toMatchObject({
			demande: reference,
			ancienne_reference: reference,
			ancien_numero_commande: old?.numero_commande,
			documents_annulation: [],
			existant: false,
		});
		const left = service.orders('R-1');
		expect(left).toEqual([expect.objectContaining({ reference: replaced.json[0]?.reference })]);
		expect(left[0]?.reference).not.toBe(reference);

		const again = await run('replace', 'R-1', { reference, text: 'Le texte corrigé.' });
		expect(again.error).toBeUndefined();
		expect(again.json[0]).toMatchObject({ reference: replaced.json[0]?.reference, existant: true });
		expect(service.orders('R-1')).toEqual(left);
	});

	test('replacing by order number gives the new notice the same number as by reference', async () => {
		const old = (await run('order', 'R-2')).json[0];
		const replaced = await run('replace', 'R-2', {
			reference: old?.numero_commande,
			text: 'Corrigé.',
		});
		expect(replaced.json[0]).toMatchObject({ ancienne_reference: old?.reference });
		const again = await run('replace', 'R-2', { reference: old?.reference, text: 'Corrigé.' });
		expect(again.json[0]).toMatchObject({ reference: replaced.json[0]?.reference, existant: true });
	});

	test.each([
		['automatic', (_file: string) => ({})],
		['custom', (file: string) => ({ orderNumberMode: 'custom', orderNumber: `${file}-NEW` })],
	])(
		'a replacement that was done is returned by default, an error where that was chosen: %s number',
		async (mode, numbered) => {
			const file = `R-6-${mode}`;
			const reference = String((await run('order', file)).json[0]?.reference);
			const replace = async (options: Record<string, unknown>) =>
				await run('replace', file, { reference, text: 'Corrigé.', ...numbered(file), options });
			const first = await replace({ ifAlreadyOrdered: 'fail' });
			expect(first.error).toBeUndefined();
			expect(first.json[0]).toMatchObject({ ancienne_reference: reference, existant: false });
			const left = service.orders(file);

			const refused = await replace({ ifAlreadyOrdered: 'fail' });
			expect(refused.error?.message).toContain(String(first.json[0]?.numero_commande));
			expect(refused.error?.message).toContain(String(first.json[0]?.reference));
			expect(refused.error?.message).toContain('err_annonce_commandee');
			expect(refused.error?.description).toContain('If Already Ordered');
			for (const options of [{}, { ifAlreadyOrdered: 'returnExisting' }]) {
				const { json, error } = await replace(options);
				expect(error).toBeUndefined();
				expect(json[0]).toMatchObject({
					reference: first.json[0]?.reference,
					existant: true,
				});
			}
			expect(service.orders(file)).toEqual(left);
		},
	);

	test('a published notice stays, and the way out is told', async () => {
		const reference = String((await run('order', 'R-3')).json[0]?.reference);
		service.publish(reference);
		const { error } = await run('replace', 'R-3', { reference, text: 'Corrigé.' });
		expect(error?.message).toContain('published already');
		expect(error?.description).toContain('RECTIF');
		expect(service.orders('R-3')).toEqual([expect.objectContaining({ reference })]);
	});

	test('an old notice that is not found stops before ordering', async () => {
		const { error } = await run('replace', 'R-4', { reference: 'NOBODY-1', text: 'Corrigé.' });
		expect(error?.message).toMatch(/"NOBODY-1", is not found\. Nothing was ordered/);
		expect(service.orders('R-4')).toEqual([]);
		const forced = await run('replace', 'R-4', {
			reference: 'NOBODY-1',
			text: 'Corrigé.',
			options: { oldNoticeAlreadyCancelled: true },
		});
		expect(forced.error).toBeUndefined();
		expect(service.orders('R-4')).toHaveLength(1);
	});

	test.each([
		[
			'a contact that the account does not have',
			{ options: { contact: byId(999_999) } },
			/'Contact' is 999999/,
		],
		['a price above the limit', { options: { maximumTotal: 0.01 } }, /above the 'Maximum Total'/],
		[
			'the number of the old notice',
			{ orderNumberMode: 'custom', orderNumber: 'OLD-5' },
			/'Order Number' OLD-5 belongs to the notice/,
		],
		[
			'an advertiser without address',
			{ billingMode: 'annonceur', advertiser: { name: 'A' } },
			/'Address'/,
		],
		['a category that does not exist', { category: byId('NOPE') }, /err_categorie_in/],
	])('with %s nothing is cancelled', async (_name, more, sentence) => {
		const options = {
			orderNumberMode: 'custom',
			orderNumber: 'OLD-5',
			options: { ifAlreadyOrdered: 'returnExisting' },
		};
		const reference = String((await run('order', 'R-5', options)).json[0]?.reference);
		const { error } = await run('replace', 'R-5', { reference, text: 'Corrigé.', ...more });
		expect(error?.message).toMatch(sentence);
		expect(service.orders('R-5')).toEqual([expect.objectContaining({ reference })]);
	});
});

describe('a replacement that stops in the middle', () => {
	const sandbox = sandboxForTests();

	const run = async (
		operation: string,
		fileReference: string,
		more: Record<string, unknown> = {},
		settings: NodeSettings = {},
	) =>
		await runNode({
			credential: sandbox.credential,
			parameters: {
				resource: 'notice',
				operation,
				...BILLED,
				fileReference,
				...more,
			} as RunOptions['parameters'],
			settings,
		});
	const left = (file: string) =>
		sandbox.journal.orders().filter((order) => order.dossier === file && !order.cancelled);

	async function orderAndInvoice(file: string): Promise<string> {
		const { json } = await run('order', file);
		const reference = String(json[0]?.reference);
		sandbox.notices.invoice([reference]);
		return reference;
	}

	test('tells the cancelled reference, the credit note and the number, and goes on from there', async () => {
		const reference = await orderAndInvoice('S-1');
		sandbox.fault({ kind: 'codes', match: { path: 'order' }, codes: ['err_bouclage_depasse'] });
		const replace = (more = {}) => run('replace', 'S-1', { reference, text: 'Corrigé.', ...more });
		const stopped = await replace();
		expect(stopped.error?.message).toMatch(
			new RegExp(
				`The notice ${reference} is cancelled \\(credit note \\S+\\), but the new one is not ordered yet; its order number is S-1-\\w+\\.`,
			),
		);
		expect(stopped.error?.message).toContain('err_bouclage_depasse');
		expect(left('S-1')).toEqual([]);

		const careless = await replace();
		expect(careless.error?.message).toContain('is not found. Nothing was ordered');
		const finished = await replace({ options: { oldNoticeAlreadyCancelled: true } });
		expect(finished.error).toBeUndefined();
		const number = /its order number is (\S+)\./.exec(stopped.error?.message ?? '')?.[1];
		expect(left('S-1')).toEqual([expect.objectContaining({ numero_commande: number })]);
		await replace({ options: { oldNoticeAlreadyCancelled: true } });
		expect(left('S-1')).toHaveLength(1);
	});

	test('is finished by Retry On Fail of the same execution, with the credit note in the result', async () => {
		const reference = await orderAndInvoice('S-2');
		sandbox.fault({ kind: 'codes', match: { path: 'order' }, codes: ['err_bouclage_depasse'] });
		const { json, error } = await run(
			'replace',
			'S-2',
			{ reference, text: 'Corrigé.' },
			{ retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
		);
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ ancienne_reference: reference, existant: false });
		expect(json[0]?.documents_annulation).toEqual(
			expect.arrayContaining([expect.objectContaining({ type: 'avoir' })]),
		);
		expect(left('S-2')).toHaveLength(1);
	});

	test.each([
		['the old notice was cancelled before', true],
		['this execution cancelled the old notice', false],
	])(
		'finds its own order on Retry On Fail although existing ones are errors: %s',
		async (_when, before) => {
			const file = `S-6-${String(before)}`;
			const reference = await orderAndInvoice(file);
			if (before) {
				await run('cancel', file, { reference });
			}
			// Registered, its answer and all that ask for it lost: the first try cannot know what became of it.
			sandbox.fault({ kind: 'dropAfter', match: { path: 'order' } });
			const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

			sandbox.fault({ kind: 'dropBefore', times: 3, skip: 1, match: { path: 'status' } });
			const { json, error } = await run(
				'replace',
				file,
				{
					reference,
					text: 'Corrigé.',
					options: { ifAlreadyOrdered: 'fail', oldNoticeAlreadyCancelled: before },
				},
				retry,
			);
			expect(error).toBeUndefined();
			expect(json[0]).toMatchObject({ existant: false, recupere: true });
			expect(left(file)).toEqual([expect.objectContaining({ reference: json[0]?.reference })]);
		},
	);

	test('takes no other notice for its own where existing ones are errors', async () => {
		const numbered = { orderNumberMode: 'custom', orderNumber: 'TAKEN-7' };
		await run('order', 'S-7-OTHER', numbered);
		const { json } = await run('order', 'S-7');
		const reference = String(json[0]?.reference);
		// Registered only a moment ago, it is not found yet.
		sandbox.fault({ kind: 'codes', codes: ['err_annonce_introuvable'], match: { path: 'status' } });
		const options = { ifAlreadyOrdered: 'fail' };
		const more = { reference, text: 'Corrigé.', ...numbered, options };
		const { error } = await run('replace', 'S-7', more);
		expect(error?.message).toContain(`The notice ${reference} is cancelled`);
		expect(error?.message).toContain('err_annonce_commandee');
	});

	test('says so in the item when the node continues on fail', async () => {
		const reference = await orderAndInvoice('S-3');
		sandbox.fault({ kind: 'codes', match: { path: 'order' }, codes: ['err_bouclage_depasse'] });
		const { json } = await run(
			'replace',
			'S-3',
			{ reference, text: 'Corrigé.' },
			{ onError: 'continueRegularOutput' },
		);
		expect(Object.keys(json[0] ?? {}).sort()).toEqual(['error', 'message']);
		expect(json[0]?.error).toContain(`The notice ${reference} is cancelled`);
		expect(json[0]?.error).toContain('its order number is S-3-');
	});

	test.each([
		['', {}],
		[', after tries that all failed', { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 }],
	])('can be read out of the item with the documented expressions%s', async (_when, retry) => {
		const file = `S.5-${Object.keys(retry).length}`;
		const reference = await orderAndInvoice(file);
		sandbox.fault({
			kind: 'codes',
			times: 2,
			match: { path: 'order' },
			codes: ['err_bouclage_depasse'],
		});
		const { items } = await run(
			'replace',
			file,
			{ reference, text: 'Corrigé.' },
			{ onError: 'continueRegularOutput', ...retry },
		);
		const [item] = items;
		const [cancelled, number] = documentedPatterns();
		const words = String(item?.json.error ?? item?.error?.message);
		expect(cancelled?.exec(words)?.[1]).toBe(reference);
		expect(number?.exec(words)?.[1]).toMatch(new RegExp(`^${file}-[0-9A-Z]{20}$`));
		sandbox.reset();
		setTimings({ beforeResendMs: 5, beforeRepeatMs: 5 });
		const other = await orderAndInvoice(file);
		sandbox.fault({ kind: 'dropBefore', times: 6, match: { path: 'cancel' } });
		const go = { onError: 'continueRegularOutput', ...retry } as const;
		const unknown = (await run('replace', file, { reference: other }, go)).items[0];
		setTimings();
		const told = String(unknown?.json.error ?? unknown?.error?.message);
		expect(told).toContain('It is not known whether');
		expect(cancelled?.exec(told)?.[1]).toBe(other);
		expect(number?.exec(told)?.[1]).toMatch(new RegExp(`^${file}-[0-9A-Z]{20}$`));
		const refused = await run(
			'replace',
			file,
			{ reference: 'GONE-1' },
			{ onError: 'continueRegularOutput' },
		);
		expect(cancelled?.exec(String(refused.json[0]?.error))).toBeNull();
	});

	/** The patterns that docs/troubleshooting.md gives for a replacement that stopped half way. */
	function documentedPatterns(): RegExp[] {
		const guide = join(import.meta.dirname, '..', '..', 'docs', 'troubleshooting.md');
		const found = readFileSync(guide, 'utf8').matchAll(/\$json\.error\.match\(\/(.+)\/\)/g);
		return [...found].map(([, pattern = '']) => new RegExp(pattern.replaceAll('\\|', '|')));
	}

	test('orders the date that the quote retained, not one that is over', async () => {
		const { json } = await run('order', 'S-4');
		sandbox.settings({ orderMissedDate: 'refuse' });
		const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(Date.now());
		const replaced = await run('replace', 'S-4', {
			reference: json[0]?.reference,
			text: 'Corrigé.',
			publicationDate: byId(today),
		});
		sandbox.settings({ orderMissedDate: 'move' });
		expect(replaced.error?.message ?? '').not.toContain('is cancelled');
		expect(left('S-4')).toHaveLength(1);
	});
});
