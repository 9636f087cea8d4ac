/** What is written: no keys, no addresses, no data of persons and firms. */
import type { Exchange, Keys } from './host.mts';
import type { Probe } from './probe.mts';
import { fits, questions, sentence, settingOf, type Answers, type Question } from './questions.mts';

/** Texts of an answer that may be read: words of the interface, dates, and what the probe itself made up. */
const SHOWN = new Set(
	(
		'resultat erreurs statut date_parution date_bouclage reference references numero_commande type code categorie ' +
		'forfait departement texte mode_facturation dossier mime_type disposition montant_ht montant_tva montant_ttc ' +
		'prix_unitaire taux_tva taux montant caractere unicode categorie_code signedPath body method'
	).split(' '),
);
const MOST_ENTRIES = 3;
const MOST_CHARACTERS = 600;
const MOST_EXCHANGES = 4;

/** Texts under other names than those shown become their length; lists their first entries. */
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
	return Object.fromEntries(
		Object.entries(value).map(([field, inside]) => [field, masked(inside, field)]),
	);
}

/** `POST /devis {...} -> HTTP 200 {...}` */
function shown({ method, path, sent, status, json, headers, body }: Exchange): string {
	const cut = (text: string) =>
		text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
	// Refusals hold nothing but codes, and what says more of them.
	const answer = json?.resultat === 'erreur' ? json : masked(json);
	const type = String(headers['content-type'] ?? 'unknown type');
	const got = json ? JSON.stringify(answer) : `(${type}, ${body.length} bytes)`;
	const given = sent === undefined ? '' : ` ${JSON.stringify(masked(sent))}`;
	const date = path === '/client' ? `, Date ${String(headers.date ?? 'absent')}` : '';
	return `${cut(`${method} ${path}${given}`)}\n  -> HTTP ${status}${date} ${cut(got)}`;
}

export function reportJson(version: string, answers: Answers): string {
	const date = new Date().toISOString().slice(0, 10);
	return `${JSON.stringify({ package: version, date, answers }, undefined, '\t')}\n`;
}

export function reportMarkdown(
	version: string,
	probe: Pick<Probe, 'found' | 'answers'>,
	left: readonly string[],
	keys: Keys,
): string {
	const answers = probe.answers();
	const learned = questions.filter(({ name }) => answers[name] !== null);
	const differing = learned.filter((one) => !fits(one, answers[one.name] ?? null));
	const names = differing.map(({ name }) => name).join(', ') || 'none';
	const text = [
		'# What the test instance answers',
		`Package ${version}, ${new Date().toISOString().slice(0, 10)}. ${learned.length} of ${questions.length} questions answered. ` +
			`The node's default does not fit: ${names}.`,
		left.length > 0 ? `**Not cancelled: ${left.join(', ')}.** Cancel it by hand.` : '',
		...questions.map((question) => section(question, probe)),
	]
		.filter((part) => part !== '')
		.join('\n\n');
	const secrets = [keys.secretKey, keys.publicKey, keys.baseUrl, new URL(keys.baseUrl).host];
	return `${secrets.reduce((rest, secret) => rest.replaceAll(secret, '(masked)'), text)}\n`;
}

function section(question: Question, { found }: Pick<Probe, 'found'>): string {
	const { name } = question;
	const { value = null, exchanges = [], note } = found.get(name) ?? {};
	const setting = value === null ? undefined : settingOf(question, value);
	const fitting = fits(question, value);
	const picked = exchanges.slice(0, MOST_EXCHANGES).map(shown);
	return [
		`## ${name}`,
		note === undefined ? sentence(question, value) : `Not learned: ${note}`,
		`- Answer: \`${JSON.stringify(value)}\``,
		`- Switch of the sandbox: ${setting ? `\`${setting[0]}: ${JSON.stringify(setting[1])}\`` : (question.setting ?? 'none')}`,
		`- The node: ${question.node}.${value === null ? '' : fitting ? ' It fits.' : ' **It does not fit.**'}`,
		...(value === null || fitting ? [] : [`- To change: ${question.change ?? 'see above'}.`]),
		...(picked.length > 0 ? ['', '```text', ...picked, '```'] : []),
	]
		.join('\n')
		.replace(/^(## .*)\n(.*)\n/, '$1\n\n$2\n\n');
}
