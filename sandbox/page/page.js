import { openPanels } from '/panels.js';

const notices = document.querySelector('#notices');
const calls = document.querySelector('#calls');
const dialog = document.querySelector('#suspend');
const message = document.querySelector('#message');
let lastNotices = '';
let lastCall = -1;
let clearing;

document.querySelector('#base-url').textContent = location.origin;

/** Asks the controls; says in the message line what went wrong, then throws. */
export async function ask(method, path, body) {
	const answer = await fetch(`/_sandbox${path}`, {
		method,
		headers: body === undefined ? {} : { 'content-type': 'application/json' },
		body: body === undefined ? undefined : JSON.stringify(body),
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

function button(label, notice, act) {
	const made = element('button', { type: 'button', textContent: label });
	made.setAttribute('aria-label', `${label} ${notice.reference}`);
	made.dataset.key = `${notice.reference} ${label}`;
	made.addEventListener('click', () => act().then(refresh, () => {}));
	return made;
}

function post(notice, action, said, body) {
	const path = `/notices/${encodeURIComponent(notice.reference)}/${action}`;
	return ask('POST', path, body).then(() => say(`${notice.reference}: ${said}.`));
}

async function suspend(notice) {
	dialog.querySelector('#suspend-title').textContent = `Suspend ${notice.reference}`;
	dialog.returnValue = '';
	dialog.showModal();
	await new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));
	if (dialog.returnValue !== 'suspend') return;
	const motif = dialog.querySelector('[name=motif]').value;
	await post(notice, 'suspend', 'suspended', { motif });
}

function actionsOf(notice) {
	if (notice.cancelled) return [];
	const list = [
		['Publish', () => post(notice, 'publish', 'published'), notice.statut !== 'parue'],
		['Suspend', () => suspend(notice), true],
		[
			'Back to be published',
			() => post(notice, 'backToBePublished', 'to be published again'),
			notice.statut !== 'a-paraitre',
		],
		['Invoice', () => post(notice, 'invoice', 'invoiced'), !notice.invoiced],
		['Cancel', () => post(notice, 'cancel', 'cancelled'), true],
	];
	return list.filter(([, , shown]) => shown).map(([label, act]) => button(label, notice, act));
}

function rowOf(notice) {
	const status = notice.cancelled ? 'cancelled' : notice.statut;
	const documents = notice.documents.map((entry) =>
		element(
			'div',
			{},
			element('a', {
				href: entry.url,
				textContent: entry.numero ? `${entry.type} ${entry.numero}` : entry.type,
			}),
		),
	);
	const cells = [
		notice.reference,
		notice.numero_commande ?? '',
		notice.dossier,
		`${notice.libelle} (${notice.departement})`,
		notice.categorie,
		element('span', { className: `status ${status}`, textContent: status }),
		notice.date_parution,
		notice.date_bouclage,
		`${notice.montant_ttc.toFixed(2)} €`,
		element('div', {}, ...documents),
		element('div', { className: 'actions' }, ...actionsOf(notice)),
	].map((content) => element('td', {}, content));
	if (!notice.cancelled && notice.motif) cells[5].append(element('div', {}, notice.motif));
	cells[8].className = 'number';
	return element('tr', {}, ...cells);
}

function callRow(call) {
	const outcome = call.codes.join(', ') || (call.status === null ? 'no answer' : 'accepted');
	const text = call.status !== null && call.status !== 200 ? `HTTP ${call.status}` : outcome;
	return element(
		'tr',
		{},
		element('td', { className: 'number', textContent: call.n }),
		element('td', {
			textContent: new Date(call.at).toLocaleTimeString('en-GB', { timeZone: 'Europe/Paris' }),
		}),
		element('td', { textContent: `${call.method} ${call.path}` }),
		element('td', {
			className: text === 'accepted' ? '' : 'refused',
			textContent: call.fault ? `${text} (fault: ${call.fault})` : text,
		}),
	);
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
