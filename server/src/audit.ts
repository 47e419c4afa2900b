// npm run audit: checks every invariant over a whole database and prints each as it is checked. Ends with 1 if one is broken, and with 2
// if none is but one could not be checked. --json prints a document a line; --from-the-start goes on with no audit that was interrupted.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withDatabase } from './command-database.ts';
import { readConfig, type Config } from './config.ts';
import { systemClock } from './kit/clock.ts';
import { openReadConnection } from './kit/postgres.ts';
import { openKeptRun } from './ledger/audit/kept-run.ts';
import { runAudit } from './ledger/audit/run-audit.ts';
import { countEvent, describeEvent, describeTotals, exitCodeOf, type Totals } from './print-audit.ts';
import { invariants } from './products.ts';

interface Wanted {
  isJson: boolean;
  fromTheStart: boolean;
}

async function audit(url: string, config: Config, { isJson, fromTheStart }: Wanted): Promise<0 | 1 | 2> {
  const from = performance.now();
  const print = (document: object, text: string): void =>
    void process.stdout.write(`${isJson ? JSON.stringify(document) : text}\n`);
  const totals: Totals = { checked: 0, broken: [], notChecked: [] };
  const events = runAudit(invariants, {
    open: () => openReadConnection(url, { name: 'candor-audit' }),
    openKeptRun: (of, apply) =>
      openKeptRun(join(config.dataDirectory, 'audit'), of, { fromTheStart, now: systemClock.now(), apply }),
  });
  for await (const event of events) {
    countEvent(totals, event);
    print(event, describeEvent(event));
  }
  const seconds = (performance.now() - from) / 1000;
  print({ kind: 'end', ...totals, seconds }, describeTotals(totals, seconds));
  return exitCodeOf(totals);
}

try {
  const { values } = parseArgs({ options: { json: { type: 'boolean' }, 'from-the-start': { type: 'boolean' } } });
  const wanted = { isJson: values.json === true, fromTheStart: values['from-the-start'] === true };
  const config = readConfig();
  process.exitCode = await withDatabase(config, (url) => audit(url, config, wanted));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
