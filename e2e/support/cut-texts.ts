// Texts that one cannot read to their end: see large-text.spec.ts.
import { expect, type Page } from '@playwright/test';
import { isStill, show } from './screens.ts';

/** Fails with what is cut off, on the usual phone and on the narrowest. */
export async function expectNothingCut(page: Page, place: { url: string; path: string }): Promise<void> {
  await show(page, place.url, place.path);
  for (const width of [320, 375]) {
    await page.setViewportSize({ width, height: 812 });
    await isStill(page);
    expect.soft(await page.evaluate(findCut), `${place.path} at ${width} px`).toEqual([]);
  }
}

/** Runs in the page: texts that stick out of the screen or out of the control that they name. */
export function findCut(): string[] {
  const cut: string[] = [];
  const overflow = document.documentElement.scrollWidth - innerWidth;
  if (overflow > 0) cut.push(`the page is ${overflow} px too wide`);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const owner = node.parentElement!;
    if (!node.textContent!.trim() || !owner.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    // Texts for screen readers alone take a single pixel.
    if (
      text.width <= 1 ||
      owner.getBoundingClientRect().width <= 1 ||
      owner.closest('.unseen, .skip-link, svg, canvas')
    )
      continue;
    let frame: DOMRect = new DOMRect(0, 0, innerWidth, innerHeight);
    let scrolls = false;
    for (let box: HTMLElement | null = owner; box; box = box.parentElement) {
      const { overflowX } = getComputedStyle(box);
      if (overflowX === 'auto' || overflowX === 'scroll') scrolls = true;
      if (!box.matches('button, a, label, [role=tab], [role=radio]')) continue;
      frame = box.getBoundingClientRect();
      break;
    }
    const isOut = text.left < frame.left - 1 || text.right > frame.right + 1;
    if (isOut && !scrolls)
      cut.push(
        `"${node.textContent!.trim().slice(0, 40)}" of ${owner.closest('button, a, label')?.tagName ?? 'the page'}`,
      );
  }
  return cut;
}
