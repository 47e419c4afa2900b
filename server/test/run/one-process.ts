// Loads the test files that it is given into this process, one after another, each as a suite of its own.
import { AsyncResource } from 'node:async_hooks';
import { after, describe } from 'node:test';
import { join } from 'node:path';
import { repository } from './processes.ts';

/** What was loaded before. Of two that load at a time, one would wait for what both import and get the other's hooks and tests. */
let before: Promise<unknown> = Promise.resolve();
for (const file of process.argv.slice(2))
  void describe(file, () => {
    const suite = new AsyncResource('suite');
    const loaded = before.then(() => suite.runInAsyncScope(() => import(join(repository, file)) as Promise<unknown>));
    before = loaded.catch(() => {});
    return loaded as Promise<never>;
  });

const endMs = 20_000;
// What a file leaves open would keep the process, and with it the whole run, until the run's limit.
after(() =>
  setTimeout(() => {
    console.error(`the tests are over, and this is still open: ${process.getActiveResourcesInfo().join(', ')}`);
    process.exit(1);
  }, endMs).unref(),
);
