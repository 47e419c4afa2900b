// The bills of the demo's account: every move is there, once, and the running balances lead to the balance.
import { queryBills } from '@candor/wire';
import type { Bill, OptionOrderMessage } from '@candor/wire';
import { need } from '../customer.ts';
import { units } from '../recompute-option.ts';
import { balanceOf, stake, testMoney } from './stage.ts';
import type { Stage } from './stage.ts';

export async function checkBills({ customer, terminal }: Stage, order: OptionOrderMessage): Promise<void> {
  terminal.step('The bills');
  const { client, user } = customer;
  const { RESULT_LIST } = need(await client.call(queryBills, { user_id: user.account_id }), 'the bills');
  const bills = RESULT_LIST.toReversed();
  for (const { at, kind, amount, coin_code, from, to } of bills) {
    terminal.show(`${at}  ${kind.padEnd(16)} ${amount.padStart(8)} ${coin_code}  ${from} → ${to}`);
  }
  const found = bills.map(({ kind, from, to, amount }) => `${kind} ${from} ${to} ${amount}`);
  const wanted = expectedBills(order);
  terminal.check(`these ${wanted.length} moves and no other`, found.join() === wanted.join());
  const ofOrder = bills.filter(({ kind }) => kind.startsWith('option-'));
  terminal.check(
    'those of the option name its order',
    ofOrder.every((bill) => bill.object_id === order.option_order_id),
  );
  const { available } = await balanceOf(customer);
  terminal.check(`the running balance ends at ${available}`, runs(bills) && lastAvailable(bills) === available);
}

function expectedBills({ result, paid }: OptionOrderMessage): string[] {
  const placed = [`test-money house available ${testMoney}`, `option-placed available reserved ${stake}`];
  if (result === 'lose') return [...placed, `option-lost reserved house ${stake}`];
  const returned = [...placed, `option-returned reserved available ${stake}`];
  if (result !== 'win') return returned;
  const profit = units(paid!) - units(stake);
  // In the form in which the wire writes amounts.
  const text = `${profit / 10n ** 18n}.${String(profit % 10n ** 18n).padStart(18, '0')}`.replace(/\.?0+$/, '');
  return [...returned, `option-won house available ${text}`];
}

/** Each balance after a move follows from the one before it. */
function runs(bills: readonly Bill[]): boolean {
  const balances = new Map<string, bigint>();
  return bills.every(({ from, to, amount, from_balance, to_balance }) => {
    const after = (bucket: string, by: bigint, told: string | null): boolean => {
      if (bucket === 'house') return told === null;
      const balance = (balances.get(bucket) ?? 0n) + by;
      balances.set(bucket, balance);
      return told !== null && units(told) === balance;
    };
    return after(from, -units(amount), from_balance) && after(to, units(amount), to_balance);
  });
}

function lastAvailable(bills: readonly Bill[]): string | null | undefined {
  const last = bills.findLast(({ from, to }) => from === 'available' || to === 'available');
  return last?.to === 'available' ? last.to_balance : last?.from_balance;
}
