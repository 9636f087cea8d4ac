/** Copies of the package in memory, as several processes of n8n have them: each with limiters and clocks of its own. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { ICredentialType, IExecuteFunctions, INodeType, IPollFunctions } from 'n8n-workflow';
import { workflowPackage } from '../engine/n8n.mts';
import { registerNodeType } from '../engine/nodeTypes.mts';
import type { Outgoing, Process, Response, World } from './world.mts';

const requireHere = createRequire(import.meta.url);
/** Where the package stands, from here. */
const PACKAGE = join(import.meta.dirname, '../..');

interface Copy {
	readonly node: INodeType;
	readonly trigger: INodeType;
	readonly credential: ICredentialType;
}

function load(folder: string): Copy {
	let copy: Copy | undefined;
	jest.isolateModules(() => {
		const { LegalNotice } = requireHere(`${folder}/nodes/LegalNotice/LegalNotice.node.ts`) as {
			LegalNotice: new () => INodeType;
		};
		const { LegalNoticeTrigger } = requireHere(
			`${folder}/nodes/LegalNotice/LegalNoticeTrigger.node.ts`,
		) as {
			LegalNoticeTrigger: new () => INodeType;
		};
		const { LegalNoticeApi } = requireHere(
			`${folder}/credentials/LegalNoticeApi.credentials.ts`,
		) as {
			LegalNoticeApi: new () => ICredentialType;
		};
		copy = {
			node: new LegalNotice(),
			trigger: new LegalNoticeTrigger(),
			credential: new LegalNoticeApi(),
		};
	});
	if (!copy) throw new Error('The package could not be loaded.');
	return copy;
}

/** Who runs which execution in which process; asked for by what stands in for n8n's request helpers. */
interface Running {
	readonly world: World;
	readonly process: Process;
	readonly run: string;
}

const running = new Map<string, Running>();

/** Tells whose calls those of an execution are. */
export function runsAs(execution: string, what: Running): void {
	running.set(execution, what);
}

export function forgetRuns(): void {
	running.clear();
}

type Context = IExecuteFunctions | IPollFunctions;

/** Puts the world in the place of n8n's request helpers; everything else of the context is n8n's own. */
function equip(context: Context, copy: Copy, execution: string): void {
	const who = running.get(execution);
	if (!who) throw new Error(`Nobody runs ${execution}.`);
	const signed = async (type: string, options: Outgoing): Promise<Response> => {
		const credentials = await context.getCredentials(type);
		const { authenticate } = copy.credential;
		if (typeof authenticate !== 'function') throw new Error('The credential does not sign.');
		const sent = await authenticate.call(copy.credential, credentials, options as never);
		return await who.world.request(context.getNode(), who.run, who.process, sent as Outgoing);
	};
	const helpers = {
		httpRequestWithAuthentication: signed,
		httpRequest: async (options: Outgoing) => await who.world.file(who.process, options),
	};
	Object.assign(context.helpers, helpers);
	const log = (text: string, more?: object) => who.world.log(text, more);
	const logger = { info: log, warn: log, error: log, debug: log };
	Object.defineProperty(context, 'logger', { value: logger, configurable: true });
}

export const SLOTS = 4;
const copies: Copy[] = [];

export function nodeTypeOf(slot: number): string {
	return `adversary.legalNotice${slot}`;
}

export function triggerTypeOf(slot: number): string {
	return `adversary.legalNoticeTrigger${slot}`;
}

export function copyOf(slot: number): Copy {
	const copy = copies[slot];
	if (!copy) throw new Error(`There is no process ${slot}.`);
	return copy;
}

/**
 * Loads the package as often as there are processes in a history.
 *
 * @param folder of another one, such as one that is broken on purpose
 */
export function loadCopies(folder = PACKAGE): void {
	// What the engine tells of every step nobody reads.
	const silent = () => undefined;
	workflowPackage.LoggerProxy.init({ info: silent, warn: silent, error: silent, debug: silent });
	for (let slot = 0; slot < SLOTS; slot++) {
		const copy = load(folder);
		copies[slot] = copy;
		registerNodeType(nodeTypeOf(slot), {
			description: copy.node.description,
			async execute() {
				equip(this, copy, this.getExecutionId());
				return (await copy.node.execute?.call(this)) as never;
			},
		});
		registerNodeType(triggerTypeOf(slot), {
			description: copy.trigger.description,
			async poll() {
				equip(this, copy, this.getWorkflow().id ?? '');
				return (await copy.trigger.poll?.call(this)) ?? null;
			},
		});
	}
}
