import type { NodeHint } from 'n8n-workflow';

import { costTiers } from '../domain/watch';

/** How many calls a poll takes, as an expression over the parameters; what cannot be counted gives no hint. */
const COUNT = `(() => {
	const given = $parameter["references"] ?? "";
	const text = given.toString().trim();
	const parts = Array.isArray(given) ? given : text.startsWith("[") ? JSON.parse(text) : text.split(/[\\r\\n,]+/);
	return new Set(parts.map((part) => String(part).trim()).filter((part) => part !== "")).size;
})()`;
const KINDS = `(() => {
	const events = $parameter["events"] ?? [];
	const files = ["newDocument", "newInvoice"];
	const needsStatus = events.some((event) => !files.includes(event))
		|| $parameter["firstSight"] === "publishedOrSuspended"
		|| ($parameter["options"] ?? {}).stopWatching !== undefined;
	return files.filter((file) => events.includes(file)).length + (needsStatus ? 1 : 0);
})()`;

/** What a list costs, where a person sees it: n8n's hints are fixed texts, so there is one for each interval. */
export const costHints: NodeHint[] = costTiers().map(({ from, to, every }) => ({
	message: `Each poll of this list takes ${from} to ${to} of the 300 calls a minute of the key. Poll every ${every} or less often, so that orders do not wait.`,
	type: 'info',
	location: 'ndv',
	whenToDisplay: 'always',
	displayCondition: `={{ ((calls) => calls >= ${from} && calls <= ${to})(Math.ceil(${COUNT} / 100) * ${KINDS}) }}`,
}));
