// Phones whose browser takes its part of the screen: what one trades with stays in view.
import { expect, test, type Locator, type Page } from '@playwright/test';
import { logIn, openAccount } from './support/accounts.ts';
import { placeOrder } from './support/option-order.ts';
import { sharedServer } from './support/server.ts';
import { startsWith } from './support/words.ts';

const sizes = [
  [390, 664],
  [360, 640],
  [375, 553],
  [320, 568],
] as const;

const server = sharedServer;

test('up and down are in reach on short screens, also with one that runs', async ({ page }) => {
  const account = await openAccount(server.url);
  await logIn(page, account, { url: server.url });
  await page.goto(`${server.url}/#/contracts?type=options`);
  const sides = ['Up', 'Down'].map((name) => page.getByRole('button', { name: startsWith(name) }));
  const chart = page.getByRole('img', { name: /chart of BTC/i });
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    for (const side of sides) await expectInReach(page, side);
    expect((await chart.boundingBox())!.height, `chart at ${width} x ${height}`).toBeGreaterThan(100);
  }
  await placeOrder(account);
  const another = page.getByRole('button', { name: 'Another order' });
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await expectInReach(page, another);
  }
  await another.click();
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    for (const side of sides) await expectInReach(page, side);
  }
});

/** All of it can be seen without scrolling, and nothing lies over it. */
async function expectInReach(page: Page, button: Locator): Promise<void> {
  await expect(button).toBeVisible();
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  const found = (): Promise<string> =>
    button.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const isWithin = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
      const corners = [left + 4, right - 4].flatMap((x) => [top + 4, bottom - 4].map((y) => [x, y] as const));
      const covering = corners.map(([x, y]) => document.elementFromPoint(x, y)).find((one) => !element.contains(one));
      const place = `${Math.round(top)}-${Math.round(bottom)} of ${innerWidth} x ${innerHeight}`;
      return !isWithin
        ? `outside: ${place}`
        : covering !== undefined
          ? `covered by ${covering?.tagName}: ${place}`
          : '';
    });
  await expect.poll(found).toBe('');
}
