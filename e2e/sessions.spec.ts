// One person in several tabs, and a line that goes away while money is at stake.
import { expect, test, type Page } from '@playwright/test';
import { logIn, logInByForm, openAccount } from './support/accounts.ts';
import { ordersOf } from './support/option-order.ts';
import { sharedServer } from './support/server.ts';

const server = sharedServer;

test('two tabs share a session: login, money and log-out reach both', async ({ context }) => {
  const account = await openAccount(server.url);
  const [first, second] = [await context.newPage(), await context.newPage()];
  await second.goto(`${server.url}/#/asset`);
  await expect(second).toHaveURL(/#\/login/);
  await logInByForm(first, account, { url: server.url });
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

test('what another tab chooses changes no order of this one', async ({ context }) => {
  const account = await openAccount(server.url);
  const [first, second] = [await context.newPage(), await context.newPage()];
  await logIn(first, account, { url: server.url });
  const stakeOf = (page: Page) => page.getByRole('textbox', { name: 'Stake' });
  for (const page of [first, second]) {
    await page.goto(`${server.url}/#/contracts`);
    await expect(stakeOf(page)).toBeVisible();
  }
  await stakeOf(first).fill('25');
  await second.getByRole('button', { name: 'BTC/USDT Choose a market' }).click();
  await second.getByRole('dialog').getByText('ETH/USDT').click();
  await stakeOf(second).fill('200');
  await expect(second.getByRole('button', { name: 'ETH/USDT Choose a market' })).toBeVisible();
  await expect(first.getByRole('button', { name: 'BTC/USDT Choose a market' })).toBeVisible();
  await expect(stakeOf(first)).toHaveValue('25');
  await first.getByRole('button', { name: /^Up/ }).click();
  const ordered = async () => (await ordersOf(account)).map(({ pair_type, trade_num }) => `${trade_num} ${pair_type}`);
  await expect.poll(ordered).toEqual(['25 btcusdt']);
});

test('a stake that hangs in the line is placed in time or not at all', async ({ page }) => {
  const account = await openAccount(server.url);
  await logIn(page, account, { url: server.url });
  await page.goto(`${server.url}/#/contracts`);
  const up = page.getByRole('button', { name: /^Up/ });
  const keys = new Set<string | undefined>();
  let tries = 0;
  // The first try is lost on its way, the second one comes as if it had been held for six seconds.
  await page.route('**/api/options/submit', async (route) => {
    const headers = route.request().headers();
    keys.add(headers['idempotency-key']);
    const placedAt = String(Number(headers['placed-at']) - 6_000);
    return ++tries === 1 ? route.abort() : route.continue({ headers: { ...headers, 'placed-at': placedAt } });
  });
  await up.click();
  await expect(page.getByText('It took too long to reach us. Nothing was done; please try again.')).toBeVisible();
  expect([tries, keys.size]).toEqual([2, 1]);
  expect(await ordersOf(account)).toEqual([]);
  await page.unroute('**/api/options/submit');
  await up.click();
  await expect.poll(async () => (await ordersOf(account)).length).toBe(1);
});

test('nothing derived from a password is kept in the browser', async ({ page }) => {
  const account = await openAccount(server.url);
  await logInByForm(page, account, { url: server.url });
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(kept).toContain(account.accountId);
  expect(kept).not.toContain(account.password);
  expect(await page.evaluate(() => document.cookie)).toBe('');
});

test('a phone that loses its connection while an order runs finds it paid', async ({ page, context }) => {
  await logInByForm(page, await openAccount(server.url), { url: server.url });
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
