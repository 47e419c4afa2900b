// Price alerts as people use them: set at a coin, told in the app, read, set again and deleted.
import { queryAlertMessages, queryAlerts } from '@candor/wire';
import { expect, test, type Page } from '@playwright/test';
import { logIn, need, openAccount } from './support/accounts.ts';
import { deleteWaiting, setAround } from './support/alerts.ts';
import { keepsFocus, tabTo } from './support/keyboard.ts';
import { show } from './support/screens.ts';
import { sharedServer } from './support/server.ts';
import { openedSheet } from './support/sheets.ts';
import { watch } from './support/watch.ts';

const server = sharedServer;

const bell = (page: Page, coin = 'BTC') => page.getByRole('button', { name: `Set a price alert for ${coin}` });

test('set at a coin by a tap, listed, told when it is there, read, and deleted', { tag: '@gate' }, async ({ page }) => {
  const expectNothingWrong = watch(page, server.url);
  const account = await openAccount(server.url);
  await logIn(page, account, { url: server.url });
  await show(page, server.url, '/exchange/btcusdt');
  await bell(page).click();
  const sheet = await openedSheet(page);
  await expect(sheet.getByText(/Price now .*[\d,.]+ USDT/)).toBeVisible();
  await sheet.getByRole('radio', { name: '+10%' }).check();
  await expect(sheet.getByText(/\+(9|10)\.\d\d%.? from the current price/)).toBeVisible();
  await sheet.getByRole('button', { name: 'Set alert' }).click();
  await expect(page.getByText('Alert set')).toBeVisible();
  await expect(sheet).toBeHidden();

  await show(page, server.url, '/alerts');
  const list = page.getByRole('list', { name: 'Your alerts' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list).toContainText(/BTC At or above .*USDT/);
  await expect(list).toContainText('Waiting');
  const [waiting] = need(await account.client.call(queryAlerts, {})).RESULT_LIST;

  // One that the market reaches: a toast on whatever page one is, and a message that is new until it was seen.
  await show(page, server.url, '/personal');
  await setAround(account, 'ETH');
  await expect(page.getByText(/^ETH has (reached|fallen to) .*USDT/).first()).toBeVisible();
  // The other of the two would tell too, sooner or later.
  await deleteWaiting(account, 'ETH');
  const entry = page.getByRole('link', { name: /Price alerts.*\d new/ });
  await expect(entry).toBeVisible();
  await entry.click();
  const messages = page.getByRole('list', { name: 'Messages' });
  await expect(messages.getByRole('link', { name: /ETH has .* New/ }).first()).toBeVisible();
  await expect.poll(async () => need(await account.client.call(queryAlertMessages, {})).unread).toBe(0);
  await show(page, server.url, '/personal');
  await expect(page.getByRole('link', { name: 'Price alerts' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Price alerts.*new/ })).toHaveCount(0);

  await show(page, server.url, '/alerts');
  await expect(page.getByRole('button', { name: 'Set the alert for ETH again' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Delete the alert for BTC' }).click();
  await expect(page.getByText('Alert deleted')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete the alert for BTC' })).toHaveCount(0);
  const left = need(await account.client.call(queryAlerts, {})).RESULT_LIST;
  expect(left.some(({ alert_id }) => alert_id === waiting!.alert_id)).toBe(false);
  await messages
    .getByRole('link', { name: /ETH has/ })
    .first()
    .click();
  await expect(page).toHaveURL(/#\/exchange\/ethusdt$/);
  await expectNothingWrong();
});

test('told once one is back, when it was there while one had no connection', async ({ page, context }) => {
  const account = await openAccount(server.url);
  await logIn(page, account, { url: server.url });
  // The page knows what was told before.
  const known = page.waitForResponse((response) => response.url().endsWith(queryAlertMessages.path));
  await show(page, server.url, '/personal');
  await known;
  await context.setOffline(true);
  await expect(page.getByText('You are offline. What you see may be out of date.')).toBeVisible();
  await setAround(account, 'SOL');
  await expect.poll(async () => need(await account.client.call(queryAlertMessages, {})).unread).toBeGreaterThan(0);
  await deleteWaiting(account, 'SOL');
  await context.setOffline(false);
  await expect(page.getByText(/^SOL has (reached|fallen to) .*USDT/).first()).toBeVisible();
  await expect(page.getByRole('link', { name: /Price alerts.*\d new/ })).toBeVisible();
});

test('a price that has been reached already is no alert, and the field says so', async ({ page }) => {
  const account = await openAccount(server.url);
  await logIn(page, account, { url: server.url });
  await show(page, server.url, '/exchange/btcusdt');
  await bell(page).click();
  const sheet = await openedSheet(page);
  const submit = sheet.getByRole('button', { name: 'Set alert' });
  await submit.click();
  await expect(sheet.getByText('Enter a value.')).toBeVisible();
  await sheet.getByRole('textbox', { name: 'Price' }).fill('1');
  await submit.click();
  await expect(sheet.getByText('Choose a price above the current one.')).toBeVisible();
  await sheet.getByRole('radio', { name: 'Below' }).check();
  await sheet.getByRole('textbox', { name: 'Price' }).fill('9000000');
  await submit.click();
  await expect(sheet.getByText('Choose a price below the current one.')).toBeVisible();
  await sheet.getByRole('radio', { name: '24h change' }).check();
  await sheet.getByRole('textbox', { name: /Change/ }).fill('500');
  await submit.click();
  await expect(sheet.getByText('Enter a value between 0.1 and 100.')).toBeVisible();
  await sheet.getByRole('radio', { name: '±20%' }).check();
  await submit.click();
  await expect(page.getByText('Alert set')).toBeVisible();
  expect(need(await account.client.call(queryAlerts, {})).RESULT_LIST).toMatchObject([
    { kind: 'change', target: '20' },
  ]);
});

test('a guest is led to the login and back to the coin', async ({ page }) => {
  const account = await openAccount(server.url);
  await show(page, server.url, '/exchange/solusdt');
  await page.getByRole('link', { name: 'Set a price alert for SOL' }).click();
  await expect(page).toHaveURL(/#\/login\?redirect=%2Fexchange%2Fsolusdt$/);
  await page.getByLabel('Account', { exact: true }).fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/#\/exchange\/solusdt$/);
  await expect(bell(page, 'SOL')).toBeVisible();
});

test('without a mouse: the sheet takes the focus, an alert is set, and the bell has the focus again', async ({
  page,
}) => {
  const account = await openAccount(server.url);
  await logIn(page, account, { url: server.url });
  await show(page, server.url, '/exchange/btcusdt');
  await tabTo(page, bell(page));
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible();
  await keepsFocus(page, sheet, Array<string>(12).fill('Tab'));
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(bell(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, sheet.getByRole('textbox', { name: 'Price' }));
  await page.keyboard.type('9000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Alert set')).toBeVisible();
  await expect(bell(page)).toBeFocused();
});
