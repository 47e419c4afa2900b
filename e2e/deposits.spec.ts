// A deposit as a newcomer makes one: the address on a network that is chosen, test coins that a real node confirms, counted to their credit.
import { expect, test } from '@playwright/test';
import { logIn, openAccount, type Account } from './support/accounts.ts';
import { judgeShown } from './support/judge.ts';
import { sharedServer } from './support/server.ts';

const server = sharedServer;
let account: Account;
test.beforeAll(async () => {
  account = await openAccount(server.url);
});

test(
  'a network that is off says so and shows no address; on the other test coins are counted and credited',
  { tag: '@gate' },
  async ({ page }) => {
    await logIn(page, account, { url: server.url });
    await page.goto(`${server.url}/#/recharge`);
    await expect(page.getByRole('img', { name: 'QR code of your USDT address on Ethereum' })).toBeVisible();
    await expect(page.getByText('Test network: these coins have no value')).toBeVisible();
    await expect(page.getByText('Send only USDT, and only on Ethereum')).toBeVisible();
    await page.getByRole('radio', { name: /^TRON/ }).check();
    await expect(page.getByText('TRON is off here')).toBeVisible();
    await expect(page.getByRole('img', { name: /^QR code/ })).toHaveCount(0);
    await page.getByRole('radio', { name: /^Ethereum/ }).check();
    await page.getByRole('button', { name: 'Get test USDT' }).click();
    const mine = page.getByRole('list', { name: 'Your deposits' });
    await expect(mine.getByText(/[1-5] of 6 confirmations/)).toBeVisible();
    await expect(mine.getByText('Credited')).toBeVisible();
    await judgeShown(page, 'a deposit');

    await page.goto(`${server.url}/#/rechargehistory`);
    await expect(page.getByRole('list', { name: 'Deposit history' })).toContainText('250');
    await page.getByLabel('Find a deposit by its transaction ID').fill('0xnothing');
    await expect(page.getByText('No deposit with this transaction ID')).toBeVisible();
    await page.goto(`${server.url}/#/bills`);
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Deposit' }).first()).toBeVisible();
  },
);
