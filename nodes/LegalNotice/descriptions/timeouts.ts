import type { INodeProperties } from 'n8n-workflow';
import { MAX_SECONDS, MIN_SECONDS } from '../domain/parameters';

const range = { minValue: MIN_SECONDS, maxValue: MAX_SECONDS };

export const timeout: INodeProperties = {
	displayName: 'Timeout',
	name: 'timeout',
	type: 'number',
	typeOptions: range,
	default: 30,
	description:
		'How many seconds to wait for each answer of the service, 5 to 300. After a lost answer, the service is asked what became of an order or a cancellation before anything is sent again.',
};

export const downloadTimeout: INodeProperties = {
	displayName: 'Download Timeout',
	name: 'downloadTimeout',
	type: 'number',
	typeOptions: range,
	default: 30,
	description: 'How many seconds to wait for the download to start, and between chunks, 5 to 300',
};
