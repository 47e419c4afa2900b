// From a request to a placed order: what can be refused without looking at the ledger is refused here.
import { parseAmount, type OptionSide } from '@candor/wire';
import type { SelfContext } from '../kit/feature.ts';
import { refuse } from '../kit/refuse.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { fitsPrecision } from '../ledger/ledger.ts';
import type { Market } from '../market/market.ts';
import { pairOf } from '../market/pair-of.ts';
import type { Configs } from './configs.ts';
import type { OptionOrder } from './order.ts';
import { placedOrder, placeOptionsOrder } from './place-order.ts';

interface OrderRequest {
  pair_type: string;
  trade_num: string;
  option_config_id: string;
  /** 1 up, 2 down. */
  trade_transaction_type: number;
}

/** Resolves with the order as it was placed, also for a repetition of its key. */
export async function takeOrder(
  request: OrderRequest,
  { session, receivedAt, idempotencyKey, digest }: SelfContext,
  parts: { market: Market; lanes: Lanes; configs: Configs; isOffered: () => boolean },
): Promise<OptionOrder> {
  const { market, lanes, configs } = parts;
  const coin = pairOf(request.pair_type);
  const stake = parseAmount(request.trade_num) ?? refuse('amount-malformed', { field: 'trade_num' });
  if (!fitsPrecision(stake, 'USDT')) refuse('too-many-decimals', { field: 'trade_num', decimals: '4' });
  const offered = configs.offer(request.option_config_id) ?? refuse('options-config-unknown');
  const config = { ...offered, isOffered: parts.isOffered() };
  const { accountId, book } = session;
  const side: OptionSide = request.trade_transaction_type === 1 ? 'up' : 'down';
  const acceptedSequence = market.lastTick(coin.code)?.sequence ?? 0;
  const marketState = market.state(coin.code);
  const input = { accountId, book, coin: coin.code, side, stake, config, receivedAt, acceptedSequence, marketState };
  const placed = await lanes.submit({
    command: placeOptionsOrder,
    accountId,
    book,
    input,
    idempotency: { key: idempotencyKey, digest },
    receivedAt,
  });
  const agreed = configs.agreed({ configId: config.configId, configVersion: placed.configVersion });
  return placedOrder(input, placed, agreed instanceof Promise ? await agreed : agreed);
}
