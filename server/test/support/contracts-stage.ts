// Contracts on a stage of their own.
import { addContractMargin, cancelContract, changeContractTriggers, closeContract, formatAmount, marginOf, parseWireId, queryContractParts, queryOrderChanges, queryOrderList, submitContract, wad, wireId } from '@candor/wire'; // oxfmt-ignore
import type {
  ContractChangeMessage,
  ContractOrderMessage,
  ContractPartMessage,
  ContractReceipt,
  Uuid,
} from '@candor/wire';
import { contractsWeb, type ContractsWebParts } from '../../src/contracts/contracts-web.ts';
import { contractsEngine } from '../../src/contracts/contracts-engine.ts';
import type { ContractOrder } from '../../src/contracts/order.ts';
import type { AskEngine, EnginePart } from '../../src/kit/product.ts';
import { readUntil } from '../../src/kit/until.test-support.ts';
import { intakeOf } from '../../src/ledger/intake.ts';
import { openProductStage, withEngine } from './product-stage.ts';
import type { Caller, JobRunner, ProductStage, StageSettings } from './product-stage.ts';

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

export interface ContractsStage
  extends JobRunner, Omit<ProductStage<ReturnType<typeof contractsWeb>>, 'ask' | 'product' | 'pushes'> {
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
  /** As they are listed. */
  parts(accountId: Uuid): Promise<ContractPartMessage[]>;
  /** The order's row as it was last told, once it is as wanted. */
  until(tradeId: string, isSo: (order: ContractOrder) => boolean): Promise<ContractOrder>;
  opened(order: ContractOrderMessage): Promise<ContractOrder>;
  ended(order: ContractOrderMessage): Promise<ContractOrder>;
  receipt(accountId: Uuid, tradeId: string): Promise<ContractReceipt>;
  pushes: (accountId: Uuid) => ContractOrderMessage[];
  pushedParts: (accountId: Uuid) => ContractPartMessage[];
  /** One tick of BTC; the clock goes with it. */
  tick(price: string, afterMs?: number): number;
  /** So many at once, 100 ms apart. */
  ticks(price: string, count: number): void;
}

/** What customers ask for and what ticks do, in one process. */
function contractsProduct(parts: Omit<ContractsWebParts, 'conduct' | 'askEngine'>) {
  const engine = contractsEngine({ ...parts, intake: intakeOf(parts.lanes), epoch: 0 });
  const askEngine: AskEngine = (name, asked) => (engine.answers as EnginePart['answers'])![name]!(asked);
  return withEngine(contractsWeb({ ...parts, conduct: { inForce: () => ({ leverMax: 50 }) }, askEngine }), engine);
}

export async function openContractsStage(options: StageSettings): Promise<ContractsStage> {
  const { ask, product, pushes, ...stage } = await openProductStage(options, ({ ledger, ...parts }) =>
    contractsProduct({ ...ledger, ...parts }),
  );
  const latest = new Map<Uuid, ContractOrder>();
  const keep = (order: ContractOrder): void => void latest.set(order.orderId, order);
  stage.ledger.bus.on('contracts.placed', keep);
  stage.ledger.bus.on('contracts.changed', keep);

  async function until(tradeId: string, isSo: (order: ContractOrder) => boolean): Promise<ContractOrder> {
    const orderId = parseWireId('contract', tradeId)!;
    const isThere = (order: ContractOrder | undefined): boolean => order !== undefined && isSo(order);
    return (await readUntil(`${tradeId} comes so far`, () => latest.get(orderId), isThere, { everyMs: 2 }))!;
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
    async parts(accountId) {
      const payload = { trade_user_id: wireId('account', accountId), pagesize: 100 };
      return (await ask<{ RESULT_LIST: ContractPartMessage[] }>(queryContractParts, payload, { accountId }))
        .RESULT_LIST;
    },
    until,
    opened: ({ trade_id }) => until(trade_id, ({ state }) => state !== 'waiting'),
    ended: ({ trade_id }) => until(trade_id, ({ state }) => state === 'ended'),
    receipt: (accountId, tradeId) => product().receipts.contract(accountId, tradeId),
    runJob: (name) => product().runJob(name),
    pushes: (accountId) => pushes(accountId).flatMap((event) => (event.action === 'contract' ? [event.notify] : [])),
    pushedParts: (accountId) =>
      pushes(accountId).flatMap((event) => (event.action === 'contract-part' ? [event.notify] : [])),
    tick(price, afterMs = 300) {
      stage.clock.advance(afterMs);
      return stage.market.publish('BTC', [{ price, publishedAt: stage.clock.now() }])[0]!.sequence;
    },
    ticks(price, count) {
      const from = stage.clock.now();
      stage.clock.advance(count * 100);
      const published = Array.from({ length: count }, (_, place) => ({ price, publishedAt: from + (place + 1) * 100 }));
      stage.market.publish('BTC', published);
    },
  };
}
