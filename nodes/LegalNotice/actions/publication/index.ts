export { getDates } from './getDates.operation';
export { getMany } from './getMany.operation';
