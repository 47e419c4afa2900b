// From a request to a placed order. Here only its form is refused, which is the same at each try; the rest is decided behind the key.
import { fitsDecimals, parseAmount, wad, type Coin, type Wad } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import type { SelfContext } from '../kit/feature.ts';
import { refuse } from '../kit/refuse.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { fitsPrecision } from '../ledger/fits-precision.ts';
import type { Market } from '../market/market.ts';
import { pairOf } from '../market/pair-of.ts';
import type { Configs } from './configs.ts';
import type { ContractOrder } from './order.ts';
import { newOrder, placeContract, type PlaceContract } from './place-order.ts';
import { feeOf, marginOf } from './rules.ts';

interface OrderRequest {
  trade_price: string;
  trade_lever: number;
  /** 1 long, 2 short. */
  trade_transaction_type: number;
  trade_btc_tpye: string;
  usd_num: string;
  sheets_num: number;
  order_type: 'market' | 'limit';
  config_version?: number | undefined;
  take_profit: string;
  stop_loss: string;
}

/**
 * Resolves with the order as it was placed, also for a repetition of its key. It is received in the turn in which it is submitted.
 * Refuses with `amount-malformed`, `too-many-decimals`, and as `placeContract` does.
 */
export async function submitOrder(
  request: OrderRequest,
  { session, idempotency }: Pick<SelfContext, 'session' | 'idempotency'>,
  { market, lanes, clock, configs }: { market: Market; lanes: Lanes; clock: Clock; configs: Configs },
): Promise<ContractOrder> {
  const coin = pairOf(request.trade_btc_tpye);
  const newest = market.lastTick(coin.code);
  const { accountId, book, isVerified } = session;
  const receivedAt = clock.now();
  const input: PlaceContract = {
    accountId,
    book,
    isVerified,
    coin: coin.code,
    side: request.trade_transaction_type === 1 ? 'long' : 'short',
    orderType: request.order_type,
    lever: request.trade_lever,
    sheets: request.sheets_num,
    sheetSize: wad(coin.sheetSize),
    tradePrice: readPrice(request.trade_price, 'trade_price', coin),
    claimedMargin: readUsdt(request.usd_num, 'usd_num'),
    takeProfit: readStop(request.take_profit, 'take_profit', coin),
    stopLoss: readStop(request.stop_loss, 'stop_loss', coin),
    config: configs.newest(),
    seenVersion: request.config_version,
    asked: { receivedAt, acceptedSequence: newest?.sequence ?? 0 },
    newestPrice: newest?.price,
    marketState: market.state(coin.code),
  };
  const placed = await lanes.submit({
    command: placeContract,
    accountId,
    book,
    input,
    idempotency,
    receivedAt,
  });
  const { orderId, configVersion, receivedAt: takenAt, acceptedSequence } = placed;
  const config = await configs.agreed(configVersion);
  const margin = marginOf({ ...input, price: input.tradePrice });
  const asked = { receivedAt: takenAt, acceptedSequence };
  return newOrder({ ...input, config, asked }, { orderId, margin, fee: feeOf(margin, config.feeRate) });
}

/** A price above zero with no more decimals than the coin's prices have. */
function readPrice(text: string, field: string, coin: Pick<Coin, 'priceDecimals'>): Wad {
  const price = parseAmount(text);
  if (!price) refuse('amount-malformed', { field });
  const decimals = coin.priceDecimals;
  if (!fitsDecimals(price, decimals)) refuse('too-many-decimals', { field, decimals: String(decimals) });
  return price;
}

/** "" is none; refuses with `amount-malformed` or `too-many-decimals`. */
export const readStop = (text: string, field: string, coin: Pick<Coin, 'priceDecimals'>): Wad | null =>
  text === '' ? null : readPrice(text, field, coin);

/** An amount of USDT above zero; refuses with `amount-malformed` or `too-many-decimals`. */
export function readUsdt(text: string, field: string): Wad {
  const amount = parseAmount(text);
  if (!amount) refuse('amount-malformed', { field });
  if (!fitsPrecision(amount, 'USDT')) refuse('too-many-decimals', { field, decimals: '4' });
  return amount;
}
