import { nameDifference, reasonOf } from '../../../nodes/LegalNotice/domain/watch/index.ts';
import type { EventName } from '../../../nodes/LegalNotice/domain/watch/index.ts';
import { DAY, NOW, settings, status, told, Watch } from './watching.mts';

const chosen = (...events: EventName[]) => new Set(events);

describe('a difference is named by the most specific event chosen', () => {
	const known = (statut: string, reason: string | null = null) => ({
		status: statut,
		reason: reasonOf(reason),
	});
	const now = (statut: string, reason: string | null = null) => ({ status: statut, reason });

	it.each([
		['parue', 'published'],
		['suspendue', 'suspended'],
		['a-paraitre', 'toBePublished'],
	] as const)('%s: %s', (statut, event) => {
		const before = known('en-controle');
		expect(nameDifference(before, now(statut), chosen('statusChanged', event), 'none')).toBe(event);
		expect(nameDifference(before, now(statut), chosen('statusChanged'), 'none')).toBe(
			'statusChanged',
		);
		expect(nameDifference(before, now('archivee'), chosen(event), 'none')).toBeUndefined();
		expect(
			nameDifference(known(statut), now(statut), chosen('statusChanged', event), 'none'),
		).toBeUndefined();
	});

	it('a status that nobody listed is a status change', () => {
		for (const odd of ['archivee', '__proto__', 'Parue']) {
			expect(
				nameDifference(known('parue'), now(odd), chosen('statusChanged', 'published'), 'none'),
			).toBe('statusChanged');
		}
	});

	it('a reason changes with its status once, and alone when the status stays', () => {
		const all = chosen('statusChanged', 'suspended', 'reasonChanged');
		expect(nameDifference(known('a-paraitre'), now('suspendue', 'Texte'), all, 'none')).toBe(
			'suspended',
		);
		expect(nameDifference(known('suspendue', 'Texte'), now('suspendue', 'Logo'), all, 'none')).toBe(
			'reasonChanged',
		);
		const reasons = chosen('reasonChanged');
		expect(nameDifference(known('a-paraitre'), now('suspendue', 'Texte'), reasons, 'none')).toBe(
			'reasonChanged',
		);
		expect(nameDifference(known('a-paraitre'), now('suspendue'), reasons, 'none')).toBeUndefined();
		expect(nameDifference(known('suspendue', 'Texte'), now('parue'), reasons, 'none')).toBe(
			'reasonChanged',
		);
	});

	it.each([
		['none', 'parue', undefined],
		['current', 'a-paraitre', 'statusChanged'],
		['publishedOrSuspended', 'a-paraitre', undefined],
		['publishedOrSuspended', 'parue', 'statusChanged'],
		['publishedOrSuspended', 'suspendue', 'statusChanged'],
	] as const)('at first sight, set to %s, %s gives %s', (firstSight, statut, event) => {
		const before = { status: undefined, reason: null };
		expect(nameDifference(before, now(statut), chosen('statusChanged'), firstSight)).toBe(event);
	});
});

describe('an event', () => {
	it('has both values of status and reason, the moment, and both names of the notice', () => {
		const watch = new Watch(['D-1'], settings());
		const read = (statut: string, reason: string | null) => ({
			statuses: { 'D-1': { ...status('26L000001', statut, reason), orderNumber: 'D-1' } },
		});
		watch.poll(read('suspendue', 'Pièce manquante'));
		watch.now = NOW + DAY;
		expect(watch.poll(read('parue', null)).events).toEqual([
			expect.objectContaining({
				event: 'statusChanged',
				asked: 'D-1',
				reference: '26L000001',
				orderNumber: 'D-1',
				status: 'parue',
				previousStatus: 'suspendue',
				reason: null,
				previousReason: 'Pièce manquante',
				seenAt: NOW + DAY,
			}),
		]);
	});

	it('has the same identifier when it is told again, another when it happens again', () => {
		const watch = new Watch(['AL-1'], settings());
		const ids: string[] = [];
		for (const statut of ['a-paraitre', 'parue', 'a-paraitre', 'parue', 'a-paraitre']) {
			const lost = watch.look({ statuses: { 'AL-1': statut } }).events;
			const { events } = watch.poll({ statuses: { 'AL-1': statut } });
			expect(lost.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
			ids.push(...events.map(({ id }) => id));
		}
		expect(ids).toHaveLength(4);
		expect(new Set(ids).size).toBe(4);
	});

	it('is not told for a change that was not chosen, nor later', () => {
		const watch = new Watch(['AL-1'], settings({ events: ['published'] }));
		watch.poll({ statuses: { 'AL-1': 'a-paraitre' } });
		expect(told(watch.poll({ statuses: { 'AL-1': 'suspendue' } }))).toEqual([]);
		expect(told(watch.poll({ statuses: { 'AL-1': 'parue' } }))).toEqual([
			'published AL-1 suspendue > parue',
		]);
	});

	it('keeps the reason of a notice whose status is refused because it is suspended', () => {
		const watch = new Watch(['AL-1'], settings({ events: ['statusChanged', 'reasonChanged'] }));
		watch.poll({ statuses: { 'AL-1': status('AL-1', 'suspendue', 'Logo') } });
		const refused = { ...status('AL-1', 'suspendue'), refused: true };
		expect(told(watch.poll({ statuses: { 'AL-1': refused } }))).toEqual([]);
		expect(watch.state.seen.values().next().value).toMatchObject({ reason: { text: 'Logo' } });
		expect([...watch.state.apart.values()]).toEqual([{ tries: 1, wait: 0, kind: 'unreadable' }]);
	});
});

describe('a reference that is not found', () => {
	const missing = { statuses: { 'AL-1': 'missing' } } as const;

	/** Polls as the schedule asks for it; returns at which polls it was asked. */
	function pollMissing(watch: Watch, polls: number): number[] {
		const askedAt: number[] = [];
		for (let poll = 1; poll <= polls; poll++) {
			const { main, apart } = watch.schedule();
			const asked = [...main.map(({ watched }) => watched), ...apart.status];
			if (asked.length > 0) askedAt.push(poll);
			const read = asked.length > 0 ? missing : {};
			const gone = watch.look(read).wantConfirmation.map(({ text }) => text);
			for (const event of watch.poll({ ...read, gone }).events)
				askedAt.push(-1 * (event.event === 'notFound' ? 1 : 2));
		}
		return askedAt;
	}

	it('is told once, after three misses and a read of its own, and asked for ever more rarely', () => {
		const watch = new Watch(['AL-1'], settings({ events: ['notFound'] }));
		watch.poll({ statuses: { 'AL-1': 'parue' } });
		expect(pollMissing(watch, 70)).toEqual([1, 2, 4, -1, 8, 16, 32, 64]);
	});

	it('is told when it was never known, too', () => {
		const watch = new Watch(['AL-1'], settings({ events: ['notFound'] }));
		pollMissing(watch, 3);
		expect(told(watch.poll({ ...missing, gone: ['AL-1'] }))).toEqual([
			'notFound AL-1 - > introuvable',
		]);
	});

	it('is not told while a read of its own finds it, or without one', () => {
		const watch = new Watch(['AL-1'], settings({ events: ['notFound', 'statusChanged'] }));
		watch.poll({ statuses: { 'AL-1': 'parue' } });
		for (let poll = 0; poll < 5; poll++) expect(watch.poll(missing).events).toEqual([]);
		expect(told(watch.poll({ statuses: { 'AL-1': 'suspendue' } }))).toEqual([
			'statusChanged AL-1 parue > suspendue',
		]);
		expect([...watch.state.apart]).toEqual([]);
	});

	it('comes back as a change', () => {
		const watch = new Watch(['AL-1'], settings({ events: ['notFound', 'statusChanged'] }));
		watch.poll({ statuses: { 'AL-1': 'parue' } });
		for (let poll = 0; poll < 3; poll++) watch.poll({ ...missing, gone: ['AL-1'] });
		expect(told(watch.poll({ statuses: { 'AL-1': 'parue' } }))).toEqual([
			'statusChanged AL-1 introuvable > parue',
		]);
	});

	it('keeps its last status where nobody asked to be told', () => {
		const watch = new Watch(['AL-1'], settings());
		watch.poll({ statuses: { 'AL-1': 'parue' } });
		for (let poll = 0; poll < 5; poll++) {
			expect(watch.poll({ ...missing, gone: ['AL-1'] }).events).toEqual([]);
		}
		expect(told(watch.poll({ statuses: { 'AL-1': 'suspendue' } }))).toEqual([
			'statusChanged AL-1 parue > suspendue',
		]);
	});

	it('waits in a queue in which nobody is overtaken', () => {
		const list = ['AL-1', 'AL-2', 'AL-3'];
		const watch = new Watch(list, settings());
		for (let poll = 0; poll < 2; poll++) {
			watch.poll({ statuses: Object.fromEntries(list.map((name) => [name, 'missing'])) });
		}
		watch.poll({});
		const names = () => watch.schedule().apart.status.map(({ text }) => text);
		expect(names()).toEqual(list);
		watch.poll({ statuses: { 'AL-1': 'missing' } });
		expect(names()).toEqual(['AL-2', 'AL-3']);
		for (let poll = 0; poll < 3; poll++) watch.poll({});
		expect(names()).toEqual(['AL-2', 'AL-3', 'AL-1']);
	});

	it('that cannot be read is never called missing, and tried again at least every fourth poll', () => {
		const watch = new Watch(['AL-1'], settings({ events: ['notFound'] }));
		watch.poll({ statuses: { 'AL-1': 'parue' } });
		for (let poll = 0; poll < 9; poll++) {
			expect(watch.poll({ statuses: { 'AL-1': 'unreadable' }, gone: ['AL-1'] }).events).toEqual([]);
		}
		expect([...watch.state.apart.values()]).toEqual([{ tries: 9, wait: 3, kind: 'unreadable' }]);
	});
});
