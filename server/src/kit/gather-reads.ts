// Look-ups of single rows by their key, gathered: what is asked for while one statement is under way shares the next one, since
// a statement of its own costs more than its row.

/**
 * One look-up, made of one that reads many. It never joins a statement that is under way already, so what it finds is not
 * older than the call; every call of a statement that fails is rejected with its error.
 */
export function gatherReads<Found>(
  readAll: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
): (key: string) => Promise<Found | undefined> {
  let waiting = new Map<string, PromiseWithResolvers<Found | undefined>>();
  let isReading = false;

  async function read(): Promise<void> {
    isReading = true;
    while (waiting.size > 0) {
      const batch = waiting;
      waiting = new Map();
      try {
        const found = await readAll([...batch.keys()]);
        for (const [key, { resolve }] of batch) resolve(found.get(key));
      } catch (error) {
        for (const { reject } of batch.values()) reject(error);
      }
    }
    isReading = false;
  }

  return (key) => {
    let wanted = waiting.get(key);
    if (!wanted) waiting.set(key, (wanted = Promise.withResolvers()));
    if (!isReading) void read();
    return wanted.promise;
  };
}
