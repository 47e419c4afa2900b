// A journal line as its owner reads it: what it did to the money that they can spend. Pure.
import type { Bill } from '@candor/wire';
import type { NamesIn } from '../text/keys.ts';

export interface BillLine {
  key: string;
  name: NamesIn<'assets'>;
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

const names: Readonly<Record<string, NamesIn<'assets'>>> = {
  'option-placed': 'billOptionPlaced',
  'option-returned': 'billOptionReturned',
  'option-won': 'billOptionWon',
  'option-lost': 'billOptionLost',
  'test-money': 'billTestMoney',
};

export function billLine(bill: Bill): BillLine {
  const { entry_id, leg, kind, object_id, from, to } = bill;
  const effect = to === 'available' ? 'in' : from === 'available' ? 'out' : 'none';
  const isFrom = effect === 'out' || (effect === 'none' && from !== 'house');
  const bucket = isFrom ? from : to;
  return {
    key: `${entry_id} ${leg}`,
    name: names[kind] ?? 'billOther',
    effect,
    amount: effect === 'out' ? `-${bill.amount}` : bill.amount,
    bucket: bucket === 'house' ? 'available' : bucket,
    balance: isFrom ? bill.from_balance : bill.to_balance,
    ...(object_id.startsWith('opt_') ? { to: `/receipt/option/${object_id}` } : {}),
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
