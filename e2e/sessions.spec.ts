// One person in several tabs, and a line that goes away while money is at stake.
import { expect, test } from '@playwright/test';
import { logIn, openAccount } from './support/accounts.ts';
import { sharedServer } from './support/server.ts';

const server = sharedServer;

test('two tabs share a session: login, money and log-out reach both', { tag: '@gate' }, async ({ context }) => {
  const account = await openAccount(server.url);
  const [first, second] = [await context.newPage(), await context.newPage()];
  await second.goto(`${server.url}/#/asset`);
  await expect(second).toHaveURL(/#\/login/);
  await logIn(first, account, { url: server.url });
  await expect(second).toHaveURL(/#\/asset$/);
  await expect(second.getByText(/1,000/).first()).toBeVisible();

  await first.goto(`${server.url}/#/demo`);
  await first.getByRole('button', { name: 'Get 1,000 USDT' }).click();
  await expect(second.getByText(/2,000/).first()).toBeVisible();

  await first.goto(`${server.url}/#/personal`);
  await first.getByRole('button', { name: 'Log out' }).click();
  await first.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await expect(first.getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect(second).toHaveURL(/#\/login/);
  const stored = await second.evaluate(() => localStorage.getItem('candor.user'));
  expect(stored).toBe(null);
});

test('nothing derived from a password is kept in the browser', { tag: '@gate' }, async ({ page }) => {
  const account = await openAccount(server.url);
  await logIn(page, account, { url: server.url });
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(kept).toContain(account.accountId);
  expect(kept).not.toContain(account.password);
  expect(await page.evaluate(() => document.cookie)).toBe('');
});

test('a phone that loses its connection while an order runs finds it paid', async ({ page, context }) => {
  await logIn(page, await openAccount(server.url), { url: server.url });
  await page.goto(`${server.url}/#/contracts`);
  await page.getByRole('button', { name: /^Up/ }).click();
  await expect(page.getByText(/^#[\d,]+ · /)).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('You are offline. What you see may be out of date.')).toBeVisible();
  await expect(page.getByRole('timer').first()).toBeAttached();
  await page.waitForTimeout(3_000);
  await context.setOffline(false);
  await expect(page.getByText('You are offline. What you see may be out of date.')).toBeHidden();
  await page.getByRole('link', { name: 'Receipt', exact: true }).click({ timeout: 120_000 });
  await expect(page.getByRole('button', { name: 'Verify in my browser' })).toBeVisible();
});
