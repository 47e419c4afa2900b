// After the last order has ended: each of them recomputed from the public archive, and every balance from the orders.
import { setTimeout as sleep } from 'node:timers/promises';
import { coinOfSymbol, findAccountCoinByTransaction, queryOptionsOrderList } from '@candor/wire';
import type { Client, OptionOrderMessage } from '@candor/wire';
import type { Findings } from '../crash/findings.ts';
import { need } from '../customer.ts';
import type { Customer } from '../customer.ts';
import { readArchives } from '../public-archive.ts';
import type { CoinArchive } from '../public-archive.ts';
import { recomputeOption, units } from '../recompute-option.ts';
import { summarize } from './times.ts';
import type { Times } from './times.ts';

export interface OrdersQuestion {
  client: Client;
  customers: readonly Customer[];
  /** As they were acknowledged. */
  placed: readonly OptionOrderMessage[];
  /** What every customer started with. */
  money: string;
  /** What contracts gave and took. */
  contractChanges: ReadonlyMap<Customer, bigint>;
  findings: Findings;
}

export interface CheckedOrders {
  results: Record<string, number>;
  ticks: number;
  /** From expiry to settlement. */
  settlementMs: Times;
}

const allEndedWithinMs = 60_000;
const pageSize = 100;

export async function checkOrders(question: OrdersQuestion): Promise<CheckedOrders> {
  const { client, customers, placed, findings } = question;
  await untilAllEnded(question);
  const archives = await readArchives(client, placed.map(coinOf));
  for (const { faults } of archives.values())
    for (const fault of faults) findings.add('the archive is not sound', fault);
  const acknowledged = new Map(placed.map((order) => [order.option_order_id, order]));
  const results: Record<string, number> = {};
  const delays: number[] = [];
  for (const customer of customers) {
    const ended = await listOrders(customer, 0);
    for (const order of ended) {
      const told = acknowledged.get(order.option_order_id);
      if (!told) findings.add('an order that was not acknowledged', order.option_order_id);
      acknowledged.delete(order.option_order_id);
      checkOrder(order, archives.get(coinOf(order))!, findings);
      const name = order.void_reason ?? order.result!;
      results[name] = (results[name] ?? 0) + 1;
      if (order.expires_at) delays.push(Date.parse(order.settled_at!) - Date.parse(order.expires_at));
    }
    await checkBalance(customer, ended, question);
  }
  for (const id of acknowledged.keys()) findings.add('an acknowledged order is missing', id);
  const ticks = [...archives.values()].reduce((sum, archive) => sum + archive.ticks.length, 0);
  return { results, ticks, settlementMs: summarize(delays) };
}

const coinOf = (order: OptionOrderMessage): string => coinOfSymbol(order.pair_type)!.code;

async function untilAllEnded({ customers, findings }: OrdersQuestion): Promise<void> {
  const deadline = performance.now() + allEndedWithinMs;
  for (const customer of customers) {
    for (;;) {
      const page = need(await listPage(customer, { tradeType: 1, page: 1 }), 'open orders');
      if (page.TOTAL === 0) break;
      if (performance.now() > deadline) {
        findings.add('orders did not end', `${page.TOTAL} of ${customer.email}`);
        break;
      }
      await sleep(500);
    }
  }
  // The archive then reaches past the last moment that counted.
  await sleep(2_000);
}

const listPage = ({ client, user }: Customer, { tradeType, page }: { tradeType: number; page: number }) =>
  client.call(queryOptionsOrderList, {
    trade_user_id: user.account_id,
    trade_type: tradeType,
    pagesize: pageSize,
    current_page: page,
  });

async function listOrders(customer: Customer, tradeType: number): Promise<OptionOrderMessage[]> {
  const orders: OptionOrderMessage[] = [];
  for (let page = 1; ; page++) {
    const { RESULT_LIST, TOTAL } = need(await listPage(customer, { tradeType, page }), 'ended orders');
    orders.push(...RESULT_LIST);
    if (RESULT_LIST.length === 0 || orders.length >= TOTAL) return orders;
  }
}

function checkOrder(order: OptionOrderMessage, { ticks }: CoinArchive, findings: Findings): void {
  const name = `${order.option_order_id} on ${order.pair_type}`;
  const recomputed = recomputeOption(
    {
      side: order.trade_transaction_type === 1 ? 'up' : 'down',
      stake: units(order.trade_num),
      payoutRate: units(order.payout_rate),
      durationMs: order.duration_ms,
      exitWaitMs: order.exit_wait_ms,
      receivedMs: Date.parse(order.received_at),
      acceptedSequence: order.accepted_sequence,
    },
    ticks,
  );
  if (!recomputed) return findings.add('ended before its ticks were there', name);
  const { entrySequence, exitSequence, expiresMs, result, paid } = recomputed;
  const expires = order.expires_at === null ? null : Date.parse(order.expires_at);
  const pairs: [field: string, is: unknown, wanted: unknown][] = [
    ['entry', order.entry?.sequence ?? null, entrySequence],
    ['exit', order.exit?.sequence ?? null, exitSequence],
    ['expiry', expires, expiresMs],
    ['result', order.result, result],
    ['paid', units(order.paid!), paid],
    ['entry price', order.entry?.price, entrySequence === null ? undefined : ticks[entrySequence - 1]![1]],
    ['exit price', order.exit?.price, exitSequence === null ? undefined : ticks[exitSequence - 1]![1]],
  ];
  for (const [field, is, wanted] of pairs) {
    if (is !== wanted)
      findings.add(
        'ended otherwise than its ticks say',
        `${name}: ${field} is ${String(is)}, it must be ${String(wanted)}`,
      );
  }
}

async function checkBalance(
  customer: Customer,
  ended: readonly OptionOrderMessage[],
  question: OrdersQuestion,
): Promise<void> {
  const { client, user, email } = customer;
  const balances = need(await client.call(findAccountCoinByTransaction, { user_id: user.account_id }), 'balances');
  const usdt = balances.RESULT_LIST.find(({ coin_code }) => coin_code === 'USDT');
  const expected = ended.reduce(
    (sum, { trade_num, paid }) => sum - units(trade_num) + units(paid!),
    units(question.money) + (question.contractChanges.get(customer) ?? 0n),
  );
  if (usdt && units(usdt.qty) === expected && units(usdt.reserved) === 0n) return;
  question.findings.add(
    'a balance that the orders do not explain',
    `${email}: ${usdt?.qty} and ${usdt?.reserved}, it must be ${expected}e-18`,
  );
}
