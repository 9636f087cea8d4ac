/** Describes the trigger node to n8n, and hands it each poll. */
import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { poll } from './trigger/poll';
import { eventsField, firstSightField, optionsField } from './trigger/settings';
import { testEvents } from './trigger/testEvent';

/** An expression of a hint reads the output only by the name of the node; of a renamed one the field `exemple` says it alone. */
const OUTPUT = "$('Legal Notice Trigger')";
const IS_EXAMPLE = `={{ ${OUTPUT}.isExecuted && ${OUTPUT}.first().json.exemple === true }}`;

export class LegalNoticeTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Legal Notice Trigger',
		name: 'legalNoticeTrigger',
		icon: {
			light: 'file:../../icons/legalNotice.svg',
			dark: 'file:../../icons/legalNotice.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		// "Status Changed, New Document", as the options are named; nothing for an expression, of which the editor gives the text.
		subtitle:
			'={{[$parameter["events"]].flat().filter((event) => /^[a-z]+$/i.test(event)).map((event) => event[0].toUpperCase() + event.slice(1).replace(/[A-Z]/g, " $&")).join(", ")}}',
		description:
			'Quote, order and follow legal notices (annonces légales); start workflows when one changes',
		eventTriggerDescription: 'When a watched notice changes',
		activationMessage:
			"The trigger now remembers the notices. Later changes start this workflow; 'When First Seen' decides whether notices that are read for the first time do.",
		defaults: { name: 'Legal Notice Trigger' },
		polling: true,
		builderHint: {
			searchHint:
				'Orders nothing: polls the notices listed in references and starts when one is published, suspended or has a new document or invoice; returns evenement, reference and statut. ' +
				'For a table whose rows change, use a Schedule Trigger and Notice: Get Status Changes of Legal Notice.',
		},
		hints: [
			{
				type: 'info',
				location: 'outputPane',
				whenToDisplay: 'afterExecution',
				message:
					'This is an example, because nothing that you chose has happened to these notices yet.',
				displayCondition: IS_EXAMPLE,
			},
		],
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'legalNoticeApi', required: true }],
		properties: [
			eventsField,
			{
				displayName: 'References to Watch',
				name: 'references',
				type: 'string',
				typeOptions: { rows: 5 },
				required: true,
				default: '',
				placeholder: 'e.g. 26L000123, DOSSIER-2026-17-1',
				description:
					'References or order numbers, separated by lines or commas, or an array; at most 10,000',
			},
			firstSightField,
			optionsField,
		],
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		if (this.getMode() === 'manual') return await testEvents(this);
		return await poll(this);
	}
}
