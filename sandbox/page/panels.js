/** The panels for faults and switches. */
export function openPanels({ ask, say, element }) {
	const form = document.querySelector('#fault');

	async function showArmed() {
		const { faults } = await ask('GET', '/faults');
		const where = (match) => (match?.path ? ` on ${match.path}` : '');
		const texts = faults.map(({ kind, left, match }) => `${kind} × ${left}${where(match)}`);
		document.querySelector('#armed').textContent = texts.join(', ') || 'none';
	}

	form.addEventListener('submit', async (event) => {
		event.preventDefault();
		const data = new FormData(form);
		const codes = data.get('codes').match(/[^\s,]+/g) ?? [];
		const path = data.get('path').trim();
		await ask('POST', '/faults', {
			kind: data.get('kind'),
			times: Number(data.get('times')) || 1,
			...(path ? { match: { path } } : {}),
			...(codes.length > 0 ? { codes } : {}),
			...(data.get('ms') ? { ms: Number(data.get('ms')) } : {}),
		});
		say('Armed: the next matching call fails.');
		await showArmed();
	});

	document.querySelector('#disarm').addEventListener('click', async () => {
		await ask('DELETE', '/faults');
		await showArmed();
	});

	function inputFor(name, definition, value) {
		if (definition.kind === 'choice') {
			const options = definition.choices.map((choice) =>
				element('option', { value: choice, textContent: choice, selected: choice === value }),
			);
			return element('select', { name }, ...options);
		}
		if (definition.kind === 'boolean') {
			return element('input', { name, type: 'checkbox', checked: value });
		}
		const type = definition.kind === 'number' ? 'number' : 'text';
		return element('input', { name, type, value: value ?? '' });
	}

	function valueOf(input, definition) {
		if (definition.kind === 'boolean') return input.checked;
		if (definition.kind !== 'number') return input.value;
		return input.value === '' && definition.value === null ? null : Number(input.value);
	}

	async function showSwitches() {
		const { settings, definitions } = await ask('GET', '/settings');
		const labels = Object.entries(definitions)
			.filter(([, definition]) => definition.kind !== 'closings')
			.map(([name, definition]) => {
				const input = inputFor(name, definition, settings[name]);
				input.addEventListener('change', async () => {
					await ask('POST', '/settings', { [name]: valueOf(input, definition) });
					say(`${name} changed.`);
				});
				return element('label', {}, `${definition.about} (${name})`, input);
			});
		document.querySelector('#switches').replaceChildren(...labels);
	}

	/** Fills a panel when it opens, not later: nothing may be redrawn under somebody's hands. */
	function onOpen(selector, show) {
		const details = document.querySelector(selector).closest('details');
		details.addEventListener('toggle', () => {
			if (details.open) show().catch(() => {});
		});
	}

	onOpen('#fault', showArmed);
	onOpen('#switches', showSwitches);
	document.querySelector('#switches').addEventListener('submit', (event) => event.preventDefault());
}
