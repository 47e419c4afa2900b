// A database belongs to one mode and one chain of key files. Every start compares before it changes anything.
import { inTransaction } from '../kit/in-transaction.ts';
import { log } from '../kit/log.ts';
import { openPool, type Pool } from '../kit/postgres.ts';
import { StartProblem } from '../kit/start-problem.ts';
import type { Secrets } from '../kit/secrets.ts';
import { keyIdsOf, olderPepperIdsOf } from './key-ids.ts';
import { changeProblem, consoleRoleProblem, keyProblem, largeObjectsWarning, modeProblem, roleProblem, type ChainedKeys, type Mode } from './rules.ts'; // oxfmt-ignore
import {
  insertKeys,
  insertMode,
  lockDeployment,
  mayMakeLargeObjects,
  readKeyChain,
  readMode,
  readRole,
} from './store.ts';

/** Throws, in words that say what to do, if a server in this mode must not open the database; before it is migrated. */
export const checkMode = (url: string, mode: Mode): Promise<void> =>
  withPool(url, async (pool) => throwIf(modeProblem(await readMode(pool), mode)));

/**
 * Writes down what a new database is for, and with which keys; compares both with what is written, and refuses a role that the
 * ledger could not keep from writing. After migrations.
 */
export const claimDatabase = (url: string, claim: { mode: Mode; secrets: Secrets; keyFile: string }): Promise<void> =>
  withPool(url, async (pool) => {
    throwIf(roleProblem(await readRole(pool)));
    if (claim.mode === 'production') warnOf(largeObjectsWarning(await mayMakeLargeObjects(pool)));
    await inTransaction(pool, async (database) => {
      await lockDeployment(database);
      throwIf(modeProblem(await readMode(database), claim.mode));
      await insertMode(database, claim.mode);
      const chain = await readKeyChain(database);
      const keys = keyIdsOf(claim.secrets);
      throwIf(keyProblem(chain, keys, claim.keyFile));
      if (chain.length === 0) await insertKeys(database, keys, 1);
    });
  });

/** Throws where a console must not come as this role, or where it would come to another database than the server's. */
export const checkConsole = (url: string, { secrets, keyFile }: { secrets: Secrets; keyFile: string }): Promise<void> =>
  withPool(url, async (pool) => {
    throwIf(consoleRoleProblem(await readRole(pool)));
    const chain = await readKeyChain(pool);
    throwIf(chain.length === 0 && 'DATABASE_CONSOLE_URL opens another database than DATABASE_URL.');
    throwIf(keyProblem(chain, keyIdsOf(secrets), keyFile));
  });

/** Lets `to` open the database from now on; whoever asks must hold the file before, and leave nobody locked out. */
export const changeKeys = (url: string, { from, to }: { from: Secrets; to: Secrets }): Promise<void> =>
  withPool(url, (pool) =>
    inTransaction(pool, async (database) => {
      await lockDeployment(database);
      const chain = await readKeyChain(database);
      const [old, next] = [keyIdsOf(from), keyIdsOf(to)];
      throwIf(changeProblem({ chain, from: old, to: next, olderPeppers: olderPepperIdsOf(to) }));
      await insertKeys(database, next, chain.length + 1);
    }),
  );

/** The oldest first. */
export const keyChain = (url: string): Promise<ChainedKeys[]> => withPool(url, readKeyChain);

async function withPool<Result>(url: string, work: (pool: Pool) => Promise<Result>): Promise<Result> {
  const pool = openPool(url, 1);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

function warnOf(warning: string | undefined): void {
  if (warning !== undefined) log.warn(warning);
}

function throwIf(problem: string | false | undefined): void {
  if (problem) throw new StartProblem(problem);
}
