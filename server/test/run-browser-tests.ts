// `npm run e2e`: the browser's journeys, all or those whose specs are named, as `npm run e2e -- main-job`.
import { runParts } from './run/run-parts.ts';

const named = process.argv.slice(2);
await runParts({
  chosen: ['browser'],
  args: { browser: named.length > 0 ? named : ['.spec.ts'] },
  environment: { CANDOR_RUN: 'all' },
});
