// Contracts on a stage of their own.
import assert from 'node:assert/strict';
import { addContractMargin, cancelContract, changeContractTriggers, closeContract, formatAmount, marginOf, parseWireId, queryOrderChanges, queryOrderList, submitContract, wad, wireId } from '@candor/wire'; // prettier-ignore
import type { ContractChangeMessage, ContractOrderMessage, ContractReceipt, Uuid } from '@candor/wire';
import { contractsFeature } from '../../src/contracts/contracts.ts';
import type { ContractsFeature } from '../../src/contracts/contracts.ts';
import type { ContractOrder } from '../../src/contracts/order.ts';
import { openProductStage } from './product-stage.ts';
import type { Caller, ProductStage, StageSettings } from './product-stage.ts';

export interface WantedContract extends Caller {
  side?: 'long' | 'short';
  sheets?: number;
  /** What the customer sees; the limit price of a limit order. */
  price: string;
  lever?: number;
  orderType?: 'market' | 'limit';
  takeProfit?: string;
  stopLoss?: string;
  margin?: string;
}

export interface ContractsStage extends Omit<ProductStage<ContractsFeature>, 'ask' | 'product' | 'pushes'> {
  place(wanted: WantedContract): Promise<ContractOrderMessage>;
  close(caller: Caller, tradeId: string, sheets?: number): Promise<ContractOrderMessage>;
  cancel(caller: Caller, tradeId: string): Promise<ContractOrderMessage>;
  triggers(
    caller: Caller,
    tradeId: string,
    stops: { takeProfit?: string; stopLoss?: string },
  ): Promise<ContractOrderMessage>;
  addMargin(caller: Caller, tradeId: string, amount: string): Promise<ContractOrderMessage>;
  list(accountId: Uuid, tab: number): Promise<ContractOrderMessage[]>;
  changes(accountId: Uuid, tradeId: string): Promise<ContractChangeMessage[]>;
  /** The order's row as it was last told, once it is as wanted. */
  until(tradeId: string, isSo: (order: ContractOrder) => boolean): Promise<ContractOrder>;
  opened(order: ContractOrderMessage): Promise<ContractOrder>;
  ended(order: ContractOrderMessage): Promise<ContractOrder>;
  receipt(accountId: Uuid, tradeId: string): Promise<ContractReceipt>;
  pushes(accountId: Uuid): ContractOrderMessage[];
  /** One tick of BTC; the clock goes with it. */
  tick(price: string, afterMs?: number): number;
}

const withinMs = 15_000;

export async function openContractsStage(options: StageSettings): Promise<ContractsStage> {
  const { ask, product, pushes, ...stage } = await openProductStage(options, ({ ledger, ...parts }) =>
    contractsFeature({ ...ledger, ...parts, leverMax: () => 50 }),
  );
  const latest = new Map<Uuid, ContractOrder>();
  stage.ledger.bus.on('contracts.changed', (order) => void latest.set(order.orderId, order));

  async function until(tradeId: string, isSo: (order: ContractOrder) => boolean): Promise<ContractOrder> {
    const orderId = parseWireId('contract', tradeId)!;
    const deadline = performance.now() + withinMs;
    for (;;) {
      const order = latest.get(orderId);
      if (order && isSo(order)) return order;
      assert.ok(performance.now() < deadline, `${tradeId} did not come so far within ${withinMs} ms: ${order?.state}`);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  return {
    ...stage,
    place(wanted) {
      const { side = 'long', sheets = 100, price, lever = 50, orderType = 'market' } = wanted;
      const margin = marginOf({ sheets, sheetSize: wad('0.001'), price: wad(price), lever });
      const payload = {
        trade_price: price,
        trade_lever: lever,
        trade_user_id: wireId('account', wanted.accountId),
        trade_type: 1,
        trade_transaction_type: side === 'long' ? 1 : 2,
        trade_btc_tpye: 'btcusdt',
        usd_num: wanted.margin ?? formatAmount(margin),
        sheets_num: sheets,
        order_type: orderType,
        take_profit: wanted.takeProfit ?? '',
        stop_loss: wanted.stopLoss ?? '',
      };
      return ask(submitContract, payload, wanted);
    },
    close: (caller, trade_id, sheets_num) =>
      ask(closeContract, { trade_id, ...(sheets_num === undefined ? {} : { sheets_num }) }, caller),
    cancel: (caller, trade_id) => ask(cancelContract, { trade_id }, caller),
    triggers: (caller, trade_id, { takeProfit = '', stopLoss = '' }) =>
      ask(changeContractTriggers, { trade_id, take_profit: takeProfit, stop_loss: stopLoss }, caller),
    addMargin: (caller, trade_id, amount) => ask(addContractMargin, { trade_id, amount }, caller),
    async list(accountId, tab) {
      const payload = { trade_user_id: wireId('account', accountId), trade_type: tab, pagesize: 100 };
      return (await ask<{ RESULT_LIST: ContractOrderMessage[] }>(queryOrderList, payload, { accountId })).RESULT_LIST;
    },
    async changes(accountId, trade_id) {
      const payload = { trade_user_id: wireId('account', accountId), trade_id };
      return (await ask<{ RESULT_LIST: ContractChangeMessage[] }>(queryOrderChanges, payload, { accountId }))
        .RESULT_LIST;
    },
    until,
    opened: ({ trade_id }) => until(trade_id, ({ state }) => state !== 'waiting'),
    ended: ({ trade_id }) => until(trade_id, ({ state }) => state === 'ended'),
    receipt: (accountId, tradeId) => product().receiptOf(accountId, tradeId),
    pushes: (accountId) =>
      pushes(accountId)
        .filter(({ action }) => action === 'contract')
        .map(({ notify }) => notify as ContractOrderMessage),
    tick(price, afterMs = 300) {
      stage.clock.advance(afterMs);
      return stage.market.publish('BTC', [{ price, publishedAt: stage.clock.now() }])[0]!.sequence;
    },
  };
}
