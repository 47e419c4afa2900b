// What a page that comes while an order runs shows of it.
import { queryOptionsOrderList } from '@candor/wire';
import { expect, test } from '@playwright/test';
import { logIn, openAccount } from './support/accounts.ts';
import { placeOrder } from './support/option-order.ts';
import { openWithOrder } from './support/screens.ts';
import { startsWith, wordsOf } from './support/words.ts';

const say = wordsOf('en');

let made: Awaited<ReturnType<typeof openWithOrder>>;
test.beforeAll(async () => {
  made = await openWithOrder();
});

test('until one’s orders are known there is no ticket that a card then takes away', async ({ page }) => {
  const { server, account } = made;
  const held = Promise.withResolvers<void>();
  await page.route('**/api/action', async (route) => {
    if (route.request().postData()?.includes(queryOptionsOrderList.name)) await held.promise;
    await route.continue();
  });
  await logIn(page, account, { url: server.url });
  await page.goto(`${server.url}/#/contracts`);
  const up = page.getByRole('button', { name: startsWith(say('options.up')) });
  await expect(page.locator('main canvas').first()).toBeVisible();
  await expect(page.locator('main .animate-pulse').filter({ visible: true }).first()).toBeVisible();
  await expect(up).toHaveCount(0);
  held.resolve();
  await expect(page.getByRole('region', { name: say('options.runningLabel') })).toBeVisible();
  await expect(up.filter({ visible: true })).toHaveCount(0);
  await expect(page.getByText(say('options.settlesBy')).first()).toBeVisible();
});

test('who comes later sees every price since the entry, and each new one', async ({ page }) => {
  const { server } = made;
  const account = await openAccount(server.url);
  await logIn(page, account, { url: server.url });
  await placeOrder(account);
  await page.waitForTimeout(4_000);
  await page.goto(`${server.url}/#/contracts`);
  const line = page.getByRole('img', { name: say('options.ticksLabel') }).locator('path[fill=none]');
  const xs = async (): Promise<number[]> => ((await line.getAttribute('d')) ?? '').split(/[ML]/).slice(1).map(Number.parseFloat); // oxfmt-ignore
  await expect.poll(async () => (await xs()).length).toBeGreaterThan(8);
  const [entry = 0, first = Infinity] = await xs();
  // Of thirty seconds, the first two.
  expect(first - entry).toBeLessThan((308 * 2) / 30);
  const before = (await xs()).length;
  await expect.poll(async () => (await xs()).length).toBeGreaterThan(before);
});
