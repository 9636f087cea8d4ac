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

/** Label in the menu, whether the notice is in a state for it, action of the controls, what is said, and its body. */
function actionsOf({ statut, invoiced }) {
	return [
		['Mark as published', statut !== 'parue', 'publish', 'published'],
		['Suspend…', true, 'suspend', 'suspended', askReason],
		['Mark as to be published', statut !== 'a-paraitre', 'backToBePublished', 'to be published'],
		['Add a proof', true, 'addDocument', 'proof added', () => ({ type: 'justificatif' })],
		['Invoice', !invoiced, 'invoice', 'invoiced'],
		['Credit note', invoiced, 'credit', 'credited'],
		['Cancel the notice', true, 'cancel', 'cancelled'],
	].filter(([, fits]) => fits);
}

function askReason({ reference }) {
	const motif = prompt(`Suspend ${reference}. Reason (motif):`, 'Texte à compléter');
	return motif === null ? null : { motif };
}

function actionButton(notice, [textContent, , action, said, bodyOf = () => ({})]) {
	return button({ textContent }, async () => {
		menu.hidePopover();
		const body = bodyOf(notice);
		if (body === null) return;
		const { reference } = notice;
		await ask('POST', `/notices/${encodeURIComponent(reference)}/${action}`, body);
		say(`${reference}: ${said}.`);
		await refresh();
	});
}

const documentLink = ({ type, numero = '', url }) =>
	element('a', { href: url, textContent: `${type} ${numero}`.trim() });

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

function statusText({ cancelled, statut, motif }) {
	const status = cancelled ? 'annulée' : statut;
	const textContent = !cancelled && motif ? `${status} (${motif})` : status;
	return element('span', { className: status, textContent });
}

function documentsMenu({ documents, reference }) {
	if (documents.length === 0) return '';
	const label = documents.length === 1 ? '1 PDF' : `${documents.length} PDFs`;
	return menuButton(label, `Documents of ${reference}`, documents.map(documentLink));
}

function actionsMenu(notice) {
	if (notice.cancelled) return '';
	const buttons = actionsOf(notice).map((action) => actionButton(notice, action));
	return menuButton('Actions', `Actions for ${notice.reference}`, buttons);
}

function outcome({ status, codes, fault }) {
	const told = codes.join(', ') || (status === null ? 'no answer' : 'accepted');
	const text = status !== null && status !== 200 ? `HTTP ${status}` : told;
	const textContent = fault ? `${text} (fault: ${fault})` : text;
	return element('span', { className: text === 'accepted' ? '' : 'refused', textContent });
}

const noticeColumns = {
	Reference: ({ reference }) => reference,
	'Order number': ({ numero_commande }) => numero_commande ?? '',
	File: ({ dossier }) => dossier,
	Newspaper: ({ libelle, departement }) => `${libelle} (${departement})`,
	Category: ({ categorie }) => categorie,
	Status: statusText,
	Publication: ({ date_parution }) => date_parution,
	Closing: ({ date_bouclage }) => date_bouclage.slice(0, 16),
	'Incl. tax': ({ montant_ttc }) => `${montant_ttc.toFixed(2)} €`,
	Documents: documentsMenu,
	Actions: actionsMenu,
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
	// What does not fit into its column can still be read.
	for (const cell of table.querySelectorAll('td')) cell.title = cell.textContent;
	for (const one of table.querySelectorAll('button')) if (one.ariaLabel === focused) one.focus();
}

async function refresh() {
	const { time, notices, calls } = await ask('GET', '/notices');
	byId('clock').textContent = `Paris time of the sandbox: ${time}`;
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
