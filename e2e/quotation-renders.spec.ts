// What a tick costs on the page of all coins: the text of its cells changes, and no row, list or page is drawn again.
import { expect, test } from '@playwright/test';
import { countRenders, readRenders } from './support/renders.ts';
import { liveMarket, startServer, type TestServer } from './support/server.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer(liveMarket);
});
test.afterAll(() => server.stop());

test('a tick draws its cell and nothing around it', async ({ page }) => {
  await countRenders(page, 'main li');
  await page.goto(`${server.url}/#/quotation`);
  await page.getByRole('tab').nth(1).click();
  await expect(page.getByRole('tabpanel').getByRole('link')).toHaveCount(21);
  await page.waitForTimeout(4_000);
  const before = await readRenders(page);
  const changes = await page.evaluate(watchTexts, 4_000);
  const after = await readRenders(page);
  const commits = after.commits - before.commits;

  // What is in sight ticks, in cells of its own size: price, change, volume.
  expect(Object.keys(changes.rows).length).toBeGreaterThan(8);
  expect(changes.outside).toBe(0);
  // What far out of sight one can't see does not.
  const last = await page.getByRole('tabpanel').getByRole('listitem').last().textContent();
  expect(Object.keys(changes.rows)).not.toContain(last!.slice(0, 5));

  // React has little to do: a cell for a wider text or another colour, and never what is around.
  const grown = Object.entries(after.cells)
    .map(([cell, count]) => ({ cell, count: count - (before.cells[cell] ?? 0) }))
    .filter(({ count }) => count > 0);
  for (const { cell, count } of grown) expect(count, cell).toBeLessThanOrEqual(3 * commits);
  const texts = Object.values(changes.rows).reduce((sum, count) => sum + count, 0);
  expect(texts).toBeGreaterThan(20);
  expect(grown.reduce((sum, { count }) => sum + count, 0)).toBeLessThan(texts / 2);
  expect(after.outside - before.outside).toBe(0);

  // And it comes when one looks for it.
  await page.getByRole('tabpanel').getByRole('listitem').last().scrollIntoViewIfNeeded();
  const later = await page.evaluate(watchTexts, 4_000);
  expect(Object.keys(later.rows)).toContain(last!.slice(0, 5));
});

/** Runs in the page: how often texts change, by the beginning of their row; `outside`: not in a cell of its own size. */
function watchTexts(forMs: number): Promise<{ rows: Record<string, number>; outside: number }> {
  return new Promise((resolve) => {
    const rows: Record<string, number> = {};
    let outside = 0;
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) {
        const cell = target.parentElement!;
        const row = cell.closest('main li');
        if (!row || getComputedStyle(cell).contain !== 'size layout') outside++;
        else rows[row.textContent.slice(0, 5)] = (rows[row.textContent.slice(0, 5)] ?? 0) + 1;
      }
    });
    observer.observe(document.querySelector('main [role=tabpanel]')!, { characterData: true, subtree: true });
    setTimeout(() => {
      observer.disconnect();
      resolve({ rows, outside });
    }, forMs);
  });
}
