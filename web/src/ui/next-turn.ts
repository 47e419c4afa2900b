/** Resolves in a task of its own, so that a tap, or the next frame, need not wait for all of a longer work. */
export const nextTurn = (): Promise<void> =>
  'scheduler' in globalThis && 'yield' in globalThis.scheduler
    ? globalThis.scheduler.yield()
    : new Promise((resolve) => setTimeout(resolve));

/** A page in the background is never painted. */
const paintWaitMs = 1_000;
let painted: Promise<void> | undefined;

/** Resolves when something of the page can be seen: what nobody sees before is fetched and begun after it. */
export const firstPaint = (): Promise<void> =>
  (painted ??= new Promise((resolve) => {
    setTimeout(resolve, paintWaitMs);
    const observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return;
      observer.disconnect();
      resolve();
    });
    observer.observe({ type: 'paint', buffered: true });
  }));
