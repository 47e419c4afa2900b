// Pages slide, and nothing is lost when the browser drops a slide half-way.
import { expect, test } from '@playwright/test';
import { startServer, type TestServer } from './support/server.ts';
import { watch } from './support/watch.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

test('a phone that is turned while a page slides in shows that page', async ({ page }) => {
  const expectNothingWrong = watch(page, server.url);
  await page.goto(`${server.url}/#/home`);
  for (let turn = 0; turn < 6; turn += 1) {
    const tab = page.getByRole('navigation').getByRole('link', { name: turn % 2 === 0 ? 'Quotation' : 'Home' });
    await tab.click();
    await page.setViewportSize(turn % 2 === 0 ? { width: 812, height: 375 } : { width: 375, height: 812 });
    await expect(tab).toHaveAttribute('aria-current', 'page');
    await expect(page.locator('main:visible')).toHaveCount(1);
  }
  expectNothingWrong();
});
