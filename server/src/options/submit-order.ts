// From a request to a placed order. Here only its form is refused, which is the same at each try; the rest is decided behind the key.
import { parseAmount, type OptionSide } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import type { SelfContext } from '../kit/feature.ts';
import { refuse } from '../kit/refuse.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { fitsPrecision } from '../ledger/fits-precision.ts';
import type { Market } from '../market/market.ts';
import { pairOf } from '../market/pair-of.ts';
import type { Configs } from './configs.ts';
import type { OptionOrder } from './order.ts';
import { placedOrder, placeOptionsOrder } from './place-order.ts';

interface OrderRequest {
  pair_type: string;
  trade_num: string;
  option_config_id: string;
  config_version?: number | undefined;
  /** 1 up, 2 down. */
  trade_transaction_type: number;
}

/**
 * Resolves with the order as it was placed, also for a repetition of its key. It is received in the turn in which it is submitted: what
 * came before, the look-up of a session say, can't make it older than ticks that are published meanwhile. Refuses with
 * `amount-malformed`, `too-many-decimals`, and as `placeOptionsOrder` does.
 */
export async function submitOrder(
  request: OrderRequest,
  { session, idempotency }: Pick<SelfContext, 'session' | 'idempotency'>,
  parts: { market: Market; lanes: Lanes; clock: Clock; configs: Configs; isOffered: () => boolean },
): Promise<OptionOrder> {
  const { market, lanes, clock, configs } = parts;
  const coin = pairOf(request.pair_type);
  const stake = parseAmount(request.trade_num) ?? refuse('amount-malformed', { field: 'trade_num' });
  if (!fitsPrecision(stake, 'USDT')) refuse('too-many-decimals', { field: 'trade_num', decimals: '4' });
  const configId = request.option_config_id;
  const offered = configs.offer(configId, request.config_version);
  const config = offered && { ...offered, isOffered: parts.isOffered() };
  const { accountId, book } = session;
  const side: OptionSide = request.trade_transaction_type === 1 ? 'up' : 'down';
  const receivedAt = clock.now();
  const acceptedSequence = market.lastTick(coin.code)?.sequence ?? 0;
  const marketState = market.state(coin.code);
  const input = { accountId, book, coin: coin.code, side, stake, config, receivedAt, acceptedSequence, marketState };
  const placed = await lanes.submit({
    command: placeOptionsOrder,
    accountId,
    book,
    input,
    idempotency,
    receivedAt,
  });
  return placedOrder(input, placed, await configs.agreed({ configId, configVersion: placed.configVersion }));
}
