/** What the coverage table may name: operations, their parameters, fields of the credential, lists, the trigger. */
import { LegalNoticeApi } from '../../credentials/LegalNoticeApi.credentials.ts';
import { registry } from '../../nodes/LegalNotice/actions/registry.ts';
import type { Operation } from '../../nodes/LegalNotice/actions/context.ts';
import { parametersOf, publishedNodes } from './package.mts';

export const operations = Object.entries(registry).flatMap(([resource, entry]) =>
	Object.keys(entry.operations).map((operation) => `${resource}.${operation}`),
);

/** Everything that the Node column may name. */
export const knownNames = new Set<string>([
	...operations,
	...Object.entries(registry).flatMap(([resource, entry]) =>
		Object.entries(entry.operations as Record<string, Operation>).flatMap(
			([operation, { properties }]) =>
				properties.flatMap(({ name, options = [] }) => [
					`${resource}.${operation}.${name}`,
					...options.map((option) => `${resource}.${operation}.${name}.${option.name}`),
				]),
		),
	),
	...new LegalNoticeApi().properties.map(({ name }) => `credential.${name}`),
	...publishedNodes.flatMap(({ node }) => [
		...Object.keys(node.methods?.listSearch ?? {}),
		...Object.keys(node.methods?.loadOptions ?? {}),
	]),
	...publishedNodes
		.flatMap(parametersOf)
		.filter(({ path }) => path.startsWith('legalNoticeTrigger.'))
		.map(({ path }) => path.replace(/^legalNoticeTrigger/, 'trigger')),
]);
