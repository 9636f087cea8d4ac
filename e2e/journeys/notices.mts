/** The table of the desk as its own workflow makes it. */
import assert from 'node:assert/strict';
import type { Json } from '../lib/execution.mts';
import { openNotices } from '../lib/noticesTable.mts';
import { until } from '../lib/until.mts';
import { stage, succeeded } from './stage.mts';

export type Notices = Awaited<ReturnType<typeof setUp>>;

/** Runs "Set up the desk"; a second time changes nothing. */
export async function setUp() {
	const workflow = await stage.open('desk-set-up');
	succeeded(await stage.attempt(workflow, 'When clicking ‘Execute workflow’'));
	const table = await openNotices(stage.client);
	/** The one row of a file. */
	async function row(dossier: string): Promise<Json> {
		const all = (await table.rows()).filter((one) => one['dossier'] === dossier);
		assert.equal(all.length, 1, `rows of ${dossier}: ${all.length}`);
		return all[0] ?? {};
	}
	return {
		...table,
		row,
		/** Waits until the row of a file is in a state. */
		async inState(dossier: string, state: string): Promise<Json> {
			return await until(`"${dossier}" in the state ${state}`, async () => {
				const one = await row(dossier);
				return one['etat'] === state ? one : undefined;
			});
		},
	};
}
