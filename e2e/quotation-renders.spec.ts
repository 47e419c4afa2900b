// What a tick costs on the page of all coins: only cells of rows are drawn again, each by itself, and no row or list.
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

interface Count {
  commits: number;
  /** Where components worked: the name of the coin's row and the place of the cell in it; '' outside of rows. */
  cells: Record<string, number>;
  outside: number;
}

/** React tells each commit to the hook that its developer tools use, in every build. */
async function countRenders(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface Fiber {
      tag: number;
      flags: number;
      alternate: Fiber | null;
      child: Fiber | null;
      sibling: Fiber | null;
      return: Fiber | null;
      stateNode: unknown;
    }
    const [functionTag, memoTag, simpleMemoTag, hostTag, performedWork] = [0, 14, 15, 5, 1];
    const counts = { commits: 0, cells: {} as Record<string, number>, outside: 0 };
    const hostBelow = (fiber: Fiber | null): Element | undefined => {
      for (let one = fiber; one; one = one.child) if (one.tag === hostTag) return one.stateNode as Element;
      return undefined;
    };
    const note = (fiber: Fiber): void => {
      const element = hostBelow(fiber.child);
      const row = element?.closest('main li');
      if (!row || element === row) counts.outside++;
      else {
        const name = `${row.textContent.slice(0, 5)} ${[...row.querySelectorAll('*')].indexOf(element!)}`;
        counts.cells[name] = (counts.cells[name] ?? 0) + 1;
      }
    };
    const walk = (fiber: Fiber | null): void => {
      for (let one = fiber; one; one = one.sibling) {
        const before = one.alternate;
        const isComponent = one.tag === functionTag || one.tag === memoTag || one.tag === simpleMemoTag;
        if (before === null || (isComponent && (one.flags & performedWork) !== 0)) {
          if (isComponent) note(one);
        }
        // The same child as before: nothing below was looked at.
        if (before === null || one.child !== before.child) walk(one.child);
      }
    };
    Object.assign(globalThis, {
      renderCounts: counts,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        isDisabled: false,
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberUnmount: () => undefined,
        onPostCommitFiberRoot: () => undefined,
        onCommitFiberRoot: (_: number, root: { current: Fiber }) => {
          counts.commits++;
          walk(root.current);
        },
      },
    });
  });
}

const read = (page: Page): Promise<Count> =>
  page.evaluate(() => structuredClone((globalThis as unknown as { renderCounts: Count }).renderCounts));

test('a tick draws its cell and nothing around it', async ({ page }) => {
  await countRenders(page);
  await page.goto(`${server.url}/#/quotation`);
  await page.getByRole('tab').nth(1).click();
  await expect(page.getByRole('tabpanel').getByRole('link')).toHaveCount(21);
  await page.waitForTimeout(4_000);
  const before = await read(page);
  await page.waitForTimeout(4_000);
  const after = await read(page);
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
