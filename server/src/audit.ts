// npm run audit: checks every invariant over a whole database and prints each as it is checked. Ends with 1 if one is broken, and with 2
// if none is but one could not be checked. --json prints one document per line. --from-the-start does not resume an interrupted audit,
// and compares everything with the chain, not only the last 48 hours. --approvers <file> only trusts signatures by the passkeys in that file.
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readPinnedApprovers, type PinnedApprovers } from '@candor/chain';
import { signedActsRule } from './acts/signed-acts-rule.ts';
import { chainRules } from './chain-rules.ts';
import { withDatabase } from './command-database.ts';
import { readConfig, type Config } from './config.ts';
import { systemClock } from './kit/clock.ts';
import { openPool, openReadConnection, type Pool } from './kit/postgres.ts';
import { hoursChecked, type Invariant } from './kit/product.ts';
import { openKeptRun } from './ledger/audit/kept-run.ts';
import { runAudit } from './ledger/audit/run-audit.ts';
import { recordAudit, type AuditFound } from './overview/record-audit.ts';
import { countEvent, describeEvent, describeTotals, exitCodeOf, type Totals } from './print-audit.ts';
import { invariants } from './products.ts';
import { drawsRule } from './shop/draws-rule.ts';

interface Wanted {
  isJson: boolean;
  fromTheStart: boolean;
  pinned: PinnedApprovers | undefined;
}

interface Urls {
  url: string;
  /** As the role that writes to the audit log, where that is set. */
  consoleUrl: string | undefined;
}

async function audit(
  { url, consoleUrl }: Urls,
  config: Config,
  { isJson, fromTheStart, pinned }: Wanted,
): Promise<0 | 1 | 2> {
  const from = performance.now();
  const print = (document: object, text: string): void =>
    void process.stdout.write(`${isJson ? JSON.stringify(document) : text}\n`);
  const record = await recorded(consoleUrl ?? url, print);
  const totals: Totals = { checked: 0, broken: [], notChecked: [] };
  const events = runAudit(rulesOf(config, { fromTheStart, pinned }), {
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
  await record({ ...totals, seconds });
  return exitCodeOf(totals);
}

/** Returns all rules, including the rules that need a node. With `fromTheStart`, rules that usually check the last hours check everything. */
function rulesOf({ chains }: Config, { fromTheStart, pinned }: Omit<Wanted, 'isJson'>): Invariant[] {
  const given = [signedActsRule(pinned), ...(fromTheStart ? [drawsRule({})] : [])];
  const rules = invariants.map((rule) => given.find(({ name }) => name === rule.name) ?? rule);
  return [...rules, ...chainRules(chains, fromTheStart ? {} : { lastHours: hoursChecked })];
}

/** Reads the owner's file of approvers, which has the format of a signer's policy. */
function readPinned(path: string): PinnedApprovers {
  try {
    return readPinnedApprovers(JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>);
  } catch (error) {
    throw new Error(`--approvers ${path}: ${(error as Error).message}`, { cause: error });
  }
}

/** Where the database takes no rows, as a standby, or the console's role is not known here, the audit is made and stands in no list. */
async function recorded(
  url: string,
  print: (document: object, text: string) => void,
): Promise<(found: AuditFound) => Promise<void>> {
  const once = async <Done>(work: (pool: Pool) => Promise<Done>): Promise<Done | undefined> => {
    const pool = openPool(url, 1, { name: 'candor-audit' });
    try {
      return await work(pool);
    } catch (error) {
      const reason = (error as Error).message;
      print({ kind: 'not-recorded', reason }, `… the console is not told of it: ${reason}`);
      return undefined;
    } finally {
      await pool.end();
    }
  };
  const end = await once((pool) => recordAudit(pool, userInfo().username));
  return async (found) => {
    if (end) await once((pool) => end(pool, found));
  };
}

try {
  const { values } = parseArgs({
    options: { json: { type: 'boolean' }, 'from-the-start': { type: 'boolean' }, approvers: { type: 'string' } },
  });
  const pinned = values.approvers === undefined ? undefined : readPinned(values.approvers);
  const wanted = { isJson: values.json === true, fromTheStart: values['from-the-start'] === true, pinned };
  const config = readConfig();
  process.exitCode = await withDatabase(config, (url, _, consoleUrl) => audit({ url, consoleUrl }, config, wanted));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
