// Pictures of every screen at four widths in four looks; `npm run screenshots` runs this and nothing else does.
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { logIn, openAccount, type Account } from './support/accounts.ts';
import { isSettled, placeOrder } from './support/option-order.ts';
import { mainForCustomers, mainForGuests, otherForCustomers, otherForGuests } from './support/screens.ts';
import { startServer, type TestServer } from './support/server.ts';
import { prefer } from './support/watch.ts';
import type { Language } from './support/words.ts';

const folder = process.env['CANDOR_SCREENSHOTS'] ?? '';
const widths = [320, 375, 430, 1280];
const looks: [name: string, language: Language, theme: string][] = [
  ['light', 'en', 'light'],
  ['dark', 'en', 'dark'],
  ['japanese', 'ja', 'light'],
  ['arabic', 'ar', 'dark'],
];

let server: TestServer;
let account: Account;
let orderId: string;
test.beforeAll(async () => {
  server = await startServer();
  account = await openAccount(server.url);
  orderId = await placeOrder(account);
});
test.afterAll(() => server.stop());

for (const [look, language, theme] of looks) {
  test(look, async ({ page }) => {
    test.setTimeout(300_000);
    await prefer(page, { language, theme });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const path of [...mainForGuests, ...otherForGuests]) await shoot(page, { path, name: `guest${path}`, look });
    await logIn(page, account, { url: server.url, language });
    for (const path of [...mainForCustomers, ...otherForCustomers]) await shoot(page, { path, name: path, look });
    await expect.poll(() => isSettled(account, orderId), { timeout: 60_000 }).toBe(true);
    await shoot(page, { path: `/receipt/option/${orderId}`, name: 'receipt', look });
  });
}

async function shoot(page: Page, { path, name, look }: { path: string; name: string; look: string }): Promise<void> {
  await page.goto(`${server.url}/#${path}`);
  await expect(page.locator('main:visible [aria-busy="true"]')).toHaveCount(0);
  await page.waitForTimeout(500);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 812 });
    await page.waitForTimeout(100);
    await page.screenshot({ path: join(folder, look, `${name.replaceAll('/', '-').replace(/^-/, '')}-${width}.png`) });
  }
}
