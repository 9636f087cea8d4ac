/** What the generated documents read of a node: the description that n8n shows, as a list of operations. */
import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

export interface DocumentedOperation {
	readonly resource: string;
	readonly operation: string;
	/** Of the option in the Operation dropdown. */
	readonly description: string;
	readonly parameters: readonly INodeProperties[];
}

/** A resource with its operations, in the order of the dropdowns. */
export interface DocumentedResource {
	readonly name: string;
	readonly description: string;
	readonly operations: readonly DocumentedOperation[];
}

const CHOICES = new Set(['resource', 'operation']);

function choices(property: INodeProperties | undefined): INodePropertyOptions[] {
	return (property?.options ?? []).filter(
		(option): option is INodePropertyOptions => 'value' in option,
	);
}

function isShown(property: INodeProperties, resource: string, operation: string): boolean {
	const show = property.displayOptions?.show ?? {};
	const allows = (name: string, value: string) =>
		show[name] === undefined || (show[name] as unknown[]).includes(value);
	return allows('resource', resource) && allows('operation', operation);
}

/** @returns nothing for a node without resources, such as the trigger */
export function resourcesOf({ properties }: INodeTypeDescription): DocumentedResource[] {
	const parameters = properties.filter(({ name }) => !CHOICES.has(name));
	return choices(properties.find(({ name }) => name === 'resource')).map((resource) => {
		const value = String(resource.value);
		const dropdown = properties.find(
			(property) => property.name === 'operation' && isShown(property, value, ''),
		);
		return {
			name: resource.name,
			description: resource.description ?? '',
			operations: choices(dropdown).map((option) => ({
				resource: resource.name,
				operation: option.name,
				description: option.description ?? '',
				parameters: parameters.filter((one) => isShown(one, value, String(option.value))),
			})),
		};
	});
}
