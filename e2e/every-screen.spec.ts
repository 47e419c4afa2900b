// Every screen, the main ones also in the dark and from right to left: nobody is shut out, nothing is cut off, nothing goes wrong.
import { AxeBuilder } from '@axe-core/playwright';
import { queryOptionsConfig, queryOptionsOrderList, submitOptionsOrder } from '@candor/wire';
import { expect, test, type Page } from '@playwright/test';
import { logIn, need, openAccount, type Account } from './support/accounts.ts';
import { startServer, type TestServer } from './support/server.ts';
import { prefer, watch } from './support/watch.ts';
import type { Language } from './support/words.ts';

let server: TestServer;
let account: Account;
let orderId: string;
test.beforeAll(async () => {
  server = await startServer();
  account = await openAccount(server.url);
  orderId = await placeOrder();
});
test.afterAll(() => server.stop());

const mainGuest = ['/home', '/login', '/register'];
const mainCustomer = ['/home', '/contracts', '/asset', '/personal', '/quotation'];
const otherGuest = ['/quotation', '/personal', '/exchange/btcusdt', '/language', '/demo', '/help'];
const otherCustomer = ['/orders', '/bills', '/loginpassword', '/transactionpassword', '/sessions', '/appearance', '/demo', '/recharge']; // prettier-ignore
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
    for (const path of isAll ? [...mainGuest, ...otherGuest] : mainGuest) await judge(page, path);
    await logIn(page, account, { url: server.url, language });
    for (const path of isAll ? [...mainCustomer, ...otherCustomer] : mainCustomer) await judge(page, path);
    await expect.poll(isSettled, { timeout: 60_000 }).toBe(true);
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
  const folder = process.env['CANDOR_SCREENSHOTS'];
  if (folder)
    await page.screenshot({ path: `${folder}/${test.info().title.split(': ')[1]} ${path.replaceAll('/', '-')}.png` });
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${path} ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
  expect.soft(found).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(overflow, `${path} is wider than 320 px`).toBeLessThanOrEqual(0);
}

async function placeOrder(): Promise<string> {
  const [config] = need(await account.client.call(queryOptionsConfig, {})).RESULT_LIST;
  const order = need(
    await account.client.call(submitOptionsOrder, {
      pair_type: 'btcusdt',
      trade_user_id: account.accountId,
      trade_num: '10',
      option_config_id: config!.options_config_id,
      trade_transaction_type: 1,
    }),
  );
  return order.option_order_id;
}

async function isSettled(): Promise<boolean> {
  const answer = await account.client.call(queryOptionsOrderList, { trade_user_id: account.accountId, trade_type: 0 });
  return need(answer).RESULT_LIST.some(({ option_order_id }) => option_order_id === orderId);
}
