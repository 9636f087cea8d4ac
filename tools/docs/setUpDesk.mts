/**
 * The handbook's page "Set it up", played in a real n8n that has nothing but this package, with mouse and keyboard, up to
 * the first notice that is ordered; counts clicks and fields, and says how long a person takes. Run by hand:
 * `node_modules/.bin/node tools/docs/setUpDesk.mts` (after `npm run test:e2e` has installed n8n).
 */
import { MailServer } from '../../e2e/journeys/mailServer.mts';
import { openBrowser } from '../../e2e/lib/chromium.mts';
import { signIn } from '../../e2e/lib/editor.mts';
import { LOOPBACK } from '../../e2e/lib/ports.mts';
import { openWorld, OWNER } from '../../e2e/lib/world.mts';
import { COLLEAGUE, type Part } from './deskPlay.mts';
import { Hand } from './hand.mts';
import { partsAtOnce } from './setUpAtOnce.mts';

const SECONDS_EACH = 5;

const minutes = (clicks: number, fields: number): string =>
	(((clicks + fields) * SECONDS_EACH) / 60).toFixed(1);

async function play(parts: readonly Part[]): Promise<void> {
	const world = await openWorld('set-up', { N8N_HOST: LOOPBACK });
	const mail = new MailServer();
	const mailPort = await mail.listen();
	const browser = await openBrowser();
	try {
		// An empty n8n: whoever follows the handbook has stored nothing yet.
		await world.client.deleteCredential(world.credential.id);
		const viewport = { width: 1440, height: 900 };
		const page = await browser.newPage({
			viewport,
			httpCredentials: COLLEAGUE,
			permissions: ['clipboard-read', 'clipboard-write'],
		});
		page.setDefaultTimeout(40_000);
		await signIn(page, world.server.url, OWNER);
		const hand = new Hand();
		for (const [name, part] of parts) {
			const before = { ...hand.effort, at: Date.now() };
			await part({ world, mail, mailPort, page, hand });
			const { clicks, fields } = hand.effort;
			const [more, filled] = [clicks - before.clicks, fields - before.fields];
			const seconds = ((Date.now() - before.at) / 1000).toFixed(0);
			console.log(
				`${name}: ${more} clicks, ${filled} fields, ${minutes(more, filled)} min (script: ${seconds} s)`,
			);
		}
		const { clicks, fields } = hand.effort;
		console.log(`Together: ${clicks} clicks, ${fields} fields, ${minutes(clicks, fields)} min.`);
	} finally {
		await browser.close();
		await world.close();
		await mail.close();
	}
}

await play(partsAtOnce());
