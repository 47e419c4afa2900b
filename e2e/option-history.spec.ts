// The history of options: by month and coin, its sums, and the file of it.
import { expect, test } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { logIn, openAccount } from './support/accounts.ts';
import { isSettled, placeOrder } from './support/option-order.ts';
import { show } from './support/screens.ts';
import { sharedServer } from './support/server.ts';

const server = sharedServer;

test('an ended order stands under its month and coin with entry and exit, in the sums and in the file', async ({
  page,
}) => {
  const account = await openAccount(server.url);
  const orderId = await placeOrder(account);
  await logIn(page, account, { url: server.url });
  await expect.poll(() => isSettled(account, orderId), { timeout: 120_000 }).toBe(true);
  await show(page, server.url, '/personal');
  await page.getByRole('link', { name: 'My orders' }).click();
  await page.getByRole('tab', { name: 'History' }).click();
  const row = page.locator(`a[href$="${orderId}"]`).filter({ hasText: '→' });
  await expect(row).toContainText(/[\d,.]+→[\d,.]+/);
  await expect(page.getByText(/^(?:0|100)%$/)).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('candor-options.csv');
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`${orderId},btcusdt,up,10,30,`);

  await page.getByRole('button', { name: /^Coin/ }).click();
  await page.getByRole('button', { name: /^ETH/ }).click();
  await expect(row).toBeHidden();
  await expect(page.getByText('No finished orders yet')).toBeVisible();
  await page.getByRole('button', { name: /^Coin/ }).click();
  await page.getByRole('button', { name: /^BTC/ }).click();
  await page.getByRole('button', { name: /^Month/ }).click();
  await page.getByRole('listitem').nth(1).getByRole('button').click();
  await expect(row).toBeVisible();
});
