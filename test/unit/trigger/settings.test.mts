/** The trigger reads its parameters as the operations do: what an expression gives is understood or refused by name. */
import { readSettings } from '../../../nodes/LegalNotice/trigger/settings.ts';

function settingsOf(parameters: Record<string, unknown>) {
	const given: Record<string, unknown> = { references: 'AL-1', events: 'published', ...parameters };
	const getNodeParameter = (name: string, fallback: unknown) =>
		name in given ? given[name] : fallback;
	return readSettings({ getNodeParameter } as never);
}

const STANDARD = {
	list: ['AL-1'],
	events: new Set(['published']),
	firstSight: 'none',
	documentTypes: new Set(),
	files: false,
	waitPolls: 0,
	stopAfterDays: undefined,
};

test.each([
	[
		'an expression',
		{ events: 'Suspended,published' },
		{ events: new Set(['suspended', 'published']) },
	],
	[
		'another spelling',
		{ firstSight: 'publishedorsuspended' },
		{ firstSight: 'publishedOrSuspended' },
	],
	[
		'text',
		{ options: { downloadFiles: 'true', waitForDocument: '3' } },
		{ files: true, waitPolls: 3 },
	],
	['zero', { options: { stopWatching: 0 } }, { stopAfterDays: 0 }],
	[
		'types with commas',
		{ options: { documentTypes: ['attestation,FACTURE', ' ', null] } },
		{ documentTypes: new Set(['attestation', 'facture']) },
	],
	['nothing in place of the options', { options: null }, {}],
	[
		'empty options',
		{ options: { waitForDocument: ' ', stopWatching: '', documentTypes: [''], downloadFiles: '' } },
		{},
	],
])('%s is understood', (_what, parameters, settings) => {
	expect(settingsOf(parameters)).toEqual({ ...STANDARD, ...settings });
});

test.each([
	['Document Types', { options: { documentTypes: ['attestations'] } }, 'cannot be "attestations"'],
	['Trigger On', { events: ['published', 'suspnded'] }, 'cannot be "suspnded"'],
	['Trigger On', { events: ' , ' }, 'is empty'],
	['When First Seen', { firstSight: 'curent' }, 'cannot be "curent"'],
	['Download Files', { options: { downloadFiles: 'yes' } }, 'cannot be "yes"'],
	['Wait for Attestation', { options: { waitForDocument: 1.5 } }, 'cannot be "1.5"'],
	['Stop Watching After Publication', { options: { stopWatching: true } }, 'cannot be "true"'],
	['Options', { options: '{"downloadFiles":true}' }, 'is a string'],
])('%s is refused by name: %j', (label, parameters, what) => {
	expect(() => settingsOf(parameters)).toThrow(`'${label}' ${what}`);
});
