// The frames of one screen while its prices tick, on a processor slowed down as a cheap phone's is.
import type { BenchBrowser } from './browser.ts';

export interface Frames {
  /** Longer than 50 ms, after the page has come up. */
  longTasks: number;
  longestTaskMs: number;
  medianFrameMs: number;
  p95FrameMs: number;
  /** Times a second that what the screen shows changed. */
  changesPerSecond: number;
}

const slowdown = 4;
const settleMs = 6_000;
const measureMs = 15_000;

export async function measureFrames(
  { context }: BenchBrowser,
  { url, path }: { url: string; path: string },
): Promise<Frames> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(`${url}/#${path}`);
  await page.locator('main:visible').first().waitFor();
  await page.waitForTimeout(settleMs);
  if (!page.url().endsWith(path)) throw new Error(`${path} led to ${page.url()}`);
  const frames = await page.evaluate(observe, measureMs);
  await page.close();
  return frames;
}

/** Runs in the page. */
function observe(forMs: number): Promise<Frames> {
  return new Promise((resolve) => {
    const tasks: number[] = [];
    const intervals: number[] = [];
    let changes = 0;
    const longTasks = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    });
    longTasks.observe({ type: 'longtask' });
    const mutations = new MutationObserver((records) => (changes += records.length));
    mutations.observe(document.body, { subtree: true, childList: true, characterData: true });
    const startedAt = performance.now();
    let last: number | undefined;
    const onFrame = (at: number): void => {
      if (last !== undefined) intervals.push(at - last);
      last = at;
      if (performance.now() - startedAt < forMs) requestAnimationFrame(onFrame);
      else finish();
    };
    const finish = (): void => {
      longTasks.disconnect();
      mutations.disconnect();
      const sorted = intervals.toSorted((left, right) => left - right);
      const at = (share: number): number => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 100) / 100;
      resolve({
        longTasks: tasks.length,
        longestTaskMs: Math.round(Math.max(0, ...tasks)),
        medianFrameMs: at(0.5),
        p95FrameMs: at(0.95),
        changesPerSecond: Math.round(changes / (forMs / 1000)),
      });
    };
    requestAnimationFrame(onFrame);
  });
}
