/** The environment of an n8n that keeps to itself: nothing inherited by accident, no call to the outside. */
import { LOOPBACK } from './ports.mts';

/** Any other variable (a database address, a proxy, n8n settings of the machine) would change what is tested. */
const INHERITED = ['PATH', 'LANG', 'LC_ALL', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'];

const QUIET = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	// These ask servers of n8n for lists that the demo has no use for.
	N8N_DISABLED_MODULES: 'mcp-registry,instance-ai,agents,chat-hub',
	// What 3.0 will switch off; the package is loaded from a file and verified by nobody.
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
};

/** Fixed, because every process on a folder must have the same; it guards demo data only. */
const ENCRYPTION_KEY = 'legal-notice-demo-encryption-key';

/**
 * @param folder the user folder; n8n makes its `.n8n` inside
 * @param extra settings of this one process; they win
 */
export function n8nEnvironment(
	folder: string,
	extra: Readonly<Record<string, string>> = {},
): Record<string, string> {
	return {
		...Object.fromEntries(
			INHERITED.flatMap((name) => {
				const value = process.env[name];
				return value === undefined ? [] : [[name, value]];
			}),
		),
		...QUIET,
		// n8n keeps a cache of its editor under the home folder: versions must not share it.
		HOME: folder,
		N8N_USER_FOLDER: folder,
		N8N_ENCRYPTION_KEY: ENCRYPTION_KEY,
		N8N_LISTEN_ADDRESS: LOOPBACK,
		N8N_SECURE_COOKIE: 'false',
		NO_PROXY: LOOPBACK,
		...extra,
	};
}
