// `npm run check`: types and lint, dead code, form, the size of the built app and the house rules, without running the product.
import { runTestFiles } from './node-tests.ts';
import { runQuietly } from './processes.ts';
import { oneTest } from './tally.ts';
import type { Tally } from './tally.ts';
import { isGate } from './which-run.ts';

const tools: readonly [name: string, file: string, args: string[], folder?: string][] = [
  ['form', 'node_modules/oxfmt/bin/oxfmt', ['--check']],
  // The linter's program of the types is the compiler's, so that it says what the compiler says in half of both their times.
  ['types and lint', 'node_modules/oxlint/bin/oxlint', ['--type-aware', '--type-check', '--deny-warnings']],
  ['dead code', 'node_modules/knip/bin/knip.js', []],
  ['size of the app', 'node_modules/size-limit/bin.js', ['--silent'], 'web'],
  ['size of the console', 'node_modules/size-limit/bin.js', ['--silent'], 'console'],
];

/** The compiler itself, once in a long run: should it ever say more than the linter. */
const compilers: typeof tools = ['.', 'web', 'console'].map((folder) => [
  `types of ${folder}`,
  'node_modules/typescript/bin/tsc',
  ['--noEmit', '-p', folder],
]);

/** One test a tool, and those of the house rules. All run, so that one look shows everything. */
export async function check(): Promise<Tally> {
  const waiting = [...tools, ...(isGate ? [] : compilers)];
  const tallies: Tally[] = [];
  const work = async (): Promise<void> => {
    for (let tool = waiting.shift(); tool; tool = waiting.shift()) tallies.push(await runTool(...tool));
  };
  // Two at a time: some keep one processor busy, some two.
  await Promise.all([work(), work()]);
  tallies.push(await runTestFiles(['architecture.test.ts', 'function-lengths.test.ts', 'gate-rules.test.ts'], 2));
  return { files: tallies.flatMap(({ files }) => files) };
}

/** What it says is shown in one piece, and of a size that fits not at all. */
const runTool = (name: string, file: string, args: string[], folder?: string): Promise<Tally> =>
  oneTest(name, async () => {
    const { code, said } = await runQuietly(file, args, folder);
    if (code !== 0) console.log(said);
    console.log(`${code === 0 ? '✔' : '✖'} ${name}`);
    return code;
  });
