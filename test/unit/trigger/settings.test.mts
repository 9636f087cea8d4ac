/** The trigger reads its parameters as the operations do: what an expression gives is understood or refused by name. */
import { InputProblem } from '../../../nodes/LegalNotice/domain/parameters.ts';
import { readSettings } from '../../../nodes/LegalNotice/trigger/settings.ts';

function settingsOf(parameters: Record<string, unknown>) {
	const given: Record<string, unknown> = {
		references: 'AL-1',
		events: ['statusChanged'],
		...parameters,
	};
	const getNodeParameter = (name: string, fallback: unknown) =>
		name in given ? given[name] : fallback;
	return readSettings({ getNodeParameter } as never);
}

function refusal(parameters: Record<string, unknown>): string {
	try {
		settingsOf(parameters);
	} catch (problem) {
		if (!(problem instanceof InputProblem)) throw problem;
		return `${problem.parameter}: ${problem.message} ${problem.advice}`;
	}
	return 'accepted';
}

test.each([
	[['attestation', 'facture']],
	['attestation, facture'],
	[['attestation,facture', ' ', null]],
	['Attestation,FACTURE'],
])('documents of the types %j are reported', (documentTypes) => {
	const types = settingsOf({ options: { documentTypes } }).documentTypes;
	expect([...types].sort()).toEqual(['attestation', 'facture']);
});

test.each([[undefined], [null], [''], [' '], [[]], [['']]])(
	'the types %j stand for every document',
	(documentTypes) => {
		expect(settingsOf({ options: { documentTypes } }).documentTypes.size).toBe(0);
	},
);

test.each([[['published', 'suspended']], ['suspended,published'], [['Published', 'SUSPENDED']]])(
	'the workflow starts on the events %j',
	(events) => {
		expect([...settingsOf({ events }).events].sort()).toEqual(['published', 'suspended']);
	},
);

test.each([
	[true, true],
	['true', true],
	['False', false],
	[false, false],
	['', false],
])('files are downloaded when %j is given: %j', (downloadFiles, files) => {
	expect(settingsOf({ options: { downloadFiles } }).files).toBe(files);
});

test.each([
	['current', 'current'],
	['publishedorsuspended', 'publishedOrSuspended'],
	['', 'none'],
])('what is first seen is treated as %j says', (firstSight, read) => {
	expect(settingsOf({ firstSight }).firstSight).toBe(read);
});

test.each([
	['3', 3],
	[0, 0],
])('numbers may come as text: %j', (given, number) => {
	const { waitPolls, stopAfterDays } = settingsOf({
		options: { waitForDocument: given, stopWatching: given },
	});
	expect([waitPolls, stopAfterDays]).toEqual([number, number]);
});

test.each([[undefined], [null], [''], [' ']])(
	'an option that holds %j is one that was not added',
	(empty) => {
		expect(settingsOf({ options: { waitForDocument: empty, stopWatching: empty } })).toMatchObject({
			waitPolls: 0,
			stopAfterDays: undefined,
		});
	},
);

test.each([[undefined], [null], [''], [[]]])('%j in place of the options adds none', (options) => {
	expect(settingsOf({ options })).toMatchObject({ files: false, waitPolls: 0 });
});

test.each([
	[
		{ options: { documentTypes: ['attestations'] } },
		`Document Types: 'Document Types' cannot be "attestations". Choose it from the list, or give one of attestation, avoir, facture, justificatif.`,
	],
	[
		{ options: { documentTypes: [{ type: 'facture' }] } },
		`Document Types: 'Document Types' is an object, not a text.`,
	],
	[
		{ events: ['published', 'suspnded'] },
		`Trigger On: 'Trigger On' cannot be "suspnded". Choose it from the list, or give one of `,
	],
	[{ events: [] }, `Trigger On: 'Trigger On' is empty. Choose at least one event`],
	[{ events: ' , ' }, `Trigger On: 'Trigger On' is empty.`],
	[{ firstSight: 'curent' }, `When First Seen: 'When First Seen' cannot be "curent".`],
	[{ options: { downloadFiles: 'yes' } }, `Download Files: 'Download Files' cannot be "yes".`],
	[
		{ options: { waitForDocument: 1.5 } },
		`Wait for Attestation: 'Wait for Attestation' cannot be "1.5". Give a whole number, 0 or more.`,
	],
	[
		{ options: { stopWatching: true } },
		`Stop Watching After Publication: 'Stop Watching After Publication' cannot be "true".`,
	],
	[
		{ options: '{"downloadFiles":true}' },
		`Options: 'Options' is a string, not an object with its fields.`,
	],
	[{ options: ['downloadFiles'] }, `Options: 'Options' is a list, not an object`],
])('%j is refused by name', (parameters, sentence) => {
	expect(refusal(parameters)).toContain(sentence);
});
