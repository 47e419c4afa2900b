// What a tick costs on the page of all coins: only cells of rows are drawn again, each by itself, and no row or list.
import { expect, test } from '@playwright/test';
import { countRenders, readRenders } from './support/renders.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

test('a tick draws its cell and nothing around it', async ({ page }) => {
  await countRenders(page, 'main li');
  await page.goto(`${server.url}/#/quotation`);
  await page.getByRole('tab').nth(1).click();
  await expect(page.getByRole('tabpanel').getByRole('link')).toHaveCount(21);
  await page.waitForTimeout(4_000);
  const before = await readRenders(page);
  await page.waitForTimeout(4_000);
  const after = await readRenders(page);
  const commits = after.commits - before.commits;
  const grown = Object.entries(after.cells)
    .map(([cell, count]) => ({ cell, count: count - (before.cells[cell] ?? 0) }))
    .filter(({ count }) => count > 0);
  expect(commits).toBeGreaterThan(2);
  expect(grown.length).toBeGreaterThan(10);
  // A cell is two components: one that listens and one that draws. Each cell once a commit, whatever else has ticked.
  for (const { cell, count } of grown) expect(count, cell).toBeLessThanOrEqual(2 * commits);
  // Of a row no more than price, change and volume.
  const cellsOfRow = Map.groupBy(grown, ({ cell }) => cell.slice(0, 5));
  for (const [row, cells] of cellsOfRow) expect(cells.length, row).toBeLessThanOrEqual(3);
  // Neither the list nor the page around it.
  expect(after.outside - before.outside).toBe(0);
});
