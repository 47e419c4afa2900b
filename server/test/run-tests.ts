// `npm test`: the gate, or of all parts those that are named, as `npm test -- check tests`. What follows a part's name is handed to
// it: `npm test -- tests ledger` runs the files that have this word in their paths.
import { gate } from './run/parts.ts';
import { readParts, runParts } from './run/run-parts.ts';

await runParts({ ...readParts(gate, process.argv.slice(2)), environment: { CANDOR_RUN: 'gate' } });
