/** Where processor time goes, by the file whose code ran, and how long the event loop was blocked meanwhile. */
import { Session } from 'node:inspector/promises';

/**
 * Runs work, and says for how many milliseconds no timer could run at the longest. Counted in processor time of the thread,
 * which other work on the machine does not lengthen.
 */
export async function longestStop(work: () => Promise<unknown>): Promise<number> {
	const cpuMs = () => {
		const { user, system } = process.threadCpuUsage();
		return (user + system) / 1000;
	};
	globalThis.gc?.();
	let longest = 0;
	let before = cpuMs();
	const watching = setInterval(() => {
		const now = cpuMs();
		longest = Math.max(longest, now - before);
		before = now;
	}, 1);
	await work().finally(() => clearInterval(watching));
	return longest;
}

/**
 * Runs work, and says how many milliseconds of the processor it took, and its own files of them: samples whose innermost
 * file is one of them, so that what they call of the platform counts as theirs.
 */
export async function cpuMsOf(work: () => Promise<unknown>, isOwn: (url: string) => boolean) {
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.setSamplingInterval', { interval: 200 });
	await session.post('Profiler.start');
	const before = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(before);
	const { profile } = await session.post('Profiler.stop');
	session.disconnect();
	const parents = new Map<number, number>();
	const frames = new Map(profile.nodes.map((one) => [one.id, one.callFrame]));
	for (const { id, children = [] } of profile.nodes) {
		for (const child of children) parents.set(child, id);
	}
	const fileOf = (id: number | undefined): string => {
		if (id === undefined) return '';
		const url = frames.get(id)?.url ?? '';
		return url === '' || url.startsWith('node:') ? fileOf(parents.get(id)) : url;
	};
	const busy = (profile.samples ?? []).filter((id) => frames.get(id)?.functionName !== '(idle)');
	const own = busy.filter((id) => isOwn(fileOf(id)));
	const all = (user + system) / 1000;
	return { all, own: all * (own.length / busy.length) };
}
