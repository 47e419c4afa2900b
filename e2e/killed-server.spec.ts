// A server that goes away while money is at stake.
import { expect, test } from '@playwright/test';
import { logInByForm, openAccount } from './support/accounts.ts';
import { liveMarket, startServer, type TestServer } from './support/server.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer(liveMarket);
});
test.afterAll(() => server.stop());

test('a server that is killed while an order runs comes back, and the order is paid', async ({ page }) => {
  await logInByForm(page, await openAccount(server.url), { url: server.url });
  await page.goto(`${server.url}/#/contracts`);
  await page.getByRole('button', { name: /^Down/ }).click();
  await expect(page.getByText(/^#[\d,]+ · /)).toBeVisible();
  await server.kill('SIGKILL');
  await expect(page.getByText('Reconnecting…')).toBeVisible();
  await expect(page.getByRole('timer').first()).toBeAttached();
  await server.start();
  await expect(page.getByText('Reconnecting…')).toBeHidden();
  await page.getByRole('link', { name: 'Receipt', exact: true }).click({ timeout: 120_000 });
  await page.getByRole('button', { name: 'Verify in my browser' }).click();
  await expect(page.getByText('Recomputed in your browser')).toBeVisible();
});
