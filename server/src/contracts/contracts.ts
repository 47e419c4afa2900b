// CFD contracts: what they offer.
import {
  addContractMargin,
  cancelContract,
  changeContractTriggers,
  closeContract,
  coins,
  formatAmount,
  queryContractsConfig,
  queryOrderChanges,
  queryOrderList,
  submitContract,
  type ContractReceipt,
  type Uuid,
} from '@candor/wire';
import { createInTurn } from '../accounts/in-turn.ts';
import type { Hub } from '../feed/hub.ts';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import { bind, bindSelf, type Feature } from '../kit/feature.ts';
import { log } from '../kit/log.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import type { Lanes } from '../ledger/lanes.ts';
import type { Market } from '../market/market.ts';
import { openConfigs } from './configs.ts';
import { everyExposure } from './house-limit.ts';
import { issueReceipt } from './issue-receipt.ts';
import { changeMessage, orderMessage } from './order-message.ts';
import type { ContractsConfig } from './order.ts';
import { openExposures, readChanges, readOrders } from './read-store.ts';
import { findOwn, takeCancel, takeClose, takeMargin, takeTriggers } from './take-change.ts';
import { pairOf } from '../market/pair-of.ts';
import { takeOrder } from './take-order.ts';
import { watchOrders } from './watch-orders.ts';

export interface ContractsParts {
  pool: Pool;
  market: Market;
  lanes: Lanes;
  clock: Clock;
  bus: Bus;
  hub: Hub;
  /** Ed25519 secret key that signs receipts, hex. */
  signingKey: string;
  /** The largest lever that customers may be offered, whatever the terms say. */
  leverMax: () => number;
}

export interface ContractsFeature extends Feature {
  receiptOf(accountId: Uuid, tradeId: string): Promise<ContractReceipt>;
}

const configsReloadMs = 10_000;

export function contractsFeature(parts: ContractsParts): ContractsFeature {
  const { pool, bus, hub } = parts;
  const configs = openConfigs(pool, parts.leverMax);
  const watch = watchOrders({ ...parts, configs });
  const change = { ...parts, configs, watch, inTurn: createInTurn() };
  let reloader: NodeJS.Timeout | undefined;
  let unsubscribe = (): void => {};

  return {
    name: 'contracts',
    calls: [
      bind(queryContractsConfig, () => listTerms(configs.newest())),
      bindSelf(submitContract, async (payload, context) =>
        orderMessage(await takeOrder(payload, context, { ...parts, configs })),
      ),
      bindSelf(closeContract, (payload, context) => takeClose(payload, context, change)),
      bindSelf(cancelContract, (payload, context) => takeCancel(payload, context, change)),
      bindSelf(changeContractTriggers, (payload, context) => takeTriggers(payload, context, change)),
      bindSelf(addContractMargin, (payload, context) => takeMargin(payload, context, change)),
      bindSelf(queryOrderList, async (payload, { session }) => {
        const { total, orders } = await readOrders(pool, {
          accountId: session.accountId,
          coin: payload.trade_btc_tpye === '' ? '' : pairOf(payload.trade_btc_tpye).code,
          tab: payload.trade_type,
          limit: payload.pagesize,
          offset: (payload.current_page - 1) * payload.pagesize,
        });
        return { TOTAL: total, RESULT_LIST: orders.map(orderMessage) };
      }),
      bindSelf(queryOrderChanges, async ({ trade_id }, { session }) => {
        const { accountId, orderId } = await findOwn(pool, session.accountId, trade_id);
        const list = (await readChanges(pool, accountId, orderId)).map(changeMessage);
        return { TOTAL: list.length, RESULT_LIST: list };
      }),
    ],
    async receiptOf(accountId, tradeId) {
      const order = await findOwn(pool, accountId, tradeId);
      if (!order.ending) refuse('not-settled');
      const changes = await readChanges(pool, accountId, order.orderId);
      return issueReceipt({ ...order, ending: order.ending }, changes, {
        ...parts,
        config: await configs.agreed(order.configVersion),
      });
    },
    async start() {
      await configs.load();
      await openExposures(pool, everyExposure());
      unsubscribe = bus.on('contracts.changed', (order) => {
        hub.notify(`account:${order.accountId}`, () => ({ action: 'contract', notify: orderMessage(order) }));
      });
      await watch.start();
      reloader = setInterval(() => {
        configs.load().catch((error: unknown) => log.warn('contract terms not reloaded', { error: String(error) }));
      }, configsReloadMs);
    },
    async stop() {
      clearInterval(reloader);
      unsubscribe();
      await watch.stop();
    },
  };
}

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
    pairs: coins.map(({ symbol, sheetSize, priceDecimals }) => ({
      trade_btc_tpye: symbol,
      sheet_size: sheetSize,
      price_decimals: priceDecimals,
    })),
  };
  return { TOTAL: 1, RESULT_LIST: [message] };
}
