import { openPanels } from '/panels.js';

const notices = document.querySelector('#notices');
const calls = document.querySelector('#calls');
const menu = document.querySelector('#menu');
const reset = document.querySelector('#reset');
const message = document.querySelector('#message');
let lastNotices = '';
let lastCall = -1;
let clearing;

document.querySelector('#base-url').textContent = location.origin;
for (const button of document.querySelectorAll('[data-copy]')) {
	const { textContent } = document.getElementById(button.dataset.copy);
	button.setAttribute('aria-label', `Copy ${textContent}`);
	button.addEventListener('click', () =>
		navigator.clipboard.writeText(textContent).then(
			() => say(`Copied: ${textContent}`),
			() => say('The browser does not allow copying: select the text instead.'),
		),
	);
}

reset.addEventListener('click', async () => {
	if (!confirm('Forget all notices, their documents and the calls? This cannot be undone.')) return;
	await ask('POST', '/reset');
	say('All notices are forgotten.');
	await refresh();
});

/** Asks the controls; says in the message line what went wrong, then throws. */
export async function ask(method, path, body) {
	const answer = await fetch(`/_sandbox${path}`, {
		method,
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	const json = await answer.json();
	if (!answer.ok) {
		say(json.error ?? `The sandbox answered ${answer.status}.`);
		throw new Error(json.error);
	}
	return json;
}

export function say(text) {
	message.textContent = text;
	clearTimeout(clearing);
	clearing = setTimeout(() => (message.textContent = ''), 6000);
}

export function element(name, properties = {}, ...children) {
	const made = Object.assign(document.createElement(name), properties);
	made.append(...children);
	return made;
}

function post(notice, action, said, body) {
	const path = `/notices/${encodeURIComponent(notice.reference)}/${action}`;
	return ask('POST', path, body).then(() => say(`${notice.reference}: ${said}.`));
}

async function suspend(notice) {
	const motif = prompt(`Suspend ${notice.reference}. Reason (motif):`, 'Texte à compléter');
	if (motif !== null) await post(notice, 'suspend', 'suspended', { motif });
}

/** Label of the menu, what it does, and whether the notice is in a state for it. */
function actionsOf(notice) {
	const { statut, invoiced } = notice;
	const proof = () => post(notice, 'addDocument', 'proof added', { type: 'justificatif' });
	return [
		['Mark as published', () => post(notice, 'publish', 'published'), statut !== 'parue'],
		['Suspend…', () => suspend(notice), true],
		[
			'Mark as to be published',
			() => post(notice, 'backToBePublished', 'to be published'),
			statut !== 'a-paraitre',
		],
		['Add a proof', proof, true],
		['Invoice', () => post(notice, 'invoice', 'invoiced'), !invoiced],
		['Credit note', () => post(notice, 'credit', 'credited'), invoiced],
		['Cancel the notice', () => post(notice, 'cancel', 'cancelled'), true],
	].filter(([, , fits]) => fits);
}

function actionButton([label, act]) {
	const made = element('button', { type: 'button', textContent: label });
	made.addEventListener('click', () => {
		menu.hidePopover();
		act().then(refresh, () => {});
	});
	return made;
}

const documentLink = ({ type, numero = '', url }) =>
	element('a', { href: url, textContent: `${type} ${numero}`.trim() });

/** A button that opens the one menu of the page: it stays open when the rows are drawn anew. */
function menuButton(label, title, notice, contents) {
	const made = element('button', { type: 'button', textContent: `${label} ▾`, title });
	made.setAttribute('aria-label', `${title} ${notice.reference}`);
	made.dataset.key = `${notice.reference} ${title}`;
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

function rowOf(notice) {
	const status = notice.cancelled ? 'annulée' : notice.statut;
	const why = !notice.cancelled && notice.motif ? ` (${notice.motif})` : '';
	const documents = notice.documents;
	const pdfs = documents.length === 1 ? '1 PDF' : `${documents.length} PDFs`;
	const cells = [
		notice.reference,
		notice.numero_commande ?? '',
		notice.dossier,
		`${notice.libelle} (${notice.departement})`,
		notice.categorie,
		element('span', { className: `status ${status}`, textContent: `${status}${why}` }),
		notice.date_parution,
		notice.date_bouclage.slice(0, 16),
		`${notice.montant_ttc.toFixed(2)} €`,
		documents.length > 0
			? menuButton(pdfs, 'Documents of', notice, () => documents.map(documentLink))
			: '',
		notice.cancelled
			? ''
			: menuButton('Actions', 'Actions for', notice, () => actionsOf(notice).map(actionButton)),
	].map((content) => element('td', {}, content));
	// What does not fit into its column can still be read.
	for (const cell of cells.slice(0, 6)) cell.title = cell.textContent;
	cells[8].className = 'number';
	return element('tr', {}, ...cells);
}

function callRow({ n, at, method, path, status, codes, fault }) {
	const time = new Date(at).toLocaleTimeString('en-GB', { timeZone: 'Europe/Paris' });
	const outcome = codes.join(', ') || (status === null ? 'no answer' : 'accepted');
	const text = status !== null && status !== 200 ? `HTTP ${status}` : outcome;
	const told = fault ? `${text} (fault: ${fault})` : text;
	const cells = [n, time, `${method} ${path}`, told].map((content) => element('td', {}, content));
	cells[0].className = 'number';
	if (text !== 'accepted') cells[3].className = 'refused';
	return element('tr', {}, ...cells);
}

/** Draws only what changed, and gives the focus back to the button that had it. */
async function refresh() {
	const state = await ask('GET', '/notices');
	document.querySelector('#clock').textContent = `Paris time of the sandbox: ${state.time}`;
	const drawn = JSON.stringify(state.notices);
	if (drawn !== lastNotices) {
		lastNotices = drawn;
		const focused = document.activeElement?.dataset?.key;
		notices.tBodies[0].replaceChildren(...state.notices.map(rowOf));
		notices.hidden = state.notices.length === 0;
		reset.hidden = notices.hidden;
		document.querySelector('#empty').hidden = state.notices.length > 0;
		if (focused) notices.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
	}
	const newest = state.calls[0]?.n ?? 0;
	if (newest !== lastCall) {
		lastCall = newest;
		calls.tBodies[0].replaceChildren(...state.calls.map(callRow));
	}
}

function keepFresh() {
	const pause = document.hidden ? Promise.resolve() : refresh();
	pause
		.catch(() => (document.querySelector('#clock').textContent = 'The sandbox does not answer.'))
		.finally(() => setTimeout(keepFresh, 1000));
}

openPanels({ ask, say, element });
keepFresh();
