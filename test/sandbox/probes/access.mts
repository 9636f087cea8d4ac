import type { CallOptions } from '../client.mts';
import type { Probe } from './probe.mts';

function called(expected: string[], options: CallOptions): Probe {
	return { expected, run: async ({ client }) => (await client.get('/pays', options)).codes };
}

/** Rules of authentication, quota and body. */
export const accessProbes: Record<string, Probe> = {
	'application-header': called(['err_application_absent'], { headers: { application: undefined } }),
	'timestamp-header': called(['err_timestamp_absent'], { headers: { timestamp: undefined } }),
	'signature-header': called(['err_signature_absent'], { headers: { signature: undefined } }),
	'application-format': called(['err_application_incorrect'], { headers: { application: 'a b' } }),
	'signature-format': called(['err_signature_incorrect'], { headers: { signature: 'xyz' } }),
	'key-known': called(['err_cle_inconnue'], {
		keys: { publicKey: 'nobody', secretKey: 'demo-secret-key' },
	}),
	'client-active': {
		expected: ['err_client_inactif'],
		run: async ({ sandbox, client }) => {
			const keys = sandbox.createKey({ inactive: true });
			return (await client.get('/pays', { keys })).codes;
		},
	},
	'timestamp-gap': called(['err_timestamp_controle'], {
		timestamp: Math.floor(Date.now() / 1000) - 3600,
	}),
	'signature-computed': called(['err_signature_calculee'], {
		headers: { signature: 'a'.repeat(64) },
	}),
	'signature-raw-body': {
		expected: ['err_signature_calculee'],
		run: async ({ client }) => {
			const options = { raw: '{ "references" : ["x"] }\n', signedBody: '' };
			return (await client.post('/annonces/statuts', undefined, options)).codes;
		},
	},
	'signature-path': called([], {}),
	quota: {
		expected: ['err_requetes_max'],
		options: { settings: { quotaPerMinute: 2 } },
		run: async ({ client }) => {
			await client.get('/pays');
			await client.get('/pays');
			return (await client.get('/pays')).codes;
		},
	},
	'body-json': {
		expected: ['err_body_incorrect'],
		run: async ({ client }) => (await client.post('/contact', undefined, { raw: '{"nom":' })).codes,
	},
	'own-notices': {
		expected: ['err_annonce_introuvable'],
		run: async (bench) => {
			const reference = await bench.ordered();
			const keys = bench.sandbox.createKey();
			return (await bench.client.get(`/annonce/${reference}/statut`, { keys })).codes;
		},
	},
};
