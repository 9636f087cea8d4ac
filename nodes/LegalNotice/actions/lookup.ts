export { forReadable } from './perItem';
export { fetchForItems, fetchReadable, notFound, readReferences } from './references';
