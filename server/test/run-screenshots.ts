// `npm run screenshots [-- <folder>]`: pictures of every screen, to be looked at by people.
import { resolve } from 'node:path';
import { repository } from './run/processes.ts';
import { runParts } from './run/run-parts.ts';

const folder = resolve(repository, process.argv[2] ?? '.candor/screens');
console.log(`The pictures come into ${folder}.`);
await runParts({
  chosen: ['browser'],
  args: { browser: ['--project', 'screenshots'] },
  environment: { CANDOR_SCREENSHOTS: folder },
});
