// The options as a feature on real lanes and a real database, with a market and a clock that the test plays itself.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { publicKeyOf } from '@candor/proof';
import { parseWireId, queryOptionsOrderList, submitOptionsOrder, wireId } from '@candor/wire';
import type { Action, Endpoint, OptionOrderMessage, OptionReceipt, Uuid } from '@candor/wire';
import type { Hub } from '../../src/feed/hub.ts';
import { manualClock } from '../../src/kit/clock.ts';
import type { Book, SelfContext } from '../../src/kit/feature.ts';
import { log } from '../../src/kit/log.ts';
import { Refusal } from '../../src/kit/refuse.ts';
import type { OptionOrder } from '../../src/options/order.ts';
import { optionsFeature, type OptionsFeature } from '../../src/options/options.ts';
import { digestOf, openTestLedger } from './money.ts';
import type { TestLedger } from './money.ts';
import { scriptedMarket } from './scripted-market.ts';
import type { ScriptedMarket } from './scripted-market.ts';

export interface Wanted {
  accountId: Uuid;
  stake?: string;
  side?: 'up' | 'down';
  book?: Book;
  /** One of its own, unless a command is repeated. */
  key?: Uuid;
  /** The clock's time, unless the server took longer to come to it. */
  receivedAt?: number;
}

export interface OptionsStage {
  ledger: TestLedger;
  market: ScriptedMarket;
  clock: ReturnType<typeof manualClock>;
  publicKey: string;
  place(wanted: Wanted): Promise<OptionOrderMessage>;
  /** The order's row once it has ended. */
  ended(order: OptionOrderMessage): Promise<OptionOrder>;
  list(accountId: Uuid, tradeType: number): Promise<OptionOrderMessage[]>;
  receipt(accountId: Uuid, orderId: string): Promise<OptionReceipt>;
  /** What was pushed to this account's own room. */
  pushes(accountId: Uuid): { action: unknown; notify: unknown }[];
  /** Nobody watches the orders until `start`, as when the server is down. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

const endWithinMs = 15_000;

export async function openOptionsStage({
  startMs,
  bankroll,
}: {
  startMs: number;
  bankroll?: string;
}): Promise<OptionsStage> {
  log.setLevel('silent');
  const clock = manualClock(startMs);
  const ledger = await openTestLedger({ clock, ...(bankroll === undefined ? {} : { bankroll }) });
  const market = scriptedMarket();
  const pushed: { room: string; message: Record<string, unknown> }[] = [];
  let currentHub: Partial<Hub>;
  const signingKey = randomBytes(32).toString('hex');
  function open(): OptionsFeature {
    // One that was stopped stays subscribed to the bus, which in a server ends with it.
    const hub: Partial<Hub> = {
      notify: (room, message) => void (hub === currentHub && pushed.push({ room, message: message() })),
    };
    currentHub = hub;
    return optionsFeature({
      ...ledger,
      databaseUrl: ledger.url,
      clock,
      market,
      hub: hub as Hub,
      signingKey,
      isOffered: () => true,
    });
  }
  const endings = new Map<Uuid, OptionOrder>();
  ledger.bus.on('options.changed', (order) => order.ending && endings.set(order.orderId, order));
  let feature = open();
  await feature.start!();

  async function ask(
    call: Endpoint | Action,
    payload: unknown,
    caller: Pick<Wanted, 'accountId' | 'book' | 'receivedAt' | 'key'>,
  ) {
    const { accountId, book = 'real', receivedAt = clock.now(), key = randomUUID() as Uuid } = caller;
    const parsed = call.payload.parse(payload);
    const context = {
      session: {
        sessionId: accountId,
        accountId,
        accountWireId: wireId('account', accountId),
        book,
        isVerified: false,
      },
      ip: '127.0.0.1',
      userAgent: 'test',
      receivedAt,
      idempotencyKey: key,
      digest: digestOf(JSON.stringify(payload)),
      startSession: () => undefined,
      endSession: () => undefined,
    } satisfies SelfContext;
    const bound = feature.calls.find((each) => each.call === call)!;
    return call.reply.parse(await bound.handle(parsed, context));
  }

  return {
    ledger,
    market,
    clock,
    publicKey: publicKeyOf(signingKey),
    async place(wanted) {
      const { accountId, stake = '10', side = 'up' } = wanted;
      const payload = {
        pair_type: 'btcusdt',
        trade_user_id: wireId('account', accountId),
        trade_num: stake,
        option_config_id: '1',
        trade_transaction_type: side === 'up' ? 1 : 2,
      };
      return (await ask(submitOptionsOrder, payload, wanted)) as OptionOrderMessage;
    },
    async ended({ option_order_id }) {
      const orderId = parseWireId('option', option_order_id)!;
      const deadline = performance.now() + endWithinMs;
      while (!endings.has(orderId)) {
        assert.ok(performance.now() < deadline, `${option_order_id} did not end within ${endWithinMs} ms`);
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      return endings.get(orderId)!;
    },
    async list(accountId, tradeType) {
      const payload = { trade_user_id: wireId('account', accountId), trade_type: tradeType, pagesize: 100 };
      return ((await ask(queryOptionsOrderList, payload, { accountId })) as { RESULT_LIST: OptionOrderMessage[] })
        .RESULT_LIST;
    },
    receipt: (accountId, id) => feature.receiptOf(accountId, id),
    pushes: (accountId) =>
      pushed
        .filter(({ room }) => room === `account:${accountId}`)
        .map(({ message }) => ({ action: message['action'], notify: message['notify'] })),
    stop: async () => feature.stop!(),
    async start() {
      feature = open();
      await feature.start!();
    },
    async close() {
      await feature.stop!();
      await ledger.close();
    },
  };
}

/** The code that a call is refused with. */
export async function refusedWith(answer: Promise<unknown>): Promise<string> {
  const error: unknown = await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Refusal, `not refused: ${String(error)}`);
  return error.code;
}
