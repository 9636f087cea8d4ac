import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brokenLinks, documents, headings, ROOT } from './documents.mts';

const all = documents();

test('the documents that everybody looks for are there', () => {
	const names = all.map(({ path }) => path);
	for (const name of ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md']) {
		expect(names).toContain(name);
	}
});

test('every link to a file or heading of the repository leads there', () => {
	expect(all.flatMap(brokenLinks)).toEqual([]);
});

test('a link to a missing file, a missing heading or outside the repository is noticed', () => {
	const text = [
		'# A heading',
		'[a](missing.md) [b](#no-such-heading) [c](../outside.md) [d](README.md#nowhere)',
		'[good](#a-heading) [good](LICENSE) [good](https://example.com/missing.md)',
		'```\n[shown](missing-too.md)\n```',
		'[titled](titled.md "A title") <img src="missing.svg"> ![picture](missing.jpg)',
		'[below]: reference.md',
	].join('\n\n');
	expect(brokenLinks({ path: 'planted.md', text })).toEqual([
		'planted.md: missing.md',
		'planted.md: #no-such-heading',
		'planted.md: ../outside.md',
		'planted.md: README.md#nowhere',
		'planted.md: titled.md',
		'planted.md: missing.svg',
		'planted.md: missing.jpg',
		'planted.md: reference.md',
	]);
});

test('a link to the second of two headings with the same words leads there', () => {
	const text = '# Twice\n\n# Twice\n\n[first](#twice) [second](#twice-1) [third](#twice-2)';
	expect(brokenLinks({ path: 'planted.md', text })).toEqual(['planted.md: #twice-2']);
});

test('the Help buttons in the editor lead to headings that exist', () => {
	const sources = [
		'credentials/LegalNoticeApi.credentials.ts',
		'nodes/LegalNotice/LegalNotice.node.json',
		'nodes/LegalNotice/LegalNoticeTrigger.node.json',
	];
	const urls = sources.flatMap((file) =>
		[...readFileSync(join(ROOT, file), 'utf8').matchAll(/https:\/\/github\.com\/[^'"\s]+/g)].map(
			([url]) => url,
		),
	);
	expect(urls.length).toBeGreaterThan(3);
	const readme = headings(readFileSync(join(ROOT, 'README.md'), 'utf8'));
	const lost = urls.filter((url) => {
		const [, file = 'README.md', fragment] =
			/n8n-nodes-legal-notice(?:\/blob\/main\/([^#]+))?(?:#(.+))?$/.exec(url) ?? [];
		if (file !== 'README.md') return brokenLinks({ path: 'x.md', text: `[x](${file})` }).length > 0;
		return fragment !== undefined && !readme.includes(fragment);
	});
	expect(lost).toEqual([]);
});
