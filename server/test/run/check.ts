// `npm run check`: types, lint, dead code, form, the size of the built app and the house rules, without running the product.
import { runTestFiles } from './node-tests.ts';
import { runNode } from './processes.ts';
import { oneTest } from './tally.ts';
import type { Tally } from './tally.ts';

const tools: [name: string, file: string, args: string[], folder?: string][] = [
  ['types', 'node_modules/typescript/bin/tsc', ['--noEmit', '-p', '.']],
  ['types of the app', 'node_modules/typescript/bin/tsc', ['--noEmit', '-p', 'web']],
  ['types of the console', 'node_modules/typescript/bin/tsc', ['--noEmit', '-p', 'console']],
  ['lint', 'node_modules/oxlint/bin/oxlint', ['--type-aware', '--deny-warnings']],
  ['dead code', 'node_modules/knip/bin/knip.js', []],
  ['form', 'node_modules/prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']],
  ['size of the app', 'node_modules/size-limit/bin.js', ['--silent'], 'web'],
  ['size of the console', 'node_modules/size-limit/bin.js', ['--silent'], 'console'],
];

/** One test a tool, and those of architecture.test.ts and function-lengths.test.ts. All run, so that one look shows everything. */
export async function check(): Promise<Tally> {
  const tallies: Tally[] = [];
  for (const [name, file, args, folder] of tools) {
    const tally = await oneTest(name, () => runNode(file, args, {}, folder));
    console.log(`${tally.files[0]!.failed === 0 ? '✔' : '✖'} ${name}`);
    tallies.push(tally);
  }
  tallies.push(await runTestFiles(['architecture.test.ts', 'function-lengths.test.ts'], 1));
  return { files: tallies.flatMap(({ files }) => files) };
}
