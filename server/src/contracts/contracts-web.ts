// Contracts where requests arrive: what they answer, and what they push to their owners.
import {
  addContractMargin,
  cancelContract,
  changeContractTriggers,
  closeContract,
  coins,
  formatAmount,
  queryContractParts,
  queryContractsConfig,
  queryOrderChanges,
  queryOrderList,
  submitContract,
} from '@candor/wire';
import type { Hub } from '../feed/hub.ts';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import { bind, bindSelf, type SelfContext } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import type { AskEngine, WebPart } from '../kit/product.ts';
import { answerPage } from '../kit/paged-list.ts';
import { refuse } from '../kit/refuse.ts';
import { readDuesOf } from '../ledger/dues.ts';
import type { Lanes } from '../ledger/lanes.ts';
import type { Market } from '../market/market.ts';
import { limitDistanceOf, openConfigs } from './configs.ts';
import type { AskedChange } from './contracts-engine.ts';
import { issueReceipt } from './issue-receipt.ts';
import { openGainsOf } from './open-gains.ts';
import { changeMessage, orderMessage, partMessage } from './order-message.ts';
import type { ContractsConfig } from './order.ts';
import { pushOrders } from './push-orders.ts';
import { readChanges, readOrders, readParts } from './read-store.ts';
import { findOwn, type Asker } from './submit-change.ts';
import { pairOf } from '../market/pair-of.ts';
import { submitOrder } from './submit-order.ts';

export interface ContractsWebParts {
  pool: Pool;
  market: Market;
  lanes: Lanes;
  clock: Clock;
  bus: Bus;
  hub: Hub;
  /** Ed25519 secret key that signs receipts, hex. */
  signingKey: string;
  /** Has the largest lever that customers may be offered, whatever the terms say. */
  conduct: { inForce: () => { leverMax: number } };
  /** Asks where ticks are put to the orders; refuses when it is not known whether that was done. */
  askEngine: AskEngine;
}

export function contractsWeb(parts: ContractsWebParts) {
  const { pool } = parts;
  const configs = openConfigs(pool, () => parts.conduct.inForce().leverMax);
  const change = (asked: AskedChange) => parts.askEngine('contracts.change', asked);
  let unsubscribe = (): void => {};

  return {
    jobs: [configs.reload('web')],
    calls: [
      bind(queryContractsConfig, () => listTerms(configs.newest())),
      bindSelf(submitContract, async (payload, context) =>
        orderMessage(await submitOrder(payload, context, { ...parts, configs })),
      ),
      bindSelf(closeContract, (payload, self) => change({ kind: 'close', payload, by: askerOf(self) })),
      bindSelf(cancelContract, (payload, self) => change({ kind: 'cancel', payload, by: askerOf(self) })),
      bindSelf(changeContractTriggers, (payload, self) => change({ kind: 'triggers', payload, by: askerOf(self) })),
      bindSelf(addContractMargin, (payload, self) => change({ kind: 'margin', payload, by: askerOf(self) })),
      bindSelf(queryOrderList, async (payload, { session }) => {
        const coin = payload.trade_btc_tpye === '' ? '' : pairOf(payload.trade_btc_tpye).code;
        const filter = { accountId: session.accountId, coin, tab: payload.trade_type };
        const found = await readOrders(pool, filter, payload);
        return answerPage(found, found.rows.map(orderMessage));
      }),
      bindSelf(queryOrderChanges, async ({ trade_id }, { session }) => {
        const { accountId, orderId } = await findOwn(pool, session.accountId, trade_id);
        const list = (await readChanges(pool, accountId, orderId)).map(changeMessage);
        return { TOTAL: list.length, RESULT_LIST: list };
      }),
      bindSelf(queryContractParts, async (page, { session: { accountId } }) => {
        const found = await readParts(pool, accountId, page);
        return answerPage(found, found.rows.map(partMessage));
      }),
    ],
    receipts: {
      async contract(accountId, tradeId) {
        const order = await findOwn(pool, accountId, tradeId);
        if (!order.ending) refuse('not-settled');
        const [changes, dues] = await Promise.all([
          readChanges(pool, accountId, order.orderId),
          readDuesOf(pool, { accountId, objectId: order.orderId }),
        ]);
        const config = await configs.agreed(order.configVersion);
        return issueReceipt({ ...order, ending: order.ending }, { changes, dues }, { ...parts, config });
      },
    },
    openGainsAt: openGainsOf(parts),
    async start() {
      await configs.load();
      unsubscribe = pushOrders(parts);
    },
    stop: () => unsubscribe(),
  } satisfies WebPart;
}

/** Who asks, as data. */
const askerOf = ({ session, idempotency }: SelfContext): Asker => ({ session, idempotency });

function listTerms(terms: ContractsConfig) {
  if (!terms.isOffered) return { TOTAL: 0, RESULT_LIST: [] };
  const message = {
    config_version: terms.version,
    lever_max: terms.leverMax,
    fee_rate: formatAmount(terms.feeRate),
    maintenance_rate: formatAmount(terms.maintenanceRate),
    slippage_max: formatAmount(terms.slippageMax),
    margin_share_max: formatAmount(terms.marginShareMax),
    sheets_min: 1,
    sheets_max: terms.sheetsMax,
    stress_rate: formatAmount(terms.stressRate),
    margin_min: formatAmount(terms.marginMin),
    resting_max: terms.restingMax,
    orders_max: terms.ordersMax,
    resting_share_max: formatAmount(terms.restingShareMax),
    limit_expiry_ms: terms.limitExpiryMs,
    pairs: coins.map(({ code, symbol, sheetSize, priceDecimals }) => ({
      trade_btc_tpye: symbol,
      sheet_size: sheetSize,
      price_decimals: priceDecimals,
      limit_distance_max: formatAmount(limitDistanceOf(terms, code)),
    })),
  };
  return { TOTAL: 1, RESULT_LIST: [message] };
}
