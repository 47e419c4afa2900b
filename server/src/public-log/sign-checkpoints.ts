// Takes in what ended and what operators did, and signs what the log has come to with the key that receipts are signed with.
import { keyInForce, originOfLog, publicKeyOf, readLogEntry, signCheckpoint } from '@candor/proof';
import { createJob, type Job } from '../kit/jobs.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { insertCheckpoint, readKeyEntry, readLeaves, readNewestCheckpoint, readRoot, readSize } from './store.ts';
import { takeEndedOrders } from './take-ended-orders.ts';

const everyMs = 60_000;

export const signCheckpoints = (parts: { pool: Pool; signingKey: string }): Job =>
  createJob({
    name: 'public-log-checkpoints',
    role: 'engine',
    every: everyMs,
    runsAtStart: true,
    run: async () => {
      await takeEndedOrders(parts.pool);
      await takeAuditHead(parts.pool);
      await signNews(parts.pool, parts.signingKey);
    },
  });

/** Names the end of the audit log, which nobody can cut off then. */
export const takeAuditHead = async (database: Database): Promise<void> =>
  void (await database.query('select public_log_take_audit_head()'));

/** One more checkpoint, if there is anything that none has signed. */
export async function signNews(database: Database, signingKey: string): Promise<void> {
  const size = await readSize(database);
  const newest = await readNewestCheckpoint(database);
  if (size === (newest?.size ?? 0)) return;
  const keyLeaf = await readKeyEntry(database, size);
  const entry = keyLeaf === undefined ? undefined : readLogEntry(keyLeaf);
  if (!entry || keyInForce(entry) !== publicKeyOf(signingKey))
    throw new Error('the public log names another key than the one of this server');
  const [first] = await readLeaves(database, 0, 1);
  const root = await readRoot(database, size);
  await insertCheckpoint(database, { size, note: signCheckpoint({ origin: originOfLog(first!), size, root }, signingKey) }); // oxfmt-ignore
}
