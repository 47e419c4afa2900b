// Export and import of `npm run signer`, with the settings of the engine and in its role of the database: neither can do more than the engine.
import { readWalletsFile } from '@candor/chain';
import { withDatabase } from './command-database.ts';
import { readConfig, type Config } from './config.ts';
import { systemClock } from './kit/clock.ts';
import { openPool, type Pool } from './kit/postgres.ts';
import { exportPayments } from './withdrawals/export-payments.ts';
import { importAnswers, notTaken } from './withdrawals/import-answers.ts';

/** Returns what the operator of the server is shown. */
export const exportTo = (path: string): Promise<string> =>
  withPool(async (pool, config) => {
    const { count, leftOut } = await exportPayments(path, { pool, clock: systemClock, ...config });
    return [
      ...leftOut.map(({ id, reason }) => `${id} is left out: ${reason}`),
      `${count} payments in ${path}, of ${Object.keys(config.wallets).join(', ')}.`,
      'Payments of TRON and XRP expire before they could come back: they need a signer behind SIGNER_SOCKET.',
    ].join('\n');
  });

/** Returns what the operator is shown, and whether every answer belonged to a waiting payment. */
export const importFrom = (path: string): Promise<{ text: string; isWhole: boolean }> =>
  withPool(async (pool, { wallets }) => {
    const imported = await importAnswers(path, { pool, wallets });
    const lines = imported.map(({ id, outcome }) => `${id}: ${outcome}`);
    return { text: lines.join('\n'), isWhole: !imported.some(({ outcome }) => notTaken.has(outcome)) };
  });

type Settings = Pick<Config, 'mode'> & Pick<ReturnType<typeof readWalletsFile>, 'wallets'>;

async function withPool<Result>(work: (pool: Pool, settings: Settings) => Promise<Result>): Promise<Result> {
  const config = readConfig();
  const { signerWallets } = config.chains;
  if (signerWallets === undefined) throw new Error('Set SIGNER_WALLETS to the file of npm run signer -- wallets.');
  const { wallets } = readWalletsFile(signerWallets);
  return withDatabase(config, async (url) => {
    const pool = openPool(url, 1);
    try {
      return await work(pool, { mode: config.mode, wallets });
    } finally {
      await pool.end();
    }
  });
}
