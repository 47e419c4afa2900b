// A customer who waits for an order is answered within the patience of the lanes, whatever the database does meanwhile.
import { Refusal } from '../kit/refuse.ts';

/** Refuses with `outcome-unknown` if `work` takes longer; it goes on, and may be carried out. */
export function withinPatience<Reply>(work: Promise<Reply>, patienceMs: number): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Refusal('outcome-unknown')), patienceMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
