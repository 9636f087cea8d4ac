const byId = (id) => document.getElementById(id);
const notices = byId('notices');
const menu = byId('menu');
const reset = byId('reset');
const message = byId('message');
const faultForm = byId('fault');
let lastNotices = '';
let lastCall = -1;
let clearing;

/** Asks the controls; says in the message line what went wrong, then throws. */
async function ask(method, path, body) {
	const headers = { 'content-type': 'application/json' };
	const answer = await fetch(`/_sandbox${path}`, { method, headers, body: JSON.stringify(body) });
	const json = await answer.json();
	if (answer.ok) return json;
	say(json.error ?? `The sandbox answered ${answer.status}.`);
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

byId('base-url').textContent = location.origin;
for (const code of document.querySelectorAll('.keys code')) {
	const { textContent } = code;
	const button = element('button', { textContent: 'Copy', ariaLabel: `Copy ${textContent}` });
	button.addEventListener('click', () =>
		navigator.clipboard.writeText(textContent).then(
			() => say(`Copied: ${textContent}`),
			() => say('The browser does not allow copying: select the text instead.'),
		),
	);
	code.after(' ', button);
}

reset.addEventListener('click', async () => {
	if (!confirm('Forget all notices, their documents and the calls? This cannot be undone.')) return;
	await ask('POST', '/reset');
	say('All notices are forgotten.');
	await refresh();
});

/** Label in the menu, whether the notice is in a state for it, action of the controls, what is said, and its body. */
function actionsOf({ statut, invoiced }) {
	const published = statut === 'parue';
	const waiting = statut === 'a-paraitre';
	return [
		['Mark as published', !published, 'publish', 'published'],
		['Suspend…', true, 'suspend', 'suspended', askReason],
		['Mark as to be published', !waiting, 'backToBePublished', 'to be published'],
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

function actionButton(notice, [label, , action, said, bodyOf = () => ({})]) {
	const made = element('button', { type: 'button', textContent: label });
	made.addEventListener('click', async () => {
		menu.hidePopover();
		const body = bodyOf(notice);
		if (body === null) return;
		const { reference } = notice;
		await ask('POST', `/notices/${encodeURIComponent(reference)}/${action}`, body);
		say(`${reference}: ${said}.`);
		await refresh();
	});
	return made;
}

const documentLink = ({ type, numero = '', url }) =>
	element('a', { href: url, textContent: `${type} ${numero}`.trim() });

/** A button that opens the one menu of the page: it stays open when the rows are drawn anew. */
function menuButton(label, title, notice, contents) {
	const ariaLabel = `${title} ${notice.reference}`;
	const made = element('button', { type: 'button', textContent: `${label} ▾`, title, ariaLabel });
	made.dataset.key = ariaLabel;
	made.addEventListener('click', () => {
		menu.replaceChildren(...contents());
		menu.showPopover();
		const button = made.getBoundingClientRect();
		const { width, height } = menu.getBoundingClientRect();
		const below = button.bottom + height < innerHeight ? button.bottom : button.top - height;
		menu.style.inset = `${Math.max(0, below)}px auto auto ${Math.max(0, button.right - width)}px`;
		menu.firstElementChild.focus();
	});
	return made;
}

const row = (...contents) =>
	element('tr', {}, ...contents.map((content) => element('td', {}, content)));

function noticeRow(notice) {
	const { documents, cancelled, motif } = notice;
	const status = cancelled ? 'annulée' : notice.statut;
	const textContent = !cancelled && motif ? `${status} (${motif})` : status;
	const files = documents.length === 1 ? '1 PDF' : `${documents.length} PDFs`;
	const links = () => documents.map(documentLink);
	const actions = () => actionsOf(notice).map((action) => actionButton(notice, action));
	const made = row(
		notice.reference,
		notice.numero_commande ?? '',
		notice.dossier,
		`${notice.libelle} (${notice.departement})`,
		notice.categorie,
		element('span', { className: `status ${status}`, textContent }),
		notice.date_parution,
		notice.date_bouclage.slice(0, 16),
		`${notice.montant_ttc.toFixed(2)} €`,
		documents.length > 0 ? menuButton(files, 'Documents of', notice, links) : '',
		cancelled ? '' : menuButton('Actions', 'Actions for', notice, actions),
	);
	// What does not fit into its column can still be read.
	for (const cell of [...made.cells].slice(0, 6)) cell.title = cell.textContent;
	return made;
}

function callRow({ n, at, method, path, status, codes, fault }) {
	const time = new Date(at).toLocaleTimeString('en-GB', { timeZone: 'Europe/Paris' });
	const outcome = codes.join(', ') || (status === null ? 'no answer' : 'accepted');
	const text = status !== null && status !== 200 ? `HTTP ${status}` : outcome;
	const made = row(n, time, `${method} ${path}`, fault ? `${text} (fault: ${fault})` : text);
	if (text !== 'accepted') made.cells[3].className = 'refused';
	return made;
}

/** Draws only what changed, and gives the focus back to the button that had it. */
async function refresh() {
	const state = await ask('GET', '/notices');
	byId('clock').textContent = `Paris time of the sandbox: ${state.time}`;
	const drawn = JSON.stringify(state.notices);
	if (drawn !== lastNotices) {
		lastNotices = drawn;
		const focused = document.activeElement?.dataset?.key;
		notices.tBodies[0].replaceChildren(...state.notices.map(noticeRow));
		notices.hidden = reset.hidden = state.notices.length === 0;
		byId('empty').hidden = state.notices.length > 0;
		if (focused) notices.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
	}
	const newest = state.calls[0]?.n ?? 0;
	if (newest === lastCall) return;
	lastCall = newest;
	byId('calls').tBodies[0].replaceChildren(...state.calls.map(callRow));
}

function keepFresh() {
	const pause = document.hidden ? Promise.resolve() : refresh();
	pause
		.catch(() => (byId('clock').textContent = 'The sandbox does not answer.'))
		.finally(() => setTimeout(keepFresh, 1000));
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
	const list = codes.match(/[^\s,]+/g);
	await ask('POST', '/faults', {
		kind,
		times: Number(times) || 1,
		...(path.trim() && { match: { path: path.trim() } }),
		...(list && { codes: list }),
		...(ms && { ms: Number(ms) }),
	});
	say('Armed: the next matching call fails.');
	await showArmed();
});

byId('disarm').addEventListener('click', () => ask('DELETE', '/faults').then(showArmed));

function switchInput(name, { kind, choices }, value) {
	if (kind === 'boolean') return element('input', { name, type: 'checkbox', checked: value });
	if (kind !== 'choice') {
		return element('input', { name, type: kind === 'number' ? kind : 'text', value: value ?? '' });
	}
	const options = choices.map((choice) =>
		element('option', { value: choice, textContent: choice, selected: choice === value }),
	);
	return element('select', { name }, ...options);
}

function valueOf({ checked, value }, definition) {
	if (definition.kind === 'boolean') return checked;
	if (definition.kind !== 'number') return value;
	return value === '' && definition.value === null ? null : Number(value);
}

async function showSwitches() {
	const { settings, definitions } = await ask('GET', '/settings');
	const shown = Object.entries(definitions).filter(([, { kind }]) => kind !== 'closings');
	const labels = shown.map(([name, definition]) => {
		const input = switchInput(name, definition, settings[name]);
		input.addEventListener('change', async () => {
			await ask('POST', '/settings', { [name]: valueOf(input, definition) });
			say(`${name} changed.`);
		});
		return element('label', {}, `${definition.about} (${name})`, input);
	});
	byId('switches').replaceChildren(...labels);
}

byId('switches').addEventListener('submit', (event) => event.preventDefault());

// A panel is filled when it opens, not later: nothing may be redrawn under somebody's hands.
for (const [form, show] of [
	[faultForm, showArmed],
	[byId('switches'), showSwitches],
]) {
	const details = form.closest('details');
	details.addEventListener('toggle', () => details.open && show().catch(() => {}));
}

keepFresh();
