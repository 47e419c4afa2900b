// A withdrawal from an address to its arrival: the address is judged as it is typed and on hold, the amount says what arrives, a treasurer
// approves it at the console, and a real chain confirms it while the page is open.
import { expect, test, type Page } from '@playwright/test';
import { logIn, type Account } from './support/accounts.ts';
import { fact } from './support/facts.ts';
import { judgeShown } from './support/judge.ts';
import { sharedServer } from './support/server.ts';
import { approveAtConsole, openWithdrawer, takeCode, tradePassword } from './support/withdraw.ts';
import { wordsOf } from './support/words.ts';

const payee = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const server = sharedServer;
let account: Account;
test.beforeAll(async () => {
  account = await openWithdrawer(server);
});
test.use({ viewport: { width: 375, height: 812 } });

async function addAddress(page: Page): Promise<void> {
  await page.goto(`${server.url}/#/addaddress`);
  const address = page.getByLabel('Address', { exact: true });
  await address.fill(payee.replace('E', 'e'));
  await expect(page.getByText('A character is wrong: copy the address again.')).toBeVisible();
  await judgeShown(page, 'an address that is wrong');
  await address.fill(payee);
  await expect(page.getByText('A character is wrong')).toHaveCount(0);
  await page.getByLabel('Name', { exact: true }).fill('My wallet');
  await page.getByLabel('Login password').fill(account.password);
  await takeCode(page, server);
  await page.getByRole('button', { name: 'Save the address' }).click();
  await expect(page).toHaveURL(/#\/address$/);
  await expect(page.getByRole('list', { name: 'Addresses' })).toContainText('On hold until');
  await judgeShown(page, 'the address book');
}

test(
  'an address, a withdrawal of it, its approval, and exactly what was promised arrives',
  { tag: '@gate' },
  async ({ page, browser }) => {
    test.slow();
    await logIn(page, account, { url: server.url });
    await addAddress(page);

    await page.goto(`${server.url}/#/withdraw`);
    await page.getByRole('radio', { name: /^TRON/ }).check();
    await expect(page.getByText('TRON is off here')).toBeVisible();
    await page.getByRole('radio', { name: /^Ethereum/ }).check();
    const submit = page.getByRole('button', { name: 'Withdraw', exact: true });
    await submit.click();
    await expect(page.getByText('Please select address ip')).toBeVisible();
    await expect(page.getByText('The Withdraw amount can’t be empty')).toBeVisible();
    await expect(page.getByText(/^On hold until/)).toHaveCount(0, { timeout: 20_000 });
    await page.getByRole('list', { name: 'To' }).getByRole('button', { name: /My wallet/ }).click(); // oxfmt-ignore
    await page.getByLabel('Amount', { exact: true }).fill('100');
    await expect(fact(page, /^Fee/)).toContainText('3.00');
    await expect(fact(page, 'Arrives')).toContainText('97.00');
    await page.getByRole('group', { name: 'Trade password' }).first().locator('input').first().click();
    await page.keyboard.type(tradePassword);
    await takeCode(page, server);
    await page.getByRole('checkbox').check();
    await judgeShown(page, 'a withdrawal that is filled in');
    await submit.click();
    await expect(page.getByText('Submitted successfully')).toBeVisible();
    await expect(page).toHaveURL(/#\/withdrawn\/wdr_/);
    await expect(page.getByText('Under review', { exact: true })).toBeVisible();

    const desk = await browser.newPage({ viewport: { width: 1200, height: 800 } });
    await approveAtConsole(desk, server);
    await desk.close();
    await expect(page.getByText('Sent', { exact: true })).toBeVisible({ timeout: 60_000 });
    await expect(fact(page, 'Transaction ID')).toContainText('0x');
    await judgeShown(page, 'a withdrawal that has arrived');
    await page.goto(`${server.url}/#/withdrawhistory`);
    await expect(page.getByRole('list', { name: 'Withdrawal history' })).toContainText('Sent');
    await page.goto(`${server.url}/#/bills`);
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Withdrawal' }).first()).toBeVisible();
  },
);

test('the form in Arabic, from the right', async ({ page }) => {
  const say = wordsOf('ar');
  await page.addInitScript(() => localStorage.setItem('candor.preferences', JSON.stringify({ state: { language: 'ar' }, version: 1 }))); // oxfmt-ignore
  await logIn(page, account, { url: server.url });
  await page.goto(`${server.url}/#/withdraw`);
  await expect(page.getByRole('button', { name: say('withdrawals.add') }).or(page.getByRole('link', { name: say('withdrawals.add') })).first()).toBeVisible(); // oxfmt-ignore
  await judgeShown(page, 'a withdrawal in Arabic');
});
