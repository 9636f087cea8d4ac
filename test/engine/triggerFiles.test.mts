import { jest } from '@jest/globals';
import { Stage } from './triggerStage.mts';

jest.setTimeout(60_000);

const stage = new Stage();
beforeEach(() => stage.open());
afterEach(() => stage.close());

describe('files that cannot be had', () => {
	it('hold their event back, then it comes without them', async () => {
		const credential = stage.account();
		const [reference = ''] = await stage.order(credential, 1);
		const watch = stage.watch(credential, [reference], {
			keeping: 'cursors',
			parameters: { events: ['published'], options: { downloadFiles: true } },
		});
		await watch.poll();
		stage.sandbox.notices.publish(reference);
		stage.sandbox.settings({ pdfLinks: 'html' });
		for (let tries = 1; tries <= 4; tries++) expect(await watch.poll()).toEqual([]);
		expect(await watch.poll()).toEqual([
			expect.objectContaining({
				reference,
				fichiers_manquants: expect.arrayContaining([
					{
						type: 'attestation',
						numero: expect.any(String) as unknown,
						raison: expect.stringContaining('instead of a PDF') as unknown,
					},
				]) as unknown,
			}),
		]);
		expect(await watch.poll()).toEqual([]);
	});

	it('come with their event when they can be had again', async () => {
		const credential = stage.account();
		const [reference = ''] = await stage.order(credential, 1);
		const watch = stage.watch(credential, [reference], {
			parameters: { events: ['published'], options: { downloadFiles: true } },
		});
		await watch.activate();
		stage.sandbox.notices.publish(reference);
		stage.sandbox.settings({ pdfLinks: 'json' });
		expect(await watch.poll()).toEqual([]);
		stage.sandbox.settings({ pdfLinks: 'plain' });
		expect(await watch.poll()).toHaveLength(1);
		expect(watch.executions[0]?.[0]?.binary).toHaveProperty('attestation');
	});
});
