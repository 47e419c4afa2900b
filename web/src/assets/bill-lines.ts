// A journal line as its owner reads it: what it did to the money that they can spend. Pure.
import type { Bill } from '@candor/wire';
import type { MovementWords } from '../session/product-face.ts';
import type { Products } from '../session/products.ts';
import type { NamesIn } from '../text/keys.ts';

export interface BillLine {
  key: string;
  name: NamesIn<'assets'>;
  /** Whose movement it is, if it is a product's. */
  product?: NamesIn<'shell'>;
  /** As it changes what is available: plus, minus, or not at all. */
  effect: 'in' | 'out' | 'none';
  /** Decimal text, with a minus when it goes out. */
  amount: string;
  /** The own bucket that the balance is of. */
  bucket: 'available' | 'reserved' | 'margin' | 'staked';
  balance: string | null;
  /** Where the receipt of the order is. */
  to?: string;
}

/** A page that was loaded before its server was renewed may not know every kind. */
const other: MovementWords = { name: 'billOther' };

export function billLine(bill: Bill, movements: Products['movements']): BillLine {
  const { entry_id, leg, kind, object_id, from, to } = bill;
  const effect = to === 'available' ? 'in' : from === 'available' ? 'out' : 'none';
  const { name, product, receipt } = (movements as Partial<typeof movements>)[kind] ?? other;
  const isFrom = effect === 'out' || (effect === 'none' && from !== 'house');
  const bucket = isFrom ? from : to;
  return {
    key: `${entry_id} ${leg}`,
    name,
    ...(product && { product }),
    effect,
    amount: effect === 'out' ? `-${bill.amount}` : bill.amount,
    bucket: bucket === 'house' ? 'available' : bucket,
    balance: isFrom ? bill.from_balance : bill.to_balance,
    ...(receipt && { to: `/receipt/${receipt}/${object_id}` }),
  };
}

export interface Day<Item> {
  /** The first moment among its items, for the heading. */
  at: string;
  items: Item[];
}

/** Neighbours of one day together; `dayOf` is the reader's calendar. */
export function byDay<Item extends { at: string }>(items: readonly Item[], dayOf: (at: string) => string): Day<Item>[] {
  const days: Day<Item>[] = [];
  for (const item of items) {
    const last = days.at(-1);
    if (last && dayOf(last.at) === dayOf(item.at)) last.items.push(item);
    else days.push({ at: item.at, items: [item] });
  }
  return days;
}
