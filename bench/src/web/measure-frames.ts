// The frames of one screen while its prices tick, on a processor slowed down as a cheap phone's is. Two clocks: the page's own
// says what a person would see, the main thread's processor time says how much of it was the page's doing.
import type { CDPSession } from '@playwright/test';
import type { BenchBrowser } from './browser.ts';
import { readMainThread, type MainThread, type TraceEvent } from './read-main-thread.ts';
import { medianInSteps, quantile } from './quantiles.ts';

export interface Frames extends MainThread {
  /** Longer than 50 ms by the clock, after the page has come up. */
  longTasks: number;
  medianFrameMs: number;
  p95FrameMs: number;
}

const slowdown = 4;
/** Long enough for what is loaded ahead when there is time. */
const settleMs = 8_000;
const measureMs = 15_000;
/** To this the browser rounds the times that it tells a page. */
const clockStepMs = 0.1;

export async function measureFrames(
  { context }: BenchBrowser,
  { url, path }: { url: string; path: string },
): Promise<Frames> {
  const page = await context.newPage();
  try {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(`${url}/#${path}`);
    await page.locator('main:visible').first().waitFor();
    await page.waitForTimeout(settleMs);
    if (!page.url().endsWith(path)) throw new Error(`${path} led to ${page.url()}`);
    const endTrace = await startTrace(session);
    const { intervals, longTasks } = await page.evaluate(observe, measureMs);
    const sorted = intervals.toSorted((left, right) => left - right);
    return {
      longTasks,
      medianFrameMs: medianInSteps(sorted, clockStepMs),
      p95FrameMs: quantile(sorted, 0.95),
      ...readMainThread(await endTrace()),
    };
  } finally {
    await page.close();
  }
}

async function startTrace(session: CDPSession): Promise<() => Promise<TraceEvent[]>> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])));
  const includedCategories = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories, excludedCategories: ['*'] },
  });
  return async () => {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await complete;
    return events;
  };
}

/** Runs in the page. */
function observe(forMs: number): Promise<{ intervals: number[]; longTasks: number }> {
  return new Promise((resolve) => {
    const intervals: number[] = [];
    let longTasks = 0;
    const observer = new PerformanceObserver((list) => (longTasks += list.getEntries().length));
    observer.observe({ type: 'longtask' });
    const startedAt = performance.now();
    let last: number | undefined;
    const onFrame = (at: number): void => {
      if (last !== undefined) intervals.push(at - last);
      last = at;
      if (performance.now() - startedAt < forMs) return void requestAnimationFrame(onFrame);
      observer.disconnect();
      resolve({ intervals, longTasks });
    };
    requestAnimationFrame(onFrame);
  });
}
