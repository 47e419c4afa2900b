// What a customer does with the account itself: the phone it opens with, its passwords, its devices, its test money.
import { createClient, queryLogin } from '@candor/wire';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { logInByForm, need, openAccount, type Account } from './support/accounts.ts';
import { fillRegistration, openedSheet, takeSentCode } from './support/sheets.ts';
import { sharedServer } from './support/server.ts';

const server = sharedServer;

test('a phone of another country opens an account, is logged in to it, and logs in with it', async ({ page }) => {
  await page.goto(`${server.url}/#/register`);
  await page.getByRole('tab', { name: 'Phone' }).click();
  await page.getByRole('button', { name: /Country or region/ }).click();
  const countries = await openedSheet(page);
  await countries.getByRole('searchbox').fill('swit');
  await countries.getByRole('button', { name: /Switzerland/ }).click();
  await expect(countries).toHaveCount(0);
  await page.getByLabel('Phone number').fill('12');
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText('This phone number does not match the country.')).toBeVisible();
  await page.getByLabel('Phone number').fill('791234567');
  await fillRegistration(page, 'correct horse');
  await page.getByRole('button', { name: 'Open account' }).click();
  await expect(page).toHaveURL(/#\/home$/);
  await page.goto(`${server.url}/#/personal`);
  await expect(page.getByText('Account number')).toBeVisible();
  const fresh = createClient({ baseUrl: server.url, keepsCookies: true });
  need(await fresh.call(queryLogin, { user_name: '+41791234567', user_password: 'correct horse' }));
});

test('the number of an experience account stays until it was noted, and can be copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await logInByForm(page, await openAccount(server.url), { url: server.url });
  await page.goto(`${server.url}/#/demo`);
  await page.getByRole('button', { name: 'Open one' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Its password').fill('correct horse');
  await sheet.getByRole('button', { name: 'Open and switch to it' }).click();
  await expect(sheet).toContainText('Note the number');
  const [number] = /\d{5,}/.exec(await sheet.innerText())!;
  await sheet.getByRole('button', { name: /^Copy: / }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(number);
});

test('a new login password logs out everywhere and is the one that counts', async ({ page, browser }) => {
  const account = await openAccount(server.url);
  const other = await openDevice(browser, account);
  await logInByForm(page, account, { url: server.url });
  await page.goto(`${server.url}/#/loginpassword`);
  const change = page.getByRole('button', { name: 'Change password' });
  await page.getByLabel('Original password').fill('wrong horse');
  await page.getByLabel('New password', { exact: true }).fill('another horse');
  await page.getByLabel('Repeat new password').fill('another horse');
  await change.click();
  await expect(page.getByLabel('Original password')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Original password').fill(account.password);
  const notices = collectToasts(page);
  await change.click();
  await expect(page).toHaveURL(/#\/login$/);
  await expect(page.getByLabel('Account', { exact: true })).toHaveValue(account.email);
  await expect(page.getByText('Password changed. Log in with the new one.')).toBeVisible();
  // The other device is told at once, without anyone touching it.
  await expect(other).toHaveURL(/#\/login\?redirect=%2Fasset$/);
  await other.context().close();
  // What the server tells about the end of the session meanwhile does not replace it.
  await page.waitForTimeout(1_500);
  expect((await notices()).filter((text) => text !== 'Logged in')).toEqual([
    'Password changed. Log in with the new one.',
  ]);
  const fresh = createClient({ baseUrl: server.url, keepsCookies: true });
  const old = await fresh.call(queryLogin, { user_name: account.email, user_password: account.password });
  expect(old.ok).toBe(false);
  need(await fresh.call(queryLogin, { user_name: account.email, user_password: 'another horse' }));
});

test('a trade password is set, and changed only with the one before', async ({ page }) => {
  const account = await openAccount(server.url);
  await logInByForm(page, account, { url: server.url });
  await page.goto(`${server.url}/#/transactionpassword`);
  await typeCode(page, 'New trade password', '482916');
  await typeCode(page, 'Repeat new trade password', '482916');
  await page.getByLabel('Login password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Send code' }).click();
  await takeSentCode(page, 'Verification code');
  await page.getByRole('button', { name: 'Set trade password' }).click();
  await expect(page.getByText('Trade password set')).toBeVisible();
  await typeCode(page, 'Original trade password', '111112');
  await typeCode(page, 'New trade password', '739154');
  await typeCode(page, 'Repeat new trade password', '739154');
  await page.getByRole('button', { name: 'Change trade password' }).click();
  const original = page.getByRole('group', { name: 'Original trade password', exact: true });
  await expect(original.locator('[aria-invalid=true]').first()).toBeAttached();
  await typeCode(page, 'Original trade password', '482916');
  await page.getByRole('button', { name: 'Change trade password' }).click();
  await expect(page.getByText('Trade password changed')).toBeVisible();
});

test('other devices are seen and logged out, one of them or all', async ({ page, browser }) => {
  const account = await openAccount(server.url);
  const others = [await openDevice(browser, account), await openDevice(browser, account)];
  const stillIn = (): number => others.filter((other) => other.url().endsWith('#/asset')).length;
  await logInByForm(page, account, { url: server.url });
  await page.goto(`${server.url}/#/sessions`);
  await expect(page.getByText('This device')).toHaveCount(1);
  // Those of the two, and the one that opened the account.
  const rows = page.getByRole('list', { name: 'Other devices' }).getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await rows.filter({ hasText: 'Chrome' }).first().getByRole('button').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await expect(rows).toHaveCount(2);
  await expect.poll(stillIn).toBe(1);
  await page.getByRole('button', { name: 'Log out all other devices' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByText('Your account is open nowhere else.')).toBeVisible();
  for (const other of others) await expect(other).toHaveURL(/#\/login/);
  await page.goto(`${server.url}/#/asset`);
  await expect(page).toHaveURL(/#\/asset$/);
  for (const other of others) await other.context().close();
});

test('test money ends with the limit of the day, and says what is left', async ({ page }) => {
  await logInByForm(page, await openAccount(server.url), { url: server.url });
  await page.goto(`${server.url}/#/demo`);
  await page.getByRole('radio', { name: '10,000' }).check();
  await page.getByRole('button', { name: 'Get 10,000 USDT' }).click();
  await expect(page.getByText(/You can still get.*9,000.*today/)).toBeVisible();
  await page.getByRole('button', { name: 'Get the rest' }).click();
  await expect(page.getByText(/You now have.*10,000/)).toBeVisible();
  await page.getByRole('button', { name: 'Get 10,000 USDT' }).click();
  await expect(page.getByText(/You have taken all USDT for today/)).toBeVisible();
});

/** Another browser, in which the same customer looks at the assets. */
async function openDevice(browser: Browser, account: Account): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 375, height: 812 } })).newPage();
  await logInByForm(page, account, { url: server.url });
  await page.goto(`${server.url}/#/asset`);
  await expect(page.getByText(/1,000/).filter({ visible: true }).first()).toBeVisible();
  return page;
}

/** Every brief message from now on. */
function collectToasts(page: Page): () => Promise<string[]> {
  const started = page.evaluate(() => {
    const seen = ((globalThis as { seen?: string[] }).seen = []) as string[];
    const look = (): void => {
      const text = document.querySelector('[role=status] > .rise-in, [role=alert] > .rise-in')?.textContent ?? '';
      if (text !== '' && seen.at(-1) !== text) seen.push(text);
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  return () => started.then(() => page.evaluate(() => (globalThis as { seen?: string[] }).seen ?? []));
}

/** Into the boxes of a code, as fingers would. */
async function typeCode(page: Page, label: string, digits: string): Promise<void> {
  await page.getByRole('group', { name: label, exact: true }).locator('input').first().click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(digits);
}
