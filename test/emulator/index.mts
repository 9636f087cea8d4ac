import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { parisTime } from './calendar.mts';
import { Refusal } from './fields.mts';
import { Gate, type RawCall } from './gate.mts';
import { Notices, type Paper } from './notices.mts';
import { sendPdf } from './pdf.mts';
import { personalities, type Personality } from './personality.mts';
import { createRoutes, type Answer } from './routes.mts';
import { readCall, send } from './transport.mts';
import type { CallSeen, Emulator, EmulatorOptions } from './types.mts';

export type { Emulator, EmulatorOptions } from './types.mts';

/**
 * Starts a service of the interface 1.29 on loopback, in memory, written from its specification
 * alone. The two personalities differ wherever the specification is silent (`personality.mts`).
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
	const now = options.now ?? Date.now;
	const basePath = options.basePath ?? '';
	const chosen = personalities[options.personality ?? 'lenient'];
	const initialStatus = options.initialStatus ?? chosen.initialStatus;
	const personality: Personality = { ...chosen, initialStatus };
	const notices = new Notices(personality);
	const gate = new Gate(personality, now);
	const calls: CallSeen[] = [];
	const downloads: { path: string; keys: boolean }[] = [];
	let url = '';
	let tokens = 0;

	const today = (): string => parisTime(now()).slice(0, 10);
	const link = (paper: Paper): string => {
		if (personality.stableLinks) return `${url}/pdf/${paper.file}`;
		tokens += 1;
		return `${url}/telecharger/${paper.file}?jeton=${String(tokens)}`;
	};
	const modes = options.billingModes ?? ['prescripteur', 'annonceur'];
	const route = createRoutes({ personality, notices, link, today }, now, modes);

	const answer = (raw: RawCall, query: string): Answer | undefined => {
		let result: Answer | undefined;
		let codes: string[] = [];
		try {
			gate.check(raw);
			result = route(readCall(raw, query, personality));
			if (result === undefined) codes = ['err_internal_server'];
		} catch (error) {
			const refusal = error instanceof Refusal ? error : new Refusal(['err_internal_server']);
			codes = refusal.codes;
			result = { erreurs: codes, ...refusal.extra };
		}
		const accepted = codes.length === 0;
		calls.push({ method: raw.method, path: raw.path, accepted, codes });
		if (result === undefined) return personality.pedantic ? failure(codes) : undefined;
		return { resultat: accepted ? 'succes' : 'erreur', ...result };
	};

	const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
		const target = request.url ?? '/';
		const local = target.startsWith(basePath) ? target.slice(basePath.length) : '';
		const [path = '', query = ''] = local.split(/\?(.*)/s);
		const file = /^\/(pdf|telecharger|fichiers)\/([\w.-]+)$/.exec(path);
		if (file !== null) {
			const keys = request.headers['signature'] ?? request.headers['application'];
			downloads.push({ path, keys: keys !== undefined });
			const [, door = '', name = ''] = file;
			const exists = notices.all.some((notice) => notice.papers.some((item) => item.file === name));
			if (!exists) response.writeHead(404).end();
			else if (door !== 'telecharger') sendPdf(response, name, personality.stableLinks);
			else response.writeHead(302, { location: `${basePath}/fichiers/${name}` }).end();
			return;
		}
		const method = request.method ?? '';
		const raw = { method, path, body: Buffer.concat(chunks), headers: request.headers };
		const result = answer(raw, query);
		const gzip = String(request.headers['accept-encoding'] ?? '').includes('gzip');
		send(response, result, gzip, personality);
	};

	const server = createServer((request, response) => {
		serve(request, response).catch(() => {
			response.destroy();
		});
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(options.port ?? 0, '127.0.0.1', resolve);
	});
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('No port was assigned.');
	url = `http://127.0.0.1:${String(address.port)}${basePath}`;

	const known = (reference: string) => {
		const notice = notices.find(reference);
		if (notice === undefined) throw new Error(`The emulator knows no notice ${reference}.`);
		return notice;
	};
	return {
		url,
		publicKey: personality.publicKey,
		secretKey: personality.secretKey,
		orders: () =>
			notices.all.map(({ reference, numero_commande, dossier, body, cancelled }) => ({
				reference,
				...(numero_commande !== undefined && { numero_commande }),
				dossier,
				body,
				cancelled,
			})),
		calls: () => [...calls],
		downloads: () => [...downloads],
		setStatus: (reference, statut, motif) => {
			const notice = known(reference);
			notice.statut = statut;
			delete notice.motif;
			if (motif !== undefined) notice.motif = motif;
		},
		addDocument: (reference, type) => {
			notices.addPaper(known(reference), type, today());
		},
		close: () =>
			new Promise<void>((resolve) => {
				server.close(() => {
					resolve();
				});
				server.closeAllConnections();
			}),
	};
}

function failure(codes: string[]): Answer {
	return { resultat: 'erreur', erreurs: codes };
}
