import { InputProblem } from './inputProblem';
import { readLine } from './textValue';

const LABEL = 'Department';

/**
 * Reads a department code as tables and forms hand it over: `1` becomes `01` (spreadsheets drop the zero), `75.0`
 * becomes `75`, `2a` becomes `2A`. Only the shape is checked, two or three characters (specification, Publications);
 * whether the department exists is the service's to say, because its list is live. Of Corsica it is known.
 */
export function readDepartment(value: unknown): string {
	const text = readLine(LABEL, value);
	if (text === '')
		throw new InputProblem(LABEL, `'${LABEL}' is empty.`, 'Give its code, such as 75.');
	const code = text.toUpperCase().replace(/\.0$/, '').replace(/^\d$/, '0$&');
	if (code === '20') {
		throw new InputProblem(
			LABEL,
			"'Department' is 20, but Corsica has two departments.",
			'Use 2A for Corse-du-Sud or 2B for Haute-Corse.',
		);
	}
	if (!/^(?!00|2[C-Z]$)[0-9A-Z]{2,3}$/.test(code)) {
		throw new InputProblem(LABEL, `'${LABEL}' cannot be "${shorten(text)}".`, adviceFor(code));
	}
	return code;
}

/** Department of a French postcode; advisory, because some communes near a border differ. */
export function departmentOfPostcode(postcode: string): string | undefined {
	if (!/^\d{5}$/.test(postcode)) return undefined;
	if (/^9[78]/.test(postcode)) return postcode.slice(0, 3);
	if (postcode.startsWith('20')) return Number(postcode) < 20200 ? '2A' : '2B';
	return postcode.slice(0, 2);
}

function adviceFor(code: string): string {
	const fromPostcode = departmentOfPostcode(code);
	return fromPostcode
		? `It looks like a postcode: its department is ${fromPostcode}.`
		: 'Give the code of the department: two digits such as 75 or 01, 2A or 2B for Corsica, three digits such as 971 overseas.';
}

function shorten(text: string): string {
	return text.length > 20 ? `${text.slice(0, 20)}…` : text;
}
