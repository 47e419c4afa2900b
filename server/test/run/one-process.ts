// Loads the test files that it is given into this process, one after another.
import { join } from 'node:path';
import { repository } from './processes.ts';

for (const file of process.argv.slice(2)) await import(join(repository, file));
