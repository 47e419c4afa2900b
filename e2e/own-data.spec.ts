// What is held about one, taken along, another address, and the end of the account, on a phone.
import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { unzip } from '../server/src/kit/zip.test-support.ts';
import { logIn, openAccount } from './support/accounts.ts';
import { judgeShown } from './support/judge.ts';
import { sharedServer } from './support/server.ts';
import { openedSheet } from './support/sheets.ts';

const server = sharedServer;

/** Asks for the code of a field, and takes it out of the message that the demo shows. */
async function takeCode(page: Page, place: 'first' | 'last'): Promise<void> {
  const messages = page.getByRole('button', { name: 'Show the message' });
  const before = await messages.count();
  await page.getByRole('button', { name: 'Send code' })[place]().click();
  await expect(messages).toHaveCount(before + 1);
  await messages[place]().click();
  const use = page.getByRole('button', { name: /^Use code/ });
  await use.click();
  await expect(use).toHaveCount(0);
}

test('a copy of one’s data is made, proven and downloaded', async ({ page }) => {
  const account = await openAccount(server.url, '40');
  await logIn(page, account, { url: server.url });
  await page.goto(`${server.url}/#/security`);
  await page.getByRole('link', { name: 'My data' }).click();
  await page.getByRole('button', { name: 'Have a copy made' }).click();
  await expect(page.getByText('Your copy is ready')).toBeVisible();
  await judgeShown(page, 'my data');
  await page.getByRole('button', { name: 'Download' }).click();
  await openedSheet(page);
  await page.getByLabel('Login password').fill(account.password);
  await takeCode(page, 'last');
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download now' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^candor-.*\.zip$/);
  const files = unzip(readFileSync(await download.path()));
  expect(files.get('account/ledger-moves.json')!.toString()).toContain('"40.000000000000000000"');
});

test('the address is changed with a code to the new one and a code to the old one', async ({ page }) => {
  const account = await openAccount(server.url, '0');
  await logIn(page, account, { url: server.url });
  await page.goto(`${server.url}/#/security`);
  await page.getByRole('link', { name: 'Change contact' }).click();
  await page.getByLabel('E-mail address').fill(`new-${account.email}`);
  await takeCode(page, 'first');
  await judgeShown(page, 'change of contact');
  await page.getByLabel('Login password').fill(account.password);
  await takeCode(page, 'last');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page).toHaveURL(/#\/security$/);
  await expect(page.getByText('Withdrawals are on hold', { exact: true })).toBeVisible();
});

test('an account without money is closed for ever by its owner', async ({ page }) => {
  const account = await openAccount(server.url, '0');
  await logIn(page, account, { url: server.url });
  await page.goto(`${server.url}/#/close-account`);
  await judgeShown(page, 'closing the account');
  await page.getByLabel('Login password').fill(account.password);
  await takeCode(page, 'last');
  await page.getByRole('button', { name: 'Close my account for ever' }).click();
  await expect(page.getByText('Your account is closed')).toBeVisible();
  await page.goto(`${server.url}/#/security`);
  await expect(page).toHaveURL(/#\/login/);
  await page.getByLabel('Account', { exact: true }).fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Username or password error')).toBeVisible();
});
