// Stars follow the account from device to device, and stay behind when it leaves one.
import { expect, test, type Page } from '@playwright/test';
import { logIn, openAccount } from './support/accounts.ts';
import { sharedServer } from './support/server.ts';

const server = sharedServer;

test('what is starred on one phone is found on the other, and not by the next person', async ({ page, browser }) => {
  const account = await openAccount(server.url);
  // Starred as a guest: it goes along into the account.
  await page.goto(`${server.url}/#/exchange/solusdt`);
  await star(page, 'SOL');
  await logIn(page, account, { url: server.url });
  await page.goto(`${server.url}/#/exchange/ethusdt`);
  await star(page, 'ETH');

  const context = await browser.newContext({ viewport: { width: 375, height: 812 } });
  const other = await context.newPage();
  await logIn(other, account, { url: server.url });
  await expectStarred(other, ['SOL', 'ETH']);
  await other.goto(`${server.url}/#/personal`);
  await other.getByRole('button', { name: 'Log out' }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await expect(other.getByRole('link', { name: 'Log in' })).toBeVisible();
  await expectStarred(other, []);
  await context.close();
  await page.reload();
  await expectStarred(page, ['SOL', 'ETH']);
});

async function star(page: Page, coin: string): Promise<void> {
  const button = page.getByRole('button', { name: `Add ${coin} to favourites` }).filter({ visible: true });
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
}

async function expectStarred(page: Page, coins: readonly string[]): Promise<void> {
  await page.goto(`${server.url}/#/quotation`);
  await page.getByRole('tab', { name: 'Favourites' }).click();
  const rows = page.getByRole('tabpanel').locator('li').filter({ visible: true });
  await expect(rows).toHaveCount(coins.length);
  for (const coin of coins) await expect(rows.filter({ hasText: coin })).toHaveCount(1);
}
