// One product as a feature on real lanes and a real database, with a market and a clock that the test plays itself.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { publicKeyOf } from '@candor/proof';
import { wireId, type Action, type Endpoint, type NotifyEvent, type Uuid } from '@candor/wire';
import type { Hub } from '../../src/feed/hub.ts';
import { checkEvent } from '../../src/feed/check-event.ts';
import { checkRefusal } from '../../src/http/check-reply.ts';
import { manualClock } from '../../src/kit/clock.ts';
import type { Book, SelfContext } from '../../src/kit/feature.ts';
import { startPart, stopPart } from '../../src/kit/part.ts';
import type { EnginePart, WebPart } from '../../src/kit/product.ts';
import { log } from '../../src/kit/log.ts';
import { digestOf, openTestLedger, type TestLedger, type TestLedgerSettings } from './money.ts';
import { scriptedMarket, type ScriptedMarket } from './scripted-market.ts';
import { auditTicks } from './stored-ticks.ts';

/** Who asks, and under which key; one of its own unless a command is repeated. */
export interface Caller {
  accountId: Uuid;
  book?: Book;
  key?: Uuid;
  /** What the clock says when the request comes, where its time has gone on since. */
  receivedAt?: number;
  isVerified?: boolean;
  isOverdue?: boolean;
}

/** What a product is made with. */
export interface ProductParts {
  ledger: TestLedger;
  clock: ReturnType<typeof manualClock>;
  market: ScriptedMarket;
  hub: Hub;
  signingKey: string;
  secrets: { pepper: Buffer };
}

export interface ProductStage<Product extends WebPart> {
  ledger: TestLedger;
  market: ScriptedMarket;
  clock: ReturnType<typeof manualClock>;
  publicKey: string;
  /** The one that runs now. */
  product: () => Product;
  ask: <Reply>(call: Endpoint | Action, payload: unknown, caller: Caller) => Promise<Reply>;
  /** What was pushed to this account's own room. */
  pushes: (accountId: Uuid) => NotifyEvent[];
  /** Nobody watches the orders until `start`, as when the server is down. */
  stop(): Promise<void>;
  start(): Promise<void>;
  end: () => Promise<void>;
}

export interface StageSettings extends Pick<TestLedgerSettings, 'bankroll' | 'stakingRewards' | 'way'> {
  startMs: number;
  /** At the end, stores the ticks and checks, like an audit, that they decided all orders of the test. */
  isAudited?: true;
}

export interface JobRunner {
  /** What it does again and again, without the wait for it. */
  runJob(name: string): Promise<void>;
}

/** A product whose calls and whose engine are in one process. */
export const withEngine = <Product extends WebPart>(product: Product, engine: EnginePart): Product & JobRunner => ({
  ...product,
  async runJob(name) {
    const job = [...(product.jobs ?? []), ...(engine.jobs ?? [])].find((each) => each.name === name);
    assert.ok(job, `it has no job ${name}`);
    await job.runNow();
  },
  async start() {
    await startPart(product);
    await startPart(engine);
  },
  async stop() {
    await stopPart(product);
    await stopPart(engine);
  },
});

/** Products of the same accounts, as one. */
export const together = (products: readonly WebPart[]): WebPart => ({
  calls: products.flatMap(({ calls }) => calls),
  async start() {
    for (const product of products) await product.start?.();
  },
  async stop() {
    for (const product of products) await product.stop?.();
  },
});

export async function openProductStage<Product extends WebPart>(
  { startMs, isAudited, ...settings }: StageSettings,
  create: (parts: ProductParts) => Product,
): Promise<ProductStage<Product>> {
  log.setLevel('silent');
  const clock = manualClock(startMs);
  const ledger = await openTestLedger({ clock, ...settings });
  const market = scriptedMarket();
  const pushed: { room: string; event: NotifyEvent }[] = [];
  const signingKey = randomBytes(32).toString('hex');
  const secrets = { pepper: randomBytes(32) };
  let currentHub: Partial<Hub>;
  let askedAt: number | undefined;
  function open(): Product {
    // One that was stopped stays subscribed to the bus, which in a server ends with it: it must not tell anything any more.
    const hub: Partial<Hub> = {
      notify: (room, event) => void (hub === currentHub && pushed.push({ room, event: checkEvent(event()) })),
    };
    currentHub = hub;
    return create({
      ledger,
      clock: { ...clock, now: () => askedAt ?? clock.now() },
      market,
      hub: hub as Hub,
      signingKey,
      secrets,
    });
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
        session: {
          sessionId: accountId,
          accountId,
          accountWireId,
          book,
          isVerified: caller.isVerified ?? true,
          isFrozen: false,
          owesAcceptance: false,
          isOverdue: caller.isOverdue ?? false,
        },
        operator: undefined,
        ip: '127.0.0.1',
        origin: 'http://127.0.0.1:3000',
        userAgent: 'test',
        receivedAt,
        idempotency: { key, digest: digestOf(JSON.stringify(payload)) },
        startSession: () => undefined,
        endSession: () => undefined,
      } satisfies SelfContext;
      const bound = product.calls.find((each) => each.call === call)!;
      try {
        askedAt = caller.receivedAt;
        const answer = bound.handle(parsed, context);
        askedAt = undefined;
        return call.reply.parse(await answer) as Reply;
      } catch (error) {
        throw checkRefusal(call, error);
      }
    },
    pushes: (accountId) => pushed.filter(({ room }) => room === `account:${accountId}`).map(({ event }) => event),
    stop: async () => product.stop?.(),
    async start() {
      product = open();
      await product.start?.();
    },
    async end() {
      await product.stop?.();
      try {
        if (isAudited) await auditTicks(ledger, market);
      } finally {
        await ledger.close();
      }
    },
  };
}
