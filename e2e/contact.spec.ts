// Another address: a code to the new one, a proof to the old one, and which of the two logs in then.
import { createClient, listOutbox, queryLogin } from '@candor/wire';
import { expect, test } from '@playwright/test';
import { logIn, need, openAccount } from './support/accounts.ts';
import { sharedServer } from './support/server.ts';
import { takeSentCode } from './support/sheets.ts';
import { watch } from './support/watch.ts';

const server = sharedServer;

test('an e-mail address is changed with a code to it and one to the address before, which is told', async ({
  page,
}) => {
  const account = await openAccount(server.url, '0');
  await logIn(page, account, { url: server.url });
  await page.goto(`${server.url}/#/security`);
  await page.getByRole('link', { name: 'Change contact' }).click();
  await expect(page.getByText(account.email)).toBeVisible();
  const expectNothingWrong = watch(page, server.url);
  const address = `moved-${account.email}`;
  await page.getByLabel('E-mail address').fill(address);
  const sendCode = page.getByRole('button', { name: 'Send code' });
  await sendCode.first().click();
  await takeSentCode(page, 'Login password');
  await page.getByLabel('Login password', { exact: true }).fill(account.password);
  await sendCode.click();
  await takeSentCode(page, 'Verification code', 1);
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page.getByText('Your contact is changed')).toBeVisible();
  await expect(page).toHaveURL(/#\/security$/);
  await expect(page.getByText('Withdrawals are on hold')).toBeVisible();
  await expectNothingWrong();

  const client = createClient({ baseUrl: server.url, keepsCookies: true });
  const logInAs = (user_name: string) => client.call(queryLogin, { user_name, user_password: account.password });
  expect((await logInAs(account.email)).ok).toBe(false);
  need(await logInAs(address));
  await expect(async () => {
    const { messages } = need(await client.call(listOutbox, { recipient: account.email }));
    expect(messages.map(({ kind }) => kind)).toContain('email-changed');
  }).toPass();
});
