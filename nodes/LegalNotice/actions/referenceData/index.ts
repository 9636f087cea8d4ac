export { getCategories } from './getCategories.operation';
export { getCountries } from './getCountries.operation';
export { getDepartments } from './getDepartments.operation';
export { getForfaits } from './getForfaits.operation';
export { getStyleSheets } from './getStyleSheets.operation';
