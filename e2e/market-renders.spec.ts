// What a tick costs on a market's page: figures are drawn again, each by itself, and nothing that holds them.
import { expect, test } from '@playwright/test';
import { countRenders, readRenders } from './support/renders.ts';
import { liveMarket, startServer, type TestServer } from './support/server.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer(liveMarket);
});
test.afterAll(() => server.stop());

/** What holds others. Figures are drawn by rows, lists of facts and parts of lines. */
const holders = ['DIV', 'SECTION', 'MAIN', 'TABLE', 'ASIDE', 'UL', 'HEADER', 'NAV', 'FOOTER', ''];

test('a tick draws figures and levels of the book, and no page, panel or table', async ({ page }) => {
  await countRenders(page, 'main tr');
  await page.goto(`${server.url}/#/exchange/btcusdt`);
  await expect(page.getByRole('img', { name: 'Chart of BTC' }).locator('canvas').first()).toBeVisible();
  await page.waitForTimeout(4_000);
  const before = await readRenders(page);
  await page.waitForTimeout(5_000);
  const after = await readRenders(page);
  const grown = Object.entries(after.tags)
    .map(([tag, count]) => ({ tag, count: count - (before.tags[tag] ?? 0) }))
    .filter(({ count }) => count > 0);
  expect(after.commits - before.commits).toBeGreaterThan(4);
  // Levels of the book and the price have moved.
  for (const tag of ['TR', 'BDI', 'DL']) expect(grown.map((one) => one.tag)).toContain(tag);
  expect(grown.filter(({ tag }) => holders.includes(tag))).toEqual([]);
});

test('a book draws the levels that have changed, and not all of them', async ({ page }) => {
  await countRenders(page, 'main tbody tr');
  await page.goto(`${server.url}/#/exchange/btcusdt`);
  await expect(page.getByRole('table', { name: 'Sellers' }).locator('tbody tr').nth(15)).toContainText(/\d/);
  await page.waitForTimeout(2_000);
  const before = await readRenders(page);
  await page.waitForTimeout(5_000);
  const after = await readRenders(page);
  const cells = Object.values(after.cells).reduce((sum, count) => sum + count, 0);
  const cellsBefore = Object.values(before.cells).reduce((sum, count) => sum + count, 0);
  const commits = after.commits - before.commits;
  expect(cells).toBeGreaterThan(cellsBefore);
  // Were each of the 32 levels drawn with each change of a price, it would be hundreds.
  expect((cells - cellsBefore) / commits).toBeLessThan(32);
});
