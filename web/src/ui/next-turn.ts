/** Resolves in a task of its own, so that a tap, or the next frame, need not wait for all of a longer work. */
export const nextTurn = (): Promise<void> =>
  'scheduler' in globalThis && 'yield' in globalThis.scheduler
    ? globalThis.scheduler.yield()
    : new Promise((resolve) => setTimeout(resolve));
