// Placing: the stake is reserved, and with it what the house would owe.
import { formatAmount, limitRefusalCodes, type CoinCode, type OptionSide, type Uuid, type Wad } from '@candor/wire';
import type { Book } from '../kit/feature.ts';
import { Refusal } from '../kit/refuse.ts';
import { InsufficientHouseFunds, insertRow, type Command } from '../ledger/command.ts';
import type { MarketState } from '../market/market.ts';
import { optionOrders, type OptionOrder, type OptionsConfig } from './order.ts';
import { checkStake, profitOf } from './rules.ts';

export interface PlaceOptionsOrder {
  accountId: Uuid;
  book: Book;
  coin: CoinCode;
  side: OptionSide;
  stake: Wad;
  /** Undefined where the terms that are named are not on offer. */
  config: OptionsConfig | undefined;
  receivedAt: number;
  acceptedSequence: number;
  marketState: MarketState;
}

/** What is kept of the reply; the rest of the order follows from the request. */
export interface PlacedOrder {
  orderId: Uuid;
  configVersion: number;
  receivedAt: number;
  acceptedSequence: number;
}

declare module '../kit/bus.ts' {
  interface Events {
    'options.placed': OptionOrder;
    /** An order got its entry, or ended. */
    'options.changed': OptionOrder;
  }
}

/**
 * Refuses with `options-config-unknown`, `options-off`, `market-halted`, `market-degraded`, `stake-out-of-range`,
 * `insufficient-balance`, with `limitRefusalCodes`, and with `order-limit-reached` where the house could not pay a win.
 */
export const placeOptionsOrder: Command<PlaceOptionsOrder, PlacedOrder> = {
  name: 'place-options-order',
  refusals: [
    'options-config-unknown',
    'options-off',
    'market-halted',
    'market-degraded',
    'stake-out-of-range',
    'insufficient-balance',
    'order-limit-reached',
    ...limitRefusalCodes,
  ],
  risksMoney: true,
  coins: () => ['USDT'],
  house: ['bankroll', 'options-reserve'],
  decide(input, state) {
    const { config, stake, receivedAt, acceptedSequence, marketState } = input;
    if (!config) return new Refusal('options-config-unknown');
    if (!config.isOffered) return new Refusal('options-off');
    if (marketState !== 'live') return new Refusal(marketState === 'halted' ? 'market-halted' : 'market-degraded');
    const outOfRange = checkStake(stake, config);
    if (outOfRange) return outOfRange;
    const { available } = state.balance('USDT');
    if (available < stake) return new Refusal('insufficient-balance', { available: formatAmount(available) });
    const reply = { orderId: state.newId(), configVersion: config.version, receivedAt, acceptedSequence };
    const order = placedOrder(input, reply, config);
    const { orderId, profit } = order;
    if (state.house('bankroll', 'USDT') < profit) {
      const otherwise = new Refusal('order-limit-reached');
      return new InsufficientHouseFunds({ bucket: 'bankroll', coin: 'USDT', amount: profit, otherwise });
    }
    return {
      objectId: orderId,
      moves: [
        {
          kind: 'option-placed',
          coin: 'USDT',
          from: 'available',
          to: 'reserved',
          amount: stake,
          cover: { from: 'bankroll', to: 'options-reserve', amount: profit },
        },
      ],
      writes: [insertRow(optionOrders, order)],
      reply,
      events: [{ name: 'options.placed', payload: order }],
    };
  },
};

/** The order as it is then, also for a repetition, whose reply and terms are those of the first time. */
export const placedOrder = (
  { accountId, book, coin, side, stake }: Omit<PlaceOptionsOrder, 'config'>,
  { orderId, receivedAt, acceptedSequence }: PlacedOrder,
  terms: OptionsConfig,
): OptionOrder => ({
  orderId,
  accountId,
  book,
  coin,
  side,
  stake,
  profit: profitOf(stake, terms.payoutRate),
  configId: terms.configId,
  configVersion: terms.version,
  durationMs: terms.durationMs,
  exitWaitMs: terms.exitWaitMs,
  receivedAt,
  acceptedSequence,
  entry: null,
  expiresAt: null,
  exit: null,
  ending: null,
});
