// Starts the server that specs share, before the first of them, and ends it after the last.
import { runAsOwner } from '../../server/test/support/database.ts';
import { startServer } from './server.ts';

// Playwright takes what the file exports by default.
export default async function startShared(): Promise<() => Promise<void>> {
  const server = await startServer();
  const { url, consoleUrl, environment, adminUrl } = server;
  // Terms are rows, so an option may be as short as a test wants it.
  await runAsOwner(
    { ownerUrl: environment['DATABASE_OWNER_URL']! },
    `insert into options_configs (config_id, version, duration_ms, payout_rate, min_stake, max_stake, is_offered, exit_wait_ms)
     select '9', 1, 3000, payout_rate, min_stake, max_stake, true, exit_wait_ms from options_configs where config_id = '1' and version = 2`,
  );
  process.env['CANDOR_SHARED_SERVER'] = JSON.stringify({ url, consoleUrl, environment, adminUrl });
  return () => server.stop();
}
