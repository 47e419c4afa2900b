// Another address: a code to the new one, a proof to the old one, and which of the two logs in then.
import { createClient, listOutbox, queryLogin } from '@candor/wire';
import { expect, test, type Page } from '@playwright/test';
import { logInByForm, need, openAccount } from './support/accounts.ts';
import { sharedServer } from './support/server.ts';
import { openedSheet } from './support/sheets.ts';
import { watch } from './support/watch.ts';

const server = sharedServer;

test('an e-mail address is changed with a code to it and one to the address before, which is told', async ({
  page,
}) => {
  const account = await openAccount(server.url, '0');
  await logInByForm(page, account, { url: server.url });
  await page.goto(`${server.url}/#/security`);
  await page.getByRole('link', { name: 'Change contact' }).click();
  await expect(page.getByText(account.email)).toBeVisible();
  const expectNothingWrong = watch(page, server.url);
  const address = `moved-${account.email}`;
  await page.getByLabel('E-mail address').fill(address);
  await sendAndUse(page);
  await page.getByLabel('Login password', { exact: true }).fill(account.password);
  await sendAndUse(page);
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page.getByText('Your contact is changed')).toBeVisible();
  await expect(page).toHaveURL(/#\/security$/);
  await expect(page.getByText('Withdrawals are on hold')).toBeVisible();
  await expectNothingWrong();

  const client = createClient({ baseUrl: server.url, keepsCookies: true });
  const logIn = (user_name: string) => client.call(queryLogin, { user_name, user_password: account.password });
  expect((await logIn(account.email)).ok).toBe(false);
  need(await logIn(address));
  await expect(async () => {
    const { messages } = need(await client.call(listOutbox, { recipient: account.email }));
    expect(messages.map(({ kind }) => kind)).toContain('email-changed');
  }).toPass();
});

/** Of the first field whose code was not sent yet. */
async function sendAndUse(page: Page): Promise<void> {
  const shown = page.getByRole('button', { name: 'Show the message' });
  const before = await shown.count();
  await page.getByRole('button', { name: 'Send code' }).first().click();
  await expect(shown).toHaveCount(before + 1);
  await shown.nth(before).click();
  const sheet = await openedSheet(page);
  await sheet.getByRole('button', { name: /^Use code/ }).click();
  await expect(sheet).toHaveCount(0);
}
