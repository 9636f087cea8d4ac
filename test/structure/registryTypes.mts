/** What the compiler refuses in the table of operations: a line that compiles after all fails `npm run lint`. */
import { itemOperation, type Operation } from '../../nodes/LegalNotice/actions/context.ts';
import { resource } from '../../nodes/LegalNotice/actions/registry.ts';

const option = { name: 'Ping', value: 'ping', action: 'Ping', description: 'Ping' } as const;
const ping = itemOperation({ option, properties: [], execute: () => Promise.resolve([]) });

export const named = resource('Notice', 'Notices', 'ping', { ping });
// @ts-expect-error -- exported under another name than its option has
export const misnamed = resource('Notice', 'Notices', 'pong', { pong: ping });
// @ts-expect-error -- a default that is none of the operations
export const withoutDefault = resource('Notice', 'Notices', 'pong', { ping });
// @ts-expect-error -- an entry in the table without an implementation
export const listed = resource('Notice', 'Notices', 'ping', { ping: { option, properties: [] } });
// @ts-expect-error -- an implementation without its entry for the dropdown
export const unlisted = itemOperation({ properties: [], execute: () => Promise.resolve([]) });
// @ts-expect-error -- neither one item at a time nor the whole input at once
export const withoutSense: Operation = { ...ping, kind: 'sometimes' };
