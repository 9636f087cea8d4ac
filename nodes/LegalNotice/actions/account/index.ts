export { get } from './get.operation';
