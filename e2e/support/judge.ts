// What every shown state of a screen is held to.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { isStill } from './screens.ts';

/** Nobody is shut out, and nothing sticks out, on the usual phone and on the narrowest. Leaves the page as wide as a usual phone. */
export async function judgeShown(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 375, height: 812 });
  await isStill(page);
  await judgeWidth(page, `${name} at 375 px`);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${name} ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
  expect.soft(found).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  await isStill(page);
  await judgeWidth(page, `${name} at 320 px`);
  await page.setViewportSize({ width: 375, height: 812 });
}

/** Neither the page nor a panel over it is wider than the screen, and no text than the room that was given to it. */
export async function judgeWidth(page: Page, name: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(overflow, `${name} is too wide`).toBeLessThanOrEqual(0);
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].map((box) => box.scrollWidth - box.clientWidth),
  );
  expect.soft(Math.max(0, ...wide), `${name}: the panel scrolls sideways`).toBeLessThanOrEqual(0);
  // A figure that has just grown gets its room with the next drawing.
  const tight = (): Promise<string[]> => page.evaluate(findTight);
  await expect.soft.poll(tight, { message: `${name}: texts without room`, timeout: 2_000 }).toEqual([]);
}

/** Runs in the page. */
function findTight(): string[] {
  return [...document.querySelectorAll<HTMLElement>('.still')].flatMap((cell) => {
    const text = document.createRange();
    text.selectNodeContents(cell);
    const [wanted, room] = [text.getBoundingClientRect().width, cell.getBoundingClientRect().width];
    return wanted > room + 1 ? [`${cell.textContent}: ${wanted} px in ${room} (${cell.style.inlineSize})`] : [];
  });
}
