export { advance, type Advance } from './advance';
export { costOf, type Cost } from './cost';
export { digest128 } from './digest';
export { nameDifference, readReason, reasonOf, tellsAtFirstSight } from './naming';
export { packState, STATE_KEYS, unpackState } from './packing';
export { MAX_REFERENCES, readWatched, REFERENCES_LABEL } from './references';
export { aspectsRead, schedule, type Schedule } from './schedule';
export { apartKey, emptyState, type WatchState } from './state';
export * from './types';
