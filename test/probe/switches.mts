/** Sandboxes with known switches, and what the probe makes of them. */
import type { Keys } from '../../probe/host.mts';
import { questions, settingOf } from '../../probe/questions.mts';
import { runProbe, type Ran, type RunOptions } from '../../probe/run.mts';
import { startSandbox, type Sandbox, type Settings } from '../../sandbox/index.mts';
import { definitions } from '../../sandbox/settings.mts';
import { core, workflowPackage } from '../engine/n8n.mts';
import { Client, sarlOrder } from '../sandbox/client.mts';

/** Some values of the switches that are numbers or texts. */
const SOME: Record<string, readonly unknown[]> = {
	batchMaximum: [null, 7, 50, 99],
	bodyMaximum: [null, 2000, 5000],
	clockSkewSeconds: [0, 90, -3],
	latencyMs: [0],
	initialStatus: ['a-paraitre', 'en-attente'],
};

/** Switches by a choice: `choose` gets the number of values. The quota is asked about by itself. */
export function someSettings(choose: (count: number) => number): Partial<Settings> {
	const values = Object.entries(definitions).flatMap(([name, { choices }]) => {
		const own = SOME[name] ?? choices ?? [];
		const isChosen = own.length > 0 && !/^(quota|refusedCalls)/.test(name);
		return isChosen ? [[name, own[choose(own.length)]]] : [];
	});
	return Object.fromEntries(values) as Partial<Settings>;
}

/** Runs the probe with orders at a sandbox that has one suspended notice, and one with a discount on its invoice. */
export async function probed<T>(
	settings: Partial<Settings>,
	look: (ran: Ran, sandbox: Sandbox) => T,
	options: Partial<RunOptions> = {},
	wrong: Partial<Keys> = {},
): Promise<T> {
	const { creditSign = 'unit', attestationAtPublication = true } = settings;
	const early = { creditSign, attestationAtPublication, attestationBeforePublication: false };
	const sandbox = await startSandbox({ settings: early });
	try {
		const keys = sandbox.createKey({ discountPercent: 10 });
		const client = new Client(sandbox.url, keys);
		for (const numero_commande of ['SUSPENDED', 'INVOICED', 'PUBLISHED']) {
			await client.post('/commande', { ...sarlOrder, numero_commande });
		}
		await client.close();
		sandbox.notices.suspend('SUSPENDED');
		sandbox.notices.invoice('INVOICED');
		sandbox.notices.credit('INVOICED');
		sandbox.notices.publish('PUBLISHED');
		sandbox.settings({ attestationBeforePublication: true, ...settings });
		sandbox.journal.clear();
		const engine = { core, workflow: workflowPackage };
		const ran = await runProbe(
			engine,
			{ ...keys, baseUrl: sandbox.url, ...wrong },
			{
				...{ confirmed: true, orders: true, quota: false, say: () => undefined },
				...{ suspended: 'SUSPENDED', invoiced: 'INVOICED', published: 'PUBLISHED' },
				...{ foreign: '900:33', agrees: () => Promise.resolve(true) },
				signal: new AbortController().signal,
				...options,
			},
		);
		return look(ran, sandbox);
	} finally {
		await sandbox.close();
	}
}

/** The answers that are not the switches. */
export function differences(settings: Partial<Settings>, { probe }: Ran): string[] {
	const isSet = new Map<string, unknown>(Object.entries(settings));
	// What a notice can be used for but reading, the probe does not try.
	if (isSet.get('suspendedNotice') === 'notCancellable') isSet.set('suspendedNotice', 'usable');
	const answers = probe.answers();
	return questions.flatMap((question) => {
		const answer = answers[question.name] ?? null;
		const [name = '', value] = settingOf(question, answer) ?? [];
		const wanted = isSet.get(name);
		if (!isSet.has(name) || isOpen(question.name, settings) || value === wanted) return [];
		return [`${question.name}: ${String(answer)}, and the switch is ${String(wanted)}`];
	});
}

/** Whether nobody could learn it: there is no document to download, no list too long, no other way round. */
function isOpen(name: string, settings: Partial<Settings>): boolean {
	const { attestationBeforePublication, batchMaximum, contactFields, quotaWindow } = settings;
	if (/^(pdfLinks|linkTokens)$/.test(name)) return attestationBeforePublication === false;
	if (name === 'composedText') return settings.quoteVersion === '1.27';
	if (name === 'emptyContact') return contactFields === 'required';
	if (name === 'batchTooLarge') return (batchMaximum ?? null) === null;
	return name === 'refusedCallsCount' && quotaWindow === 'fixed';
}
