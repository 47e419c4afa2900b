// Work that is done for many things in a row, with room in between for whatever else the process has to do.

/** Longer than this, and what came meanwhile is done first: an order waits for several turns of the process until it is answered. */
const atOnceMs = 3;

/** Does it for each, in their order; resolves when all are done. What is done next may find another state than the first one did. */
export async function eachGivingWay<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let from = performance.now();
  for (const item of items) {
    if (performance.now() - from >= atOnceMs) {
      await new Promise(setImmediate);
      from = performance.now();
    }
    work(item);
  }
}
