export { type Answer, recordsOf } from './answer';
export { nestedRecords } from './nestedRecords';
