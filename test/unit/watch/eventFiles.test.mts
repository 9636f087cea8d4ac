import type { WatchEvent } from '../../../nodes/LegalNotice/domain/watch/index.ts';
import { fetchEventFiles } from '../../../nodes/LegalNotice/trigger/eventFiles.ts';
import { filesOutcome } from '../../../nodes/LegalNotice/trigger/readings.ts';
import { TimeBudget } from '../../../nodes/LegalNotice/trigger/timeBudget.ts';
import { FakeFiles, page, pdf } from '../transport/fakeFiles.mts';
import { Newspaper } from './newspaper.mts';
import { NOW } from './watching.mts';

const HOST = 'https://files.example/';

/** An event with files, as they come out of an answer of the service. */
function eventWith(listed: readonly object[], reference = 'AL-1'): WatchEvent {
	const documents = listed.map((file, index) => ({ url: `${HOST}${reference}-${index}`, ...file }));
	const read = filesOutcome({ reference, documents }, reference, 'documents');
	if (typeof read !== 'object') throw new Error(read);
	return {
		id: `event of ${reference}`,
		event: 'newDocument',
		asked: reference,
		reference,
		orderNumber: null,
		status: null,
		previousStatus: null,
		reason: null,
		previousReason: null,
		seenAt: NOW,
		files: read.files,
		documentMissing: false,
		filesMissing: false,
	};
}

/** Every file of these events is a PDF. */
function hostOf(...events: WatchEvent[]): FakeFiles {
	const urls = events.flatMap(({ files }) => files.map(({ fields }) => String(fields.url)));
	return new FakeFiles(Object.fromEntries(urls.map((url) => [url, page(pdf())])));
}

async function fetchAll(host: FakeFiles, events: WatchEvent[], time = new TimeBudget(9_000, true)) {
	try {
		return await fetchEventFiles(host.context, new Newspaper(), events, time);
	} finally {
		time.close();
	}
}

/** A poll whose time is over as soon as its downloads have begun; what happens until its end is up to the test. */
class NoTime extends TimeBudget {
	private waited = 0;
	private readonly untilTheEnd: (work: Promise<unknown>) => Promise<boolean>;

	constructor(untilTheEnd: (work: Promise<unknown>) => Promise<boolean>) {
		super(9_000, true);
		this.untilTheEnd = untilTheEnd;
	}

	override async waitFor(work: Promise<unknown>): Promise<boolean> {
		return this.waited++ > 0 && (await this.untilTheEnd(work));
	}
}

describe('the files of an event', () => {
	it('each have a binary field of their own, named by what they are', async () => {
		const event = eventWith([
			{ type: 'attestation', numero: 'A-1' },
			{ type: 'attestation', numero: 'A-2' },
			{ type: 'attestation', numero: 'A-2' },
			{ type: 'justificatif' },
			{ type: 'justificatif', numero: null },
			{ type: 'facture', numero: 'F/1' },
			{ type: 'facture', numero: 'F-1' },
			{ type: 'avoir' },
			{ numero: '' },
		]);
		const { binary, without, missing } = await fetchAll(hostOf(event), [event]);
		expect(Object.keys(binary.get(event.id) ?? {})).toEqual([
			'attestation',
			'attestation_A-2',
			'attestation_A-2_2',
			'justificatif',
			'justificatif_2',
			'facture_F-1',
			'facture_F-1_2',
			'avoir',
			'document',
		]);
		expect([...without]).toEqual([]);
		expect(missing.get(event.id)).toEqual([]);
	});

	it('carry the date of the invoice in their name where the service gives one', async () => {
		const event = eventWith([
			{ type: 'facture', numero: 'F-1', date_facture: '2026-11-18' },
			{ type: 'facture', numero: 'F-2', date_facture: 20261118 },
		]);
		const host = hostOf(event);
		await fetchAll(host, [event]);
		expect(host.stored.map(({ name }) => name).sort()).toEqual([
			'facture_F-1_2026-11-18.pdf',
			'facture_F-2.pdf',
		]);
	});

	it('that cannot be had are named, with number or without, beside those that came', async () => {
		const event = eventWith([
			{ type: 'attestation', numero: 'A-1' },
			{ type: 'attestation', numero: 'A-2', url: 'ftp://files.example/a' },
			{ type: 'justificatif', url: null },
		]);
		const { binary, without, missing, refusal } = await fetchAll(hostOf(event), [event]);
		expect(Object.keys(binary.get(event.id) ?? {})).toEqual(['attestation']);
		expect(missing.get(event.id)).toEqual([
			{ type: 'attestation', numero: 'A-2', raison: expect.stringContaining('A-2') as unknown },
			{ type: 'justificatif', raison: expect.stringContaining('justificatif') as unknown },
		]);
		expect(without.get(event.id)).toBe('tried');
		expect(refusal?.message).toContain('A-2');
	});

	it('are not counted as tried when the poll had no time to ask for them', async () => {
		const event = eventWith([{ type: 'attestation', numero: 'A-1' }]);
		const time = new TimeBudget(9_000, true);
		time.close();
		const host = hostOf(event);
		const { binary, without, missing } = await fetchAll(host, [event], time);
		expect(host.asked).toEqual([]);
		expect(binary.get(event.id)).toEqual({});
		expect(without.get(event.id)).toBe('notTried');
		expect(missing.get(event.id)).toHaveLength(1);
	});
});

describe('files for which the time of the poll is too short', () => {
	const four = () =>
		Array.from({ length: 4 }, (_value, index) =>
			eventWith([{ type: 'attestation', numero: `A-${index}` }], `AL-${index}`),
		);

	it('are finished when they are under way, and not begun otherwise', async () => {
		const events = four();
		const host = hostOf(...events);
		let goOn = () => {};
		const ready = new Promise<void>((resolve) => (goOn = resolve));
		host.storing = async () => await ready;
		const time = new NoTime(async (work) => {
			goOn();
			await work;
			return true;
		});
		const { binary, without } = await fetchAll(host, events, time);
		expect([...binary.values()].filter((files) => 'attestation' in files)).toHaveLength(3);
		expect([...without]).toEqual([['event of AL-3', 'notTried']]);
	});

	it('that come after its end are told as missing, not half as there', async () => {
		const events = four().slice(0, 1);
		const host = hostOf(...events);
		let goOn = () => {};
		const ready = new Promise<void>((resolve) => (goOn = resolve));
		let late: Promise<unknown> = Promise.resolve();
		const time = new NoTime(async (work) => {
			late = work;
			return await new Promise((resolve) => {
				host.storing = async () => {
					resolve(false);
					await ready;
				};
			});
		});
		const { binary, without, missing } = await fetchAll(host, events, time);
		goOn();
		await late;
		expect(host.stored).toHaveLength(1);
		expect([...binary]).toEqual([]);
		expect([...without]).toEqual([['event of AL-0', 'tried']]);
		expect(missing.get('event of AL-0')).toEqual([
			{ type: 'attestation', numero: 'A-0', raison: 'There was no time left to download it.' },
		]);
	});
});
