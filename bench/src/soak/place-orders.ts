// Orders at a steady rate, whether or not the server keeps up: what it can't take in time it must refuse, not lose.
import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { submitContract, submitOptionsOrder } from '@candor/wire';
import type { ContractOrderMessage, MarketSymbol, OptionOrderMessage, Outcome } from '@candor/wire';
import type { Findings } from '../crash/findings.ts';
import type { Customer } from '../customer.ts';
import { callsOfProduct } from '../playable.ts';
import type { PlayedCall } from '../playable.ts';
import type { ProductPlayer } from '../play-products.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { summarize } from './times.ts';
import type { Times } from './times.ts';

export interface SoakCustomer {
  customer: Customer;
  products: ProductPlayer;
}

export interface Placing {
  customers: readonly SoakCustomer[];
  symbols: readonly MarketSymbol[];
  /** Orders a second. */
  rate: number;
  durationMs: number;
  random: SeededRandom;
  findings: Findings;
}

export interface Placed {
  orders: OptionOrderMessage[];
  /** Ids of contracts. */
  contracts: string[];
  refused: Record<string, number>;
  times: Times;
}

/** One request in so many is about a contract. */
const contractEvery = 4;
const contractCalls = callsOfProduct('contracts');
const opening = contractCalls.filter(({ call }) => call === submitContract);
const openShare = 0.4;
/** Of the coins only some have a price here, and not every order can be changed in every way. */
const drawsMax = 50;
/** How long one order may take to be answered. */
const answerWithinMs = 30_000;

export async function placeOrders(placing: Placing): Promise<Placed> {
  const { rate, durationMs } = placing;
  const placed: Placed & { durations: number[] } = {
    orders: [],
    contracts: [],
    refused: {},
    times: summarize([]),
    durations: [],
  };
  const underWay = new Set<Promise<void>>();
  const startedAt = performance.now();
  for (let number = 0; ; number++) {
    const due = startedAt + (number * 1_000) / rate;
    if (due > startedAt + durationMs) break;
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    const place = number % contractEvery === 0 ? playContract : placeOne;
    const order = place(placing, number, placed).finally(() => underWay.delete(order));
    underWay.add(order);
  }
  await Promise.all(underWay);
  return { ...placed, times: summarize(placed.durations) };
}

async function placeOne(
  { customers, symbols, random, findings }: Placing,
  number: number,
  placed: Placed & { durations: number[] },
): Promise<void> {
  const { client, user } = customers[number % customers.length]!.customer;
  const order = {
    pair_type: random.pick(symbols),
    trade_user_id: user.account_id,
    trade_num: `1${random.below(10)}.${random.below(10)}`,
    option_config_id: '1',
    trade_transaction_type: 1 + random.below(2),
  };
  const startedAt = performance.now();
  const outcome = await client.call(submitOptionsOrder, order, { signal: AbortSignal.timeout(answerWithinMs) });
  placed.durations.push(performance.now() - startedAt);
  if (outcome.ok) placed.orders.push(outcome.data);
  else noteRefusal(outcome, { of: order, placed, findings });
}

/** Opens, changes or closes one, as customers do. */
async function playContract(
  { customers, random, findings }: Placing,
  number: number,
  placed: Placed & { durations: number[] },
): Promise<void> {
  const { customer, products } = customers[number % customers.length]!;
  const drawn = await drawContract(products, random);
  if (!drawn) return;
  const { payload, played: { name, call } } = drawn; // oxfmt-ignore
  const startedAt = performance.now();
  const how = { idempotencyKey: randomUUID(), signal: AbortSignal.timeout(answerWithinMs) };
  const outcome: Outcome<unknown> = await customer.client.call(call, payload as never, how);
  placed.durations.push(performance.now() - startedAt);
  if (!outcome.ok) return noteRefusal(outcome, { of: { name, payload }, placed, findings });
  products.note(name, outcome.data);
  if (call === submitContract) placed.contracts.push((outcome.data as ContractOrderMessage).trade_id);
}

async function drawContract(
  products: ProductPlayer,
  random: SeededRandom,
): Promise<{ played: PlayedCall; payload: unknown } | undefined> {
  const calls = random.next() < openShare ? opening : contractCalls;
  for (let draws = 0; draws < drawsMax; draws++) {
    const played = random.pick(calls);
    const payload = await products.payloadOf(played);
    if (payload !== undefined) return { played, payload };
  }
  return undefined;
}

function noteRefusal(
  { code, httpStatus }: Extract<Outcome<unknown>, { ok: false }>,
  { of, placed, findings }: { of: object; placed: Placed; findings: Findings },
): void {
  placed.refused[code] = (placed.refused[code] ?? 0) + 1;
  if (code === 'unreachable') findings.add('an order got no answer', `${JSON.stringify(of)} (HTTP ${httpStatus})`);
  else if (httpStatus >= 500 && httpStatus !== 503)
    findings.add('the server failed', `${code} with HTTP ${httpStatus}`);
}
