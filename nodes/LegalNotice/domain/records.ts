export { answerFlag } from './answerFlag';
export { listOfFields } from './invoiceFields';
export { isRecord } from './record';
export { type ListedRecord, recordList } from './recordList';
export { sameValue } from './sameValue';
