// Look-ups of single rows by their key, gathered: what is asked for while one statement is under way shares the next one, since
// a statement of its own costs more than its row.
import DataLoader from 'dataloader';

/**
 * One look-up, made of one that reads many. It never joins a statement that is under way already, so what it finds is not
 * older than the call; every call of a statement that fails is rejected with its error.
 */
export function gatherReads<Found>(
  readAll: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
): (key: string) => Promise<Found | undefined> {
  let underWay: Promise<unknown> = Promise.resolve();
  const loader = new DataLoader<string, Found | undefined>(
    async (keys) => {
      const reading = readAll([...new Set(keys)]);
      underWay = reading.catch(() => undefined);
      const found = await reading;
      return keys.map((key) => found.get(key));
    },
    { cache: false, batchScheduleFn: (send) => void underWay.then(send) },
  );
  return (key) => loader.load(key);
}
