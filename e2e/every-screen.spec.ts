// Every screen, the main ones also in the dark and from right to left: nobody is shut out, nothing is cut off, nothing goes wrong.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { logIn, openAccount, type Account } from './support/accounts.ts';
import { isSettled, placeOrder } from './support/option-order.ts';
import { mainForCustomers, mainForGuests, otherForCustomers, otherForGuests } from './support/screens.ts';
import { startServer, type TestServer } from './support/server.ts';
import { prefer, watch } from './support/watch.ts';
import type { Language } from './support/words.ts';

let server: TestServer;
let account: Account;
let orderId: string;
test.beforeAll(async () => {
  server = await startServer();
  account = await openAccount(server.url);
  orderId = await placeOrder(account);
});
test.afterAll(() => server.stop());

const looks: [name: string, language: Language, theme: string, isAll: boolean][] = [
  ['light', 'en', 'light', true],
  ['dark', 'en', 'dark', false],
  ['Arabic', 'ar', 'dark', false],
];

for (const [name, language, theme, isAll] of looks) {
  test(`nobody is shut out: ${name}`, async ({ page }) => {
    const expectNothingWrong = watch(page, server.url);
    await prefer(page, { language, theme });
    // Colours are judged when they have arrived, not while they fade in.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const path of isAll ? [...mainForGuests, ...otherForGuests] : mainForGuests) await judge(page, path);
    await logIn(page, account, { url: server.url, language });
    for (const path of isAll ? [...mainForCustomers, ...otherForCustomers] : mainForCustomers) await judge(page, path);
    await expect.poll(() => isSettled(account, orderId), { timeout: 60_000 }).toBe(true);
    await judge(page, `/receipt/option/${orderId}`);
    expectNothingWrong();
  });
}

async function judge(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(`${server.url}/#${path}`);
  const pageOnTop = page.locator('main:visible');
  await expect(pageOnTop.first()).toBeVisible();
  await expect(page.locator('main:visible [aria-busy="true"]')).toHaveCount(0);
  await page.waitForTimeout(400);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${path} ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
  expect.soft(found).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(overflow, `${path} is wider than 320 px`).toBeLessThanOrEqual(0);
}
