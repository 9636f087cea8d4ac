import type { Route } from '../service.mts';
import { accountRoutes } from './account.mts';
import { batchRoutes } from './batches.mts';
import { noticeRoutes } from './notices.mts';
import { publicationRoutes } from './publications.mts';
import { referenceRoutes } from './reference.mts';

/** The 19 endpoints and both legacy routes. */
export const routes: readonly Route[] = [
	...noticeRoutes,
	...batchRoutes,
	...publicationRoutes,
	...accountRoutes,
	...referenceRoutes,
];
