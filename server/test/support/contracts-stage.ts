// Contracts as a feature on real lanes and a real database, with a market and a clock that the test plays itself.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { publicKeyOf } from '@candor/proof';
import { addContractMargin, cancelContract, changeContractTriggers, closeContract, formatAmount, parseWireId, queryOrderChanges, queryOrderList, submitContract, wad, wireId } from '@candor/wire'; // prettier-ignore
import type {
  Action,
  ContractChangeMessage,
  ContractOrderMessage,
  ContractReceipt,
  Endpoint,
  Uuid,
} from '@candor/wire';
import { contractsFeature } from '../../src/contracts/contracts.ts';
import type { ContractsFeature } from '../../src/contracts/contracts.ts';
import type { ContractOrder } from '../../src/contracts/order.ts';
import { marginOf } from '../../src/contracts/rules.ts';
import type { Hub } from '../../src/feed/hub.ts';
import { manualClock } from '../../src/kit/clock.ts';
import type { Book, SelfContext } from '../../src/kit/feature.ts';
import { log } from '../../src/kit/log.ts';
import { digestOf, openTestLedger } from './money.ts';
import type { TestLedger } from './money.ts';
import { scriptedMarket } from './scripted-market.ts';
import type { ScriptedMarket } from './scripted-market.ts';

/** Who asks, and under which key; one of its own unless a command is repeated. */
export interface Caller {
  accountId: Uuid;
  book?: Book;
  key?: Uuid;
  receivedAt?: number;
  isVerified?: boolean;
}

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

export interface ContractsStage {
  ledger: TestLedger;
  market: ScriptedMarket;
  clock: ReturnType<typeof manualClock>;
  publicKey: string;
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
  stop(): Promise<void>;
  start(): Promise<void>;
  end(): Promise<void>;
}

const withinMs = 15_000;

export async function openContractsStage({
  startMs,
  bankroll,
}: {
  startMs: number;
  bankroll?: string;
}): Promise<ContractsStage> {
  log.setLevel('silent');
  const clock = manualClock(startMs);
  const ledger = await openTestLedger({ clock, ...(bankroll === undefined ? {} : { bankroll }) });
  const market = scriptedMarket();
  const pushed: { room: string; message: Record<string, unknown> }[] = [];
  let currentHub: Partial<Hub>;
  const signingKey = randomBytes(32).toString('hex');
  function open(): ContractsFeature {
    // One that was stopped must not tell anything any more.
    const hub: Partial<Hub> = {
      notify: (room, message) => void (hub === currentHub && pushed.push({ room, message: message() })),
    };
    currentHub = hub;
    return contractsFeature({ ...ledger, clock, market, hub: hub as Hub, signingKey, leverMax: () => 50 });
  }
  const latest = new Map<Uuid, ContractOrder>();
  ledger.bus.on('contracts.changed', (order) => void latest.set(order.orderId, order));
  let feature = open();
  await feature.start!();

  async function ask<Reply>(call: Endpoint | Action, payload: unknown, caller: Caller): Promise<Reply> {
    const {
      accountId,
      book = 'real',
      receivedAt = clock.now(),
      key = randomUUID() as Uuid,
      isVerified = true,
    } = caller;
    const parsed = call.payload.parse(payload);
    const accountWireId = wireId('account', accountId);
    const context = {
      session: { sessionId: accountId, accountId, accountWireId, book, isVerified },
      ip: '127.0.0.1',
      userAgent: 'test',
      receivedAt,
      idempotencyKey: key,
      digest: digestOf(JSON.stringify(payload)),
      startSession: () => undefined,
      endSession: () => undefined,
    } satisfies SelfContext;
    const bound = feature.calls.find((each) => each.call === call)!;
    return call.reply.parse(await bound.handle(parsed, context)) as Reply;
  }

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
    ledger,
    market,
    clock,
    publicKey: publicKeyOf(signingKey),
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
    receipt: (accountId, tradeId) => feature.receiptOf(accountId, tradeId),
    pushes: (accountId) =>
      pushed
        .filter(({ room, message }) => room === `account:${accountId}` && message['action'] === 'contract')
        .map(({ message }) => message['notify'] as ContractOrderMessage),
    tick(price, afterMs = 300) {
      clock.advance(afterMs);
      return market.publish('BTC', [{ price, publishedAt: clock.now() }])[0]!.sequence;
    },
    stop: async () => feature.stop!(),
    async start() {
      feature = open();
      await feature.start!();
    },
    async end() {
      await feature.stop!();
      await ledger.close();
    },
  };
}
