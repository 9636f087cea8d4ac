import { jest } from '@jest/globals';
import { setTimings } from '../../nodes/LegalNotice/transport/timings.ts';
import { Service, World } from '../property/watchWorld.mts';
import { KEEPINGS } from './triggerStage.mts';

jest.setTimeout(60_000);
beforeAll(() => setTimings({ beforeRepeatMs: 0 }));
afterAll(() => setTimings());

describe('polls that fail because no batch goes through', () => {
	it.each(KEEPINGS)(
		'begin elsewhere each time until all that can be read is told, state kept %s',
		async (keeping) => {
			const list = Array.from({ length: 900 }, (_value, index) => `AL-${index}`);
			const service = new Service(
				list.map((reference) => ({
					reference,
					numero_commande: reference.replace('AL-', 'D-'),
					statut: 'parue',
					motif: null,
					documents: [],
					factures: [],
				})),
			);
			const bad = new Set(list.slice(0, 400));
			const world = new World(keeping, service);
			const parameters = { events: ['statusChanged'], firstSight: 'current', options: {} };
			world.parameters = { ...parameters, references: list };
			service.isDown = (asked) => asked.some((name) => bad.has(name));
			await world.activate();
			const told = new Set<unknown>();
			let failed = 0;
			for (let poll = 0; poll < 20; poll++) {
				try {
					for (const { reference } of await world.tick()) told.add(reference);
				} catch {
					failed++;
				}
			}
			expect(failed).toBeGreaterThan(0);
			expect(failed).toBeLessThan(10);
			expect(told.size).toBe(500);
		},
	);
});
