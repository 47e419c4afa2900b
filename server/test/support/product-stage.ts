// One product as a feature on real lanes and a real database, with a market and a clock that the test plays itself.
import { randomBytes, randomUUID } from 'node:crypto';
import { publicKeyOf } from '@candor/proof';
import { wireId, type Action, type Endpoint, type Uuid } from '@candor/wire';
import type { Hub } from '../../src/feed/hub.ts';
import { manualClock } from '../../src/kit/clock.ts';
import type { Book, Feature, SelfContext } from '../../src/kit/feature.ts';
import { log } from '../../src/kit/log.ts';
import { digestOf, openTestLedger, type TestLedger, type TestLedgerSettings } from './money.ts';
import { scriptedMarket, type ScriptedMarket } from './scripted-market.ts';

/** Who asks, and under which key; one of its own unless a command is repeated. */
export interface Caller {
  accountId: Uuid;
  book?: Book;
  key?: Uuid;
  /** The clock's time, unless the server took longer to come to it. */
  receivedAt?: number;
  isVerified?: boolean;
}

/** What a product is made with. */
export interface ProductParts {
  ledger: TestLedger;
  clock: ReturnType<typeof manualClock>;
  market: ScriptedMarket;
  hub: Hub;
  signingKey: string;
}

export interface ProductStage<Product extends Feature> {
  ledger: TestLedger;
  market: ScriptedMarket;
  clock: ReturnType<typeof manualClock>;
  publicKey: string;
  /** The one that runs now. */
  product(): Product;
  ask<Reply>(call: Endpoint | Action, payload: unknown, caller: Caller): Promise<Reply>;
  /** What was pushed to this account's own room. */
  pushes(accountId: Uuid): Record<string, unknown>[];
  /** Nobody watches the orders until `start`, as when the server is down. */
  stop(): Promise<void>;
  start(): Promise<void>;
  end(): Promise<void>;
}

export interface StageSettings extends Pick<TestLedgerSettings, 'bankroll' | 'way'> {
  startMs: number;
}

export async function openProductStage<Product extends Feature>(
  { startMs, ...settings }: StageSettings,
  create: (parts: ProductParts) => Product,
): Promise<ProductStage<Product>> {
  log.setLevel('silent');
  const clock = manualClock(startMs);
  const ledger = await openTestLedger({ clock, ...settings });
  const market = scriptedMarket();
  const pushed: { room: string; message: Record<string, unknown> }[] = [];
  const signingKey = randomBytes(32).toString('hex');
  let currentHub: Partial<Hub>;
  function open(): Product {
    // One that was stopped stays subscribed to the bus, which in a server ends with it: it must not tell anything any more.
    const hub: Partial<Hub> = {
      notify: (room, message) => void (hub === currentHub && pushed.push({ room, message: message() })),
    };
    currentHub = hub;
    return create({ ledger, clock, market, hub: hub as Hub, signingKey });
  }
  let product = open();
  await product.start?.();

  return {
    ledger,
    market,
    clock,
    publicKey: publicKeyOf(signingKey),
    product: () => product,
    async ask<Reply>(call: Endpoint | Action, payload: unknown, caller: Caller): Promise<Reply> {
      const { accountId, book = 'real', receivedAt = clock.now(), key = randomUUID() as Uuid } = caller;
      const parsed = call.payload.parse(payload);
      const accountWireId = wireId('account', accountId);
      const context = {
        session: { sessionId: accountId, accountId, accountWireId, book, isVerified: caller.isVerified ?? true },
        ip: '127.0.0.1',
        userAgent: 'test',
        receivedAt,
        idempotencyKey: key,
        digest: digestOf(JSON.stringify(payload)),
        startSession: () => undefined,
        endSession: () => undefined,
      } satisfies SelfContext;
      const bound = product.calls.find((each) => each.call === call)!;
      return call.reply.parse(await bound.handle(parsed, context)) as Reply;
    },
    pushes: (accountId) => pushed.filter(({ room }) => room === `account:${accountId}`).map(({ message }) => message),
    stop: async () => product.stop?.(),
    async start() {
      product = open();
      await product.start?.();
    },
    async end() {
      await product.stop?.();
      await ledger.close();
    },
  };
}
