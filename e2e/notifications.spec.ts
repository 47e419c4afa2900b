// What a person is told: live on a phone that is open, in the list, and in Arabic; and how a mail's own link ends its kind.
import { listOutbox, sendProofCode, setMailPhrase } from '@candor/wire';
import { expect, test } from '@playwright/test';
import { logIn, need, openAccount, type Account } from './support/accounts.ts';
import { judgeShown } from './support/judge.ts';
import { sharedServer } from './support/server.ts';
import { wordsOf } from './support/words.ts';

const server = sharedServer;
let account: Account;
test.beforeAll(async () => {
  account = await openAccount(server.url, '0');
});
test.use({ viewport: { width: 375, height: 812 } });

/** On another device; of the changes that a customer makes it is one that ends no session. */
async function changePhrase({ client, email, password }: Account): Promise<void> {
  need(await client.call(sendProofCode, {}));
  const { messages } = need(await client.call(listOutbox, { recipient: email }));
  const { code } = messages.find(({ kind }) => kind === 'prove-code')!;
  need(await client.call(setMailPhrase, { user_password: password, code: code!, phrase: 'green kite' }));
}

test('a change of the account is told live, read in the list, and each kind has its switches', async ({ page }) => {
  await logIn(page, account, { url: server.url });
  await page.goto(`${server.url}/#/notifications`);
  await expect(page.getByText('Nothing new yet')).toBeVisible();
  await judgeShown(page, 'no notifications');
  await page.goto(`${server.url}/#/home`);
  await changePhrase(account);
  await expect(page.getByText('1 new')).toBeAttached();
  await page.getByRole('link', { name: 'Notifications' }).first().click();
  const list = page.getByRole('list', { name: 'Notifications' });
  await expect(list.getByRole('link', { name: /Anti-phishing code|anti-phishing code/ })).toBeVisible();
  await judgeShown(page, 'notifications');
  await expect(list.getByText('New', { exact: true })).toHaveCount(0);

  await page.getByRole('link', { name: 'Notification settings' }).click();
  const staking = page.getByRole('group', { name: 'Staking terms that have ended' });
  const byMail = staking.getByRole('checkbox', { name: 'E-mail' });
  await expect(byMail).toBeChecked();
  // It changes when the server has it.
  await byMail.click();
  await expect(byMail).not.toBeChecked();
  await page.getByText('Keep quiet at night').click();
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('22:00');
  await judgeShown(page, 'notification settings');
  await page.reload();
  await expect(byMail).not.toBeChecked();

  const say = wordsOf('ar');
  await page.goto(`${server.url}/#/language`);
  await page.getByText('العربية').click();
  await page.goto(`${server.url}/#/notifications`);
  await expect(page.getByRole('list', { name: say('shell.notifications') }).getByRole('link')).toHaveCount(1);
  await judgeShown(page, 'notifications in Arabic');
});

test('a link that nobody signed ends nothing, and says so', async ({ page }) => {
  await page.goto(`${server.url}/#/unsubscribe?token=made.up.here`);
  await page.getByRole('button', { name: 'Stop these mails' }).click();
  await expect(page.getByText('This link is not valid any more.').first()).toBeVisible();
  await judgeShown(page, 'unsubscribing');
});
