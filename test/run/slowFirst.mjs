/**
 * The order of the test files. Without a record of earlier runs jest takes the largest files for the slowest, and the
 * few that wait or work for half a minute would be left for the end, with nothing running in parallel.
 */
import { basename } from 'node:path';
import { ofJest } from './ofJest.mjs';

const { default: Sequencer } = ofJest('jest-config', '@jest/test-sequencer');

/** The slowest first. A name that is missing here costs time, no more. */
const SLOW = [
	'slowService',
	'linear',
	'runs',
	'moreRuns',
	'polls',
	'triggerLimits',
	'oddAnswers',
	'hugeAnswers',
	'lists',
	'commandLine',
	'triggerFailures',
	'probe',
	'trigger',
	'parameters',
	'bootstrap',
];

export default class SlowFirst extends Sequencer {
	sort(tests) {
		return [...super.sort(tests)].sort((one, other) => rank(one) - rank(other));
	}
}

function rank({ path }) {
	const place = SLOW.indexOf(basename(path, '.test.mts'));
	return place < 0 ? SLOW.length : place;
}
