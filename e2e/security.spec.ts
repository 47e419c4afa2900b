// What protects an account, as its owner uses it: a forgotten password, the authenticator, the link in a notice.
import { createHmac } from 'node:crypto';
import { beginAuthenticator, createClient, listOutbox, queryLogin } from '@candor/wire';
import { expect, test, type Page } from '@playwright/test';
import { logInByForm, need, openAccount, type Account } from './support/accounts.ts';
import { sharedServer } from './support/server.ts';
import { takeSentCode } from './support/sheets.ts';

const server = sharedServer;

const newPassword = 'wren and lark';

/** The latest message of a kind, once it is there: notices leave behind the answer. */
async function messageTo(email: string, kind: string): Promise<string> {
  const client = createClient({ baseUrl: server.url });
  let text = '';
  await expect(async () => {
    const { messages } = need(await client.call(listOutbox, { recipient: email }));
    text = messages.find((message) => message.kind === kind)?.text ?? '';
    expect(text).not.toBe('');
  }).toPass();
  return text;
}

/** As an authenticator computes it (RFC 6238), written here from the standard alone. */
function codeOfApp(secret: string): string {
  const bits = Array.from(secret, (letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join(''); // oxfmt-ignore
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const mac = createHmac('sha1', key).update(step).digest();
  const value = mac.readUInt32BE(mac.at(-1)! & 0xf) & 0x7fffffff;
  return String(value % 1_000_000).padStart(6, '0');
}

async function signIn(page: Page, { email }: Account, password: string): Promise<void> {
  await page.getByLabel('Account', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

test('a forgotten password is set anew, and whoever did not do it freezes the account from the mail', async ({
  page,
}) => {
  const account = await openAccount(server.url, '0');
  await page.goto(`${server.url}/#/login`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('E-mail address').fill(account.email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await messageTo(account.email, 'reset-code');
  await takeSentCode(page, 'New password');
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByLabel('Repeat new password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page).toHaveURL(/#\/login/);
  await signIn(page, account, newPassword);
  await expect(page).toHaveURL(/#\/home$/);
  await page.goto(`${server.url}/#/security`);
  await expect(page.getByText('Withdrawals are on hold')).toBeVisible();

  const link = /https?:\S+/.exec(await messageTo(account.email, 'password-reset'))![0];
  await page.goto(link);
  await page.getByRole('button', { name: 'Freeze my account' }).click();
  await expect(page.getByText('Your account is frozen')).toBeVisible();
  await page.goto(`${server.url}/#/security`);
  await expect(page).toHaveURL(/#\/login/);
});

test('the authenticator is turned on with a code of the app, shows its recovery codes once, and is asked for at login', async ({
  page,
}) => {
  const account = await openAccount(server.url, '0');
  await logInByForm(page, account, { url: server.url });
  await page.goto(`${server.url}/#/security`);
  await page.getByRole('link', { name: /Authenticator app/ }).click();
  const [response] = await Promise.all([
    page.waitForResponse((each) => each.url().endsWith(beginAuthenticator.path)),
    page.getByRole('button', { name: 'Set up' }).click(),
  ]);
  const { data } = (await response.json()) as { data: { secret: string } };
  await expect(page.getByRole('img', { name: 'Code for your authenticator app' })).toBeVisible();
  await page.getByLabel('Login password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Send code' }).click();
  await takeSentCode(page, 'Verification code');
  await page.getByRole('textbox', { name: 'First code of the app', exact: true }).fill(codeOfApp(data.secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  const rows = page.getByRole('listitem').filter({ hasText: /^\w{5}-\w{5}$/ });
  await expect(rows).toHaveCount(10);
  const codes = await rows.allInnerTexts();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('Your authenticator app is on')).toBeVisible();

  const thief = createClient({ baseUrl: server.url, keepsCookies: true });
  const tried = await thief.call(queryLogin, { user_name: account.email, user_password: account.password });
  expect(tried.ok ? 'in' : tried.code).toBe('second-factor-required');

  await page.context().clearCookies();
  await page.goto(`${server.url}/#/security-history`);
  await page.reload();
  await expect(page).toHaveURL(/#\/login/);
  await signIn(page, account, account.password);
  const code = page.getByLabel('Code of your authenticator app');
  await code.fill('000000');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('This code is wrong or was used already.')).toBeVisible();
  await code.fill(codes[0]!);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Authenticator app turned on')).toBeVisible();
  await expect(page.getByText('Login refused')).toBeVisible();
});

test('a passkey is added, proves an act, opens the account by itself, and is removed with itself', async ({ page }) => {
  // Browsers keep passkeys for names alone.
  const url = server.url.replace('127.0.0.1', 'localhost');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const account = await openAccount(server.url, '0');
  await logInByForm(page, account, { url });
  await page.goto(`${url}/#/passkeys`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name', { exact: true }).fill('My phone');
  await page.getByLabel('Login password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Send code' }).click();
  await takeSentCode(page, 'Verification code');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByRole('button', { name: /My phone/ })).toBeVisible();

  await page.goto(`${url}/#/mail-phrase`);
  await page.getByLabel('Your words').fill('tea at five');
  await page.getByLabel('Login password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('Confirmed with a passkey')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/#\/security$/);

  await page.context().clearCookies();
  await page.goto(`${url}/#/security-history`);
  await page.reload();
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page).toHaveURL(/#\/security-history$/);
  await expect(page.getByText('Passkey added')).toBeVisible();

  await page.goto(`${url}/#/passkeys`);
  await page.getByRole('button', { name: /My phone/ }).click();
  await page.getByLabel('Login password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('Confirmed with a passkey')).toBeVisible();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('No passkeys yet')).toBeVisible();
});
