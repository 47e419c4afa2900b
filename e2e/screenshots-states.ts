// Pictures of what a good day does not show: nothing there yet, still loading, failed, offline, refused, asked; and large letters.
import { expect, test, type Browser, type Page } from '@playwright/test';
import { logIn, openAccount } from './support/accounts.ts';
import { enlargeText } from './support/large-text.ts';
import { settle, takeLongPicture, takePicture } from './support/pictures.ts';
import { mainForCustomers, mainForGuests, otherForCustomers } from './support/screens.ts';
import { startServer, type TestServer } from './support/server.ts';
import { prefer } from './support/watch.ts';
import { startsWith, wordsOf } from './support/words.ts';

const say = wordsOf('en');
const readers = ['/home', '/contracts', '/asset', '/personal', '/quotation', '/orders', '/bills', '/sessions', '/demo'];

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

/** A customer's page at rest on Home. */
async function enter(browser: Browser, money: string, theme: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 375, height: 812 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await prefer(page, { language: 'en', theme });
  await logIn(page, await openAccount(server.url, money), { url: server.url });
  return page;
}

const show = (page: Page, path: string): Promise<unknown> => page.goto(`${server.url}/#${path}`);

test('nothing there yet', async ({ browser }) => {
  const page = await enter(browser, '0', 'light');
  for (const path of readers) {
    await show(page, path);
    await settle(page);
    await takePicture(page, 'states', `empty${path}`);
  }
});

test('loading, failed and offline', async ({ browser }) => {
  test.setTimeout(300_000);
  const page = await enter(browser, '1000', 'light');
  await page.route('**/api/**', () => undefined);
  for (const path of readers) {
    await show(page, path);
    await page.reload();
    await page.waitForTimeout(1_200);
    await takePicture(page, 'states', `loading${path}`);
  }
  await page.unroute('**/api/**');
  await page.route('**/api/**', (route) => route.abort());
  for (const path of readers) {
    await show(page, path);
    await page.reload();
    await page.waitForTimeout(6_000);
    await takePicture(page, 'states', `failed${path}`);
  }
  await page.unroute('**/api/**');
  await show(page, '/home');
  await page.reload();
  await settle(page);
  await page.context().setOffline(true);
  for (const path of ['/home', '/contracts', '/asset', '/receipt/option/none']) {
    await show(page, path);
    await page.waitForTimeout(1_000);
    await takePicture(page, 'states', `offline${path}`);
  }
});

test('an order from the tap to its checked receipt', async ({ browser }) => {
  const page = await enter(browser, '1000', 'dark');
  await show(page, '/contracts');
  await settle(page);
  await takePicture(page, 'states', 'order-1-ticket');
  await page.getByRole('button', { name: startsWith(say('options.up')) }).click();
  await page.waitForTimeout(100);
  await takePicture(page, 'states', 'order-2-waiting');
  await page.waitForTimeout(9_000);
  await takePicture(page, 'states', 'order-3-running');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.waitForTimeout(300);
  await takePicture(page, 'states', 'order-3-running-wide');
  await page.setViewportSize({ width: 375, height: 812 });
  const receipt = page.getByRole('link', { name: say('options.receipt'), exact: true });
  await expect(receipt).toBeVisible({ timeout: 60_000 });
  await takePicture(page, 'states', 'order-4-ended');
  await receipt.click();
  await page.getByRole('button', { name: say('receipts.verify') }).click();
  await expect(page.getByText(say('receipts.verified'))).toBeVisible({ timeout: 20_000 });
  await takePicture(page, 'states', 'order-5-verified');
  await takeLongPicture(page, 'states', 'order-5-verified-whole');
  await show(page, '/orders');
  await page.getByRole('tab', { name: say('options.tabEnded') }).click();
  await settle(page);
  await takePicture(page, 'states', 'order-6-history');
});

test('refused and asked', async ({ browser }) => {
  const page = await enter(browser, '1000', 'light');
  await show(page, '/contracts');
  await page.getByLabel(say('options.stake'), { exact: true }).fill('20000');
  await page.getByRole('button', { name: startsWith(say('options.up')) }).click();
  await takePicture(page, 'states', 'refused-stake');
  await page.getByRole('button', { name: say('options.choosePair') }).click();
  await page.waitForTimeout(1_000);
  await takePicture(page, 'states', 'sheet-pairs');
  await show(page, '/asset');
  await page.getByRole('button', { name: /Tether/ }).click();
  await page.waitForTimeout(700);
  await takePicture(page, 'states', 'sheet-coin');
  await show(page, '/personal');
  await page.getByRole('button', { name: say('shell.menuLogOut') }).click();
  await page.waitForTimeout(700);
  await takePicture(page, 'states', 'dialog-log-out');
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: say('shell.menuLogOut') }).click(); // prettier-ignore
  await expect(page.getByText(say('personal.loggedOut'))).toBeVisible();
  await show(page, '/login');
  await page.getByRole('button', { name: say('login.submit') }).click();
  await settle(page);
  await takePicture(page, 'states', 'refused-login');
  await show(page, '/register');
  await page.getByRole('button', { name: say('register.submit') }).click();
  await settle(page);
  await takePicture(page, 'states', 'refused-register');
  await takeLongPicture(page, 'states', 'refused-register-whole');
  await show(page, '/dev/kit');
  await settle(page);
  await takePicture(page, 'states', 'kit');
  await takeLongPicture(page, 'states', 'kit-whole');
});

test('large letters', async ({ browser }) => {
  test.setTimeout(300_000);
  const page = await enter(browser, '1000', 'light');
  await enlargeText(page);
  for (const path of [...mainForCustomers, ...otherForCustomers, ...mainForGuests]) {
    await show(page, path);
    await settle(page);
    await takePicture(page, 'states', `large${path}`);
    await takeLongPicture(page, 'states', `large${path}-whole`);
  }
});
