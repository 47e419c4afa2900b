// Placing: margin and fee are reserved, and with them what the house needs for a move of the coin against it.
import { formatAmount, zero, type Uuid, type Wad } from '@candor/wire'; // prettier-ignore
import assert from 'node:assert/strict';
import { Refusal } from '../kit/refuse.ts';
import { HouseShort, insertRow, updateRow, type Command, type CommandState } from '../ledger/command.ts';
import { sliceOf } from '../ledger/slices.ts';
import type { MarketState } from '../market/market.ts';
import { addWaiting, coverOf, exposureIdOf, stressedAmount, stressReserve } from './house-limit.ts';
import type { Asked, ContractChange, ContractOrder, ContractsConfig } from './order.ts';
import { coinAmount, feeOf, isAtLimit, isOutdated, marginOf, wrongStop } from './rules.ts';
import { contractChanges, contractExposures, contractOrders } from './store.ts';

type Wanted = 'accountId' | 'book' | 'coin' | 'side' | 'orderType' | 'lever' | 'sheets' | 'sheetSize' | 'tradePrice';

export interface PlaceContract extends Pick<ContractOrder, Wanted | 'takeProfit' | 'stopLoss'> {
  /** What the customer takes the margin to be. */
  claimedMargin: Wad;
  config: ContractsConfig;
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

export const placeContract: Command<PlaceContract, PlacedContract> = {
  name: 'place-contract',
  coins: () => ['USDT'],
  house: ['bankroll', 'contracts-reserve'],
  rows: (input) => [{ entity: contractExposures as never, id: exposureIdFor(input) }],
  decide(input, state) {
    const margin = marginOf({ ...input, price: input.tradePrice });
    const refusal = checkOrder(input, margin);
    if (refusal) return refusal;
    const fee = feeOf(margin, input.config.feeRate);
    const cost = (margin + fee) as Wad;
    const unaffordable = checkBalance(state, cost, input.config);
    if (unaffordable) return unaffordable;

    const before = state.row(contractExposures, exposureIdFor(input));
    assert(before, `no exposure of ${input.coin}`);
    const waiting = addWaiting(before, { side: input.side, amount: coinAmount(input.sheets, input.sheetSize) });
    const needed = stressReserve(waiting, input.newestPrice!, input.config.stressRate);
    const missing = needed - before.reserved - state.house('bankroll', 'USDT');
    if (missing > 0n && stressedAmount(waiting) > stressedAmount(before)) {
      const amount = (needed - before.reserved) as Wad;
      return new HouseShort({
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
        ...firstStops(order, state.now).map((change) => insertRow(contractChanges, change)),
      ],
      reply: { orderId: order.orderId, configVersion: input.config.version, ...input.asked },
      events: [{ name: 'contracts.changed', payload: order }],
    };
  },
};

const exposureIdFor = ({ accountId, coin, book }: PlaceContract): Uuid =>
  exposureIdOf({ coin, book, slice: sliceOf(accountId) });

/** The order as it is right after it was placed. */
export function newOrder(input: PlaceContract, placed: { orderId: Uuid; margin: Wad; fee: Wad }): ContractOrder {
  const { accountId, book, coin, side, orderType, lever, sheets, sheetSize, tradePrice, takeProfit, stopLoss } = input;
  return {
    ...placed,
    ...input.asked,
    accountId,
    book,
    coin,
    side,
    orderType,
    lever,
    sheets,
    sheetSize,
    tradePrice,
    configVersion: input.config.version,
    state: 'waiting',
    takeProfit,
    stopLoss,
    termsSequence: input.asked.acceptedSequence,
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
  };
}

/** What can be refused without looking at the ledger, in the order in which a person would want to hear it. */
function checkOrder(input: PlaceContract, margin: Wad): Refusal | undefined {
  const { config, marketState, newestPrice, side, tradePrice, lever, sheets } = input;
  if (!config.isOffered) return new Refusal('contracts-off');
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
  }
  const field = wrongStop(side, tradePrice, input);
  if (field) return new Refusal('trigger-wrong-side', { field, price: formatAmount(tradePrice) });
  if (input.claimedMargin !== margin) return new Refusal('margin-differs', { margin: formatAmount(margin) });
  return undefined;
}

const one = 10n ** 18n;

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
