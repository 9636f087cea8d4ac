/** What the suites on n8n's engine without server and database start from. */
import { EngineProcess } from './engineProcess.mts';
import { startService, type Service } from './service.mts';

/** Works with a service without quota and the engine, and ends both. */
export async function onEngine<Result>(
	packageFolder: string,
	work: (service: Service, engine: EngineProcess) => Promise<Result>,
): Promise<Result> {
	const service = await startService();
	let engine: EngineProcess | undefined;
	try {
		engine = await EngineProcess.start(packageFolder);
		await service.settings({ quotaPerMinute: 1_000_000 });
		return await work(service, engine);
	} finally {
		engine?.close();
		await service.close();
	}
}
