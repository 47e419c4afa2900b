// Replies to a customer's order within the patience of the lanes, even if the database is slow or silent.
import { Refusal } from '../kit/refuse.ts';

interface Settle {
  resolve(reply: unknown): void;
  reject(error: unknown): void;
}

/**
 * Calls `begin` at once and settles as `begin` does through its argument. Rejects with `outcome-unknown` after `patienceMs` (never if
 * undefined); the command then continues and may still be carried out.
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
