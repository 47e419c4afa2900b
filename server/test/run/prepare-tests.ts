// Imported into the process of each test file. One that never ends, e.g. as a connection was not released after a failure, would hold
// up the whole run for ever; the runner's own time limit reports such a file but does not end its process. And in the gate properties are
// tried on the same examples in each run; elsewhere fast-check draws them anew and says their seed where one fails.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { runs } from '../support/seed.ts';
import { isGate } from './which-run.ts';

const limitMs = 900_000;
const gateSeed = 1;
/** fast-check's own. */
const usualRuns = 100;
const withProperties = /fast-check|honest-receipt|fuzz-calls/;

setTimeout(() => {
  const file = relative(process.cwd(), process.argv[1] ?? '');
  console.error(
    `${file} has not ended within ${limitMs / 1000} s; open: ${process.getActiveResourcesInfo().join(', ')}`,
  );
  process.exit(1);
}, limitMs).unref();

const files = process.argv.slice(1).filter((path) => existsSync(path));
if (isGate && files.some((path) => withProperties.test(readFileSync(path, 'utf8')))) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ seed: gateSeed, numRuns: runs(usualRuns) });
}
