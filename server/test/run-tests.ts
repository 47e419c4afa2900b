// `npm test`: the gate, or of all parts those that are named, as `npm test -- check tests`. What follows a part's name is handed to
// it: `npm test -- tests ledger` runs the files that have this word in their paths. `npm test -- --record` keeps what each file took.
import { recordSeconds } from './run/gate-seconds.ts';
import { gate } from './run/parts.ts';
import { readParts, runParts } from './run/run-parts.ts';

const command = process.argv.slice(2);
const isRecording = command.includes('--record');
const run = readParts(gate, command.filter((word) => word !== '--record')); // oxfmt-ignore
await runParts({ ...run, environment: { CANDOR_RUN: 'gate' }, ...(isRecording && { onPart: recordSeconds }) });
