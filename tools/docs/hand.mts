/** A person's hand at mouse and keyboard, which counts what it does. */
import type { Locator, Page } from 'playwright-core';

/** What it took so far. */
export interface Effort {
	readonly clicks: number;
	readonly fields: number;
}

export const byId = (within: Page | Locator, id: string): Locator =>
	within.locator(`[data-test-id="${id}"]`).filter({ visible: true });

export class Hand {
	#clicks = 0;
	#fields = 0;

	/** So far. */
	get effort(): Effort {
		return { clicks: this.#clicks, fields: this.#fields };
	}

	async click(what: Locator): Promise<void> {
		this.#clicks += 1;
		await what.click();
	}

	async doubleClick(what: Locator): Promise<void> {
		this.#clicks += 2;
		await what.dblclick();
	}

	/** Clicks into a field and writes over what is in it: both together count as one field. */
	async write(field: Locator, text: string): Promise<void> {
		await field.click();
		await field.page().keyboard.press('Control+a');
		await this.type(field.page(), text);
	}

	/** Writes where n8n has put the cursor. */
	async type(page: Page, text: string): Promise<void> {
		this.#fields += 1;
		await page.keyboard.type(text);
	}

	/** Opens a list of the browser's own and takes one of its entries; the script sets it, as such a list is no part of the page. */
	async select(list: Locator, entry: string): Promise<void> {
		this.#clicks += 2;
		await list.selectOption(entry);
	}

	/** What a person does outside of the browser, where nothing can be played but its outcome. */
	also(effort: Partial<Effort>): void {
		this.#clicks += effort.clicks ?? 0;
		this.#fields += effort.fields ?? 0;
	}
}
