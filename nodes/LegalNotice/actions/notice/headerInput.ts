import { type HeaderInput, type Logo, isLogoText, readLogo } from '../../domain/header';
import { InputProblem, readLine, readText } from '../../domain/parameters';
import { type OperationContext, collection } from '../context';

/** The 'Header' parameter; undefined when nothing was added to it. */
export async function readHeaderInput(
	context: OperationContext,
	itemIndex: number,
): Promise<HeaderInput | undefined> {
	const given = collection(context, 'header', itemIndex);
	if (Object.keys(given).length === 0) return undefined;
	return {
		layout: readLine('Layout', given.layout, 'Header'),
		text: readText('Text', given.text, 'Header'),
		logo: await readLogoField(
			context,
			itemIndex,
			readText('Logo Input Data Field Name', given.logoBinaryField, 'Header').trim(),
		),
	};
}

async function readLogoField(
	{ fn }: OperationContext,
	itemIndex: number,
	field: string,
): Promise<Logo | undefined> {
	if (field === '') return undefined;
	const binary = fn.getInputData()[itemIndex]?.binary ?? {};
	if (!Object.hasOwn(binary, field)) {
		if (isLogoText(field)) return readLogo(field);
		const names = Object.keys(binary);
		throw new InputProblem(
			'Logo Input Data Field Name',
			`The item has no binary field "${field.slice(0, 60)}" for the logo.`,
			names.length > 0
				? `It has ${names
						.slice(0, 5)
						.map((name) => `"${name.slice(0, 60)}"`)
						.join(', ')}.`
				: 'It has no file at all: add a node before this one that reads the logo.',
		);
	}
	return readLogo(await fn.helpers.getBinaryDataBuffer(itemIndex, field));
}
