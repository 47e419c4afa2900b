// Requests of the HTTP benchmark, whole and as text, so that sending one costs next to nothing.
import { coinCodes, coinOfCode, formatAmount, wad, wireId, type Coin, type Uuid, type Wad } from '@candor/wire';
import { randomUUID } from 'node:crypto';
import { marginOf } from '../../server/src/contracts/rules.ts';
import { drawFrom, drawStake, mixConfigId, unaffordableStake } from './order-mix.ts';
import type { SeededSession } from './seed-accounts.ts';

/** What is ordered; contracts rest well below the price, and within what a limit may be away from it, so that all stay good orders. */
export type Product = 'options' | 'contracts';

export interface RequestPlan {
  port: number;
  sessions: readonly SeededSession[];
  product: Product;
  /** By coin, as the server showed them. */
  prices: Record<string, string>;
}

export interface Requests {
  /** The next good order. A character is a byte. */
  take(): string;
  /** One that no balance pays for. */
  takeUnaffordable(): string;
}

/** Makes `count` good orders now; further ones are made when they are taken. */
export function prepareRequests(plan: RequestPlan, count: number): Requests {
  const prepared = Array.from({ length: count }, () => inOnePiece(newRequest(plan, drawStake())));
  return {
    take: () => prepared.pop() ?? newRequest(plan, drawStake()),
    takeUnaffordable: () => newRequest(plan, unaffordableStake),
  };
}

/** A text that was put together is joined anew each time that it is written. */
const inOnePiece = (text: string): string => Buffer.from(text, 'latin1').toString('latin1');

const wireIds = new Map<Uuid, string>();

function newRequest(plan: RequestPlan, amount: Wad): string {
  const { accountId, token } = drawFrom(plan.sessions);
  let owner = wireIds.get(accountId);
  if (owner === undefined) wireIds.set(accountId, (owner = wireId('account', accountId)));
  const coin = coinOfCode(drawFrom(coinCodes))!;
  const { path, body } =
    plan.product === 'options' ? optionOrder(coin, owner, amount) : contractOrder(plan.prices, { coin, owner, amount });
  const host = `127.0.0.1:${plan.port}`;
  return (
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\n` +
    `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n` +
    `Cookie: __Host-candor=${token}\r\nIdempotency-Key: ${randomUUID()}\r\n\r\n${body}`
  );
}

function optionOrder({ symbol }: Coin, owner: string, stake: Wad): { path: string; body: string } {
  const side = Math.random() < 0.5 ? 1 : 2;
  const body =
    `pair_type=${symbol}&trade_user_id=${owner}&trade_num=${formatAmount(stake)}&option_config_id=${mixConfigId}` +
    `&trade_transaction_type=${side}`;
  return { path: '/api/options/submit', body };
}

const sheetsMax = 10_000n;

/** A long with about this much margin at lever 50, or at lever 1 if so many sheets are not to be had. */
function contractOrder(
  prices: Record<string, string>,
  { coin, owner, amount }: { coin: Coin; owner: string; amount: Wad },
): { path: string; body: string } {
  const sheetSize = wad(coin.sheetSize);
  const step = 10n ** BigInt(18 - coin.priceDecimals);
  const price = (((wad(prices[coin.code]!) * 19n) / 20n / step) * step) as Wad;
  const atFifty = 1n + (amount * 50n * wad('1')) / (sheetSize * price);
  if (atFifty > sheetsMax && coin.code !== 'BTC') {
    // So much is refused for its cost only where ten thousand sheets cost it.
    return contractOrder(prices, { coin: coinOfCode('BTC')!, owner, amount });
  }
  const lever = atFifty <= sheetsMax ? 50 : 1;
  const sheets = parseInt((lever === 50 ? atFifty : sheetsMax).toString(), 10);
  const margin = formatAmount(marginOf({ sheets, sheetSize, price, lever }));
  const body =
    `trade_price=${formatAmount(price)}&trade_lever=${lever}&trade_user_id=${owner}&trade_type=1&trade_transaction_type=1` +
    `&trade_btc_tpye=${coin.symbol}&usd_num=${margin}&sheets_num=${sheets}&order_type=limit`;
  return { path: '/api/contracts/submit', body };
}
