// Loads the test files that it is given into this process, one after another, each as a suite of its own.
import { describe } from 'node:test';
import { join } from 'node:path';
import { repository } from './processes.ts';

for (const file of process.argv.slice(2)) void describe(file, () => import(join(repository, file)) as Promise<never>);
