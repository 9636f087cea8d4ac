/** A blue PNG of 48 x 24 pixels. */
const png = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAADAAAAAYCAIAAAAzn+mLAAAALElEQVR42u3OAQkAAAgDsBexkvmNYw3BwQIs1XNKhISEhISEhISEhISEfoUWSOKtzI59YK8AAAAASUVORK5CYII=',
	'base64',
);

/** A logo as base64, another one for each seed; what follows the picture brings it to a realistic size (about 3 kB). */
export function logoData(seed: number): string {
	return Buffer.concat([png, Buffer.alloc(2_800, String(seed))]).toString('base64');
}
