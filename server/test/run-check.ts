// `npm run check`: types, lint, dead code, form, the size of the built app and the house rules, without running the product.
import { oneTest, runNode, runTestFiles } from './run/processes.ts';
import { add, Report } from './run/tally.ts';
import type { Tally } from './run/tally.ts';

const tools: [name: string, file: string, args: string[], folder?: string][] = [
  ['types', 'node_modules/typescript/bin/tsc', ['--noEmit', '-p', '.']],
  ['types of the app', 'node_modules/typescript/bin/tsc', ['--noEmit', '-p', 'web']],
  ['types of the console', 'node_modules/typescript/bin/tsc', ['--noEmit', '-p', 'console']],
  ['lint', 'node_modules/oxlint/bin/oxlint', ['--type-aware', '--deny-warnings']],
  ['dead code', 'node_modules/knip/bin/knip.js', []],
  ['form', 'node_modules/prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']],
  ['size of the app', 'node_modules/size-limit/bin.js', [], 'web'],
  ['size of the console', 'node_modules/size-limit/bin.js', [], 'console'],
];

/** One test a tool, and those of architecture.test.ts and function-lengths.test.ts. All run, so that one look shows everything. */
export async function check(): Promise<Tally> {
  let tally: Tally = { passed: 0, failed: 0, skipped: 0 };
  for (const [name, file, args, folder] of tools) {
    const code = await runNode(file, args, {}, folder);
    console.log(`${code === 0 ? '✔' : '✖'} ${name}`);
    tally = add(tally, oneTest(code));
  }
  return add(tally, await runTestFiles(['architecture.test.ts', 'function-lengths.test.ts'], 1));
}

if (process.argv[1] === import.meta.filename) {
  const report = new Report();
  await report.run('check', check);
  process.exit(report.finish());
}
