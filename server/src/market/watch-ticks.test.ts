// Whatever the order of ticks, additions, failures and restarts: what fires is what a simple replay of the archive says.
import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { test } from 'node:test';
import { wad, type CoinCode, type Uuid } from '@candor/wire';
import fc from 'fast-check';
import { scriptedMarket, type ScriptedMarket } from '../../test/support/scripted-market.ts';
import { manualClock } from '../kit/clock.ts';
import { log } from '../kit/log.ts';
import { until } from '../kit/until.test-support.ts';
import type { TickPoint } from './archive/tick-point.ts';
import type { Fired, TickBook, TickItem } from './tick-book.ts';
import { TickWatch } from './watch-ticks.ts';
import { runs } from '../../test/support/seed.ts';

log.setLevel('silent');

interface Level extends TickItem {
  /** Fired by a price at or above it. */
  level: number;
}

const coins = ['BTC', 'ETH'] as const satisfies CoinCode[];
const startMs = 1_000_000;
const isFired = ({ after, level }: Level, tick: TickPoint): boolean =>
  tick.sequence > after && tick.price >= wad(String(level));

class LevelBook implements TickBook<Level> {
  readonly #waiting = new Map<Uuid, Level>();
  get size(): number {
    return this.#waiting.size;
  }
  add = (item: Level): void => void this.#waiting.set(item.id, item);
  remove = (id: Uuid): void => void this.#waiting.delete(id);
  get = (id: Uuid): Level | undefined => this.#waiting.get(id);
  fire(tick: TickPoint): Level[] {
    const fired = [...this.#waiting.values()].filter((item) => isFired(item, tick));
    for (const { id } of fired) this.#waiting.delete(id);
    return fired;
  }
}

type Outcome = number | 'given up' | undefined;

/** A tick after its time fires what is given up anyway. */
const outcomeOf = ({ dueAt }: Level, tick: TickPoint | undefined): Outcome =>
  tick && tick.publishedAt <= (dueAt ?? Infinity) ? tick.sequence : 'given up';

/** A database, a market and the processes that watch it one after the other. */
class Stage {
  readonly clock = manualClock(startMs);
  readonly market: ScriptedMarket = scriptedMarket();
  readonly rows = new Map<Uuid, Level>();
  readonly outcomes = new Map<Uuid, Outcome>();
  progress = new Map<CoinCode, number>();
  /** Carrying out fails so many times more. */
  failures = 0;
  watch!: TickWatch<Level>;
  #life = 0;

  newest = (coin: CoinCode): number => this.market.lastTick(coin)?.sequence ?? 0;

  waiting = (): Level[] => [...this.rows.values()].filter(({ id }) => !this.outcomes.has(id));

  async open(): Promise<void> {
    const life = ++this.#life;
    const carryOut = async (fired: readonly Fired<Level>[]): Promise<[]> => {
      await turn();
      // What a dead process had under way is lost.
      if (life !== this.#life) await new Promise(() => {});
      if (this.failures > 0 && this.failures--) throw new Error('the database is away');
      for (const { item, tick } of fired) {
        const outcome = outcomeOf(item, tick);
        assert.equal(this.outcomes.get(item.id) ?? outcome, outcome, `${item.id} has two ends`);
        this.outcomes.set(item.id, outcome);
      }
      return [];
    };
    this.watch = new TickWatch<Level>({
      market: this.market,
      clock: this.clock,
      retryMs: 1,
      rules: { name: 'test', role: 'engine', openBook: () => new LevelBook(), isFired, carryOut, batchMax: 3, atOnceMax: 2 }, // oxfmt-ignore
    });
    const rows = this.waiting();
    const read = async function* (): AsyncGenerator<Level[]> {
      yield rows;
    };
    await this.watch.start(read(), this.progress);
    this.watch.job.start();
  }

  async restart(isCrash: boolean): Promise<void> {
    const last = this.watch;
    if (isCrash) this.#life++;
    else await this.stop();
    void last.job.stop();
    void last.stop();
    await this.open();
  }

  async stop(): Promise<void> {
    await this.watch.job.stop();
    await this.watch.stop();
  }

  tick(coin: CoinCode, price: number, isTold: boolean): void {
    this.clock.advance(10);
    const tick = { price: String(price), publishedAt: this.clock.now() };
    if (isTold) this.market.publish(coin, [tick]);
    else this.market.publishElsewhere(coin, [tick]);
  }

  pass(ms: number): void {
    this.clock.advance(ms);
    this.market.finish(this.clock.now());
  }

  /** As a simple replay of the archive has it. */
  async replayed(item: Level): Promise<Outcome> {
    const { ticks } = await this.market.tickRun(item.coin, 0, this.newest(item.coin));
    const points = ticks.map(([sequence, price, , publishedAt]) => ({ sequence, price: wad(price), publishedAt }));
    const tick = points.find((point) => isFired(item, point));
    if (tick || (item.dueAt !== null && item.dueAt <= this.clock.now())) return outcomeOf(item, tick);
    return undefined;
  }
}

const coin = fc.constantFrom(...coins);
const mostly = fc.constantFrom(true, true, true, true, true, false);
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('tick' as const), coin, price: fc.integer({ min: 1, max: 20 }), isTold: mostly }) }, // oxfmt-ignore
  { weight: 6, arbitrary: fc.record({ do: fc.constant('add' as const), coin, level: fc.integer({ min: 5, max: 22 }), back: fc.nat(4), dueIn: fc.option(fc.nat(200)), isTold: mostly }) }, // oxfmt-ignore
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.nat(150) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('turns' as const), count: fc.nat(6) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('restart' as const), isCrash: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('keep progress' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sweep' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fail' as const), times: fc.integer({ min: 1, max: 4 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Those that nobody was told of hold progress back, as what is committed and not told yet does. */
async function play(stage: Stage, steps: readonly Step[]): Promise<void> {
  let untold = 0;
  for (const [place, one] of steps.entries()) {
    if (one.do === 'tick') stage.tick(one.coin, one.price, one.isTold);
    if (one.do === 'pass') stage.pass(one.ms);
    if (one.do === 'turns') for (let count = 0; count < one.count; count++) await turn();
    if (one.do === 'fail') stage.failures = one.times;
    if (one.do === 'sweep') {
      await stage.watch.sweep(async () => stage.waiting());
      untold = 0;
    }
    if (one.do === 'restart') {
      await stage.restart(one.isCrash);
      untold = 0;
    }
    if (one.do === 'keep progress' && untold === 0) stage.progress = stage.watch.progress();
    if (one.do === 'add') {
      const after = Math.max(stage.newest(one.coin) - one.back, stage.progress.get(one.coin) ?? 0);
      const dueAt = one.dueIn === null ? null : stage.clock.now() + one.dueIn;
      const item: Level = { id: `item-${place}` as Uuid, coin: one.coin, after, dueAt, level: one.level };
      stage.rows.set(item.id, item);
      if (one.isTold) stage.watch.add(item);
      else untold++;
    }
  }
}

test('any order of ticks, additions, failures and restarts fires what a simple replay fires, each once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
      const stage = new Stage();
      await stage.open();
      try {
        await play(stage, steps);
        stage.failures = 0;
        stage.pass(1_000);
        await stage.restart(false);
        for (const item of stage.rows.values()) {
          const expected = await stage.replayed(item);
          if (expected !== undefined) await until(`${item.id} ends`, () => stage.outcomes.has(item.id));
          assert.equal(stage.outcomes.get(item.id), expected, item.id);
        }
      } finally {
        await stage.stop();
      }
    }),
    { numRuns: runs(150), endOnFailure: true },
  );
});

test('progress never passes a tick whose work is not done', async (context) => {
  const stage = new Stage();
  await stage.open();
  context.after(() => stage.stop());
  stage.tick('BTC', 1, true);
  stage.watch.add({ id: 'far' as Uuid, coin: 'BTC', after: 1, dueAt: null, level: 100 });
  stage.watch.add({ id: 'near' as Uuid, coin: 'BTC', after: 1, dueAt: null, level: 10 });
  stage.failures = Infinity;
  stage.tick('BTC', 10, true);
  stage.tick('BTC', 1, true);
  await turn();
  assert.equal(stage.watch.progress().get('BTC'), 1);
  assert.ok(stage.watch.pending('near' as Uuid, 'BTC'));
  assert.equal(stage.watch.pending('far' as Uuid, 'BTC'), undefined);
  stage.failures = 0;
  await stage.watch.pending('near' as Uuid, 'BTC');
  assert.equal(stage.watch.progress().get('BTC'), 3);
  assert.equal(stage.outcomes.get('near' as Uuid), 2);
});

test('nothing is given up before the market is final up to its time', async (context) => {
  const stage = new Stage();
  await stage.open();
  context.after(() => stage.stop());
  stage.tick('BTC', 1, true);
  const dueAt = stage.clock.now() + 100;
  stage.watch.add({ id: 'due' as Uuid, coin: 'BTC', after: 1, dueAt, level: 10 });
  stage.clock.advance(200);
  await stage.watch.job.runNow();
  await turn();
  assert.equal(stage.outcomes.size, 0);
  // On its way when the time was over.
  stage.market.publish('BTC', [{ price: '10', publishedAt: dueAt }]);
  stage.market.finish(dueAt);
  await until('it has ended', () => stage.outcomes.size > 0);
  assert.equal(stage.outcomes.get('due' as Uuid), 2);
});
