// Swaps where requests arrive: quotes, what is asked for, and what is pushed to its owner.
import {
  cancelExchange,
  coinOfCode,
  findExchangeList,
  getExchangeRate,
  parseWireId,
  submitExchange,
  submitLimitExchange,
  type SwapOrderMessage,
  type Uuid,
} from '@candor/wire';
import type { Hub } from '../feed/hub.ts';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import { bindSelf, type SelfContext, type Session } from '../kit/feature.ts';
import { answerPage } from '../kit/paged-list.ts';
import type { Pool } from '../kit/postgres.ts';
import type { WebPart } from '../kit/product.ts';
import { refuse } from '../kit/refuse.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { tellOwners } from '../ledger/tell-owners.ts';
import type { Market } from '../market/market.ts';
import { acceptQuote, askLimit, askQuote } from './ask-swap.ts';
import { cancelLimit } from './cancel-limit.ts';
import { issueReceipt } from './issue-receipt.ts';
import { orderMessage } from './order-message.ts';
import { sidesOf, type SwapOrder } from './order.ts';
import { placeSwap, type PlaceSwap } from './place-swap.ts';
import { openQuotes } from './quotes.ts';
import { refillCalls, refillQueue } from './refill-desk.ts';
import { findOrder, readOrders } from './store.ts';
import { swapDesk } from './swap-desk.ts';
import { readRoom, swapDaySetting } from './swap-days.ts';
import { swapSetting } from './terms.ts';

export interface SwapWebParts {
  pool: Pool;
  market: Market;
  lanes: Lanes;
  clock: Clock;
  bus: Bus;
  hub: Hub;
  newId: () => Uuid;
  /** Ed25519 secret key that signs receipts, hex; the key of quotes is made from it. */
  signingKey: string;
}

export function swapWeb(parts: SwapWebParts) {
  const { pool, market, lanes, clock } = parts;
  const terms = swapSetting.open(pool);
  const dayLimits = swapDaySetting.open(pool);
  const ask = { market, clock, newId: parts.newId, quotes: openQuotes(parts.signingKey), terms, dayLimits };
  let unsubscribe = (): void => {};

  const place = placeThrough(lanes);

  return {
    jobs: [terms.reload('web'), dayLimits.reload('web')],
    calls: [
      bindSelf(getExchangeRate, async (payload, { session: { accountId } }) => {
        const ofDay = { minValue: terms.now().minValue, swaps: dayLimits.now().swaps };
        return askQuote(payload, { accountId, room: await readRoom(pool, accountId, clock.now(), ofDay) }, ask);
      }),
      bindSelf(submitExchange, (payload, context) => {
        checkOverdue(payload, context.session);
        return place(acceptQuote(payload, context.session, ask), context);
      }),
      bindSelf(submitLimitExchange, (payload, context) => {
        checkOverdue(payload, context.session);
        return place(askLimit(payload, context.session, ask), context);
      }),
      bindSelf(cancelExchange, ({ exchange_id }, context) => cancel(exchange_id, context, parts)),
      bindSelf(findExchangeList, async (payload, { session: { accountId } }) => {
        const coin = payload.coin === '' || payload.coin === 'USDT' ? payload.coin : (coinOfCode(payload.coin)?.code ?? refuse('unknown-coin')); // oxfmt-ignore
        const times = { from: instantOf('from', payload.from), to: instantOf('to', payload.to) };
        const found = await readOrders(pool, { accountId, status: payload.status, coin, ...times }, payload);
        return answerPage(found, found.rows.map(orderMessage));
      }),
      ...swapDesk(parts),
      ...refillCalls(parts),
    ],
    queues: [refillQueue(pool)],
    receipts: {
      async swap(accountId: Uuid, id: string) {
        const orderId = parseWireId('swap', id) ?? refuse('not-found');
        const order = (await findOrder(pool, accountId, orderId)) ?? refuse('not-found');
        if (!order.ending) refuse('not-settled');
        return issueReceipt({ ...order, ending: order.ending }, parts);
      },
    },
    async start() {
      await Promise.all([terms.load(), dayLimits.load()]);
      unsubscribe = tellOwners(parts, { names: ['swap.changed'], what: 'a swap', find: findOrder, push });
    },
    stop: () => unsubscribe(),
  } satisfies WebPart;

  function push(order: SwapOrder): void {
    parts.hub.notify(`account:${order.accountId}`, () => ({ action: 'swap', notify: orderMessage(order) }));
  }
}

/** While a loan is overdue, USDT is collected and not swapped away; any coin may be swapped to pay it. */
function checkOverdue({ baseCurrency }: { baseCurrency: string }, { isOverdue }: Session): void {
  if (isOverdue && baseCurrency === 'USDT') refuse('loan-overdue', { redirect: '/borrowhistory' });
}

const placeThrough =
  (lanes: Lanes) =>
  (input: PlaceSwap, { session: { accountId, book }, idempotency }: SelfContext): Promise<SwapOrderMessage> =>
    lanes.submit({ command: placeSwap, accountId, book, input, idempotency, receivedAt: input.order.receivedAt });

async function cancel(
  exchangeId: string,
  { session: { accountId, book }, idempotency }: SelfContext,
  { pool, market, lanes, clock }: SwapWebParts,
): Promise<SwapOrderMessage> {
  const orderId = parseWireId('swap', exchangeId) ?? refuse('not-found');
  const order = (await findOrder(pool, accountId, orderId)) ?? refuse('not-found');
  const receivedAt = clock.now();
  const sequence = market.lastTick(sidesOf(order)[0]!.coin)?.sequence ?? 0;
  const input = { orderId, receivedAt, sequence };
  return lanes.submit({ command: cancelLimit, accountId, book, input, idempotency, receivedAt });
}

/** A date that the calendar does not have is none. */
function instantOf(field: string, text: string): number | undefined {
  if (text === '') return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? refuse('malformed', { field, problem: 'an instant is expected' }) : at;
}
