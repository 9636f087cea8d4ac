import { sameKnowledge } from '../../../nodes/LegalNotice/domain/watch/index.ts';
import { file, settings, status, Watch, type Read } from './watching.mts';

const before: Read = {
	statuses: { 'AL-1': status('AL-1', 'suspendue', 'a'), 'AL-2': 'en-controle' },
	documents: { 'AL-1': [], 'AL-2': [] },
};

function begun(): Watch {
	const events = ['published', 'suspended', 'newDocument'];
	const watch = new Watch(['AL-1', 'AL-2'], settings({ events, files: true, waitPolls: 3 }));
	watch.poll(before);
	return watch;
}

/** Documents of the first notice that are not at hand yet. */
function waiting(watch: Watch, numbers: readonly string[]): Read {
	const documents = { 'AL-1': numbers.map((number) => file('attestation', number)) };
	const ids = watch.look({ documents }).events.map(({ id }) => id);
	return { documents, withoutFiles: new Map(ids.map((id) => [id, 'tried' as const])) };
}

describe('a poll that learned', () => {
	it.each<[string, Read]>([
		['nothing', {}],
		['the same', before],
		['that something cannot be read', { documents: { 'AL-1': 'unreadable' } }],
	])('%s leaves the same knowledge', (_name, read) => {
		const watch = begun();
		expect(sameKnowledge(watch.state, watch.poll(read).state)).toBe(true);
	});

	it.each<[string, Read]>([
		['another status', { statuses: { 'AL-2': 'a-paraitre' } }],
		[
			'a status that another notice has',
			{ statuses: { 'AL-2': 'suspendue' }, documents: { 'AL-2': [] } },
		],
		['another reason', { statuses: { 'AL-1': status('AL-1', 'suspendue', 'b') } }],
		['that a reason is gone', { statuses: { 'AL-1': status('AL-1', 'suspendue') } }],
		['of a document', { documents: { 'AL-2': [file('attestation', 'A-2')] } }],
		['of a publication that waits', { statuses: { 'AL-2': 'parue' }, documents: { 'AL-2': [] } }],
	])('%s leaves another knowledge', (_name, read) => {
		const watch = begun();
		expect(sameKnowledge(watch.state, watch.poll(read).state)).toBe(false);
	});

	it('in another order what it waits for already leaves the same knowledge', () => {
		const watch = begun();
		watch.poll(waiting(watch, ['A-1', 'A-2']));
		const known = watch.state;
		expect(known.held.size).toBe(2);
		expect(sameKnowledge(known, watch.look(waiting(watch, ['A-2', 'A-1'])).state)).toBe(true);
		expect(sameKnowledge(known, watch.look(waiting(watch, ['A-2', 'A-3'])).state)).toBe(false);
	});
});
