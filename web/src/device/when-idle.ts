const defaultLatestMs = 5_000;
/** Where a browser does not say when it has time. */
const guessedMs = 500;

/** Does what can wait: after so long, once the browser has time, or has had none for `latestMs`. Returns what calls it off. */
export function whenIdle(work: () => void, { afterMs = 0, latestMs = defaultLatestMs } = {}): () => void {
  const hasIdle = 'requestIdleCallback' in globalThis;
  let idle: number | undefined;
  const timer = setTimeout(
    () => {
      if (hasIdle) idle = requestIdleCallback(work, { timeout: latestMs });
      else work();
    },
    hasIdle ? afterMs : afterMs + guessedMs,
  );
  return () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
  };
}
