// `npm run check`: types, lint, dead code, form, the size of the built app and the house rules, without running the product.
import { runTestFiles } from './node-tests.ts';
import { runQuietly } from './processes.ts';
import { oneTest, type Tally } from './tally.ts';

type Tool = readonly [name: string, file: string, args: string[], folder?: string];

/** Two tools at a time have a processor each. Compiler and linter are programs of Go, which here collect seldom rather than keep little. */
const ofGo = { GOMAXPROCS: '1', GOGC: '400' };

/** One checker each: several would derive the same types side by side, for half as much of the processors again. */
const compilers = ['.', 'web', 'console'].map((folder): Tool => [
  `types of ${folder}`,
  'node_modules/typescript/bin/tsc',
  ['--noEmit', '--checkers', '1', '-p', folder],
]);

/** What takes longest is first. */
const tools = (): Tool[] => [
  ['lint', 'node_modules/oxlint/bin/oxlint', ['--type-aware', '--deny-warnings']],
  ...compilers,
  ['form', 'node_modules/oxfmt/bin/oxfmt', ['--check']],
  ['dead code', 'node_modules/knip/bin/knip.js', []],
  ['size of the app', 'node_modules/size-limit/bin.js', ['--silent'], 'web'],
  ['size of the console', 'node_modules/size-limit/bin.js', ['--silent'], 'console'],
];

/** One test a tool, and those of the house rules. All run, so that one look shows everything. */
export async function check(): Promise<Tally> {
  const waiting = tools();
  const tallies: Tally[] = [];
  const work = async (): Promise<void> => {
    for (let tool = waiting.shift(); tool; tool = waiting.shift()) tallies.push(await runTool(...tool));
  };
  await Promise.all([work(), work()]);
  tallies.push(await runTestFiles(['architecture.test.ts', 'function-lengths.test.ts', 'gate-rules.test.ts'], 2));
  return { files: tallies.flatMap(({ files }) => files) };
}

/** What it says is shown in one piece, and of a size that fits not at all. */
const runTool = (name: string, file: string, args: string[], folder?: string): Promise<Tally> =>
  oneTest(name, async () => {
    const { code, said } = await runQuietly(file, args, { folder, environment: ofGo });
    if (code !== 0) console.log(said);
    console.log(`${code === 0 ? '✔' : '✖'} ${name}`);
    return code;
  });
