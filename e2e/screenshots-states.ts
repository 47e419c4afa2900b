// Pictures of what a good day does not show: nothing there yet, still loading, failed, offline, refused, asked.
import { expect, test, type Browser, type Page } from '@playwright/test';
import { logIn, openAccount } from './support/accounts.ts';
import { takeLongPicture, takePicture } from './support/pictures.ts';
import { looks, show, takeLook } from './support/screens.ts';
import { startServer, type TestServer } from './support/server.ts';
import { startsWith, wordsOf } from './support/words.ts';

const say = wordsOf('en');
const readers = ['/home', '/contracts', '/asset', '/personal', '/quotation', '/orders', '/bills', '/sessions', '/demo'];

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

/** A customer's page at rest on Home. */
async function enter(browser: Browser, look: string, money = '1000'): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 375, height: 812 } });
  const page = await context.newPage();
  await takeLook(
    page,
    looks.find(({ name }) => name === look)!,
  );
  await logIn(page, await openAccount(server.url, money), { url: server.url });
  return page;
}

/** Without waiting for what may never come. */
async function goTo(page: Page, path: string, waitMs: number): Promise<void> {
  await page.goto(`${server.url}/#${path}`);
  await page.waitForTimeout(waitMs);
}

test('nothing there yet', async ({ browser }) => {
  const page = await enter(browser, 'light', '0');
  for (const path of readers) {
    await show(page, server.url, path);
    await takePicture(page, 'states', `empty${path}`);
  }
});

test('loading, failed and offline', async ({ browser }) => {
  test.setTimeout(600_000);
  const page = await enter(browser, 'light');
  await page.route('**/api/**', () => undefined);
  for (const path of readers) {
    await goTo(page, path, 0);
    await page.reload();
    await page.waitForTimeout(1_200);
    await takePicture(page, 'states', `loading${path}`);
  }
  await page.unroute('**/api/**');
  await page.route('**/api/**', (route) => route.abort());
  for (const path of readers) {
    await goTo(page, path, 0);
    await page.reload();
    await page.waitForTimeout(6_000);
    await takePicture(page, 'states', `failed${path}`);
  }
  await page.unroute('**/api/**');
  await show(page, server.url, '/home');
  await page.reload();
  await show(page, server.url, '/home');
  await page.context().setOffline(true);
  for (const path of ['/home', '/contracts', '/asset', '/receipt/option/none']) {
    await goTo(page, path, 1_000);
    await takePicture(page, 'states', `offline${path}`);
  }
});

test('an order from the tap to its checked receipt', async ({ browser }) => {
  const page = await enter(browser, 'dark');
  await show(page, server.url, '/contracts');
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
  await expect(receipt).toBeVisible({ timeout: 120_000 });
  await takePicture(page, 'states', 'order-4-ended');
  await receipt.click();
  await page.getByRole('button', { name: say('receipts.verify') }).click();
  await expect(page.getByText(say('receipts.verified'))).toBeVisible();
  await takePicture(page, 'states', 'order-5-verified');
  await takeLongPicture(page, 'states', 'order-5-verified');
  await show(page, server.url, '/orders');
  await page.getByRole('tab', { name: say('options.tabEnded') }).click();
  await takePicture(page, 'states', 'order-6-history');
});

test('refused and asked', async ({ browser }) => {
  const page = await enter(browser, 'light');
  await show(page, server.url, '/contracts');
  await page.getByLabel(say('options.stake'), { exact: true }).fill('20000');
  await page.getByRole('button', { name: startsWith(say('options.up')) }).click();
  await takePicture(page, 'states', 'refused-stake');
  await page.getByRole('button', { name: say('market.choosePair') }).click();
  await page.waitForTimeout(1_000);
  await takePicture(page, 'states', 'sheet-pairs');
  await show(page, server.url, '/asset');
  await page.getByRole('button', { name: /Tether/ }).click();
  await page.waitForTimeout(700);
  await takePicture(page, 'states', 'sheet-coin');
  await show(page, server.url, '/personal');
  await page.getByRole('button', { name: say('shell.menuLogOut') }).click();
  await page.waitForTimeout(700);
  await takePicture(page, 'states', 'dialog-log-out');
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: say('shell.menuLogOut') }).click(); // oxfmt-ignore
  await expect(page.getByText(say('shell.loggedOut'))).toBeVisible();
  await show(page, server.url, '/login');
  await page.getByRole('button', { name: say('shell.login') }).click();
  await takePicture(page, 'states', 'refused-login');
  await show(page, server.url, '/register');
  await page.getByRole('button', { name: say('register.submit') }).click();
  await takePicture(page, 'states', 'refused-register');
  await takeLongPicture(page, 'states', 'refused-register');
  await show(page, server.url, '/dev/kit');
  await takePicture(page, 'states', 'kit');
  await takeLongPicture(page, 'states', 'kit');
});
