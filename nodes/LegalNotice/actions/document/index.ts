export { download } from './download.operation';
export { getMany } from './getMany.operation';
