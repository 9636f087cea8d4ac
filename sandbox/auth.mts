import { createHash } from 'node:crypto';
import { findAccount, type Account } from './accounts.mts';
import type { JournalCall } from './journal.mts';
import { refuse, Refusal } from './refusal.mts';
import type { Service } from './service.mts';

/** Maximum distance between the Timestamp header and the service's clock, in seconds. */
const maximumGap = 5;

const names = ['application', 'timestamp', 'signature'] as const;

/**
 * Checks the three headers ("Authentication"): presence and form, key, access, time, signature.
 *
 * @param body exactly as received
 * @throws {Refusal} with the code of what is wrong
 */
export function authenticate(call: JournalCall, body: Buffer, service: Service): Account {
	const { rules, settings, store } = service;
	const given = names.map((name) => String(call.headers[name] ?? '').trim());
	const [application = '', timestamp = '', signature = ''] = given;
	const absent = names
		.filter((name, index) => given[index] === '' && rules.on(`${name}-header`))
		.map((name) => `err_${name}_absent`);
	refuse(absent, settings);
	if (rules.on('application-format') && !/^[\x21-\x7e]{1,200}$/.test(application)) {
		throw new Refusal(['err_application_incorrect']);
	}
	const hexadecimal = settings.signatureCase === 'lower' ? /^[0-9a-f]{64}$/ : /^[0-9a-fA-F]{64}$/;
	if (rules.on('signature-format') && !hexadecimal.test(signature)) {
		throw new Refusal(['err_signature_incorrect']);
	}
	const anybody = rules.on('key-known') ? undefined : findAccount(store, 'demo-public-key');
	const account = findAccount(store, application) ?? anybody;
	if (!account) throw new Refusal(['err_cle_inconnue']);
	if (account.inactive && rules.on('client-active')) throw new Refusal(['err_client_inactif']);
	if (rules.on('timestamp-gap')) checkTime(timestamp, service);
	if (!rules.on('signature-computed')) return account;
	const path = settings.signedPath === 'decoded' ? decodeURIComponent(call.path) : call.path;
	const signedPath = rules.on('signature-path') ? `+${path}+` : '++';
	const hash = createHash('sha256').update(`${account.secretKey}+${call.method}${signedPath}`);
	if (rules.on('signature-raw-body')) hash.update(body);
	const expected = hash.update(`+${timestamp}`).digest('hex');
	if (signature.toLowerCase() !== expected) throw new Refusal(['err_signature_calculee']);
	return account;
}

/** The service's clock, in epoch milliseconds: that of the machine unless another is given, ahead by the skew that is switched on. */
export function serverTime({ clock, settings }: Service): number {
	return clock.now() + settings.clockSkewSeconds * 1000;
}

// Whether the gap is one of instants or of whole seconds is not said: it has to be small enough by both.
function checkTime(timestamp: string, service: Service): void {
	const now = serverTime(service) / 1000;
	const gaps = [now, Math.floor(now)].map((second) => Math.abs(second - Number(timestamp)));
	if (!/^\d{1,15}$/.test(timestamp) || Math.max(...gaps) > maximumGap) {
		throw new Refusal(['err_timestamp_controle']);
	}
}
