import { crc32, deflateSync } from 'node:zlib';

const [width, height] = [48, 24];
const known = new Map<number, string>();

/**
 * A real PNG as base64, another one for each seed. Its noise keeps it at a realistic size (about 3 kB),
 * so that a list of hundreds of publications weighs what it would in the field.
 */
export function logoData(seed: number): string {
	const ready = known.get(seed);
	if (ready) return ready;
	let state = (seed * 2654435761 + 12345) >>> 0;
	const rowLength = width * 3 + 1;
	const pixels = Buffer.alloc(height * rowLength).map((_byte, index) => {
		// Each row begins with the number of its filter: none.
		if (index % rowLength === 0) return 0;
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return 128 + (state >>> 25);
	});
	const header = Buffer.from([0, 0, 0, width, 0, 0, 0, height, 8, 2, 0, 0, 0]);
	const data = Buffer.concat([
		Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
		chunk('IHDR', header),
		chunk('IDAT', deflateSync(pixels)),
		chunk('IEND', Buffer.alloc(0)),
	]).toString('base64');
	known.set(seed, data);
	return data;
}

function chunk(type: string, data: Buffer): Buffer {
	const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	sum.writeUInt32BE(crc32(content));
	return Buffer.concat([length, content, sum]);
}
