import { coinOfCode, marginOf, wad, zero, type CoinCode, type Wad } from '@candor/wire';
import { addMargin, cancelOrder, changeTriggers, requestClose } from '../../../src/contracts/change-position.ts';
import { endPosition } from '../../../src/contracts/end-position.ts';
import { fillContract } from '../../../src/contracts/fill-order.ts';
import { contractExposures, everyExposure, exposureIdOf } from '../../../src/contracts/house-limit.ts';
import { contractOrders, type ContractOrder, type ContractsConfig } from '../../../src/contracts/order.ts';
import { payContractDue } from '../../../src/contracts/pay-dues.ts';
import { placeContract } from '../../../src/contracts/place-order.ts';
import { retellContract } from '../../../src/contracts/retell.ts';
import { endCause, judgeFill, waitsUntil } from '../../../src/contracts/rules.ts';
import { houseDues } from '../../../src/ledger/dues.ts';
import { sliceOf } from '../../../src/ledger/slices.ts';
import type { Asked } from './memory-ledger.ts';
import { ask, pick, playedCoins, usdtOf, type Actor, type Draw, type ModelProduct, type ModelStage } from './stage.ts';

/** As the second version of the terms has it. */
export const modelContracts: ContractsConfig = {
  version: 2,
  leverMax: 50,
  feeRate: wad('0.01'),
  maintenanceRate: wad('0.005'),
  slippageMax: wad('0.005'),
  stressRate: wad('0.1'),
  marginShareMax: wad('0.9'),
  sheetsMax: 10_000,
  isOffered: true,
  marginMin: wad('1'),
  limitDistanceMax: wad('0.5'),
  limitDistances: {},
  restingMax: 100,
  ordersMax: 200,
  restingShareMax: wad('0.05'),
  limitExpiryMs: 30 * 86_400_000,
};

/** A price so many thousandths beside the newest one. */
function beside(stage: ModelStage, coin: CoinCode, thousandths: number): Wad {
  const price = (stage.tick(coin).price * BigInt(1_000 + thousandths)) / 1_000n;
  return (price - (price % 10n ** 16n)) as Wad;
}

/** None, or on the right side of the price. */
function stopsOf(stage: ModelStage, { coin, side }: Pick<ContractOrder, 'coin' | 'side'>, draw: Draw) {
  const sign = side === 'long' ? 1 : -1;
  const stop = (thousandths: number): Wad | null => (draw(2) === 0 ? beside(stage, coin, thousandths) : null);
  return { takeProfit: stop(sign * (5 + draw(30))), stopLoss: stop(-sign * (3 + draw(10))) };
}

function place(stage: ModelStage, actor: Actor, draw: Draw): Asked {
  const coin = pick(draw, playedCoins);
  const side = pick(draw, ['long', 'short'] as const);
  const orderType = pick(draw, ['market', 'limit'] as const);
  const distance = (side === 'long' ? -1 : 1) * (1 + draw(20));
  const tradePrice = beside(stage, coin, orderType === 'limit' ? distance : 0);
  const order = { coin, side, orderType, tradePrice, lever: 50, sheets: 1 + draw(2_000) };
  const sheetSize = wad(coinOfCode(coin)!.sheetSize);
  const { sequence, price: newestPrice } = stage.tick(coin);
  return ask(placeContract, actor, {
    ...actor,
    ...order,
    ...(draw(2) === 0 ? { takeProfit: null, stopLoss: null } : stopsOf(stage, order, draw)),
    sheetSize,
    isVerified: true,
    claimedMargin: marginOf({ ...order, sheetSize, price: tradePrice }),
    config: modelContracts,
    asked: { receivedAt: stage.now, acceptedSequence: sequence },
    newestPrice,
    marketState: 'live',
  });
}

function stepOf({ orderId, coin }: ContractOrder, { accountId, book }: Actor) {
  const exposureId = exposureIdOf({ coin, book, slice: sliceOf(accountId) });
  return { orderId, accountId, coin, exposureId, config: modelContracts, stressRate: modelContracts.stressRate };
}

const isOpen = ({ state }: ContractOrder): boolean => state === 'open';

/** Of an order that somebody asks to change. */
function changeOf(stage: ModelStage, actor: Actor, draw: Draw, isFit: (order: ContractOrder) => boolean) {
  const order = stage.own(contractOrders, actor, draw, isFit);
  if (!order) return undefined;
  const { sequence, price } = stage.tick(order.coin);
  const input = { ...stepOf(order, actor), asked: { receivedAt: stage.now, acceptedSequence: sequence }, price };
  return { order, input };
}

/** What the newest tick or the time does to an order, if anything. */
function decided(stage: ModelStage, order: ContractOrder): Asked[] {
  const tick = stage.tick(order.coin);
  const step = stepOf(order, order);
  if (order.state === 'open') return endCause(order, tick) ? [ask(endPosition, order, { ...step, tick })] : [];
  if (order.state === 'ended') return [];
  const until = waitsUntil(order);
  const isOver = until !== null && until <= stage.now;
  const isFilled = judgeFill(order, tick, modelContracts) !== 'waits';
  if (!isOver && !isFilled) return [];
  return [ask(fillContract, order, { ...step, tick: isFilled ? tick : undefined, price: tick.price })];
}

export const contracts: ModelProduct = {
  begin: ({ ledger }) => everyExposure().forEach((row) => ledger.put(contractExposures, row)),
  plays: [
    { command: placeContract, weight: 8, play: place },
    {
      command: cancelOrder,
      weight: 5,
      play(stage, actor, draw) {
        const found = changeOf(
          stage,
          actor,
          draw,
          ({ state, orderType }) => state === 'waiting' && orderType === 'limit',
        );
        return found && ask(cancelOrder, actor, found.input);
      },
    },
    {
      command: requestClose,
      weight: 3,
      play(stage, actor, draw) {
        const found = changeOf(stage, actor, draw, isOpen);
        if (!found) return undefined;
        const sheets = draw(3) === 0 ? 1 + draw(found.order.openSheets) : undefined;
        return ask(requestClose, actor, { ...found.input, sheets });
      },
    },
    {
      command: changeTriggers,
      weight: 3,
      play(stage, actor, draw) {
        const found = changeOf(stage, actor, draw, ({ state }) => state !== 'ended');
        return found && ask(changeTriggers, actor, { ...found.input, ...stopsOf(stage, found.order, draw) });
      },
    },
    {
      command: addMargin,
      weight: 3,
      play(stage, actor, draw) {
        const found = changeOf(stage, actor, draw, isOpen);
        return found && ask(addMargin, actor, { ...found.input, amount: usdtOf(draw, 1, 300) });
      },
    },
    {
      command: retellContract,
      play(stage, actor, draw) {
        const order = stage.own(contractOrders, actor, draw);
        return order && ask(retellContract, actor, { orderId: order.orderId });
      },
    },
  ],
  engines: [
    {
      commands: [fillContract, endPosition],
      due: (stage) => stage.ledger.rows(contractOrders).flatMap((order) => decided(stage, order)),
    },
    {
      commands: [payContractDue],
      due: ({ ledger }) =>
        (['real', 'bonus'] as const).flatMap((book) => {
          const due = ledger.rows(houseDues).find((each) => each.book === book && each.unpaid > zero);
          return due ? [ask(payContractDue, due, { dueId: due.dueId, orderId: due.objectId })] : [];
        }),
    },
  ],
};
