/**
 * Which file of the package each module goes into: one file for each folder, so that whoever knows the sources finds
 * their way in the package, and what all share (limiter, clock) is there once. Three things are kept apart from their
 * folder because n8n loads them at its start.
 */
const AT_START = [
	// What the Operation dropdown and its parameters are made of.
	{ name: 'operations', modules: /\.operation$|^actions\/(\w+\/index|registry|operation\.types)$/ },
	{ name: 'descriptions', modules: /^trigger\/(costHints|fields)$/ },
	// Codes and figures that descriptions and the credential test spell out.
	{
		name: 'start',
		modules:
			/^domain\/(codes|timeout|watch\/cost)$|^transport\/(codeSentences|credentialRules|errorTable|requestFields)$/,
	},
	{ name: 'execution', modules: /^actions\/router$/ },
];

/** Files whose imports wait until they are used: n8n loads these at its start, the others an execution does. */
export const LOADED_AT_START =
	/(?:\.node|\.credentials|\/(?:operations|descriptions|methods|start))\.js$/;

/**
 * @param {string} path of a compiled module below the folder of the node, without extension
 * @returns {string | undefined} the name of its file; undefined for what n8n looks for under its own name
 */
export function chunkOf(path) {
	if (/\.(node|credentials)$/.test(path)) return undefined;
	const early = AT_START.find(({ modules }) => modules.test(path));
	return early?.name ?? path.split('/')[0];
}
