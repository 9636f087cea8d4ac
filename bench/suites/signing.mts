/** Signing one call, against node:crypto hashing the same bytes and nothing else. */
import { createHash } from 'node:crypto';
import type * as Signer from '../../nodes/LegalNotice/transport/signing.ts';
import { noticeText } from '../lib/notices.mts';
import { loadModule } from '../lib/package.mts';
import type { Cell, Suite, SuiteContext, SuiteResult } from '../lib/result.mts';
import { timePerCall } from '../lib/statistics.mts';

const PATH = '/annonce-legale/api/externe/devis';
const keys = {
	baseUrl: 'https://api.example',
	publicKey: 'demo-key',
	secretKey: 'demo-secret',
};

function run({ quick }: SuiteContext): Promise<SuiteResult> {
	const { signature, signRequest } = loadModule<typeof Signer>(
		'nodes/LegalNotice/transport/signing',
	);
	const timing = quick ? { runs: 3, forMs: 20 } : { runs: 9, forMs: 80 };
	const rows: Cell[][] = [];
	for (const size of [0, 2_000, 20_000, 500_000]) {
		const body = Buffer.from(JSON.stringify({ texte: noticeText(size) }), 'utf8');
		const before = `${keys.secretKey}+POST+${PATH}+`;
		const bare = timePerCall(() => {
			const hash = createHash('sha256');
			return hash.update(before).update(body).update('+1795000000').digest('hex');
		}, timing);
		const signed = timePerCall(
			() => signature(keys.secretKey, 'POST', PATH, body, 1_795_000_000),
			timing,
		);
		const whole = timePerCall(
			() => signRequest(keys, { method: 'POST', url: keys.baseUrl + PATH, body, headers: {} }),
			timing,
		);
		rows.push([body.length, bare * 1000, signed * 1000, whole * 1000, signed / bare]);
	}
	return Promise.resolve({
		tables: [
			{
				title: 'Signing: microseconds a call, by size of the body',
				columns: [
					'bytes',
					'bare node:crypto',
					'signature',
					'whole request signed (address, headers, body)',
					'signature over bare',
				],
				rows,
			},
		],
		targets: [],
	});
}

export const signing: Suite = { name: 'signing', title: 'Signing', run };
