if (Number(process.versions.node.split('.')[0]) < 24) {
	const found = `The tests need Node 24, and this is ${process.version}.`;
	console.error(
		`${found} Start them with "npx jest", or have your editor run node_modules/.bin/node.`,
	);
	process.exit(1);
}

/** @type {import('jest').Config} */
export default {
	testEnvironment: '<rootDir>/test/run/environment.mjs',
	globalSetup: '<rootDir>/test/run/n8nFolder.mjs',
	// Loaded by Node itself, once in each worker: n8n-workflow as the copy that n8n-core uses, as inside n8n; the others because
	// every sandbox needs them, and loading them anew for each file takes a fifth of the whole time.
	moduleNameMapper: {
		'^(n8n-workflow|parse5|fastify|pdfkit)$': '<rootDir>/test/run/outside/$1.cjs',
	},
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.mts'],
	moduleFileExtensions: ['ts', 'mts', 'js', 'mjs', 'cjs', 'json', 'node'],
	transform: { '^.+\\.m?ts$': '<rootDir>/test/run/transform.cjs' },
	coverageDirectory: '.cache/coverage',
	coverageReporters: ['text'],
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	coverageThreshold: {
		'./credentials/': { branches: 100, lines: 100 },
		'./nodes/LegalNotice/actions/': { branches: 95, lines: 99 },
		'./nodes/LegalNotice/descriptions/': { branches: 100, lines: 100 },
		'./nodes/LegalNotice/domain/': { branches: 97, lines: 100 },
		'./nodes/LegalNotice/reading/': { branches: 97, lines: 100 },
		'./nodes/LegalNotice/methods/': { branches: 96, lines: 98 },
		'./nodes/LegalNotice/trigger/': { branches: 94, lines: 99 },
		'./nodes/LegalNotice/transport/': { branches: 98, lines: 100 },
		// What decides whether a notice is ordered, cancelled, and only once, is tested branch by branch. Where it is not all of
		// them, and elsewhere, the rest are defaults that only the types ask for.
		...Object.fromEntries(
			Object.entries({
				'actions/memory.ts': 100,
				'actions/order/cancel.operation.ts': 95,
				'actions/order/cancellation.ts': 96,
				'actions/order/openDate.ts': 100,
				'actions/order/order.operation.ts': 100,
				'actions/order/place.ts': 100,
				'actions/order/replace.operation.ts': 100,
				'actions/order/replacement.ts': 98,
				'transport/exactlyOnce.ts': 94,
			}).map(([path, branches]) => [`./nodes/LegalNotice/${path}`, { branches }]),
		),
	},
	// One for each core (jest's default is one less): more of them gain nothing.
	maxWorkers: '100%',
	// Each file leaves something behind.
	workerIdleMemoryLimit: '600MB',
	// No test measures time: this only ends one that hangs, on whatever machine.
	testTimeout: 600_000,
	// The same for a worker: it gives back its memory when it ends, which takes a busy machine longer than jest's half second.
	workerGracefulExitTimeout: 60_000,
};
