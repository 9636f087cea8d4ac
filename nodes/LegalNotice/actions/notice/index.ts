export { cancel } from './cancel.operation';
export { checkText } from './checkText.operation';
export { getStatus } from './getStatus.operation';
export { getStatusChanges } from './getStatusChanges.operation';
export { order } from './order.operation';
export { quote } from './quote.operation';
export { replace } from './replace.operation';
