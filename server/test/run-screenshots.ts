// `npm run screenshots [-- <folder>]`: pictures of every screen, to be looked at by people.
import { resolve } from 'node:path';
import { browserTests } from './run-browser-tests.ts';
import { repository } from './run/processes.ts';
import { Report } from './run/tally.ts';

const folder = resolve(repository, process.argv[2] ?? '.candor/screens');
process.env['CANDOR_SCREENSHOTS'] = folder;
const report = new Report();
await report.run('screens', () => browserTests());
console.log(`The pictures are in ${folder}.`);
process.exit(report.finish());
