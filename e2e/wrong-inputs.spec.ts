// What a person types wrong is said beside where it was typed, and nothing is lost by it.
import { expect, test } from '@playwright/test';
import { logInByForm, openAccount, type Account } from './support/accounts.ts';
import { sharedServer } from './support/server.ts';

const server = sharedServer;
let account: Account;
test.beforeAll(async () => {
  account = await openAccount(server.url);
});

test('registering says what is missing or wrong, field by field', async ({ page }) => {
  await page.goto(`${server.url}/#/register`);
  await page.getByRole('button', { name: 'Open account' }).click();
  for (const fault of ['Enter your e-mail address first.', 'Enter the verification code.', 'Choose a password.', 'You need to agree to open an account.']) {
    await expect(page.getByText(fault)).toBeVisible();
  } // oxfmt-ignore
  await page.getByLabel('E-mail address').fill('nobody@nowhere');
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText('Invalid email format')).toBeVisible();
  await page.getByLabel('E-mail address').fill('wrong-code@example.com');
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText(/Sent to wrong-code@example.com/)).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByLabel('Repeat password', { exact: true }).fill('other');
  await expect(page.getByText('A password has 6 to 20 characters.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('checkbox').check();
  await expect(page.getByText('The two passwords do not match')).toBeVisible();
  await page.getByLabel('Repeat password', { exact: true }).fill('correct horse');
  await page.getByLabel('Verification code').fill('000000');
  await page.getByRole('button', { name: 'Open account' }).click();
  await expect(page.getByLabel('Verification code')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('E-mail address')).toHaveValue('wrong-code@example.com');
  // The countdown to the next code survives a reload.
  await page.reload();
  await expect(page.getByLabel('E-mail address')).toHaveValue('wrong-code@example.com');
  await expect(page.getByRole('button', { name: /^\d:\d\d$/ })).toBeDisabled();
});

test('a wrong password is refused, and the right one leads where one wanted to go', async ({ page }) => {
  await page.goto(`${server.url}/#/asset`);
  await expect(page).toHaveURL(/#\/login\?redirect=%2Fasset$/);
  await page.getByLabel('Account', { exact: true }).fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill('wrong horse');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Username or password error')).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/#\/asset$/);
  await expect(page.getByText(/1,000/).first()).toBeVisible();
});

test('a stake is refused before it is sent: too small, more than there is', async ({ page }) => {
  await logInByForm(page, account, { url: server.url });
  await page.goto(`${server.url}/#/contracts`);
  const stake = page.getByRole('textbox', { name: 'Stake' });
  const up = page.getByRole('button', { name: /^Up/ });
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && (request.postData() ?? '').includes('option_config_id')) sent++;
  });
  for (const wrong of ['0.5', '5000']) {
    await stake.fill(wrong);
    await up.click();
    await expect(stake).toHaveAttribute('aria-invalid', 'true');
  }
  await page.waitForTimeout(300);
  expect(sent).toBe(0);
});

test('unknown paths lead home, and a stranger sees no receipt', async ({ page }) => {
  await page.goto(`${server.url}/#/no/such/place`);
  await expect(page).toHaveURL(/#\/home$/);
  await logInByForm(page, account, { url: server.url });
  await page.goto(`${server.url}/#/receipt/option/opt_01J00000000000000000000000`);
  await expect(page.getByText('There is no such receipt')).toBeVisible();
});
