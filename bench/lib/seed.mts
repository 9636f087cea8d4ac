import { BareClient } from './bare.mts';
import type { Keys, Service } from './service.mts';
import { makeItems, orderBody } from './work.mts';

/** Orders that many notices, so that there is something to read. @returns their references */
export async function seed(
	service: Service,
	keys: Keys,
	count: number,
	label: string,
): Promise<string[]> {
	const client = new BareClient(service.url, keys, 16);
	const answers = await client.all(
		makeItems(count, `${label}-seed`).map((item) => ({
			method: 'POST',
			path: '/commande',
			body: orderBody(item),
		})),
	);
	await client.close();
	return answers.map(({ reference }) => String(reference));
}
