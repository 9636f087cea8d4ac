/** Polls as n8n's contexts differ: older versions, workflows that are not saved, and a service that never answers. */
import { jest } from '@jest/globals';
import type { IHttpRequestOptions, IPollFunctions } from 'n8n-workflow';

import { poll } from '../../../nodes/LegalNotice/trigger/poll.ts';
import { testEvents } from '../../../nodes/LegalNotice/trigger/testEvent.ts';
import { FakeContext, success, type Reply } from '../transport/fakeContext.mts';

interface Asked {
	parameters?: Record<string, unknown>;
	budgetMs?: number;
	workflowId?: string;
}

/** The context of one workflow; its static data is what is remembered. */
function pollContext(fake: FakeContext, { parameters = {}, budgetMs, workflowId }: Asked = {}) {
	const logged: string[] = [];
	const write = (text: string) => void logged.push(text);
	const given: Record<string, unknown> = {
		references: 'AL-1',
		events: ['published'],
		...parameters,
	};
	const stored: Record<string, unknown> = {};
	const node = { id: `node-${fake.origin}`, name: 'Trigger', type: 'trigger', parameters: given };
	const context = {
		...fake.context,
		logger: { info: write, warn: write },
		getNode: () => node,
		getWorkflow: () => ({ id: workflowId }),
		getWorkflowStaticData: () => stored,
		getActivationMode: () => 'activate',
		getNodeParameter: (name: string, fallback: unknown) => given[name] ?? fallback,
		...(budgetMs === undefined ? {} : { getPollBudgetMs: () => budgetMs }),
	};
	return { context: context as unknown as IPollFunctions, logged, stored };
}

const said =
	(statut: () => string): Reply =>
	(request: IHttpRequestOptions) =>
		success({ reference: 'AL-1', statut: statut() })(request);

const never: Reply = async () => await new Promise(() => undefined);

test.each([
	['an n8n that says nothing of its budget', {}],
	['a workflow that is saved, on a newer one', { budgetMs: 36_000, workflowId: 'w1' }],
])('%s is polled, and told what changed', async (_what, asked) => {
	let statut = 'a-paraitre';
	const { context } = pollContext(new FakeContext(said(() => statut)), asked);
	expect(await poll(context)).toBeNull();
	statut = 'parue';
	const items = await poll(context);
	expect(items?.[0]?.map(({ json }) => json)).toEqual([
		expect.objectContaining({ evenement: 'published', reference: 'AL-1', statut: 'parue' }),
	]);
	expect(await poll(context)).toBeNull();
});

describe('a service that does not answer within the time of a poll', () => {
	test('costs that poll: at activation it is said, later it fails as what passes by itself', async () => {
		const { context, logged, stored } = pollContext(new FakeContext(never), { budgetMs: 300 });
		expect(await poll(context)).toBeNull();
		expect(logged.join('\n')).toContain('The first poll is made up for at the next one.');
		await expect(poll(context)).rejects.toMatchObject({
			failure: { cause: 'temporarily-unavailable' },
		});
		expect(stored).toMatchObject({ seen: '' });
	});
});

describe('Fetch Test Event', () => {
	test.each([
		['references', { references: '' }, /References to Watch/],
		['events', { events: [] }, /'Trigger On' is empty/],
	])('says which parameter is missing: %s', async (_name, parameters, sentence) => {
		const fake = new FakeContext(said(() => 'parue'));
		await expect(testEvents(pollContext(fake, { parameters }).context)).rejects.toThrow(sentence);
		expect(fake.sent).toEqual([]);
	});

	test('shows why nothing could be read, not an example', async () => {
		const refused: Reply = (request) =>
			success({ resultat: 'erreur', erreurs: ['err_cle_inconnue'] })(request);
		const { context } = pollContext(new FakeContext(refused));
		await expect(testEvents(context)).rejects.toThrow(/key/i);
	});

	test('says that the service does not answer, rather than show what might be', async () => {
		jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
		const shown = testEvents(pollContext(new FakeContext(never)).context);
		const told = expect(shown).rejects.toThrow(/answer/);
		await jest.advanceTimersByTimeAsync(30_000);
		jest.useRealTimers();
		await told;
	});

	test('names the files that cannot be had, as a poll would', async () => {
		const answer = {
			reference: 'AL-1',
			statut: 'parue',
			documents: [{ type: 'attestation', numero: 'A-1', url: 'ftp://files.example/a' }],
		};
		const { context } = pollContext(new FakeContext(success({ ...answer, annonces: [answer] })), {
			parameters: { events: ['published'], options: { downloadFiles: true } },
		});
		const items = await testEvents(context);
		expect(items[0]?.[0]?.json).toMatchObject({
			evenement: 'published',
			fichiers_manquants: [{ type: 'attestation', numero: 'A-1' }],
		});
		expect(items[0]?.[0]).not.toHaveProperty('binary');
	});
});
