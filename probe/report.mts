/** What is written: no keys, no addresses, no data of persons and firms. */
import type { Findings, Found } from './findings.mts';
import {
	changeFor,
	questions,
	sentence,
	settingOf,
	type Answers,
	type Question,
} from './questions.mts';
import type { Exchange, GivenKeys } from './service.mts';

/** Fields whose texts may be read: words of the interface, dates, and what the probe itself made up. */
const SHOWN = new Set([
	...['resultat', 'erreurs', 'statut', 'date_parution', 'date_bouclage', 'reference', 'references'],
	...[
		'numero_commande',
		'type',
		'categorie',
		'departement',
		'texte',
		'mode_facturation',
		'dossier',
	],
]);
const MOST_ENTRIES = 3;
const MOST_CHARACTERS = 600;
const MOST_EXCHANGES = 4;

/** Texts under other names become their length; of a list the first entries are left. */
function masked(value: unknown, name = ''): unknown {
	if (typeof value === 'string') {
		const text = value.length > 80 ? `${value.slice(0, 80)}… (${value.length})` : value;
		return SHOWN.has(name) || value === '' ? text : `(text of ${value.length})`;
	}
	if (Array.isArray(value)) {
		const shown = value.slice(0, MOST_ENTRIES).map((entry) => masked(entry, name));
		return value.length > MOST_ENTRIES ? [...shown, `(${value.length} in all)`] : shown;
	}
	if (typeof value !== 'object' || value === null) return value;
	const fields = Object.entries(value).map(([field, inside]) => [field, masked(inside, field)]);
	return Object.fromEntries(fields) as unknown;
}

/** `POST /devis {...} -> HTTP 200 {...}` */
function shown({ method, path, sent, status, json, headers, body }: Exchange): string {
	const cut = (text: string) =>
		text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
	const type = String(headers['content-type'] ?? 'unknown type');
	const got = json ? JSON.stringify(masked(json)) : `(${type}, ${body.length} bytes)`;
	const given = sent === undefined ? '' : ` ${JSON.stringify(masked(sent))}`;
	return `${cut(`${method} ${path}${given}`)}\n  -> HTTP ${status} ${cut(got)}`;
}

const today = () => new Date().toISOString().slice(0, 10);

export function reportJson(version: string, answers: Answers): string {
	return `${JSON.stringify({ package: version, date: today(), answers }, undefined, '\t')}\n`;
}

export function reportMarkdown(
	version: string,
	findings: Findings,
	left: readonly string[],
	keys: GivenKeys,
): string {
	const answers = findings.answers();
	const learned = questions.filter(({ name }) => answers[name] !== null);
	const changing = learned.filter((one) => changeFor(one, answers[one.name] ?? null));
	const names = changing.map(({ name }) => name).join(', ') || 'none';
	const text = [
		'# What the test instance answers',
		`Package ${version}, ${today()}. ${learned.length} of ${questions.length} questions answered. Answers that change the package: ${names}.`,
		left.length > 0 ? `**Not cancelled: ${left.join(', ')}.** Cancel it by hand.` : '',
		...questions.map((question) => section(question, findings.found.get(question.name))),
	]
		.filter((part) => part !== '')
		.join('\n\n');
	const secrets = [keys.secretKey, keys.publicKey, keys.baseUrl, new URL(keys.baseUrl).host];
	return `${secrets.reduce((rest, secret) => rest.replaceAll(secret, '(masked)'), text)}\n`;
}

function section(question: Question, found?: Found): string {
	const { value = null, exchanges = [], note } = found ?? {};
	const setting = settingOf(question, value);
	const change = changeFor(question, value);
	const consequence = change ? `**To change: ${change}** (${question.where})` : 'nothing to change';
	const calls = exchanges.slice(0, MOST_EXCHANGES).map(shown);
	return [
		`## ${question.name}`,
		'',
		note === undefined ? sentence(question, value) : `Not learned: ${note}`,
		'',
		`- Answer: \`${JSON.stringify(value)}\``,
		`- Switch of the sandbox: ${setting ? `\`${setting[0]}: ${JSON.stringify(setting[1])}\`` : 'none'}`,
		`- The node ${question.node}.`,
		...(value === null ? [] : [`- For the package: ${consequence}.`]),
		...(calls.length > 0 ? ['', '```text', ...calls, '```'] : []),
	].join('\n');
}
