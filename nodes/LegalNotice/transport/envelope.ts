export { type Answer, recordsOf, refusalIn } from './answer';
export { nestedRecords } from './nestedRecords';
