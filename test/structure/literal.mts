/**
 * Writes a node's description as a literal class. Lint rules read only literal objects, and parameters here are
 * spread, filtered and shared: only the expanded form shows the linter everything that n8n shows the person.
 */
import type { INodeTypeDescription } from 'n8n-workflow';

export function literalClass(name: string, description: INodeTypeDescription): string {
	const polling = description.polling === true;
	return `import type { ${polling ? 'IPollFunctions' : 'IExecuteFunctions'}, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

export class ${name} implements INodeType {
	description: INodeTypeDescription = ${literal(description)};

	async ${polling ? 'poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null>' : 'execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]>'} {
		return [[]];
	}
}
`;
}

/** A value as source text, keys without quotation marks, because the rules look for identifiers. */
function literal(value: unknown, key = ''): string {
	if (Array.isArray(value)) {
		if ((key === 'inputs' || key === 'outputs') && value.every((one) => one === 'main')) {
			return `[${value.map(() => 'NodeConnectionTypes.Main').join(', ')}]`;
		}
		return `[${value.map((entry: unknown) => literal(entry)).join(', ')}]`;
	}
	if (typeof value === 'object' && value !== null) {
		const fields = Object.entries(value)
			.filter(([, field]) => field !== undefined)
			.map(([name, field]) => `${identifier(name)}: ${literal(field, name)}`);
		return `{ ${fields.join(',\n')} }`;
	}
	return typeof value === 'string' ? quoted(value) : String(value);
}

function identifier(name: string): string {
	return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

function quoted(text: string): string {
	const escaped = JSON.stringify(text).slice(1, -1).replace(/\\"/g, '"').replace(/'/g, "\\'");
	return `'${escaped}'`;
}
