// `npm run check`.
import { runParts } from './run/run-parts.ts';

await runParts({ chosen: ['check'], environment: { CANDOR_RUN: 'gate' } });
