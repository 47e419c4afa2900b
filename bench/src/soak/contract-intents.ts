// What a client does with contracts: it opens long and short, at the market and at a price, and changes and closes what it has.
import {
  addContractMargin,
  cancelContract,
  changeContractTriggers,
  closeContract,
  contractSides,
  formatAmount,
  getMarketSummary,
  queryOrderList,
  submitContract,
  wad,
} from '@candor/wire';
import type { Coin, ContractOrderMessage, Outcome, Wad } from '@candor/wire';
import { marginOf } from '../../../server/src/contracts/rules.ts';
import type { Customer } from '../customer.ts';
import type { SeededRandom } from '../seeded-random.ts';

interface NewContract {
  trade_price: string;
  trade_lever: number;
  trade_transaction_type: number;
  trade_btc_tpye: string;
  usd_num: string;
  sheets_num: number;
  order_type: 'market' | 'limit';
  take_profit: string;
  stop_loss: string;
}

export type ContractIntent =
  | { kind: 'open'; order: NewContract }
  | { kind: 'close'; change: { trade_id: string; sheets_num?: number } }
  | { kind: 'cancel'; change: { trade_id: string } }
  | { kind: 'triggers'; change: { trade_id: string; take_profit: string; stop_loss: string } }
  | { kind: 'margin'; change: { trade_id: string; amount: string } };

export function sendContract(
  { client, user }: Customer,
  intent: ContractIntent,
  how: { idempotencyKey: string; signal: AbortSignal },
): Promise<Outcome<ContractOrderMessage>> {
  switch (intent.kind) {
    case 'open':
      return client.call(submitContract, { ...intent.order, trade_user_id: user.account_id, trade_type: 1 }, how);
    case 'close':
      return client.call(closeContract, intent.change, how);
    case 'cancel':
      return client.call(cancelContract, intent.change, how);
    case 'triggers':
      return client.call(changeContractTriggers, intent.change, how);
    case 'margin':
      return client.call(addContractMargin, intent.change, how);
  }
}

export interface ContractIntents {
  /** Undefined while the prices are not known. */
  next(): Promise<ContractIntent | undefined>;
  /** What the server said of an order. */
  note(order: ContractOrderMessage): void;
}

const lever = 50;
/** Only the newest are played with; the older ones are left to the ticks. */
const playedMax = 6;
const pricesForMs = 400;
const callTimeoutMs = 20_000;

export function createContractIntents(parts: {
  customer: Customer;
  random: SeededRandom;
  coins: readonly Coin[];
}): ContractIntents {
  const { random, coins } = parts;
  const { client } = parts.customer;
  const known = new Map<string, ContractOrderMessage>();
  let prices = { at: -pricesForMs, byCoin: new Map<string, Wad>() };

  async function priceOf({ code }: Coin): Promise<Wad | undefined> {
    if (performance.now() - prices.at > pricesForMs) {
      const summary = await client.call(getMarketSummary, {}, { signal: AbortSignal.timeout(callTimeoutMs) });
      if (!summary.ok) return undefined;
      const pairs = summary.data.coins.flatMap(({ coin, price }) =>
        price === null ? [] : [[coin, wad(price)] as const],
      );
      prices = { at: performance.now(), byCoin: new Map(pairs) };
    }
    return prices.byCoin.get(code);
  }

  /** A price so many ten-thousandths away, with the decimals that the coin's prices have. */
  const near = (price: Wad, { priceDecimals }: Coin, away: number): Wad => {
    const step = 10n ** BigInt(18 - priceDecimals);
    return (((price * BigInt(10_000 + away)) / 10_000n / step) * step) as Wad;
  };

  const stops = (price: Wad, coin: Coin, sign: number) => ({
    take_profit: random.next() < 0.5 ? '' : formatAmount(near(price, coin, sign * (5 + random.below(150)))),
    stop_loss: random.next() < 0.5 ? '' : formatAmount(near(price, coin, -sign * (5 + random.below(100)))),
  });

  async function open(): Promise<ContractIntent | undefined> {
    const coin = random.pick(coins);
    const newest = await priceOf(coin);
    if (newest === undefined) return undefined;
    const side = random.next() < 0.5 ? 'long' : 'short';
    const sign = side === 'long' ? 1 : -1;
    const isLimit = random.next() < 0.3;
    const price = isLimit ? near(newest, coin, -sign * (2 + random.below(20))) : newest;
    const sheetSize = wad(coin.sheetSize);
    const wanted = (BigInt(4 + random.below(8)) * BigInt(lever) * 10n ** 36n) / (price * sheetSize);
    const sheets = parseInt((wanted > 1n ? wanted : 1n).toString(), 10);
    return {
      kind: 'open',
      order: {
        trade_price: formatAmount(price),
        trade_lever: lever,
        trade_transaction_type: contractSides[side],
        trade_btc_tpye: coin.symbol,
        usd_num: formatAmount(marginOf({ sheets, sheetSize, price, lever })),
        sheets_num: sheets,
        order_type: isLimit ? 'limit' : 'market',
        ...stops(price, coin, sign),
      },
    };
  }

  async function change({ trade_id, trade_btc_tpye, trade_transaction_type, ...told }: ContractOrderMessage) {
    const coin = coins.find(({ symbol }) => symbol === trade_btc_tpye)!;
    const roll = random.next();
    if (told.order_type === 'limit' && roll < 0.3) return { kind: 'cancel', change: { trade_id } } as const;
    if (roll < 0.5) return { kind: 'close', change: { trade_id } } as const;
    if (roll < 0.65) {
      const sheets_num = 1 + random.below(told.sheets_num);
      return { kind: 'close', change: { trade_id, sheets_num } } as const;
    }
    if (roll < 0.8) {
      const amount = formatAmount((BigInt(1 + random.below(30_000)) * 10n ** 14n) as Wad);
      return { kind: 'margin', change: { trade_id, amount } } as const;
    }
    const price = await priceOf(coin);
    if (price === undefined) return undefined;
    const sign = trade_transaction_type === contractSides.long ? 1 : -1;
    return { kind: 'triggers', change: { trade_id, ...stops(price, coin, sign) } } as const;
  }

  return {
    next: () => (known.size === 0 || random.next() < 0.4 ? open() : change(random.pick([...known.values()]))),
    note(order) {
      known.delete(order.trade_id);
      if (order.state !== 'ended') known.set(order.trade_id, order);
      for (const oldest of [...known.keys()].slice(0, -playedMax)) known.delete(oldest);
    },
  };
}

/** What has not ended yet; undefined without an answer. */
export async function listOpenContracts({ client, user }: Customer): Promise<ContractOrderMessage[] | undefined> {
  const orders: ContractOrderMessage[] = [];
  for (const trade_type of [1, 2]) {
    const page = { trade_user_id: user.account_id, trade_type, pagesize: 100 };
    const listed = await client.call(queryOrderList, page, { signal: AbortSignal.timeout(callTimeoutMs) });
    if (!listed.ok) return undefined;
    orders.push(...listed.data.RESULT_LIST);
  }
  return orders;
}
