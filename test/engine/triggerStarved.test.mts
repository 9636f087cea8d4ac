/** Few calls a minute and short lists: what a poll cannot come to is told all the same, and no poll asks for each notice alone. */
import { after, during } from '../adversary/clock.mts';
import { pdf } from './front.mts';
import { listed, namesOf, polling, refused, virtualTimeForTests } from './virtualPoller.mts';

virtualTimeForTests();

test.each([
	['an attestation that is waited for', 100, 10, { waitForDocument: 3 }],
	['files that are downloaded', 60, 5, { downloadFiles: true }],
])(
	'publications are told where statuses alone use up the calls of a minute: %s',
	async (_what, count, longest, options) => {
		let statut = 'a-paraitre';
		const entryOf = (reference: string) => {
			const file = { type: 'attestation', numero: reference, url: 'https://service.example/a.pdf' };
			return { reference, statut, documents: statut === 'parue' ? [file] : [] };
		};
		const parameters = { events: ['published'], firstSight: 'none', options };
		const watch = polling(
			namesOf(count),
			parameters,
			async (_path, list) => {
				await after(100);
				return list.length > longest
					? refused('err_references_incorrect')
					: listed(list.map(entryOf));
			},
			{ requestsPerMinute: 10 },
		);
		const poll = async () => {
			await during(after(60_000), 60_000);
			await watch.tick();
		};
		for (let polls = 0; polls < 15; polls++) await poll();
		statut = 'parue';
		for (let polls = 0; polls < 60; polls++) await poll();
		const told = watch.executions.flat().map(({ json }) => json.reference);
		expect(told.sort()).toEqual(namesOf(count).sort());
	},
);

test.each(['err_annonce_introuvable', 'err_annonce_suspendue'])(
	'a notice of a long list that is ordered, or resumed, during a poll costs few calls: %s',
	async (code) => {
		let odd = '';
		let statut = 'a-paraitre';
		let calls = 0;
		const events = ['statusChanged', 'newDocument', 'newInvoice'];
		const watch = polling(namesOf(500), { events, firstSight: 'none' }, async (_path, list) => {
			await after(200);
			calls++;
			if (list.length > 1 && list.includes(odd)) return refused(code);
			if (list.length === 1) odd = '';
			const entryOf = (reference: string) => ({ reference, statut });
			return listed(list.map((one) => ({ ...entryOf(one), documents: [], factures: [] })));
		});
		for (let poll = 0; poll < 2; poll++) await watch.tick();
		odd = 'AL-40';
		statut = 'parue';
		calls = 0;
		await watch.tick();
		expect(calls).toBeLessThan(60);
		expect(watch.executions.flat()).toHaveLength(500);
	},
);

test('the longest list is found where a longer one is refused as if a reference were wrong', async () => {
	let statut = 'a-paraitre';
	const watch = polling(
		namesOf(1_000),
		{ events: ['statusChanged'], firstSight: 'none' },
		async (_path, list) => {
			await after(200);
			if (list.length > 10) return refused('err_reference_incorrect');
			return listed(list.map((reference) => ({ reference, statut })));
		},
	);
	for (let poll = 0; poll < 5; poll++) await watch.tick();
	statut = 'parue';
	for (let poll = 0; poll < 3; poll++) await watch.tick();
	expect(watch.executions.flat()).toHaveLength(1_000);
});

test.each([
	['files that are downloaded', 1_000, 5_000, { downloadFiles: true }],
	['an attestation that is waited for', 300, 8_000, { waitForDocument: 1 }],
])(
	'publications all over a long list of a slow service come with %s',
	async (_what, count, listMs, options) => {
		let isOut = false;
		const names = namesOf(count);
		const published = new Set(names.filter((_name, at) => at % 10 === 3));
		const entryOf = (reference: string) => {
			const isPublished = isOut && published.has(reference);
			const file = { type: 'attestation', numero: reference, url: 'https://service.example/a.pdf' };
			return {
				reference,
				statut: isPublished ? 'parue' : 'a-paraitre',
				documents: isPublished ? [file] : [],
			};
		};
		const parameters = { events: ['published'], firstSight: 'none', options };
		const answer = async (_path: string, list: readonly string[]) => {
			await after(listMs);
			return listed(list.map(entryOf));
		};
		const watch = polling(names, parameters, answer, {
			file: async () => await Promise.resolve(pdf()),
		});
		for (let poll = 0; poll < 30; poll++) await watch.tick();
		isOut = true;
		for (let poll = 0; poll < 40; poll++) await watch.tick();
		const told = watch.executions.flat();
		expect(told).toHaveLength(published.size);
		const isLacking = ({ json }: (typeof told)[number]) =>
			json.document_manquant === true || json.fichiers_manquants !== undefined;
		expect(told.filter(isLacking)).toEqual([]);
	},
);

test('a service that fails most calls is not asked for each notice alone', async () => {
	let calls = 0;
	const watch = polling(namesOf(300), { events: ['statusChanged'] }, async (_path, list) => {
		await after(200);
		calls++;
		// The same chance in every run of the test (`beginAt`).
		if (Math.random() < 0.7) return refused('err_internal_server');
		return listed(list.map((reference) => ({ reference, statut: 'a-paraitre' })));
	});
	let most = 0;
	for (let poll = 0; poll < 40; poll++) {
		calls = 0;
		await watch.tick().catch(() => undefined);
		most = Math.max(most, calls);
	}
	expect(most).toBeLessThan(150);
});
