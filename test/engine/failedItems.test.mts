/** What fails is found by the person who reads it: by its file reference, the refused value, and its place in a table. */
import { englishDays } from '../../nodes/LegalNotice/reading/cells/dates.ts';
import { byId, GOES_ON } from './engine.mts';
import { BILLED } from './notices.mts';
import { sandboxForTests } from './sandbox.mts';
import { shortPausesForTests } from './time.mts';

const sandbox = sandboxForTests();

const rows = { ...BILLED, text: '=Avis {{ $json.file }}.', fileReference: '={{ $json.file }}' };
const changes = { ...rows, category: byId('MODIF'), forfait: '={{ $json.forfait }}' };
const items = [
	{ file: 'T-1', forfait: 'MOD_CAP' },
	{ file: 'T-2', forfait: 'MOD_CAPITAL' },
];
const SAID = 'T-2: The forfait MOD_CAPITAL does not exist for MODIF (err_forfait_inconnu).';

test('the message of a failed order begins with its file reference and names the refused value', async () => {
	const { told, advice } = await sandbox.run('notice.order', changes, { items: items.slice(1) });
	expect(told).toBe(SAID);
	expect(advice).toContain("'Flat Rate (Forfait)'");
});

test.each([false, true])(
	'a failed row shows first what failed, where the node goes on (Retry On Fail: %p)',
	async (retryOnFail) => {
		const settings = { ...GOES_ON, retryOnFail, maxTries: 2 };
		const { json } = await sandbox.run('notice.order', changes, { items, settings });
		expect(Object.keys(json[1] ?? {})).toEqual(['resume', 'dossier', 'error', 'message']);
		const { resume, dossier, message, error } = json[1] ?? {};
		expect({ resume, dossier, message }).toEqual({ resume: SAID, dossier: 'T-2', message: SAID });
		expect(error).toMatch(/^T-2: The forfait .*Choose the 'Flat Rate \(Forfait\)'/);
		// The failed order was tried once, and the other one placed once.
		expect(sandbox.calls().filter((call) => call === 'POST /commande')).toHaveLength(2);
	},
);

test.each([false, true])(
	'a failed row takes the error output with the fields of its input (Retry On Fail: %p)',
	async (retryOnFail) => {
		const both = [...items].reverse();
		const settings = { onError: 'continueErrorOutput', retryOnFail, maxTries: 2 } as const;
		const more = { items: both, settings };
		const { json, errorItems } = await sandbox.run('notice.order', changes, more);
		expect(json).toHaveLength(1);
		expect(errorItems).toHaveLength(1);
		expect(errorItems[0]?.json.error).toMatch(/^T-2: The forfait MOD_CAPITAL/);
		if (!retryOnFail) expect(errorItems[0]?.json).toMatchObject({ file: 'T-2', message: SAID });
	},
);

test.each([
	[['automatic', 'none', 'automatic'], /remove what is ordered: without an order number/],
	[['automatic', 'custom', 'custom'], /Run it again with 'If Already Ordered' set to Return/],
	[['none', 'automatic', 'automatic'], /remove what is ordered: without an order number/],
	[['automatic', 'automatic', 'none'], /Run it again: nothing is ordered twice/],
])(
	'a stop advises by the order number modes of the notices that are ordered: %j',
	async (modes, advice) => {
		const file = (at: number) => `M-${modes.join('')}-${at}`;
		const all = modes.map((mode, at) => ({
			...{ file: file(at), mode, forfait: at === 2 ? 'MOD_CAPITAL' : 'MOD_CAP' },
		}));
		const numbered = {
			orderNumberMode: '={{ $json.mode }}',
			orderNumber: '={{ $json.file }}',
		};
		const { told } = await sandbox.run('notice.order', { ...changes, ...numbered }, { items: all });
		expect(told).toContain('2 notices ARE ordered');
		expect(told).toMatch(advice);
	},
);

test('a reference or contact that fails is named in message and item', async () => {
	const cancelled = await sandbox.runFor('notice.cancel', ['GONE-1'], {}, GOES_ON);
	expect(cancelled.json[0]).toMatchObject({
		demande: 'GONE-1',
		message: expect.stringMatching(/^GONE-1: The service knows no notice/) as string,
	});
	sandbox.refuse('createContact', 'err_prenom_incorrect');
	const contact = { email: 'a@example.org', lastName: 'Martin', firstName: '7' };
	const { json } = await sandbox.run('contact.createOrGet', contact, { settings: GOES_ON });
	expect(json[0]).toMatchObject({ email: 'a@example.org', nom: 'Martin' });
	expect(json[0]?.message).toContain(`'First Name': "7" (err_prenom_incorrect)`);
});

describe('an order that is run again with a corrected file reference', () => {
	shortPausesForTests();

	test('is found, and says that the reference given now is not on it', async () => {
		const notice = { ...BILLED, text: 'Un avis.', fileReference: 'T-1' };
		const [first] = (await sandbox.run('notice.order', notice)).json;
		expect(first?.numero_commande).toMatch(/^CONSTI-75-[0-9A-Z]{20}$/);
		const [again] = (await sandbox.run('notice.order', { ...notice, fileReference: 'T-9' })).json;
		expect(again).toMatchObject({ existant: true, reference: first?.reference });
		expect(sandbox.standing()).toHaveLength(1);
		expect(again?.avertissements).toContainEqual(
			expect.stringMatching(/a changed 'File Reference' is not on it/) as string,
		);
		const { resume } = again ?? {};
		expect(resume).toContain(
			'si elle a été commandée sous un autre dossier que T-9, elle le garde',
		);
		expect(resume).not.toContain('(dossier T-9)');
	});

	test('is found where that answer is lost, and is not called by the reference given now', async () => {
		const notice = { ...BILLED, text: 'Un avis perdu.', fileReference: 'T-1' };
		const [first] = (await sandbox.run('notice.order', notice)).json;
		sandbox.fault({ kind: 'dropAfter', match: { path: 'order' } });
		const preview = { options: { includePreview: true } };
		const corrected = { ...notice, ...preview, fileReference: 'T-9' };
		const [again] = (await sandbox.run('notice.order', corrected)).json;
		expect(again).toMatchObject({ recupere: true, reference: first?.reference });
		const { resume, epreuve_html: preview_html } = again ?? {};
		expect(resume).toContain(
			'si elle a été commandée sous un autre dossier que T-9, elle le garde',
		);
		expect(`${String(resume)} ${String(preview_html)}`).not.toMatch(/dossier T-9\)|T-9</);
	});

	test('is found also by a second row of the same run, which says so', async () => {
		const notice = { ...BILLED, text: 'Un avis.', fileReference: '={{ $json.file }}' };
		const { json, credentialReads } = await sandbox.run('notice.order', notice, { items });
		expect(json.map(({ existant }) => existant).sort()).toEqual([false, true]);
		// Reading the credential decrypts it: once for all items.
		expect(credentialReads).toBe(1);
		expect(new Set(json.map(({ reference }) => reference)).size).toBe(1);
		const second = json.find(({ existant }) => existant === true);
		expect(second?.resume).toMatch(/sous un autre dossier que T-[12], elle le garde/);
		expect(sandbox.standing()).toHaveLength(1);
	});
});

test('a forfait of a category that takes none is left out with a warning', async () => {
	const wrong = {
		...BILLED,
		category: byId('={{ "DISSOL" }}'),
		forfait: byId('MOD_CAP'),
		fileReference: 'F',
	};
	for (const operation of ['quote', 'order']) {
		const [json] = (await sandbox.run(`notice.${operation}`, wrong)).json;
		expect(json?.avertissements).toEqual([
			"The category DISSOL takes no flat rate (forfait): MOD_CAP, a forfait of MODIF, is left out. Check the 'Category'.",
		]);
		expect(json?.resume).toMatch(/1 avertissement$/);
	}
	const { json } = await sandbox.run('notice.quote', { ...wrong, forfait: byId('') });
	expect(json[0]).not.toHaveProperty('avertissements');
});

describe.each(['refuse', 'move'] as const)(
	'a requested day on which the newspaper does not appear, at a service that would %s it',
	(unavailableDate) => {
		const service = sandboxForTests({ settings: { unavailableDate } });
		let days: { before: string; requested: string; after: string };
		beforeEach(async () => {
			const { json } = await service.run('publication.getDates', BILLED);
			const [before = '', after = ''] = json.map(({ date_parution: date }) => String(date));
			const requested = new Date(Date.parse(before) + 86_400_000).toISOString().slice(0, 10);
			days = { before, requested, after };
		});
		const run = async (operation: string, options: object = {}) => {
			const publicationDate = byId(days.requested);
			const given = { ...BILLED, fileReference: 'F', publicationDate, options };
			return await service.run(`notice.${operation}`, given);
		};
		const sentence = () => {
			const around = englishDays([days.before, days.after]);
			return `The newspaper appears on ${around}, not on ${englishDays([days.requested])}.`;
		};

		test.each(['quote', 'order'])('is reported by %s with the days beside it', async (name) => {
			const [json] = (await run(name)).json;
			expect(json).toMatchObject({ date_modifiee: true, date_parution: days.after });
			expect(json?.avertissements).toEqual([sentence()]);
			const inWords = /, le journal paraissant le \d.* ou le \d.* \p{L}+ 20\d\d, /u;
			expect(json?.resume).toMatch(inWords);
		});

		test('stops an order whose day must not move', async () => {
			const { told } = await run('order', { ifDateMoves: 'fail' });
			expect(told).toContain(`${sentence()} Nothing was ordered.`);
			expect(service.standing()).toEqual([]);
		});
	},
);
