import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredWorkflow } from '../../lib/client.mts';
import type { Json } from '../../lib/execution.mts';
import { after, before, it } from '../../lib/testing.mts';
import { startHttpStandIn, type HttpStandIn } from '../httpStandIn.mts';
import type { Stage } from '../stage.mts';

export function invoicesToAccounting(stage: () => Stage): void {
	const entries: Json[] = [];
	let accounting: HttpStandIn;
	let folder = '';
	let workflow: StoredWorkflow;
	let references: string[] = [];

	before(async () => {
		accounting = await startHttpStandIn(({ method, path, body }) => {
			if (method === 'POST') {
				entries.push(body);
				return { status: 201, json: body };
			}
			const query = new URL(path, 'http://accounting').searchParams;
			const found = entries.filter((entry) =>
				['number', 'type', 'date'].every((name) => entry[name] === query.get(name)),
			);
			return { json: { entries: found } };
		});
		folder = join(stage().world.instance.folder, '.n8n-files', 'accounting');
		mkdirSync(folder, { recursive: true });
		const orders = [
			await stage().order({ dossier: 'BILL-1' }),
			await stage().order({ dossier: 'BILL-2' }),
		];
		references = orders.map(({ reference }) => String(reference));
		workflow = await stage().open('invoices-to-accounting', {
			values: { folder, accountingUrl: accounting.url },
			parameters: { 'A new invoice or credit note': { references: references.join('\n') } },
		});
		await stage().activate(workflow);
	});
	after(async () => await accounting?.close());

	async function finished(): Promise<void> {
		const run = await stage().next(workflow);
		assert.equal(run.status, 'success', run.error);
	}

	it('files and books one invoice for two notices once', async () => {
		const number = stage().world.sandbox.notices.invoice(references);
		await finished();
		assert.equal(entries.length, 1);
		const [entry] = entries;
		assert.equal(entry?.['number'], number);
		assert.equal(entry?.['type'], 'facture');
		const [net, vat, gross] = ['net', 'vat', 'gross'].map((name) => Number(entry?.[name]));
		assert.ok((net ?? 0) > 0 && (vat ?? 0) > 0);
		assert.equal(Math.round(((net ?? 0) + (vat ?? 0)) * 100), Math.round((gross ?? 0) * 100));
		const files = readdirSync(folder);
		assert.equal(files.length, 1);
		assert.match(files[0] ?? '', new RegExp(`${number}.*\\.pdf$`));
		assert.equal(
			readFileSync(join(folder, files[0] ?? ''))
				.subarray(0, 5)
				.toString(),
			'%PDF-',
		);
	});

	it('books the credit note that follows, and the invoice not again', async () => {
		const number = stage().world.sandbox.notices.credit(references[0] ?? '');
		await finished();
		assert.deepEqual(
			entries.map(({ type }) => type),
			['facture', 'avoir'],
		);
		assert.equal(entries[1]?.['number'], number);
		assert.ok(Number(entries[1]?.['gross']) > 0, 'without the sign');
		assert.equal(String(entries[1]?.['credit_note']), 'true');
		assert.equal(readdirSync(folder).length, 2);
	});
}
