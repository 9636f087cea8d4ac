/** Names that the service does not know when they are listed, and what is reported of them once it does. */
import type { INodeParameters } from 'n8n-workflow';
import { listed, polling, refused, virtualTimeForTests } from './virtualPoller.mts';

virtualTimeForTests();

interface Notice {
	readonly statut: string;
	readonly documents: object[];
	readonly factures: object[];
}

const notice = (statut: string): Notice => ({ statut, documents: [], factures: [] });
const ATTESTATION = { type: 'attestation', numero: 'A1', url: 'https://files.example/A1' };
const INVOICE = { type: 'facture', numero: 'F1', url: 'https://files.example/F1' };
const published = (): Notice => ({
	statut: 'parue',
	documents: [ATTESTATION],
	factures: [INVOICE],
});

/** Polls a service that leaves out of its answers what it does not know; 'OTHER' it always knows. */
function watching(names: readonly string[], parameters: INodeParameters) {
	const notices = new Map([['OTHER', notice('a-paraitre')]]);
	const service = { notices, away: 'nothing' };
	const answer = (path: string, list: readonly string[]) => {
		if (path.endsWith(service.away)) return undefined;
		const field = path.split('/').at(-1) ?? '';
		const annonces = list.flatMap((reference) => {
			const known = notices.get(reference);
			if (!known) return [];
			if (field === 'statuts') return [{ reference, statut: known.statut }];
			return [{ reference, [field]: Reflect.get(known, field) as unknown }];
		});
		return listed(annonces);
	};
	const watch = polling(['OTHER', ...names], { firstSight: 'none', ...parameters }, answer);
	const polls = async (count: number) => {
		const told: string[] = [];
		for (let poll = 0; poll < count; poll++) {
			for (const { evenement, ancien_statut: before } of await watch.poll()) {
				told.push(`${String(evenement)} ${String(before)}`);
			}
		}
		return told;
	};
	return { service, notices, watch, polls };
}

const FILES = ['newDocument null', 'newInvoice null'];
const UNTIL_ASKED_AGAIN = 12;

describe('a name that is listed before its notice is ordered', () => {
	it.each(['none', 'current', 'publishedOrSuspended'])(
		'the name is reported with its publication and its files, where first sights are reported so: %s',
		async (firstSight) => {
			const events = ['published', 'newDocument', 'newInvoice'];
			const { notices, polls } = watching(['LATE'], { events, firstSight });
			expect(await polls(4)).toEqual([]);
			notices.set('LATE', published());
			const told = await polls(UNTIL_ASKED_AGAIN);
			expect(told).toEqual(['published introuvable', ...FILES]);
			expect(await polls(UNTIL_ASKED_AGAIN)).toEqual([]);
		},
	);

	it.each([['documents'], ['factures']])(
		'the name is reported with its files also where the service could not list %s meanwhile',
		async (list) => {
			const events = ['statusChanged', 'newDocument', 'newInvoice'];
			const { service, notices, watch, polls } = watching(['LATE'], { events });
			service.away = list;
			for (let poll = 0; poll < 4; poll++) await watch.tick();
			service.away = 'nothing';
			notices.set('LATE', published());
			const told = await polls(UNTIL_ASKED_AGAIN);
			expect(told.sort()).toEqual([...FILES, 'statusChanged introuvable']);
		},
	);

	it('the name is reported with its order, and with each change after it', async () => {
		const { notices, polls } = watching(['LATE'], { events: ['statusChanged'] });
		expect(await polls(4)).toEqual([]);
		notices.set('LATE', notice('a-paraitre'));
		expect(await polls(UNTIL_ASKED_AGAIN)).toEqual(['statusChanged introuvable']);
		notices.set('LATE', published());
		expect(await polls(2)).toEqual(['statusChanged a-paraitre']);
	});

	it('the notice is seen for the first time where it was missing in two polls only', async () => {
		const events = ['published', 'newDocument', 'newInvoice'];
		const { notices, polls } = watching(['LATE'], { events });
		expect(await polls(2)).toEqual([]);
		notices.set('LATE', published());
		expect(await polls(2)).toEqual([]);
	});

	it('the name is reported where only documents are chosen', async () => {
		const { notices, polls } = watching(['LATE'], { events: ['newDocument'] });
		expect(await polls(4)).toEqual([]);
		notices.set('LATE', published());
		expect(await polls(UNTIL_ASKED_AGAIN)).toEqual(['newDocument null']);
	});
});

describe('a name that the service never knows', () => {
	it('the name is reported as not found when that is chosen, and once', async () => {
		const { watch, polls } = watching(['WRONG'], { events: ['statusChanged'] });
		expect(await polls(20)).toEqual([]);
		watch.parameters = { ...watch.parameters, events: ['statusChanged', 'notFound'] };
		expect(await polls(UNTIL_ASKED_AGAIN)).toEqual(['notFound introuvable']);
		expect(await polls(UNTIL_ASKED_AGAIN)).toEqual([]);
	});

	it('the name takes at most 230 bytes of what n8n stores, with all events chosen', async () => {
		const names = Array.from({ length: 100 }, (_one, at) => `N-${`${at}`.padStart(5, '0')}`);
		const events = ['statusChanged', 'newDocument', 'newInvoice'];
		const { watch, polls } = watching(names, { events });
		await polls(4);
		expect(Buffer.byteLength(watch.stored) / names.length).toBeLessThanOrEqual(230);
	});
});

describe('a notice that is known, missing for some polls, and found again', () => {
	const events = ['statusChanged', 'newDocument', 'newInvoice'];
	it.each([3, 6])('no event comes after %i polls', async (missing) => {
		const { notices, polls } = watching(['AL-1'], { events });
		notices.set('AL-1', published());
		expect(await polls(2)).toEqual([]);
		notices.delete('AL-1');
		expect(await polls(missing)).toEqual([]);
		notices.set('AL-1', published());
		expect(await polls(UNTIL_ASKED_AGAIN)).toEqual([]);
	});

	it('the notice is reported with its other status and its new document', async () => {
		const { notices, polls } = watching(['AL-1'], { events });
		notices.set('AL-1', notice('a-paraitre'));
		expect(await polls(2)).toEqual([]);
		notices.delete('AL-1');
		expect(await polls(5)).toEqual([]);
		notices.set('AL-1', published());
		const told = await polls(UNTIL_ASKED_AGAIN);
		expect(told).toEqual(['statusChanged a-paraitre', ...FILES]);
	});
});

describe('a notice that the service knows without a status', () => {
	const shown = (fields: object) => ({ reference: 'AL-1', numero_commande: 'N-1', ...fields });
	const watched = (events: readonly string[], others: readonly string[] = []) => {
		const service = { entry: shown({}) };
		const watch = polling(
			['AL-1', ...others],
			{ events: [...events], firstSight: 'none' },
			(_path, list) =>
				listed(
					list.map((reference) =>
						reference === 'AL-1' ? service.entry : { reference, statut: 'a-paraitre' },
					),
				),
		);
		return { service, watch };
	};

	it.each([[[]], [['AL-2']]])(
		'is read, and its first status is a change, beside %j',
		async (others: readonly string[]) => {
			const { service, watch } = watched(['statusChanged', 'published'], others);
			for (let poll = 0; poll < 4; poll++) expect(await watch.poll()).toEqual([]);
			service.entry = shown({ statut: 'parue' });
			expect(await watch.poll()).toMatchObject([
				{ evenement: 'published', reference: 'AL-1', statut: 'parue', ancien_statut: null },
			]);
			expect(await watch.poll()).toEqual([]);
			expect(watch.logged).toEqual([]);
		},
	);

	it('whose status vanishes for some polls is reported for none of that', async () => {
		const { service, watch } = watched(['statusChanged', 'notFound', 'reasonChanged']);
		service.entry = shown({ statut: 'suspendue', motif: 'Logo' });
		await watch.poll();
		service.entry = shown({ statut: '' });
		for (let poll = 0; poll < 4; poll++) expect(await watch.poll()).toEqual([]);
		service.entry = shown({ statut: 'suspendue', motif: 'Logo' });
		expect(await watch.poll()).toEqual([]);
		service.entry = shown({ statut: 'parue' });
		expect(await watch.poll()).toMatchObject([{ ancien_statut: 'suspendue' }]);
	});
});

describe.each(['leaves out', 'refuses lists for'])(
	'a list of which the service never knew a name, where it %s unknown ones',
	(how) => {
		const names = Array.from({ length: 60 }, (_one, at) => `AL-${at}`);
		const watched = (count: number) => {
			const service = { isRight: false };
			const parameters = {
				events: ['statusChanged', 'newDocument', 'notFound'],
				firstSight: 'none',
			};
			const watch = polling(names.slice(0, count), parameters, (_path, list) => {
				if (!service.isRight) {
					return how === 'leaves out' ? listed([]) : refused('err_annonce_introuvable');
				}
				return listed(list.map((reference) => ({ reference, ...published() })));
			});
			return { service, watch };
		};

		it('keeps the workflow from being published, and says that another instance is meant', async () => {
			const { watch } = watched(60);
			await expect(watch.activate()).rejects.toMatchObject({
				message: expect.stringContaining('knows none of the notices') as unknown,
				description: expect.stringContaining('the account and the instance') as unknown,
			});
		});

		it('makes every poll fail, is never believed, and reports nothing once the credential is right', async () => {
			const { service, watch } = watched(60);
			for (let poll = 0; poll < 15; poll++) {
				await expect(watch.poll()).rejects.toMatchObject({
					failure: { cause: 'configuration-invalid' },
				});
			}
			service.isRight = true;
			for (let poll = 0; poll < 4; poll++) expect(await watch.poll()).toEqual([]);
		});

		it('is watched where it is shorter than twenty', async () => {
			const { watch } = watched(19);
			for (let poll = 0; poll < 8; poll++) await watch.tick();
			expect(watch.executions.flat()).toHaveLength(19);
		});
	},
);
