// Steps of a withdrawal that several journeys take: a customer who may withdraw, codes, and the approval at the console.
import { listOutbox, sendProofCode, updateUser, verifyMe } from '@candor/wire';
import { expect, type Page } from '@playwright/test';
import { openPool } from '../../server/src/kit/postgres.ts';
import { need, openAccount, type Account } from './accounts.ts';
import type { SharedServer } from './server.ts';
import { wordsOf, type Say } from './words.ts';

export const tradePassword = '246810';

/** Opens an account that is verified and has a trade password. */
export async function openWithdrawer(server: SharedServer, money?: string): Promise<Account> {
  const account = await openAccount(server.url, money);
  need(await account.client.call(verifyMe, {}));
  need(await account.client.call(sendProofCode, {}));
  const { messages } = need(await account.client.call(listOutbox, { recipient: account.email }));
  const { code } = messages.find(({ kind }) => kind === 'prove-code')!;
  const changed = {
    account_id: account.accountId,
    user_paypass: tradePassword,
    original: account.password,
    code: code!,
  };
  need(await account.client.call(updateUser, changed));
  return account;
}

/** Codes are a minute apart and few a day, so the throttle is emptied instead of waited for. */
async function forgetLastCode({ adminUrl }: SharedServer): Promise<void> {
  const pool = openPool(adminUrl, 1);
  await pool.query(`delete from throttles where scope like 'code-%'`);
  await pool.end();
}

/** Requests a code and takes it from the demo's message. */
export async function takeCode(page: Page, server: SharedServer, say: Say = wordsOf('en')): Promise<void> {
  await forgetLastCode(server);
  await page.getByRole('button', { name: say('register.sendCode') }).click();
  await page.getByRole('button', { name: say('register.demoOpen') }).click();
  const use = page.getByRole('button', { name: new RegExp(`^${say('register.demoUse')}`) });
  await use.click();
  await expect(use).toHaveCount(0);
}

/** Approves the withdrawal that waits longest, as a treasurer. */
export async function approveAtConsole(page: Page, { consoleUrl }: SharedServer): Promise<void> {
  await page.goto(consoleUrl);
  const treasurer = page.getByRole('button', { name: /treasurer/i }).first();
  await treasurer.click();
  await page.goto(`${consoleUrl}/#/withdrawals`);
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page.getByText('Changes of security in 7 days').first()).toBeVisible();
  await page.getByRole('button', { name: 'Approve' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Approved, it is being sent')).toBeVisible();
}
