import { createRequire } from 'node:module';
import type * as WorkflowPackage from 'n8n-workflow';

import { explain, fullText, toNodeError } from '../../../nodes/LegalNotice/transport/errors.ts';
import { connectionFailure } from '../../../nodes/LegalNotice/transport/failures.ts';
import { ServiceFailure } from '../../../nodes/LegalNotice/transport/failures.ts';

// The package loads n8n-workflow as n8n does, so its classes are those of the CommonJS build.
const { NodeApiError, UserError } = createRequire(import.meta.url)(
	'n8n-workflow',
) as typeof WorkflowPackage;

function broken(code: string, systemCall?: string): Error {
	const [syscall] = systemCall?.split(' ') ?? [];
	const message = `${syscall} ${code} 80:error:SSL routines:${systemCall}`;
	const cause = Object.assign(new Error(message), { code, ...(syscall ? { syscall } : {}) });
	return new Error('request failed', { cause });
}

test.each<[string, string | undefined, 'notSent' | 'noAnswer']>([
	['ECONNREFUSED', 'connect', 'notSent'],
	['ENOTFOUND', 'getaddrinfo', 'notSent'],
	['ETIMEDOUT', 'connect', 'notSent'],
	['EHOSTUNREACH', 'connect', 'notSent'],
	['EHOSTUNREACH', 'read', 'noAnswer'],
	['ENETUNREACH', 'write', 'noAnswer'],
	['EHOSTUNREACH', undefined, 'notSent'],
	['CERT_HAS_EXPIRED', undefined, 'notSent'],
	['ECONNRESET', 'read', 'noAnswer'],
	['ECONNABORTED', undefined, 'noAnswer'],
	['EPROTO', 'write wrong version number', 'notSent'],
	['EPROTO', 'write sslv3 alert handshake failure', 'notSent'],
	['EPROTO', 'read bad record mac', 'noAnswer'],
	['ETIMEDOUT', 'read', 'noAnswer'],
])('%s at %s: %s', (code, systemCall, kind) => {
	const failure = connectionFailure(broken(code, systemCall), false);
	expect(failure).toMatchObject({ kind, facts: { networkCode: code } });
	expect(failure.ambiguous).toBe(kind === 'noAnswer');
});

test.each([undefined, null, 'text', {}, new Error('no code')])(
	'what cannot be read may have been sent: %p',
	(thrown) => {
		expect(connectionFailure(thrown, false)).toMatchObject({ kind: 'noAnswer', facts: {} });
	},
);

test('what n8n refuses to let out was not sent, however deep its refusal lies', () => {
	const refusal = new UserError('The host is restricted');
	const inSocket = new Error('request failed', { cause: refusal });
	const node = { id: '1', name: 'N', type: 't', typeVersion: 1, position: [0, 0], parameters: {} };
	for (const thrown of [refusal, inSocket, new NodeApiError(node as never, inSocket as never)]) {
		const failure = connectionFailure(thrown, false);
		expect(failure).toMatchObject({ kind: 'notSent', ambiguous: false });
		expect(explain(failure).message).toBe('n8n did not send the call: The host is restricted');
	}
});

test('errors that name each other as causes are read to an end', () => {
	const one = new Error('one');
	const other = new Error('other', { cause: one });
	one.cause = other;
	expect(connectionFailure(one, false)).toMatchObject({ kind: 'noAnswer', facts: {} });
});

test('a call that was under way when the execution was stopped may have been done', () => {
	expect(connectionFailure(broken('ERR_CANCELED'), false).ambiguous).toBe(true);
	expect(connectionFailure(broken('ECONNRESET'), true)).toMatchObject({ kind: 'cancelled' });
	expect(new ServiceFailure('cancelled').ambiguous).toBe(false);
});

test('a foreign error keeps its own words', () => {
	expect(explain(new TypeError('broken')).message).toBe('broken');
	expect(explain('broken').message).toBe('broken');
	const node = {
		id: '1',
		name: 'Node',
		type: 'n8n-nodes-legal-notice.legalNotice',
		typeVersion: 1,
		position: [0, 0] as [number, number],
		parameters: {},
	};
	const error = toNodeError(node, new TypeError('broken'));
	expect(toNodeError(node, error)).toBe(error);
	expect(toNodeError(node, error, 3).context.itemIndex).toBe(3);
	expect(fullText(error)).toBe('broken');
});
