// Limits for oneself on a phone: a limit stops the order that would pass it, and a break stops all of them.
import { expect, test } from '@playwright/test';
import { logIn, openAccount } from './support/accounts.ts';
import { judgeShown } from './support/judge.ts';
import { sharedServer } from './support/server.ts';

const server = sharedServer;

test('a limit that is set refuses the order beyond it, and loosens a day later', async ({ page }) => {
  await logIn(page, await openAccount(server.url), { url: server.url });
  await page.goto(`${server.url}/#/security`);
  await page.getByRole('link', { name: 'Your limits' }).click();
  await page.getByLabel('Loss a day').fill('15');
  await page.getByLabel('Amount of one order').fill('12');
  await page.getByRole('button', { name: 'Save limits' }).click();
  await expect(page.getByText('of 15', { exact: true })).toBeVisible();
  await judgeShown(page, 'limits');

  await page.getByLabel('Loss a day').fill('50');
  await page.getByRole('button', { name: 'Save limits' }).click();
  await expect(page.getByText('Looser limits are on their way')).toBeVisible();
  await expect(page.getByText('of 15', { exact: true })).toBeVisible();

  await page.goto(`${server.url}/#/contracts`);
  const stake = page.getByRole('textbox', { name: /^Stake/ });
  await stake.fill('13');
  await page.getByRole('button', { name: /^Up/ }).click();
  await expect(page.getByText('Your own limit is 12 USDT for one order.')).toBeVisible();
  await stake.fill('10');
  await page.getByRole('button', { name: /^Up/ }).click();
  await expect(page.getByRole('timer').first()).toBeAttached();
});

test('a break that one takes refuses every order until it is over', async ({ page }) => {
  await logIn(page, await openAccount(server.url), { url: server.url });
  await page.goto(`${server.url}/#/limits`);
  await page.getByRole('radio', { name: '3 days' }).check();
  await page.getByRole('button', { name: 'Start the break' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start the break' }).click();
  await expect(page.getByText('You are taking a break')).toBeVisible();
  await judgeShown(page, 'limits in a break');

  await page.goto(`${server.url}/#/contracts`);
  await page.getByRole('textbox', { name: /^Stake/ }).fill('10');
  await page.getByRole('button', { name: /^Up/ }).click();
  await expect(page.getByText(/You are taking a break from trading until/)).toBeVisible();
});
