/** Asks again every 20 ms; fails with what was waited for when it is not so within `withinMs`, by default only if it never will be. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`waited ${withinMs} ms in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
