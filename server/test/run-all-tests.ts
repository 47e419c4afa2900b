// `npm run test:all`: everything there is to test, or parts of it by name, as `npm run test:all -- looks`.
import { everything } from './run/parts.ts';
import { readParts, runParts } from './run/run-parts.ts';

await runParts({ ...readParts(everything, process.argv.slice(2)), environment: { CANDOR_RUN: 'all' } });
