// `npm test`: the gate, or of all parts those that are named, as `npm test -- check tests`. What follows a part's name is handed to
// it: `npm test -- tests ledger` runs the files that have this word in their paths.
// `--changed` runs of the gate what the difference from main reaches; `--max-failures=3` ends a part after so many failed tests;
// `--record` keeps what each file took.
import { changedFiles, reachedBy } from './run/changed.ts';
import { failuresMaxName } from './run/failures-max.ts';
import { gate } from './run/parts.ts';
import { readParts, runParts, type Run } from './run/run-parts.ts';
import { recordSeconds } from './run/test-seconds.ts';

const [options, command] = splitOptions(process.argv.slice(2));
const record: Run['onPart'] = (part, tally) => recordSeconds('gate', part, tally);
const onPart = options.has('--record') ? { onPart: record } : {};
const failuresMax = options.get('--max-failures');
const environment = { CANDOR_RUN: 'gate', ...(failuresMax && { [failuresMaxName]: failuresMax }) };
if (options.has('--changed')) {
  const reached = Object.entries(reachedBy(changedFiles())).filter(([, files]) => files?.length !== 0);
  const args = Object.fromEntries(reached.map(([part, files]) => [part, files ?? []]));
  await runParts({ chosen: ['check', ...Object.keys(args)], args, environment, ...onPart });
} else await runParts({ ...readParts(gate, command), environment, ...onPart });

function splitOptions(words: readonly string[]): [Map<string, string | undefined>, string[]] {
  const known = ['--record', '--changed', '--max-failures'];
  const isOption = (word: string): boolean => known.includes(word.split('=', 1)[0]!);
  const options = words.filter(isOption).map((word): [string, string | undefined] => [word.split('=', 1)[0]!, word.split('=')[1]]); // oxfmt-ignore
  return [new Map(options), words.filter((word) => !isOption(word))];
}
