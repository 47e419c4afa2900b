// A withdrawal from an address to its arrival: the address is judged as it is typed and on hold, the amount says what arrives, a treasurer
// approves it at the console, and a real chain confirms it while the page is open.
import { listOutbox, sendProofCode, updateUser, verifyMe } from '@candor/wire';
import { expect, test, type Page } from '@playwright/test';
import { openPool } from '../server/src/kit/postgres.ts';
import { logIn, need, openAccount, type Account } from './support/accounts.ts';
import { fact } from './support/facts.ts';
import { judgeShown } from './support/judge.ts';
import { sharedServer } from './support/server.ts';
import { wordsOf } from './support/words.ts';

const payee = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const server = sharedServer;
let account: Account;
test.beforeAll(async () => {
  account = await openAccount(server.url);
  need(await account.client.call(verifyMe, {}));
  need(await account.client.call(sendProofCode, {}));
  const { messages } = need(await account.client.call(listOutbox, { recipient: account.email }));
  const { code } = messages.find(({ kind }) => kind === 'prove-code')!;
  need(await account.client.call(updateUser, { account_id: account.accountId, user_paypass: '246810', original: account.password, code: code! })); // oxfmt-ignore
});
test.use({ viewport: { width: 375, height: 812 } });

/** Codes are a minute apart and few a day, which nobody waits for here. */
async function forgetLastCode(): Promise<void> {
  const pool = openPool(server.adminUrl!, 1);
  await pool.query(`delete from throttles where scope like 'code-%'`);
  await pool.end();
}

async function takeCode(page: Page): Promise<void> {
  await forgetLastCode();
  const messages = page.getByRole('button', { name: 'Show the message' });
  await page.getByRole('button', { name: 'Send code' }).click();
  await messages.click();
  const use = page.getByRole('button', { name: /^Use code/ });
  await use.click();
  await expect(use).toHaveCount(0);
}

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
  await takeCode(page);
  await page.getByRole('button', { name: 'Save the address' }).click();
  await expect(page).toHaveURL(/#\/address$/);
  await expect(page.getByRole('list', { name: 'Addresses' })).toContainText('On hold until');
  await judgeShown(page, 'the address book');
}

async function approveAtConsole(page: Page): Promise<void> {
  await page.goto(server.consoleUrl);
  await page.getByRole('button', { name: /treasurer/i }).first().click(); // oxfmt-ignore
  await page.goto(`${server.consoleUrl}/#/withdrawals`);
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page.getByText('Changes of security in 7 days').first()).toBeVisible();
  await page.getByRole('button', { name: 'Approve' }).first().click(); // oxfmt-ignore
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Approved, it is being sent')).toBeVisible();
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
    await page.keyboard.type('246810');
    await takeCode(page);
    await page.getByRole('checkbox').check();
    await judgeShown(page, 'a withdrawal that is filled in');
    await submit.click();
    await expect(page.getByText('Submitted successfully')).toBeVisible();
    await expect(page).toHaveURL(/#\/withdrawn\/wdr_/);
    await expect(page.getByText('Under review', { exact: true })).toBeVisible();

    const desk = await browser.newPage({ viewport: { width: 1200, height: 800 } });
    await approveAtConsole(desk);
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
