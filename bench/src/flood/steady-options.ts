// Customers who go on as usual: an option now and then from each, and how long it took to be answered.
import { setTimeout as sleep } from 'node:timers/promises';
import { coinOfCode, queryOptionsOrderList, submitOptionsOrder } from '@candor/wire';
import type { CoinCode, OptionOrderMessage } from '@candor/wire';
import { need } from '../customer.ts';
import type { Customer } from '../customer.ts';

export interface Placed {
  orders: string[];
  /** How long each took, ms. */
  durations: number[];
  refused: Record<string, number>;
}

const answerWithinMs = 30_000;
const endedWithinMs = 60_000;
const pageSize = 100;

export async function placeSteadily(
  customers: readonly Customer[],
  { seconds, perSecond, coin, option = '1' }: { seconds: number; perSecond: number; coin: CoinCode; option?: string },
): Promise<Placed> {
  const placed: Placed = { orders: [], durations: [], refused: {} };
  const underWay: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let number = 0; number < seconds * perSecond; number++) {
    await sleep(Math.max(0, startedAt + (number * 1_000) / perSecond - performance.now()));
    underWay.push(placeOne(customers[number % customers.length]!, { number, coin, option }, placed));
  }
  await Promise.all(underWay);
  return placed;
}

async function placeOne(
  { client, user }: Customer,
  { number, coin, option }: { number: number; coin: CoinCode; option: string },
  placed: Placed,
): Promise<void> {
  const order = {
    pair_type: coinOfCode(coin)!.symbol,
    trade_user_id: user.account_id,
    trade_num: `10.${1 + (number % 9)}`,
    option_config_id: option,
    trade_transaction_type: 1 + (number % 2),
  };
  const startedAt = performance.now();
  const outcome = await client.call(submitOptionsOrder, order, { signal: AbortSignal.timeout(answerWithinMs) });
  placed.durations.push(performance.now() - startedAt);
  if (outcome.ok) placed.orders.push(outcome.data.option_order_id);
  else placed.refused[outcome.code] = (placed.refused[outcome.code] ?? 0) + 1;
}

/** Waits until none is open any more and returns all that ended. */
export async function endedOptions(customers: readonly Customer[]): Promise<OptionOrderMessage[]> {
  const deadline = performance.now() + endedWithinMs;
  const ended: OptionOrderMessage[] = [];
  for (const customer of customers) {
    while ((await listPage(customer, 1, 1)).TOTAL > 0) {
      if (performance.now() > deadline) throw new Error(`Options of ${customer.email} did not end.`);
      await sleep(500);
    }
    for (let page = 1; ; page++) {
      const { RESULT_LIST } = await listPage(customer, 0, page);
      ended.push(...RESULT_LIST);
      if (RESULT_LIST.length < pageSize) break;
    }
  }
  return ended;
}

const listPage = async ({ client, user }: Customer, tradeType: number, page: number) =>
  need(
    await client.call(queryOptionsOrderList, {
      trade_user_id: user.account_id,
      trade_type: tradeType,
      pagesize: pageSize,
      current_page: page,
    }),
    'options',
  );
