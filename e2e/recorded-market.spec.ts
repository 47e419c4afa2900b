// The main job on prices that were once real: Bitcoin as it was recorded, replayed over HTX's own protocol.
import { expect, test } from '@playwright/test';
import { logIn, openAccount } from './support/accounts.ts';
import { hasReplay, startReplay, type Replay } from './support/replay.ts';
import { startServer, type TestServer } from './support/server.ts';
import { tradeAndVerify } from './support/trade.ts';
import { watch } from './support/watch.ts';

test.skip(!hasReplay, 'the recorded market is not beside the repository');

let replay: Replay;
let server: TestServer;
test.beforeAll(async () => {
  if (!hasReplay) return;
  replay = await startReplay();
  server = await startServer(replay.settings);
});
test.afterAll(async () => {
  await server?.stop();
  replay?.stop();
});

test('a stake on a recorded price is paid, and its receipt verifies', async ({ page }) => {
  const expectNothingWrong = watch(page, server.url);
  await logIn(page, await openAccount(server.url), { url: server.url });
  await page.goto(`${server.url}/#/contracts`);
  await expect(page.getByText('Real prices · test coins').filter({ visible: true })).toBeVisible();
  await tradeAndVerify(page, 'en');
  await expectNothingWrong();
});

test('when its prices stop, so do orders, until they come again', async ({ page }) => {
  await logIn(page, await openAccount(server.url), { url: server.url });
  await page.goto(`${server.url}/#/contracts`);
  const up = page.getByRole('button', { name: /^Up/ });
  const delayed = page.getByRole('status').filter({ hasText: 'Prices delayed, orders paused', visible: true });
  await expect(up).toBeEnabled();
  await expect(delayed).toHaveCount(0);
  replay.stop();
  await expect(delayed).toBeVisible();
  await expect(up).toBeDisabled();
  await replay.start();
  await expect(delayed).toHaveCount(0);
  await expect(up).toBeEnabled();
});
