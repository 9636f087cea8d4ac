export { getCategories } from './getCategories.operation';
export { getForfaits } from './getForfaits.operation';
