/** Tests, the package under test and n8n have one realm, and one copy of n8n's classes. */
import { readKeys } from '../../nodes/LegalNotice/transport/signing.ts';
import { ofCore, workflowPackage } from './n8n.mts';

test('what the package throws is of the classes that n8n knows', () => {
	expect(workflowPackage).toBe(ofCore('n8n-workflow'));
	expect(() => readKeys({ baseUrl: 'no address' })).toThrow(workflowPackage.UserError);
});

test('what n8n throws and returns is of the classes that a test knows', () => {
	expect(new workflowPackage.UserError('no')).toBeInstanceOf(Error);
	expect(workflowPackage.deepCopy({ a: [1] })).toStrictEqual({ a: [1] });
});
