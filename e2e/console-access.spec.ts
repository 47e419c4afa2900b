// An operator's own access in the browser: a passkey that signs in and shows the second factor, a password that is changed with it, and
// everything set anew by a link once it was lost.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { openPool } from '../server/src/kit/postgres.ts';
import { totpOf } from './support/authenticator.ts';
import { judgeThemes } from './support/judge.ts';
import { sharedServer } from './support/server.ts';

const password = 'wren and lark and a third bird';
test.use({ viewport: { width: 1200, height: 800 } });

/** The link that `npm run operator` prints. */
function linkOf(...args: string[]): string {
  const command = join(import.meta.dirname, '../server/src/create-operator.ts');
  const env = { ...process.env, ...sharedServer.environment, LOG_LEVEL: 'error' };
  const printed = execFileSync(process.execPath, [command, ...args], { env, encoding: 'utf8' });
  return /#\/invitation\/\S+/.exec(printed)![0];
}

/** Follows the link as far as the recovery codes; returns the first of them. */
async function follow(page: Page, button: string): Promise<string> {
  const secret = await page.locator('code').first().innerText();
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('First code of the authenticator').fill(totpOf(secret).code);
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByText('Your fingerprint')).toBeVisible();
  return page.getByRole('listitem').first().innerText();
}

/** As if the five minutes of vera's second factor were over; others work at the same server. */
async function stepDown(): Promise<void> {
  const pool = openPool(sharedServer.adminUrl, 1);
  await pool.query(
    `update operator_sessions set stepped_up_at = now() - interval '6 minutes'
     where operator_id = (select operator_id from operators where name = 'vera')`,
  );
  await pool.end();
}

test('a passkey signs in and changes the password; who has lost everything sets it anew by a link', async ({
  page,
}) => {
  // Browsers keep passkeys for names alone.
  const url = sharedServer.consoleUrl.replace('127.0.0.1', 'localhost');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
  }); // oxfmt-ignore
  await page.goto(`${url}/${linkOf('create', 'vera', '--role', 'support')}`);
  const recovery = await follow(page, 'Accept');
  await page.getByRole('link', { name: 'To the sign-in' }).click();
  await page.getByLabel('Name').fill('vera');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Code of your authenticator').fill(recovery);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'My access' }).click();
  await expect(page.getByText('9 are left.')).toBeVisible();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByLabel('Name')).toBeVisible();
  await judgeThemes(page, 'a new passkey');
  await panel.getByLabel('Name').fill('Blue key');
  await panel.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('rowheader', { name: 'Blue key' })).toBeVisible();
  await judgeThemes(page, 'my access with a passkey');
  await page.getByRole('button', { name: 'Replace the authenticator' }).click();
  await expect(panel).toBeVisible();
  await judgeThemes(page, 'another authenticator');
  await panel.locator('button[type=submit]').click();
  await expect(panel.getByLabel('First code of the authenticator')).toBeVisible();
  await judgeThemes(page, 'the secret of another authenticator');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('rowheader', { name: 'Blue key' })).toBeVisible();
  await stepDown();
  await page.getByRole('button', { name: 'Change the password' }).click();
  await judgeThemes(page, 'another password');
  await panel.getByLabel('Password until now').fill(password);
  await panel.getByLabel('New password').fill('eleven quiet harbours and a kettle');
  await panel.getByRole('button', { name: 'Change the password' }).click();
  const factor = page.getByRole('dialog', { name: 'Show your second factor' });
  await expect(factor).toBeVisible();
  await judgeThemes(page, 'the second factor');
  await factor.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('Password changed; all other sessions have ended')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  await judgeThemes(page, 'new codes');
  await panel.getByRole('button', { name: 'Make them' }).click();
  await expect(panel.getByRole('listitem')).toHaveCount(10);
  await judgeThemes(page, 'codes that are shown once');
  await panel.getByRole('button', { name: 'Close' }).click();

  await page.goto(`${url}/${linkOf('renew', 'vera')}`);
  await expect(page.getByRole('heading', { name: 'Your access, vera' })).toBeVisible();
  await follow(page, 'Set it anew');
  await page.getByRole('link', { name: 'To the sign-in' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('This passkey is not known here')).toBeVisible();
});
