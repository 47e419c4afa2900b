// The chart as its owner wants it: how prices are shown, what is computed from them, lines of one's own; and all of it stays.
import { expect, test } from '@playwright/test';
import { startServer, type TestServer } from './support/server.ts';
import { watch } from './support/watch.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

test('looks, figures and drawings are chosen, and outlive a reload', async ({ page }) => {
  const expectNothingWrong = watch(page, server.url);
  await page.goto(`${server.url}/#/exchange/btcusdt`);
  const chart = page.getByRole('img', { name: 'Chart of BTC' });
  await expect(chart.locator('canvas').first()).toBeVisible();
  const panes = await chart.locator('canvas').count();
  const height = (await chart.boundingBox())!.height;

  await page.getByRole('button', { name: 'Chart settings' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('radio', { name: 'Bars' }).check({ force: true });
  for (const name of ['EMA', 'BOLL', 'MACD', 'RSI', 'KDJ'])
    await sheet.getByRole('checkbox', { name }).check({ force: true });
  await sheet.getByRole('button', { name: 'Level' }).click();
  await expect(sheet).toBeHidden();
  await expect.poll(() => chart.locator('canvas').count()).toBeGreaterThan(panes);
  // Each pane adds to the height instead of taking from the prices.
  expect((await chart.boundingBox())!.height).toBeGreaterThan(height + 150);
  const box = (await chart.boundingBox())!;
  await page.mouse.move(box.x + 150, box.y + 80);
  await page.mouse.click(box.x + 150, box.y + 80);
  const kept = () => page.evaluate(() => localStorage.getItem('candor.chart') ?? '');
  await expect.poll(kept).toContain('horizontalStraightLine');

  await page.reload();
  await expect(chart.locator('canvas').first()).toBeVisible();
  await page.getByRole('button', { name: 'Chart settings' }).click();
  await expect(sheet.getByRole('checkbox', { name: 'MACD' })).toBeChecked();
  await expect(sheet.getByRole('radio', { name: 'Bars' })).toBeChecked();
  await sheet.getByRole('button', { name: 'Remove drawings' }).click();
  await expect.poll(kept).not.toContain('horizontalStraightLine');
  expectNothingWrong();
});

test('the chart fills the screen and gives it back', async ({ page }) => {
  await page.goto(`${server.url}/#/exchange/ethusdt`);
  const chart = page.getByRole('img', { name: 'Chart of ETH' });
  await expect(chart.locator('canvas').first()).toBeVisible();
  const before = (await chart.boundingBox())!.height;
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect.poll(async () => (await chart.boundingBox())!.height).toBeGreaterThan(before + 200);
  await page.getByRole('button', { name: 'Leave full screen' }).click();
  await expect.poll(async () => (await chart.boundingBox())!.height).toBeLessThan(before + 20);
});
