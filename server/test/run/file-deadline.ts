// Imported into the process of each test file: one that never ends, e.g. as a connection was not released after a failure,
// would hold up the whole run for ever. The runner's own time limit reports such a file but does not end its process.
import { relative } from 'node:path';

const limitMs = 900_000;

setTimeout(() => {
  const file = relative(process.cwd(), process.argv[1] ?? '');
  console.error(
    `${file} has not ended within ${limitMs / 1000} s; open: ${process.getActiveResourcesInfo().join(', ')}`,
  );
  process.exit(1);
}, limitMs).unref();
