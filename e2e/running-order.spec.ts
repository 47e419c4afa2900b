// What a page that comes while an order runs shows of it.
import { queryOptionsOrderList } from '@candor/wire';
import { expect, test } from '@playwright/test';
import { logIn } from './support/accounts.ts';
import { startWithOrder } from './support/screens.ts';
import { startsWith, wordsOf } from './support/words.ts';

const say = wordsOf('en');

let made: Awaited<ReturnType<typeof startWithOrder>>;
test.beforeAll(async () => {
  made = await startWithOrder();
});
test.afterAll(() => made.server.stop());

test('until one’s orders are known there is no ticket that a card then takes away', async ({ page }) => {
  const { server, account } = made;
  await logIn(page, account, { url: server.url });
  const held = Promise.withResolvers<void>();
  await page.route('**/api/action', async (route) => {
    if (route.request().postData()?.includes(queryOptionsOrderList.name)) await held.promise;
    await route.continue();
  });
  await page.goto(`${server.url}/#/contracts`);
  const up = page.getByRole('button', { name: startsWith(say('options.up')) });
  await expect(page.locator('main canvas').first()).toBeVisible();
  await expect(page.locator('main .animate-pulse').filter({ visible: true }).first()).toBeVisible();
  await expect(up).toHaveCount(0);
  held.resolve();
  await expect(page.getByRole('region', { name: say('options.runningLabel') })).toBeVisible();
  await expect(up.filter({ visible: true })).toHaveCount(0);
});
