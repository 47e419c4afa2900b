// `npm run test:all`: everything there is to test, or parts of it by name, as `npm run test:all -- looks`. `--record` keeps what each
// file took.
import { everything } from './run/parts.ts';
import { readParts, runParts, type Run } from './run/run-parts.ts';
import { recordSeconds } from './run/test-seconds.ts';

const words = process.argv.slice(2);
const command = words.filter((word) => word !== '--record');
const record: Run['onPart'] = (part, tally) => recordSeconds('long', part, tally);
const onPart = command.length < words.length ? { onPart: record } : {};
await runParts({ ...readParts(everything, command), environment: { CANDOR_RUN: 'all' }, ...onPart });
