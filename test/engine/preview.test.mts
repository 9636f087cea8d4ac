/** The preview of a notice as a file: a page that opens with one click in the editor, and that an e-mail can carry. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { core, GOES_ON, type NodeSettings } from './engine.mts';
import { Container } from './n8n.mts';
import { BILLED } from './notices.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();
const PREVIEW = { includePreview: true };

async function run(
	operation: string,
	more: object = {},
	items: IDataObject[] = [{}],
	settings: NodeSettings = {},
) {
	const parameters = { ...BILLED, fileReference: 'P-1', options: PREVIEW, ...more };
	return await sandbox.run(`notice.${operation}`, parameters, { items, settings });
}

const pageOf = (file: IBinaryData | undefined): string =>
	Buffer.from(file?.data ?? '', 'base64').toString('utf8');

test('a quote has its preview as a page as well, named after the file reference where there is one', async () => {
	for (const [previewFileReference, fileName] of [
		['É/17', 'epreuve-E-17.html'],
		['../../etc" onclick="alert(1)', 'epreuve-etc-onclick-alert-1.html'],
	]) {
		const named = await run('quote', { options: { ...PREVIEW, previewFileReference } });
		const [{ json, binary } = {} as INodeExecutionData] = named.items;
		expect(binary?.epreuve).toMatchObject({ fileName, mimeType: 'text/html', fileType: 'html' });
		const page = pageOf(binary?.epreuve);
		// What is in the preview itself is held in test/unit/domain/preview.test.mts.
		const html = String(json.epreuve_html);
		expect(html).toContain('Un avis.');
		const [head, foot, ...others] = page.split(html);
		expect(head).toMatch(/^<!doctype html>\n<html lang="fr">.*charset="utf-8".*<body[^>]*>\n?$/s);
		expect(foot).toMatch(/^\n?<\/body>\n?<\/html>\n?$/);
		expect(others).toEqual([]);
	}
	const { items } = await run('quote');
	expect(items[0]?.binary?.epreuve?.fileName).toBe(
		`epreuve-${String(items[0]?.json.empreinte)}.html`,
	);
});

test('each order has a page of its own, named after its reference, and a failed item has none', async () => {
	const items = [{ text: 'Un.' }, { text: '' }, { text: 'Trois.' }];
	const more = { text: '={{ $json.text }}', fileReference: '={{ $json.text }}' };
	const ordered = await run('order', more, items, GOES_ON);
	expect(ordered.pairs).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
	const [first, failed, third] = ordered.items;
	expect(failed?.json.error).toBeTruthy();
	expect(failed?.binary).toBeUndefined();
	for (const [item, text] of [
		[first, 'Un.'],
		[third, 'Trois.'],
	] as const) {
		const file = item?.binary?.epreuve;
		expect(file?.fileName).toBe(`epreuve-${String(item?.json.reference)}.html`);
		expect(pageOf(file)).toContain(text);
	}
	// Ordered before, it has no composed text, which its page says.
	const again = await run('order', { ...more, text: 'Un.', fileReference: 'Un.' });
	expect(again.json[0]).toMatchObject({ existant: true, reference: first?.json.reference });
	expect(pageOf(again.items[0]?.binary?.epreuve)).toContain('Annonce déjà commandée');
});

test('nothing comes as a file without the option', async () => {
	const { items } = await run('quote', { options: {} });
	expect(items[0]?.binary).toBeUndefined();
});

test('an order whose page cannot be stored comes out as ordered, and names the file as missing', async () => {
	const folder = join(mkdtempSync(join(tmpdir(), 'preview-')), 'files');
	const config = Container.get(core.BinaryDataConfig);
	const storage = Container.get(core.BinaryDataService);
	const before = { config: { ...config }, storage: { ...storage } };
	Object.assign(config, { mode: 'filesystem', localStoragePath: folder });
	await storage.init();
	// Where its folder was is a file now, as on a disk that takes no more.
	rmSync(folder, { recursive: true, force: true });
	writeFileSync(folder, '');
	try {
		const { json, items, told } = await run('order');
		expect(told).toBe('');
		const { reference, epreuve_html: html, fichiers_manquants: missing } = json[0] ?? {};
		expect(sandbox.standing('P-1').map((order) => order.reference)).toEqual([reference]);
		expect(html).toContain('Un avis.');
		expect(missing).toEqual([{ type: 'epreuve', raison: expect.stringMatching(/./) as string }]);
		expect(items[0]?.binary).toBeUndefined();
	} finally {
		Object.assign(config, before.config);
		Object.assign(storage, before.storage, { managers: {} });
	}
});
