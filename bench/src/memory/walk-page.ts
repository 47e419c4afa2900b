// The page as somebody uses it all day: from screen to screen, and back to the same one, where its memory is read.
import type { CDPSession, Page } from '@playwright/test';

export interface PageMemory {
  /** Live objects of the page's JavaScript after the others were collected, bytes. */
  heldBytes: number;
  nodes: number;
  listeners: number;
}

const screens = ['/quotation', '/exchange/ethusdt', '/contracts', '/orders', '/asset', '/home'];

/** Stays on each screen for a while. */
export async function walk(page: Page, url: string, stayMs = 1_700): Promise<void> {
  for (const screen of screens) {
    await page.evaluate((hash) => void (location.hash = hash), screen);
    await page.waitForTimeout(stayMs);
  }
  if (!page.url().startsWith(`${url}/#/home`)) throw new Error(`the walk ended at ${page.url()}`);
}

export async function readPage(session: CDPSession): Promise<PageMemory> {
  for (let times = 0; times < 2; times += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return { heldBytes: usedSize, nodes, listeners: jsEventListeners };
}
