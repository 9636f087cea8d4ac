export { createOrGet } from './createOrGet.operation';
export { getMany } from './getMany.operation';
