/** The trigger reads its parameters as the operations do: what an expression gives is understood or refused by name. */
import { readWatchSettings } from '../../../nodes/LegalNotice/trigger/settings.ts';

function settingsOf(parameters: Record<string, unknown>) {
	const given: Record<string, unknown> = { references: 'AL-1', events: 'published', ...parameters };
	const getNodeParameter = (name: string, fallback: unknown) =>
		name in given ? given[name] : fallback;
	return readWatchSettings({ getNodeParameter } as never);
}

const thousands = Array.from({ length: 10_000 }, (_value, index) => `AL-${index}`);
test.each<[string, unknown, string[]]>([
	['lines', 'AL-1\nAL-2\r\n D-3 \n\n', ['AL-1', 'AL-2', 'D-3']],
	['10,000 after repetitions', [...thousands, 'AL-5'], thousands],
])('the list of references is read from %s', (_name, value, list) => {
	expect(settingsOf({ references: value }).names).toEqual(list);
});

test.each([
	['nothing', '', 'is empty'],
	['an empty array', [], 'is empty'],
	['too many', [...thousands, 'ONE'], 'has 10001 references'],
])('the list of references is refused, with advice, when it holds %s', (_name, value, sentence) => {
	const message = expect.stringContaining(`'References to Watch' ${sentence}`) as string;
	const advice = expect.stringMatching(/\w+/) as string;
	const problem = expect.objectContaining({ message, advice }) as Error;
	expect(() => settingsOf({ references: value })).toThrow(problem);
});

const STANDARD = {
	...{ names: ['AL-1'], events: new Set(['published']), firstSight: 'none' },
	...{ documentTypes: new Set(), stopAfterDays: undefined },
};
const empty = { stopWatching: ' ', documentTypes: [''] };
const types = { documentTypes: ['attestation,FACTURE', ' ', null], stopWatching: 0 };

test.each<[object, object]>([
	[{ events: 'Suspended,published' }, { events: new Set(['suspended', 'published']) }],
	[{ firstSight: 'publishedorsuspended' }, { firstSight: 'publishedOrSuspended' }],
	[{ options: { stopWatching: '3' } }, { stopAfterDays: 3 }],
	[{ options: types }, { documentTypes: new Set(['attestation', 'facture']), stopAfterDays: 0 }],
	[{ options: null }, {}],
	[{ options: empty }, {}],
])('%j is understood', (parameters, settings) => {
	expect(settingsOf({ ...parameters })).toEqual({ ...STANDARD, ...settings });
});

// n8n makes `undefined` of an expression that throws, or names a field that is not there.
test.each([
	['When First Seen', { firstSight: undefined }],
	['Trigger On', { events: undefined }],
	['References to Watch', { references: undefined }],
	['Options', { options: undefined }],
	['Options', { options: { stopWatching: undefined } }],
])(
	'an expression that finds nothing stops, and does not count as the default: %s %j',
	(label, parameters) => {
		const message = `An expression in '${label}' returns no value.`;
		expect(() => settingsOf(parameters)).toThrow(message);
	},
);

test.each([
	['Document Types', { options: { documentTypes: ['attestations'] } }, 'cannot be "attestations"'],
	['Trigger On', { events: ['published', 'suspnded'] }, 'cannot be "suspnded"'],
	['Trigger On', { events: ' , ' }, 'is empty'],
	['When First Seen', { firstSight: 'curent' }, 'cannot be "curent"'],
	['Stop Watching After Publication', { options: { stopWatching: 1.5 } }, 'cannot be "1.5"'],
	['Stop Watching After Publication', { options: { stopWatching: true } }, 'cannot be "true"'],
	['Options', { options: '{"stopWatching":3}' }, 'is a string'],
])('%s is refused by name: %j', (label, parameters, what) => {
	expect(() => settingsOf(parameters)).toThrow(`'${label}' ${what}`);
});
