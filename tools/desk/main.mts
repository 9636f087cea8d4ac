/** Writes `examples/desk.n8np`, which brings the workflows and the tables of the desk into n8n with one call. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deskPackage } from './package.mts';

writeFileSync(join(import.meta.dirname, '../../examples/desk.n8np'), deskPackage());
