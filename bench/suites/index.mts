import type { Suite } from '../lib/result.mts';
import { calls } from './calls.mts';
import { helper } from './helper.mts';
import { lists } from './lists.mts';
import { loading } from './loading.mts';
import { quota } from './quota.mts';
import { scale } from './scale.mts';
import { signing } from './signing.mts';
import { statuses } from './statuses.mts';
import { text } from './text.mts';
import { trigger } from './trigger.mts';

/** In the order of the document. */
export const suites: readonly Suite[] = [
	calls,
	helper,
	statuses,
	trigger,
	quota,
	lists,
	text,
	signing,
	loading,
	scale,
];
