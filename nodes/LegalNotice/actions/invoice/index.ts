export { getMany } from './getMany.operation';
