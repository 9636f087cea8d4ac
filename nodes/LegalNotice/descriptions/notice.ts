import type { INodeProperties } from 'n8n-workflow';

import { billingParameters } from './billing';
import {
	categoryLocator,
	departmentLocator,
	forfaitLocator,
	publicationDateLocator,
	publicationLocator,
} from './locators';
import { headerParameter, textParameters } from './noticeText';
import { fileReferenceField, orderNumberParameters } from './orderNumber';

/** Where, as what and when a notice is published. */
const placeParameters: INodeProperties[] = [
	departmentLocator,
	publicationLocator,
	categoryLocator,
	forfaitLocator,
	publicationDateLocator,
];

export const quoteParameters: INodeProperties[] = [
	...placeParameters,
	...textParameters,
	headerParameter,
];

/** What has to be filled in comes before what may be. */
export const orderParameters: INodeProperties[] = [
	...placeParameters,
	...textParameters,
	fileReferenceField,
	headerParameter,
	...orderNumberParameters,
	...billingParameters,
];
