// Each part of a market's page by itself, in two languages: nobody is shut out, nothing is cut off.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { isStill, looks, takeLook } from './support/screens.ts';
import { startServer, type TestServer } from './support/server.ts';
import { watch } from './support/watch.ts';
import { wordsOf } from './support/words.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

for (const look of looks.filter(({ name }) => name === 'light' || name === 'arabic')) {
  test(`the parts of a market: ${look.name}`, async ({ page }) => {
    test.setTimeout(180_000);
    const say = wordsOf(look.language);
    const expectNothingWrong = watch(page, server.url);
    await takeLook(page, look);
    await page.goto(`${server.url}/#/exchange/shibusdt`);
    for (const name of ['book', 'depth', 'tape', 'about'] as const) {
      await page.getByRole('tab', { name: say(`market.${name}`), exact: true }).click();
      await expect(page.locator('main .animate-pulse').filter({ visible: true })).toHaveCount(0, { timeout: 30_000 });
      await judge(page, name);
    }
    await page.getByRole('button', { name: say('chart.draw'), exact: true }).click();
    await judge(page, 'drawing tools');
    await page.getByRole('button', { name: say('chart.settings'), exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await judge(page, 'chart settings');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: say('chart.full'), exact: true }).click();
    await judge(page, 'full screen');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: say('chart.full'), exact: true })).toBeVisible();
    expectNothingWrong();
  });
}

async function judge(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 375, height: 812 });
  await isStill(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${name} ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
  expect.soft(found).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(overflow, `${name} is wider than 320 px`).toBeLessThanOrEqual(0);
}
