import { crc32, deflateSync } from 'node:zlib';

const width = 48;
const height = 24;
const known = new Map<number, string>();

/**
 * A real PNG as base64, another one for each seed. Its noise keeps it at a realistic size (about 3 kB),
 * so that a list of hundreds of publications weighs what it would in the field.
 */
export function logoData(seed: number): string {
	const ready = known.get(seed);
	if (ready) return ready;
	const rows: number[] = [];
	let state = (seed * 2654435761 + 12345) >>> 0;
	for (let y = 0; y < height; y += 1) {
		rows.push(0);
		for (let x = 0; x < width * 3; x += 1) {
			state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
			rows.push(128 + (state >>> 25));
		}
	}
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([8, 2, 0, 0, 0], 8);
	const png = Buffer.concat([
		Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
		chunk('IHDR', header),
		chunk('IDAT', deflateSync(Buffer.from(rows))),
		chunk('IEND', Buffer.alloc(0)),
	]);
	const data = png.toString('base64');
	known.set(seed, data);
	return data;
}

function chunk(type: string, data: Buffer): Buffer {
	const length = Buffer.alloc(4);
	length.writeUInt32BE(data.length);
	const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const sum = Buffer.alloc(4);
	sum.writeUInt32BE(crc32(content));
	return Buffer.concat([length, content, sum]);
}
