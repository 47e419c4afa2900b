// `npm test`: everything there is to test, with all that it needs; the last line says what came of it.
import { startThrowAwayServer, prepareTemplate } from './support/database.ts';
import { browserTests } from './run-browser-tests.ts';
import { check } from './run-check.ts';
import { appTests } from './run/app-tests.ts';
import { oneTest, runNode, runTestFiles } from './run/processes.ts';
import { Report } from './run/tally.ts';
import type { Tally } from './run/tally.ts';

const parts: [name: string, part: () => Promise<Tally>][] = [
  ['check', check],
  ['tests', testsOnPostgres],
  ['app', appTests],
  ['crash', async () => oneTest(await runNode('bench/src/crash.ts', ['--kills', '20']))],
  ['fuzz', async () => oneTest(await runNode('bench/src/fuzz.ts', ['--requests', '20000']))],
  ['e2e', browserTests],
];

// A name or several, as `npm test -- check tests`, run these parts alone.
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !parts.some(([known]) => known === name));
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}; there are ${parts.map(([name]) => name).join(', ')}.`); // prettier-ignore

const report = new Report();
for (const [name, part] of parts) {
  if (wanted.length === 0 || wanted.includes(name)) await report.run(name, part);
}
process.exit(report.finish());

/** One server for all test files, and a template that each of them clones. */
async function testsOnPostgres(): Promise<Tally> {
  const server = await startThrowAwayServer();
  process.env['CANDOR_TEST_POSTGRES'] = await prepareTemplate(server.adminUrl);
  try {
    return await runTestFiles(
      ['run.test.ts', '{wire,proof,embedded-postgres,server,chain,console,bench}/{src,test}/**/*.test.ts'],
      // One more than processors: a third of the files wait for clocks and processes most of their time.
      3,
    );
  } finally {
    delete process.env['CANDOR_TEST_POSTGRES'];
    await server.stop();
  }
}
