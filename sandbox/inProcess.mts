import { createAccount, findAccount, type AccountOptions } from './accounts.mts';
import type { Answer } from './answer.mts';
import { page } from './answer.mts';
import { serverTime } from './auth.mts';
import type { Received } from './journal.mts';
import { fromOutside } from './noticeControls.mts';
import { apiPrefix, ownAnswer } from './pipeline.mts';
import { routes } from './routes/index.mts';
import { Service, type Clock, type Route } from './service.mts';
import { applySettings, type Settings } from './settings.mts';

/**
 * The sandbox without a server, for tests that play thousands of histories in virtual time: the same rules, and a clock
 * that is given. Latency, faults and the form of the connection are the caller's.
 */
export class SandboxInProcess {
	readonly service: Service;
	/** Acts on notices as the newspaper would; a reference or an order number names them. */
	readonly notices: ReturnType<typeof fromOutside>;
	readonly #publicKey: string;

	constructor(account: AccountOptions, settings: Partial<Settings>, clock: Clock) {
		this.service = new Service(undefined, [], clock.now, clock);
		applySettings(this.service.settings, settings);
		const { publicKey } = createAccount(this.service.store, account);
		this.#publicKey = publicKey;
		this.notices = fromOutside(this.service);
	}

	/** Does what one call asks for, and answers as the sandbox would over HTTP; with the Date header. */
	answer(received: Received & { body: Buffer }): Answer {
		const { pathname } = new URL(received.url, 'http://127.0.0.1');
		const [route, reference] = routeOf(received.method, pathname);
		const linkBase = `https://${received.headers.host ?? ''}`;
		const entry = this.service.journal.open(received, route?.[0] ?? 'unknown');
		const answered = route
			? ownAnswer(this.service, route, { reference, linkBase, body: received.body }, entry)
			: page(404, '404 Not Found');
		entry.status = answered.status;
		const date = new Date(serverTime(this.service)).toUTCString();
		const { dateHeader } = this.service.settings;
		return { ...answered, headers: { ...(dateHeader && { date }), ...answered.headers } };
	}

	/** Orders as another program with the same keys does: at once, without a call. */
	call(name: Route[0], body: Record<string, unknown>, reference = ''): Record<string, unknown> {
		const account = findAccount(this.service.store, this.#publicKey);
		const route = routes.find(([known]) => known === name);
		if (!account || !route) throw new Error(`There is no call "${name}".`);
		const query = new URLSearchParams();
		return route[3](this.service, { account, reference, query, body, linkBase: '' });
	}
}

/** The endpoint, with the `{reference}` of its path. */
function routeOf(method: string, pathname: string): [Route | undefined, string] {
	const path = pathname.slice(pathname.indexOf(apiPrefix) + apiPrefix.length);
	const [, first, reference = '', ...rest] = path.split('/');
	const pattern = first === 'annonce' ? ['', first, ':reference', ...rest].join('/') : path;
	const route = routes.find((one) => one[1] === method && one[2] === pattern);
	return [route, decodeURIComponent(reference)];
}
