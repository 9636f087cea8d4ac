/** Runs once before all files of a test run. */
import { packPackage } from './package.mts';

export async function globalSetup(): Promise<void> {
	await packPackage();
}
