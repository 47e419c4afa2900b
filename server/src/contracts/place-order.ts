// Placing: margin and fee are reserved, and with them what the house needs for a move of the coin against it.
import { coinOfCode, formatAmount, limitRefusalCodes, zero, type Uuid, type Wad } from '@candor/wire';
import assert from 'node:assert/strict';
import { Refusal } from '../kit/refuse.ts';
import { InsufficientHouseFunds, insertRow, updateRow, type Command, type CommandState } from '../ledger/command.ts';
import { sliceOf } from '../ledger/slices.ts';
import type { MarketState } from '../market/market.ts';
import { accountOrders, countPlaced, ordersOf } from './account-orders.ts';
import { limitDistanceOf } from './configs.ts';
import { addWaiting, contractExposures, coverOf, exposureIdOf, stressReserve, valueOf } from './house-limit.ts';
import { contractChanges, contractOrders, type Asked, type ContractChange, type ContractOrder, type ContractsConfig } from './order.ts'; // oxfmt-ignore
import { feeOf, isAtLimit, isOutdated, limitRangeOf, marginOf, wrongStop } from './rules.ts';

type Wanted = 'accountId' | 'book' | 'coin' | 'side' | 'orderType' | 'lever' | 'sheets' | 'sheetSize' | 'tradePrice';

export interface PlaceContract extends Pick<ContractOrder, Wanted | 'takeProfit' | 'stopLoss'> {
  /** Who the customer is was looked into. */
  isVerified: boolean;
  /** What the customer takes the margin to be. */
  claimedMargin: Wad;
  config: ContractsConfig;
  /** Of the terms that the customer saw, if it was said. */
  seenVersion?: number | undefined;
  asked: Asked;
  /** The newest public price; undefined for a coin that never had one. */
  newestPrice: Wad | undefined;
  marketState: MarketState;
}

/** What is kept of the reply; the rest of the order follows from the request. */
export interface PlacedContract extends Asked {
  orderId: Uuid;
  configVersion: number;
}

/**
 * Reserves margin and fee. Refuses with `verification-required`, `contracts-off`, `terms-changed`, `lever-too-high`, `sheets-out-of-range`,
 * `market-halted`, `market-degraded`, `price-moved`, `limit-price-crossed`, `limit-price-too-far`, `trigger-wrong-side`,
 * `margin-differs`, `margin-too-small`, `open-orders-limit`, `insufficient-balance`, `margin-share-exceeded`, with `limitRefusalCodes`, and with
 * `order-limit-reached` where the house could not pay what it may come to owe.
 */
export const placeContract: Command<PlaceContract, PlacedContract> = {
  name: 'place-contract',
  refusals: [
    'verification-required',
    'contracts-off',
    'terms-changed',
    'lever-too-high',
    'sheets-out-of-range',
    'market-halted',
    'market-degraded',
    'price-moved',
    'limit-price-crossed',
    'limit-price-too-far',
    'trigger-wrong-side',
    'margin-differs',
    'margin-too-small',
    'open-orders-limit',
    'order-limit-reached',
    'insufficient-balance',
    'margin-share-exceeded',
    ...limitRefusalCodes,
  ],
  risksMoney: true,
  coins: () => ['USDT'],
  house: ['bankroll', 'contracts-reserve'],
  rows: (input) => [
    { table: contractExposures, id: exposureIdFor(input) },
    { table: accountOrders, id: input.accountId },
  ],
  wholes: ({ orderType }) => (orderType === 'limit' ? [{ bucket: 'bankroll', coin: 'USDT' }] : []),
  decide(input, state) {
    const margin = marginOf({ ...input, price: input.tradePrice });
    const fee = feeOf(margin, input.config.feeRate);
    const cost = (margin + fee) as Wad;
    const refusal = checkOrder(input, margin) ?? checkAccount(input, state) ?? checkBalance(state, cost, input.config);
    if (refusal) return refusal;

    const before = state.row(contractExposures, exposureIdFor(input));
    assert(before, `no exposure of ${input.coin}`);
    const waiting = addWaiting(before, input);
    const [needed, neededBefore] = [waiting, before].map((each) => stressReserve(each, input.newestPrice!, input.config.stressRate)) as [Wad, Wad]; // oxfmt-ignore
    const missing = needed - before.reserved - state.house('bankroll', 'USDT');
    if (missing > 0n && needed > neededBefore) {
      const amount = (needed - before.reserved) as Wad;
      return new InsufficientHouseFunds({
        bucket: 'bankroll',
        coin: 'USDT',
        amount,
        otherwise: new Refusal('order-limit-reached'),
      });
    }
    const reserved = (missing > 0n ? needed - missing : needed) as Wad;
    const order = newOrder(input, { orderId: state.newId(), margin, fee });
    return {
      objectId: order.orderId,
      moves: [
        {
          kind: 'contract-placed',
          coin: 'USDT',
          from: 'available',
          to: 'reserved',
          amount: cost,
          ...coverOf(before.reserved, reserved),
        },
      ],
      writes: [
        insertRow(contractOrders, order),
        updateRow(contractExposures, { ...waiting, reserved }),
        countPlaced(order, state),
        ...firstStops(order, state.now).map((change) => insertRow(contractChanges, change)),
      ],
      reply: { orderId: order.orderId, configVersion: input.config.version, ...input.asked },
      events: [{ name: 'contracts.placed', payload: order }],
    };
  },
};

const exposureIdFor = ({ accountId, coin, book }: PlaceContract): Uuid =>
  exposureIdOf({ coin, book, slice: sliceOf(accountId) });

/** The order as it is right after it was placed. */
export function newOrder(input: PlaceContract, placed: { orderId: Uuid; margin: Wad; fee: Wad }): ContractOrder {
  const { accountId, book, coin, side, orderType, lever, sheets, sheetSize, tradePrice, takeProfit, stopLoss } = input;
  const { asked, config } = input;
  return {
    ...placed,
    ...asked,
    accountId,
    book,
    coin,
    side,
    orderType,
    lever,
    sheets,
    sheetSize,
    tradePrice,
    configVersion: config.version,
    expiresAt: orderType === 'limit' && config.limitExpiryMs !== null ? asked.receivedAt + config.limitExpiryMs : null,
    state: 'waiting',
    takeProfit,
    stopLoss,
    termsSequence: asked.acceptedSequence,
    entry: null,
    liquidationPrice: null,
    openSheets: sheets,
    openMargin: placed.margin,
    openAdded: zero,
    addedMargin: zero,
    closing: null,
    changeCount: takeProfit === null && stopLoss === null ? 0 : 1,
    exit: null,
    ending: null,
    paid: zero,
    due: zero,
  };
}

/** What can be refused without looking at the ledger, in the order in which a person would want to hear it. */
function checkOrder(input: PlaceContract, margin: Wad): Refusal | undefined {
  const { config, marketState, newestPrice, side, tradePrice, lever, sheets } = input;
  if (!input.isVerified) return new Refusal('verification-required', { redirect: '/authentication' });
  if (!config.isOffered) return new Refusal('contracts-off');
  if (input.seenVersion !== undefined && input.seenVersion !== config.version) return new Refusal('terms-changed');
  if (lever > config.leverMax) return new Refusal('lever-too-high', { max: String(config.leverMax) });
  if (sheets < 1 || sheets > config.sheetsMax) {
    return new Refusal('sheets-out-of-range', { min: '1', max: String(config.sheetsMax) });
  }
  if (marketState !== 'live') return new Refusal(marketState === 'halted' ? 'market-halted' : 'market-degraded');
  assert(newestPrice, `a live market of ${input.coin} without a tick`);
  const { slippageMax } = config;
  if (input.orderType === 'market') {
    if (isOutdated({ price: newestPrice, tradePrice, slippageMax }))
      return new Refusal('price-moved', { price: formatAmount(newestPrice) });
  } else if (isAtLimit(side, newestPrice, tradePrice)) {
    return new Refusal('limit-price-crossed', { price: formatAmount(newestPrice) });
  } else {
    const { min, max } = limitRange(input, newestPrice);
    if (tradePrice < min || tradePrice > max)
      return new Refusal('limit-price-too-far', { min: formatAmount(min), max: formatAmount(max) });
  }
  const field = wrongStop(side, tradePrice, input);
  if (field) return new Refusal('trigger-wrong-side', { field, price: formatAmount(tradePrice) });
  if (input.claimedMargin !== margin) return new Refusal('margin-differs', { margin: formatAmount(margin) });
  if (margin < config.marginMin) return new Refusal('margin-too-small', { min: formatAmount(config.marginMin) });
  return undefined;
}

const limitRange = ({ coin, config }: PlaceContract, price: Wad) =>
  limitRangeOf({ price, distanceMax: limitDistanceOf(config, coin), priceDecimals: coinOfCode(coin)!.priceDecimals });

const one = 10n ** 18n;

/** What one account may have open at once, and what its limit orders may hold of what the house can still promise. */
function checkAccount(input: PlaceContract, state: CommandState): Refusal | undefined {
  const { config, orderType, accountId } = input;
  const { liveOrders, restingOrders, restingValue } = ordersOf(accountId, state);
  if (liveOrders >= config.ordersMax) return new Refusal('open-orders-limit', { max: String(config.ordersMax) });
  if (orderType === 'market') return undefined;
  if (restingOrders >= config.restingMax) return new Refusal('open-orders-limit', { max: String(config.restingMax) });
  const mostValue = (state.whole('bankroll', 'USDT') * config.restingShareMax) / config.stressRate;
  const left = mostValue - restingValue;
  if (valueOf(input) <= left) return undefined;
  return new Refusal('order-limit-reached', { max: formatAmount((left > 0n ? left - (left % one) : 0n) as Wad) });
}

function checkBalance(state: CommandState, cost: Wad, config: ContractsConfig): Refusal | undefined {
  const { available, reserved, margin } = state.balance('USDT');
  if (available < cost) return new Refusal('insufficient-balance', { available: formatAmount(available) });
  const whole = available + reserved + margin;
  const left = (whole * config.marginShareMax) / one - reserved - margin;
  if (cost <= left) return undefined;
  return new Refusal('margin-share-exceeded', { max: formatAmount((left > 0n ? left : 0n) as Wad) });
}

/** A history begins with the stops that came with the order. */
function firstStops(order: ContractOrder, at: number): ContractChange[] {
  if (order.changeCount === 0) return [];
  const { orderId, accountId, receivedAt, acceptedSequence, takeProfit, stopLoss } = order;
  const asked = { receivedAt, acceptedSequence };
  return [{ orderId, accountId, number: 1, at, kind: 'stops', asked, takeProfit, stopLoss }];
}
