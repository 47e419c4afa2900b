// A customer who waits for an order is answered within the patience of the lanes, whatever the database does meanwhile.
import { Refusal } from '../kit/refuse.ts';

interface Settle {
  resolve(reply: unknown): void;
  reject(error: unknown): void;
}

/**
 * Resolves as `begin` does through what it is given, at once. Refuses with `outcome-unknown` if that takes longer than `patienceMs`, for ever
 * where it is undefined; what began goes on, and may be carried out.
 */
export function withinPatience<Reply>(patienceMs: number | undefined, begin: (settle: Settle) => void): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(new Refusal('outcome-unknown'));
    const timer = patienceMs === undefined ? undefined : setTimeout(giveUp, patienceMs);
    begin({
      resolve(reply) {
        clearTimeout(timer);
        resolve(reply as Reply);
      },
      reject(error) {
        clearTimeout(timer);
        reject(error as Error);
      },
    });
  });
}
