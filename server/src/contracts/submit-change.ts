// From a request about an order of one's own to the command: one at a time for each order, and never before what earlier ticks do
// to it is committed, so that ticks and changes have one order that anyone can follow.
import { coinOfCode, parseWireId, type ContractOrderMessage, type Uuid } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import type { SelfContext } from '../kit/feature.ts';
import type { InTurn } from '../kit/in-turn.ts';
import type { Pool } from '../kit/postgres.ts';
import { Refusal, refuse } from '../kit/refuse.ts';
import type { Command } from '../ledger/command.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { sliceOf } from '../ledger/slices.ts';
import type { TickMarket } from '../market/market.ts';
import { addMargin, cancelOrder, changeTriggers, requestClose, type OrderRequest } from './change-position.ts';
import type { Configs } from './configs.ts';
import { exposureIdOf } from './house-limit.ts';
import type { ContractOrder } from './order.ts';
import { findOrder } from './read-store.ts';
import { readStop, readUsdt } from './submit-order.ts';
import type { OrderWatch } from './watch-orders.ts';

/** Who asks; a repetition has the same key. */
export type Asker = Pick<SelfContext, 'session' | 'idempotency'>;

export interface ChangeParts {
  pool: Pool;
  market: TickMarket;
  lanes: Lanes;
  clock: Clock;
  configs: Configs;
  watch: OrderWatch;
  inTurn: InTurn;
}

/** Refuses as `cancelOrder` does, and like all changes with `not-found`, `market-degraded`, and `busy` while earlier ticks are carried out. */
export const submitCancel = (payload: { trade_id: string }, context: Asker, parts: ChangeParts) =>
  take(payload.trade_id, context, { ...parts, command: cancelOrder, read: () => ({}) });

/** Refuses as `requestClose` does, and as every change. */
export const submitClose = (
  payload: { trade_id: string; sheets_num?: number | undefined },
  context: Asker,
  parts: ChangeParts,
) => take(payload.trade_id, context, { ...parts, command: requestClose, read: () => ({ sheets: payload.sheets_num }) });

/** Refuses as `changeTriggers` and `readStop` do, and as every change. */
export const submitTriggers = (
  payload: { trade_id: string; take_profit: string; stop_loss: string },
  context: Asker,
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

/** Refuses as `addMargin` and `readUsdt` do, and as every change. */
export const submitMargin = (payload: { trade_id: string; amount: string }, context: Asker, parts: ChangeParts) =>
  take(payload.trade_id, context, {
    ...parts,
    command: addMargin,
    read: () => ({ amount: readUsdt(payload.amount, 'amount') }),
  });

async function take<Input>(
  tradeId: string,
  { session, idempotency }: Asker,
  parts: ChangeParts & {
    command: Command<Input & OrderRequest, ContractOrderMessage>;
    read: (order: ContractOrder) => Input;
  },
): Promise<ContractOrderMessage> {
  const { pool, market, lanes, clock, configs, watch, inTurn, command } = parts;
  const { accountId } = session;
  const order = await findOwn(pool, accountId, tradeId);
  const { orderId, coin, book } = order;
  const read = parts.read(order);
  const config = await configs.agreed(order.configVersion);
  return inTurn(orderId, async () => {
    const isSettled = await watch.settled(orderId, coin);
    const receivedAt = clock.now();
    const submission = { command, accountId, book, idempotency, receivedAt };
    const newest = market.lastTick(coin);
    if (!isSettled || !newest) return lanes.refuse(submission, new Refusal(newest ? 'busy' : 'market-degraded'));
    const request: OrderRequest = {
      orderId,
      accountId,
      coin,
      exposureId: exposureIdOf({ coin, book, slice: sliceOf(accountId) }),
      asked: { receivedAt, acceptedSequence: newest.sequence },
      price: newest.price,
      config,
      stressRate: configs.newest().stressRate,
    };
    return lanes.submit({ ...submission, input: { ...read, ...request } });
  });
}

/** The order of this id if it is this account's; refuses otherwise. */
export async function findOwn(pool: Pool, accountId: Uuid, tradeId: string): Promise<ContractOrder> {
  const orderId = parseWireId('contract', tradeId) ?? refuse('not-found');
  return (await findOrder(pool, accountId, orderId)) ?? refuse('not-found');
}
