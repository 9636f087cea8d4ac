import type { INode, NodeParameterValueType } from 'n8n-workflow';
import { LegalNoticeTrigger } from '../../nodes/LegalNotice/LegalNoticeTrigger.node.ts';
import { workflowPackage } from './engine.mts';
import { TRIGGER_TYPE } from './poll.mts';

/** What the panel of the trigger shows, as n8n's editor finds it out. */
function shown(parameters: INode['parameters']): string[] {
	const trigger = new LegalNoticeTrigger();
	const node: INode = {
		id: 'trigger-1',
		name: 'Trigger',
		type: TRIGGER_TYPE,
		typeVersion: 1,
		position: [0, 0],
		parameters: {
			events: ['statusChanged'],
			references: '',
			firstSight: 'none',
			options: {},
			...parameters,
		},
	};
	const nodeTypes = {
		getByName: () => trigger,
		getByNameAndVersion: () => trigger,
		getKnownTypes: () => ({}),
	};
	const workflow = new workflowPackage.Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes,
	});
	return (trigger.description.hints ?? [])
		.filter(({ location }) => location === 'ndv')
		.filter(({ displayCondition }) => {
			const condition = displayCondition as NodeParameterValueType;
			return workflow.expression.getSimpleParameterValue(node, condition as string, 'internal', {});
		})
		.map(({ message }) => message);
}

const list = (count: number) => Array.from({ length: count }, (_value, index) => `N-${index}`);

describe('the panel of the trigger', () => {
	it('says nothing of a list that costs next to nothing', () => {
		expect(shown({ references: list(1_000).join('\n') })).toEqual([]);
		expect(shown({ references: `${list(10).join()},${'N-1,'.repeat(4_000)}` })).toEqual([]);
	});

	it.each([
		[3_000, {}, '11 to 30', 'minute'],
		[6_000, {}, '31 to 60', '2 minutes'],
		[10_000, {}, '61 to 150', '5 minutes'],
		[3_000, { events: ['published', 'newDocument', 'newInvoice'] }, '61 to 150', '5 minutes'],
		[3_000, { events: ['newInvoice'] }, '11 to 30', 'minute'],
		[3_000, { events: ['newInvoice'], options: { stopWatching: 3 } }, '31 to 60', '2 minutes'],
		[10_000, { events: ['published', 'newDocument', 'newInvoice'] }, '151 to 300', '10 minutes'],
	])('says what %d references with %j cost: %s calls, every %s', (count, more, calls, every) => {
		for (const references of [list(count).join('\n'), JSON.stringify(list(count))]) {
			expect(shown({ references, ...more })).toEqual([
				`Each poll of this list takes ${calls} of the 300 calls a minute of the key. Poll every ${every} or less often, so that orders do not wait.`,
			]);
		}
	});
});
