export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export type Words<T extends string> = T extends `${infer First} ${infer Rest}`
	? First | Words<Rest>
	: T;

/** The words of a text that is written in the code, for the compiler as well. */
export const words = <const T extends string>(text: T) => text.split(' ') as Array<Words<T>>;

/** Names of the service's calls, used by the journal and to aim a fault at one of them. */
export const routeNames = [
	...words('quote order cancel statuses status invoicesBatch invoices documentsBatch documents'),
	...words('publications dates client contacts createContact countries departments'),
	...words('styleSheets categories forfaits pdf unknown'),
];
export type RouteName = (typeof routeNames)[number];
