// From a request about an order of one's own to the command: one at a time for each order, and never before what earlier ticks do
// to it is committed, so that ticks and changes have one order that anyone can follow.
import { coinOfCode, parseWireId, type ContractOrderMessage, type Uuid } from '@candor/wire';
import type { SelfContext } from '../kit/feature.ts';
import type { InTurn } from '../accounts/in-turn.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import type { Command } from '../ledger/command.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { sliceOf } from '../ledger/slices.ts';
import type { Market } from '../market/market.ts';
import { addMargin, cancelOrder, changeTriggers, requestClose, type OrderRequest } from './change-position.ts';
import type { Configs } from './configs.ts';
import { exposureIdOf } from './house-limit.ts';
import type { ContractOrder } from './order.ts';
import { findOrder } from './read-store.ts';
import { readStop, readUsdt } from './take-order.ts';
import type { OrderWatch } from './watch-orders.ts';

export interface ChangeParts {
  pool: Pool;
  market: Market;
  lanes: Lanes;
  configs: Configs;
  watch: OrderWatch;
  inTurn: InTurn;
}

export const takeCancel = (payload: { trade_id: string }, context: SelfContext, parts: ChangeParts) =>
  take(payload.trade_id, context, { ...parts, command: cancelOrder, read: () => ({}) });

export const takeClose = (
  payload: { trade_id: string; sheets_num?: number | undefined },
  context: SelfContext,
  parts: ChangeParts,
) => take(payload.trade_id, context, { ...parts, command: requestClose, read: () => ({ sheets: payload.sheets_num }) });

export const takeTriggers = (
  payload: { trade_id: string; take_profit: string; stop_loss: string },
  context: SelfContext,
  parts: ChangeParts,
) =>
  take(payload.trade_id, context, {
    ...parts,
    command: changeTriggers,
    read({ coin }) {
      const { priceDecimals } = coinOfCode(coin)!;
      return {
        takeProfit: readStop(payload.take_profit, 'take_profit', { priceDecimals }),
        stopLoss: readStop(payload.stop_loss, 'stop_loss', { priceDecimals }),
      };
    },
  });

export const takeMargin = (payload: { trade_id: string; amount: string }, context: SelfContext, parts: ChangeParts) =>
  take(payload.trade_id, context, {
    ...parts,
    command: addMargin,
    read: () => ({ amount: readUsdt(payload.amount, 'amount') }),
  });

async function take<Input>(
  tradeId: string,
  { session, receivedAt, idempotencyKey, digest }: SelfContext,
  parts: ChangeParts & {
    command: Command<Input & OrderRequest, ContractOrderMessage>;
    read: (order: ContractOrder) => Input;
  },
): Promise<ContractOrderMessage> {
  const { pool, market, lanes, configs, watch, inTurn, command } = parts;
  const { accountId } = session;
  const order = await findOwn(pool, accountId, tradeId);
  const { orderId, coin, book } = order;
  const read = parts.read(order);
  const config = await configs.agreed(order.configVersion);
  return inTurn(orderId, async () => {
    if (!(await watch.settled(orderId, coin))) refuse('busy');
    const newest = market.lastTick(coin)!;
    const request: OrderRequest = {
      orderId,
      coin,
      exposureId: exposureIdOf({ coin, book, slice: sliceOf(accountId) }),
      asked: { receivedAt, acceptedSequence: newest.sequence },
      price: newest.price,
      config,
      stressRate: configs.newest().stressRate,
    };
    return lanes.submit({
      command,
      accountId,
      book,
      input: { ...read, ...request },
      idempotency: { key: idempotencyKey, digest },
      receivedAt,
    });
  });
}

/** The order of this id if it is this account's; refuses otherwise. */
export async function findOwn(pool: Pool, accountId: Uuid, tradeId: string): Promise<ContractOrder> {
  const orderId = parseWireId('contract', tradeId) ?? refuse('not-found');
  return (await findOrder(pool, accountId, orderId)) ?? refuse('not-found');
}
