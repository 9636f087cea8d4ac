const byId = (id) => document.getElementById(id);
const menu = byId('menu');
const reset = byId('reset');
const message = byId('message');
const faultForm = byId('fault');
/** What each table shows, as text. */
const drawn = new Map();
let clearing;

/** Asks the controls; says in the message line what went wrong, then throws. */
async function ask(method, path, body) {
	const answer = await fetch(`/_sandbox${path}`, { method, body: JSON.stringify(body) });
	const json = await answer.json();
	if (answer.ok) return json;
	say(json.error);
	throw new Error(json.error);
}

function say(text) {
	message.textContent = text;
	clearTimeout(clearing);
	clearing = setTimeout(() => (message.textContent = ''), 6000);
}

function element(name, properties = {}, ...children) {
	const made = Object.assign(document.createElement(name), properties);
	made.append(...children);
	return made;
}

function button(properties, onClick) {
	const made = element('button', { type: 'button', ...properties });
	made.addEventListener('click', onClick);
	return made;
}

byId('base-url').textContent = location.origin;
for (const code of document.querySelectorAll('.keys code')) {
	const { textContent } = code;
	const copy = () =>
		navigator.clipboard.writeText(textContent).then(
			() => say(`Copied: ${textContent}`),
			() => say('The browser does not allow copying: select the text instead.'),
		);
	code.after(' ', button({ textContent: 'Copy', ariaLabel: `Copy ${textContent}` }, copy));
}

reset.addEventListener('click', async () => {
	if (!confirm('Forget all notices, their documents and the calls? This cannot be undone.')) return;
	await ask('POST', '/reset');
	say('All notices are forgotten.');
	await refresh();
});

/**
 * Label, whether the notice is in a state for it, action of the controls, what is said, and its body. Publishing and
 * invoicing are the next step in the life of a notice, and the button of its row; the others are in the menu.
 */
function actionsOf({ statut, invoiced }) {
	const isPublished = statut === 'parue';
	return [
		['Mark as published', !isPublished, 'publish', 'published'],
		['Invoice', !invoiced, 'invoice', 'invoiced'],
		['Credit note', invoiced, 'credit', 'credited'],
		['Add a proof', true, 'addDocument', 'proof added', () => ({ type: 'justificatif' })],
		['Suspend…', true, 'suspend', 'suspended', askReason],
		['Mark as to be published', statut !== 'a-paraitre', 'backToBePublished', 'to be published'],
		['Cancel the notice', true, 'cancel', 'cancelled'],
	].filter(([, fits]) => fits);
}

function askReason({ reference }) {
	const motif = prompt(`Suspend ${reference}. Reason (motif):`, 'Texte à compléter');
	return motif === null ? null : { motif };
}

function actionButton(notice, [textContent, , action, said, bodyOf = () => ({})]) {
	const ariaLabel = `${textContent} ${notice.dossier}`;
	return button({ textContent, ariaLabel }, async () => {
		menu.hidePopover();
		const body = bodyOf(notice);
		if (body === null) return;
		const { reference } = notice;
		await ask('POST', `/notices/${encodeURIComponent(reference)}/${action}`, body);
		say(`${reference}: ${said}.`);
		await refresh();
	});
}

const documentLink = ({ type, numero, url }) =>
	element('a', {
		href: url,
		textContent: type === 'attestation' ? type : `${type} ${numero ?? ''}`,
	});

/** A button that opens the one menu of the page: it stays open when the rows are drawn anew. */
function menuButton(label, title, contents) {
	return button({ textContent: `${label} ▾`, title, ariaLabel: title }, ({ target }) => {
		menu.replaceChildren(...contents);
		menu.showPopover();
		const { top, bottom, right } = target.getBoundingClientRect();
		const { width, height } = menu.getBoundingClientRect();
		const below = bottom + height < innerHeight ? bottom : top - height;
		menu.style.inset = `${Math.max(0, below)}px auto auto ${Math.max(0, right - width)}px`;
		menu.firstElementChild.focus();
	});
}

const STATUSES = { 'a-paraitre': 'à paraître' };

function statusLabel({ cancelled, statut, motif }) {
	const status = cancelled ? 'annulée' : statut;
	const label = element('span', {
		className: `label ${status}`,
		title: status,
		textContent: STATUSES[status] ?? status,
	});
	const reason = !cancelled && motif ? [element('small', { textContent: motif })] : [];
	return element('div', {}, label, ...reason);
}

const documentLinks = ({ documents }) => element('div', {}, ...documents.map(documentLink));

function actions(notice) {
	if (notice.cancelled) return '';
	const all = actionsOf(notice);
	const next = all.find(([, , action]) => ['publish', 'invoice'].includes(action));
	const others = all.filter((action) => action !== next);
	const buttons = others.map((action) => actionButton(notice, action));
	const more = menuButton('More', `More actions for ${notice.dossier}`, buttons);
	const step = next ? [Object.assign(actionButton(notice, next), { className: 'next' })] : [];
	return element('div', { className: 'actions' }, ...step, more);
}

/** "mardi 1er décembre 2026" of `2026-12-01`. */
function dayText(day) {
	const format = {
		weekday: 'long',
		day: 'numeric',
		month: 'long',
		year: 'numeric',
		timeZone: 'UTC',
	};
	const text = new Date(`${day}T12:00:00Z`).toLocaleDateString('fr-FR', format);
	return text.replace(/\b1 /, '1er ');
}

/** "11 h 30" of `2026-11-30 11:30:00`. */
function hourText(moment) {
	const [hours, minutes] = moment.slice(11).split(':');
	return `${Number(hours)}\u00a0h${minutes === '00' ? '' : `\u00a0${minutes}`}`;
}

const euros = (amount) => amount.toLocaleString('fr-FR', { style: 'currency', currency: 'EUR' });

function lines(first, ...others) {
	const quiet = others.filter(Boolean).map((textContent) => element('small', { textContent }));
	return element('div', {}, first, ...quiet);
}

function outcome({ status, codes, fault }) {
	const told = codes.join(', ') || (status === null ? 'no answer' : 'accepted');
	const text = status !== null && status !== 200 ? `HTTP ${status}` : told;
	const textContent = fault ? `${text} (fault: ${fault})` : text;
	return element('span', { className: text === 'accepted' ? '' : 'refused', textContent });
}

const noticeColumns = {
	Notice: ({ dossier, nature, reference, numero_commande: number }) =>
		lines(element('strong', {}, dossier), nature, reference, number && `order number ${number}`),
	'Newspaper and day': ({ libelle, departement, date_parution: day, date_bouclage: moment }) =>
		lines(
			`${libelle} (${departement})`,
			dayText(day),
			`closes ${dayText(moment.slice(0, 10)).slice(0, -5)}, ${hourText(moment)}`,
		),
	'Incl. tax': ({ montant_ttc: amount }) => euros(amount),
	Status: statusLabel,
	Documents: documentLinks,
	Actions: actions,
};

const callColumns = {
	'No.': ({ n }) => n,
	Time: ({ at }) => new Date(at).toLocaleTimeString('en-GB', { timeZone: 'Europe/Paris' }),
	Call: ({ method, path }) => `${method} ${path}`,
	Answer: outcome,
};

/** Draws a table that changed, and gives the focus back to the button that had it. */
function draw(table, columns, items) {
	const text = JSON.stringify(items);
	if (drawn.get(table) === text) return;
	drawn.set(table, text);
	const { ariaLabel: focused } = document.activeElement;
	const row = (cells) => element('tr', {}, ...cells);
	const names = Object.keys(columns).map((name) => element('th', { scope: 'col' }, name));
	const rows = items.map((item) =>
		row(Object.values(columns).map((content) => element('td', {}, content(item)))),
	);
	table.replaceChildren(row(names), ...rows);
	for (const one of table.querySelectorAll('button')) if (one.ariaLabel === focused) one.focus();
}

async function refresh() {
	const { time, notices, calls } = await ask('GET', '/notices');
	byId('clock').textContent = `Paris time: ${dayText(time.slice(0, 10))}, ${hourText(time)}`;
	draw(byId('notices'), noticeColumns, notices);
	draw(byId('calls'), callColumns, calls);
	byId('notices').hidden = reset.hidden = notices.length === 0;
	byId('empty').hidden = notices.length > 0;
}

async function keepFresh() {
	try {
		if (!document.hidden) await refresh();
	} catch {
		byId('clock').textContent = 'The sandbox does not answer.';
	}
	setTimeout(keepFresh, 1000);
}

async function showArmed() {
	const { faults } = await ask('GET', '/faults');
	const where = (match) => (match?.path ? ` on ${match.path}` : '');
	const texts = faults.map(({ kind, left, match }) => `${kind} × ${left}${where(match)}`);
	byId('armed').textContent = texts.join(', ') || 'none';
}

faultForm.addEventListener('submit', async (event) => {
	event.preventDefault();
	const { kind, path, times, codes, ms } = Object.fromEntries(new FormData(faultForm));
	await ask('POST', '/faults', {
		kind,
		match: { path: path.trim() },
		times: Number(times) || 1,
		codes: codes.match(/[^\s,]+/g) ?? undefined,
		ms: ms === '' ? undefined : Number(ms),
	});
	say('Armed: the next matching call fails.');
	await showArmed();
});

byId('disarm').addEventListener('click', () => ask('DELETE', '/faults').then(showArmed));

function switchInput({ choices }, value) {
	if (typeof value === 'boolean') return element('input', { type: 'checkbox', checked: value });
	if (!choices) {
		const type = typeof value === 'string' ? 'text' : 'number';
		return element('input', { type, value: value ?? '' });
	}
	const options = choices.map((textContent) =>
		element('option', { textContent, selected: textContent === value }),
	);
	return element('select', {}, ...options);
}

function valueOf({ type, checked, value }) {
	if (type === 'checkbox') return checked;
	if (type !== 'number') return value;
	return value === '' ? null : Number(value);
}

async function showSwitches() {
	const { settings, definitions } = await ask('GET', '/settings');
	const shown = Object.entries(definitions).filter(([, { value }]) => !Array.isArray(value));
	const labels = shown.map(([name, definition]) => {
		const input = switchInput(definition, settings[name]);
		input.addEventListener('change', async () => {
			await ask('POST', '/settings', { [name]: valueOf(input) });
			say(`${name} changed.`);
		});
		return element('label', {}, `${definition.about} (${name})`, input);
	});
	byId('switches').replaceChildren(...labels);
}

// A panel is filled when it opens or closes, not in between: nothing may be redrawn under somebody's hands.
byId('faults').addEventListener('toggle', showArmed);
byId('settings').addEventListener('toggle', showSwitches);
keepFresh();
