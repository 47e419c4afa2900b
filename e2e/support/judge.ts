// What every shown state of a screen is held to.
import { expect, type Page } from '@playwright/test';
import { isGate } from '../../server/test/run/which-run.ts';
import { findShutOut, rulesBy } from './axe.ts';
import { isStill } from './screens.ts';

const usualSize = { width: 375, height: 812 };
/** The narrowest, phones in a browser whose bars take a part of the height, and a large one; the gate looks at the usual one alone. */
const otherSizes = isGate
  ? []
  : [
      { width: 320, height: 640 },
      { width: 360, height: 640 },
      { width: 375, height: 553 },
      { width: 390, height: 664 },
      { width: 440, height: 956 },
    ];

/** Nobody is shut out on the usual phone, and nothing sticks out there or at the other sizes. Leaves the page as wide as a usual phone. */
export async function judgeShown(page: Page, name: string): Promise<void> {
  await page.setViewportSize(usualSize);
  await isStill(page);
  await judgeWidth(page, `${name} at 375 px`);
  expect.soft(await findShutOut(page), name).toEqual([]);
  for (const size of otherSizes) {
    await page.setViewportSize(size);
    await judgeWidth(page, `${name} at ${size.width} x ${size.height}`);
  }
  await page.setViewportSize(usualSize);
}

/** Nobody is shut out of a page of the console by light or by dark. */
export async function judgeThemes(page: Page, name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((wanted) => void (document.documentElement.dataset['theme'] = wanted), theme);
    // Colours fade from one theme to the other.
    await isStill(page);
    // A list that is read anew is drawn anew: what is gone at a second look shuts nobody out.
    const found = await findShutOut(page, rulesBy(theme));
    expect.soft(found.length === 0 ? found : await findShutOut(page, rulesBy(theme)), `${name}, ${theme}`).toEqual([]);
  }
}

/** Neither the page nor a panel over it is wider than the screen, and no text than the room that was given to it. */
export async function judgeWidth(page: Page, name: string): Promise<void> {
  expect.soft(await page.evaluate(findTooWide), name).toEqual([]);
}

/** Runs in the page: what is still too wide when it was drawn anew, and after two seconds, as a figure that has just grown gets its room then. */
async function findTooWide(): Promise<string[]> {
  const find = (): string[] => {
    const overflow = document.documentElement.scrollWidth - innerWidth;
    const panels = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')];
    const sideways = Math.max(0, ...panels.map((box) => box.scrollWidth - box.clientWidth));
    return [
      ...(overflow > 0 ? [`${overflow} px wider than the screen`] : []),
      ...(sideways > 0 ? [`the panel scrolls sideways by ${sideways} px`] : []),
      ...[...document.querySelectorAll<HTMLElement>('.still')].flatMap((cell) => {
        const text = document.createRange();
        text.selectNodeContents(cell);
        const [wanted, room] = [text.getBoundingClientRect().width, cell.getBoundingClientRect().width];
        if (wanted <= room + 1) return [];
        return [`texts without room: ${cell.textContent}: ${wanted} px in ${room} (${cell.style.inlineSize})`];
      }),
    ];
  };
  const until = performance.now() + 2_000;
  for (;;) {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const faults = find();
    if (faults.length === 0 || performance.now() > until) return faults;
  }
}
