// One part of a run of tests: run-part.ts <part> <file for what came of it> [arguments]. See run/part-process.ts.
import { writeFileSync } from 'node:fs';
import { parts } from './run/parts.ts';
import { tellWhatRuns } from './run/what-runs.ts';

const [name = '', file = '', ...args] = process.argv.slice(2);
tellWhatRuns();
process.env['CANDOR_PART'] = name;
// The run has ended, however it did.
process.once('disconnect', () => process.exit(1));
process.channel?.unref();
const tally = await parts[name]!.run(args);
writeFileSync(file, JSON.stringify(tally));
process.exit(0);
